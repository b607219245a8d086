"""Read faces: the label probabilities, the orientation and the refined corners of each."""
