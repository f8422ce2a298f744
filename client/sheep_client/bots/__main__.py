"""`python -m sheep_client.bots`: started by the supervisor of a host."""

import sys

from sheep_client.shell.bots import main

sys.exit(main(sys.argv[1:]))
