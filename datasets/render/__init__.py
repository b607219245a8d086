"""Draw scenes of American mahjong sets with exact ground truth; the same numbers give the same pixels."""
