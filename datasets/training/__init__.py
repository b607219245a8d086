"""From labelled pictures to networks that ship; needs the packages of requirements/train.txt."""
