"""Training of the finder and the reader (torch and albumentations: the ``train`` requirements)."""
