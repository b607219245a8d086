"""Train the networks that ship, from labelled pictures; needs the packages of requirements/train.txt."""
