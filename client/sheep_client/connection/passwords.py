"""The password of a host: from the command line's file, the environment, or asked for on the terminal."""

import os
import sys
from collections.abc import Callable
from dataclasses import replace

from sheep_common import password, streams
from sheep_common.names import clean
from sheep_common.net import secret

from sheep_client.connection.errors import ClientError, PasswordWantedError
from sheep_client.connection.join import Wish
from sheep_client.i18n import _

TRIES = 3
"""How often it is asked for."""


def given(file: str | None) -> str | None:
    """Return the password of a file (`-`: asked for) or of SHEEP_PASSWORD; raise `ClientError` (2)."""
    try:
        return secret.given(file, os.environ)
    except secret.PasswordError as error:
        text = _("There is no password ({why}); look at --password-file again.")
        raise ClientError(2, text.format(why=clean(str(error), 200))) from None


def admitted(wish: Wish, play: Callable[[Wish], int]) -> int:
    """Play; where the host wants a password that was not given, ask for it here and play again.

    Raise `PasswordWantedError` where nobody can be asked, or knows.
    """
    for _try in range(TRIES):
        try:
            return play(wish)
        except PasswordWantedError as error:
            if not (sys.stdin.isatty() and sys.stderr.isatty()):
                raise
            if wish.password is not None:
                streams.say(_("That is not the host's password.") + "\n")
            wish = replace(wish, password=_asked(wish) or _raise(error))
    return play(wish)


def _asked(wish: Wish) -> str | None:
    try:
        text = secret.ask(_("Password of {address}: ").format(address=clean(wish.address or "")))
    except secret.PasswordError:
        return None
    return text if password.problem(text) is None else None


def _raise(error: PasswordWantedError) -> str:
    raise error
