"""A host's password: what a player sends instead of it. Asks nobody and reads no file.

A proof holds for one host's key and one player's key. An impostor that a player takes for the host at
first sight has another key, so the proof it gets is of no use at the real host; it can only guess at
the password, at the price of one scrypt a guess. A short or common password would still be found.
"""

import hashlib
import hmac
import unicodedata

LONGEST = 1024
"""Characters of a password."""
_COST = 2**15
"""Of scrypt: 32 MiB and about a tenth of a second, paid once by a host and once a host by a player."""


def problem(password: str) -> str | None:
    """Say what is wrong with a password, None when nothing is."""
    if not password:
        return "a password has at least one character"
    if len(password) > LONGEST:
        return f"a password has at most {LONGEST} characters"
    return None


def first_line(text: str) -> str:
    """Return the password that a file holds: its first line."""
    return text.removeprefix("\ufeff").partition("\n")[0].removesuffix("\r")


def secret(password: str, host_key: str) -> bytes:
    """Return what host and player derive from the password at this host; slow by intent."""
    return hashlib.scrypt(
        unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass"),
        salt=b"sheepfold password 1 " + host_key.encode("ascii"),
        n=_COST,
        r=8,
        p=1,
        maxmem=_COST * 8 * 128 * 2,
        dklen=32,
    )


def proof(derived: bytes, player_key: str) -> bytes:
    """Return what a player sends in `hello`, 32 bytes; `derived` is of `secret`."""
    return hmac.digest(derived, b"player " + player_key.encode("ascii"), "sha256")


def is_right(derived: bytes, player_key: str, given: bytes) -> bool:
    """Tell whether a proof is this player's, in a time that does not depend on how wrong it is."""
    return hmac.compare_digest(proof(derived, player_key), given)


def mark(derived: bytes) -> str:
    """Return what tells whether a password is the one of before, and nothing else to who reads it fast."""
    return hmac.digest(derived, b"mark", "sha256").hex()[:16]
