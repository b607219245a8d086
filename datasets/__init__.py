"""What the networks learn from and are measured on; none of it ships with the program."""
