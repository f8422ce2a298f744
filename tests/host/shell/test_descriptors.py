"""How many connections the system's bound on descriptors bears."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such bound")

PROGRAM = """
import resource, sys
soft, hard = int(sys.argv[1]), int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
from sheep_host.network.descriptors import connections
print(connections(800), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.parametrize(
    ("soft", "hard", "connections", "after"),
    [(64, 1024, 800, 1024), (256, 256, 128, 256), (64, 64, 16, 64), (1024, 1200, 800, 1200)],
)
def test_the_bound_is_raised_as_far_as_it_goes_and_the_rest_is_kept_free(soft, hard, connections, after):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(soft), str(hard)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(connections), str(after)]
