"""What is wrong with an installation, and how to mend it: `rackcheck doctor`."""
