"""Dask's scheduler as an executor: games go to its workers, and those of a lost worker are played again.

Workers have Sheepfold with the extra `arena`, of the arena's own version; the arena itself is sent to
them, to those that come later too.
"""

import re
import socket
import tempfile
import zipfile
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PACKAGES = ("arenas", "opponents")
WAIT = 20
"""Seconds to find the scheduler."""


class ClusterError(Exception):
    """The cluster cannot be used; the text is one line that says why."""


class Cluster:
    """A connection to a scheduler."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError as error:
            raise ClusterError("--cluster needs Dask: pip install 'sheepfold[arena]'") from error
        knock(address)
        try:
            connect: Any = Client
            self.client = connect(address, timeout=WAIT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"no scheduler at {address}: {error}") from error
        with tempfile.TemporaryDirectory() as folder:
            self.client.upload_file(str(packed(Path(folder))))

    def executor(self) -> Executor:
        """Return an executor; a game is not taken for another with the same arguments."""
        executor: Executor = self.client.get_executor(pure=False)
        return executor

    def close(self) -> None:
        """Leave the scheduler and its workers to others."""
        self.client.close()


def knock(address: str) -> None:
    """See that somebody listens there: Dask's own client, left without an answer, takes a minute to end."""
    there = re.fullmatch(r"(?:tcp|tls)://\[?([^\[\]]+)\]?:(\d{1,5})", address)
    if not there:
        raise ClusterError(f"--cluster {address}: it takes a scheduler's address, tcp://HOST:PORT")
    try:
        socket.create_connection((there[1], int(there[2])), WAIT).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(f"no scheduler at {address}: {error}") from error


def packed(folder: Path) -> Path:
    """Pack what workers need to play into an archive that Python imports from."""
    file = folder / "sheepfold_arena.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for package in PACKAGES:
            for source in sorted((HERE.parent / package).glob("*.py")):
                archive.write(source, f"{package}/{source.name}")
    return file
