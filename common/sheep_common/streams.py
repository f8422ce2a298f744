"""The standard streams as a shell or a service may leave them: closed. Writes nothing."""

import os
import sys
from pathlib import Path


def open_closed() -> None:
    """Put the null device where a standard stream is closed.

    Else the next file or socket gets its number, and what is printed would be written there.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - as long as the program
            setattr(sys, name, null)
