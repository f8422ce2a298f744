"""What code the games are played with, as one number: a worker with other code would play other games."""

import hashlib
from functools import cache
from pathlib import Path

import sheep_client
import sheep_common


@cache
def fingerprint() -> str:
    """Hash the sources of the games and of the engines."""
    found = hashlib.sha256()
    for package in (sheep_common, sheep_client):
        root = Path(str(package.__file__)).parent
        for file in sorted(root.rglob("*.py")):
            found.update(file.relative_to(root).as_posix().encode())
            found.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()


def same_code(code: str) -> None:
    """Raise RuntimeError if the code here is other than that."""
    if code != fingerprint():
        raise RuntimeError("this worker has another Sheepfold than the arena; install the same one there")
