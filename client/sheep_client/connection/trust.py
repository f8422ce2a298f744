"""Whether the host that answers is to be trusted: what a person is asked, and what scripts are told.

What is known of hosts is `known_hosts`' matter.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sheep_common.net.info import fingerprint

from sheep_client.connection.address import Address
from sheep_client.connection.errors import ClientError, NotTrustedError
from sheep_client.connection.known_hosts import Meeting
from sheep_client.i18n import N_, _

if TYPE_CHECKING:
    from sheep_client.connection.join import Wish


_TEXTS = {
    "unreadable": (
        N_(
            "STOP: line {line} of {file} cannot be read, so there is no telling whether the host at {address}"
            " is the one it was; its key is {now}. Compare that with the key on the host's screen. Then"
            " delete the line, or join without --headless and type yes when asked."
        ),
        N_("Line {line} of {file} cannot be read; it may say who was the host at {address}.\n    now: {now}"),
    ),
    "other": (
        N_(
            "STOP: a different host answers at {address}. Its key was {before} and is now {now}. It may be"
            " another friend's, at an address that was given out again, or someone pretending to be yours."
            " Compare the key with the one on the host's screen, then join without --headless and type yes"
            " when asked."
        ),
        N_(
            "A different host answers at {address} than before.\n"
            "    before: {before}\n"
            "    now:    {now}\n"
            "That is fine if another friend is hosting today (networks give old addresses to other"
            " computers), or if the host was set up again. Otherwise someone may be pretending to be it."
        ),
    ),
}
"""For each meeting that is not to be trusted: a line for scripts, and what a person is asked."""


def refusal(meeting: Meeting, file: Path, address: Address, key: str) -> NotTrustedError:
    """Return what to raise where a host is not trusted."""
    text, ask = _TEXTS[meeting.how]
    values = {
        "line": meeting.line,
        "file": file,
        "address": address,
        "before": fingerprint(meeting.before),
        "now": fingerprint(key),
    }
    compare = _(
        "Ask whoever is hosting to read out the key on their screen, and compare it with the one above."
    )
    return NotTrustedError(_(text).format(**values), f"{_(ask).format(**values)}\n{compare}\n", key)


def asked(wish: "Wish", play: "Callable[[Wish], int]") -> int:
    """Play; where another host answers than before, ask the person here, and play if they say so.

    Raise `ClientError` where nobody can be asked, or they do not say so.
    """
    while True:
        try:
            return play(wish)
        except NotTrustedError as error:
            if not (sys.stdin.isatty() and sys.stdout.isatty()):
                raise
            if not _says_yes(error.question):
                text = _("You have not joined: the host at {address} is not the one it was.")
                raise ClientError(1, text.format(address=wish.address)) from None
            wish = replace(wish, trusted=error.key)


def _says_yes(question: str) -> bool:
    """Put a question; only the word itself is a yes, typed after the question was seen."""
    _forget_typed()
    sys.stdout.write(question)
    try:
        answer = input(_("Type yes to trust this host from now on, or press Enter to leave: "))
    except (EOFError, UnicodeDecodeError):
        return False
    return answer.strip().casefold() in ("yes", _("yes"))


if sys.platform == "win32":

    def _forget_typed() -> None:
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getwch()

else:

    def _forget_typed() -> None:
        import contextlib
        import termios

        with contextlib.suppress(termios.error):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
