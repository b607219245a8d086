"""`python -m service`: the command line without an installed entry point."""

import sys

from service.start import main

sys.exit(main())
