"""Read faces: what each one is, how certain that is, which way up it stands, and where its corners lie."""
