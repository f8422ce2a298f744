"""Where a password comes from: a file, the variable SHEEP_PASSWORD, or the terminal; never the arguments."""

import getpass
from collections.abc import MutableMapping
from pathlib import Path

from sheep_common.password import LONGEST, first_line, problem

VARIABLE = "SHEEP_PASSWORD"


class PasswordError(Exception):
    """There is no password to be had; the text says why and names the place."""


def given(file: str | None, environment: MutableMapping[str, str]) -> str | None:
    """Return the password of a file or of the variable, None without either; `-` is the terminal.

    The variable is taken out of the environment, so that no other program inherits it. Raise
    `PasswordError`.
    """
    of_variable = environment.pop(VARIABLE, None)
    if file == "-":
        return _checked(ask("Password: "), "that")
    if file is not None:
        return _checked(_read(Path(file)), file)
    return _checked(of_variable, f"the variable {VARIABLE}") if of_variable else None


def ask(prompt: str) -> str:
    """Ask for a password on the terminal, which does not show it; raise `PasswordError`."""
    try:
        return getpass.getpass(prompt)
    except (EOFError, OSError):
        raise PasswordError("no password was given") from None


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return first_line(file.read(LONGEST + 8))
    except UnicodeDecodeError:
        raise PasswordError(f"{path} is no text in UTF-8") from None
    except (OSError, ValueError) as error:
        raise PasswordError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _checked(password: str, place: str) -> str:
    wrong = problem(password)
    if wrong is not None:
        raise PasswordError(f"{place}: {wrong}")
    return password
