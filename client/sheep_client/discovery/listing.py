"""`sheep-join --headless` without an address: the hosts on the network, once. Joins none."""

import json
import sys

from sheep_client.discovery import browser
from sheep_client.discovery.host_list import event


def main() -> int:
    """Print the hosts found as one JSON line; return 0, or 1 when there is none."""
    found = browser.find()
    line = json.dumps(event(found), ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write(line.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()
    return 0 if found else 1
