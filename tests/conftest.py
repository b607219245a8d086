"""Settings shared by all tests."""

import os

from hypothesis import settings

# Importing albumentations asks its maker's server for a newer version unless this is set; tests open no connection.
os.environ["NO_ALBUMENTATIONS_UPDATE"] = "1"

# No deadline: a busy two-core machine is not a fault of the code. In CI the examples are the same every time, so that
# a red build can be repeated; elsewhere they differ, so that new ones are found.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "local")
