"""`python -m sheep_client.bots`: started by the supervisor of a host."""

import sys

from .process import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
