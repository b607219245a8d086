"""Read photos, cameras and films with the networks, as many at a time as the machine can bear."""
