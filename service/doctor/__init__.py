"""`rackcheck doctor`: find faults of an installation, and say how to mend them."""
