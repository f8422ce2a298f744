"""`python -m sheep_client`: the same as `sheep-join`."""

import sys

from sheep_client.cli import main

sys.exit(main())
