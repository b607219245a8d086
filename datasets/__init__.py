"""Training data, training and evaluation of the networks; nothing here ships with the program."""
