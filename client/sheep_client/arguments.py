"""Reading of arguments, the same for all commands of the player's side. Knows no command."""

import argparse
from typing import NoReturn

USAGE = 2
"""The exit status for wrong usage."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments and end."""
        self.exit(USAGE, one_line(f"{self.prog}: {message} (see {self.prog} --help)") + "\n")


def one_line(text: str) -> str:
    """Escape what would break the line or steer the terminal: arguments and names of files hold anything."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )
