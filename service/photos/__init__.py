"""Read photos, cameras and videos with the networks, within the capacity of the machine."""
