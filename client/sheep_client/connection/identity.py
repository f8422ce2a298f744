"""Who the player is: the name, and the key file of the profile. A profile is a key; a name proves nothing."""

import contextlib
import getpass
import hashlib
import unicodedata
from pathlib import Path

from sheep_common.names import NAME_COLUMNS, clean, fold, name_problem
from sheep_common.net import keys
from sheep_common.net.keys import KeyPair
from sheep_common.net.paths import player_folder

from sheep_client.connection.errors import ClientError
from sheep_client.i18n import N_, _
from sheep_client.text_layout import width_of

_PROBLEMS = (
    N_("a name needs at least one visible character"),
    N_("a name is at most 24 columns wide"),
    N_("a name has no blanks at its ends and no two in a row"),
    N_("a name has printable characters only"),
    N_("a name is written in composed characters (NFC)"),
    N_("a name has at most two marks on a letter"),
)
"""What `name_problem` may say: marked here, since the common part knows no language."""
_LONGEST = 80
"""Characters of a file name's middle; longer ones are cut and get a hash."""


def choose_name(asked: str | None) -> str:
    """Return the name to play under: the one asked for, the last one used, or the login name made to fit.

    Raise `ClientError` (2) for a name that cannot be taken.
    """
    if asked is not None:
        name = unicodedata.normalize("NFC", asked)
        problem = name_problem(name)
        if problem is not None:
            text = _("{name} cannot be your name ({why}); choose another with --name.")
            raise ClientError(2, text.format(name=clean(asked, 40) or "''", why=_(problem)))
        return name
    with contextlib.suppress(OSError, UnicodeError):
        last = _last_name_file().read_text(encoding="utf-8").strip()
        if name_problem(last) is None:
            return last
    return fit(_login())


def remember_name(name: str) -> None:
    """Keep a name for the next time; where that is not possible, it is not kept."""
    with contextlib.suppress(OSError):
        path = _last_name_file()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        keys.write_private(path, name + "\n", replace=True)


def fit(login: str) -> str:
    """Make a login name a player's name."""
    text = unicodedata.normalize("NFC", login.rpartition("\\")[2])
    kept = " ".join("".join(c for c in text if name_problem(c) is None or c == " ").split())
    while kept and (width_of(kept) > NAME_COLUMNS or kept != kept.strip()):
        kept = kept[:-1]
    return kept if name_problem(kept) is None else "Sheep"


def load_key(profile: str) -> KeyPair:
    """Return the profile's key pair, made at first use; raise `ClientError` (1)."""
    path = key_file(profile)
    try:
        return keys.load_or_make(path)
    except ValueError:
        text = _(
            "{file} holds no key; move it away and a new one is made (seats held with the old one stay lost)."
        )
        raise ClientError(1, text.format(file=path)) from None
    except OSError as error:
        text = _("{file} cannot be used ({why}); the variable SHEEP_HOME can name another folder.")
        raise ClientError(1, text.format(file=path, why=error.strerror or error)) from None


def warnings(profile: str) -> tuple[str, ...]:
    """Say where others can read what nobody else should have."""
    path = key_file(profile)
    if not keys.readable_by_others(path):
        return ()
    text = _(
        "Other users of this computer can read your key and could take your seat; keep them out with:"
        " chmod 600 {file}"
    )
    return (text.format(file=path),)


def key_file(profile: str) -> Path:
    """Return the file of a profile's key."""
    return player_folder() / "keys" / f"{file_stem(profile)}.key"


def history_file(profile: str) -> Path:
    """Return the file of the lines typed under a profile."""
    return player_folder() / "history" / file_stem(profile)


def file_stem(profile: str) -> str:
    """Return a file name for a profile, safe on every system; equal names (case aside) share it."""
    folded = fold(profile)
    text = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else _escaped(c) for c in folded)
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}-{hashlib.sha256(folded.encode()).hexdigest()[:16]}"
    return f"player-{text}"


def _escaped(character: str) -> str:
    return "".join(f"%{byte:02x}" for byte in character.encode("utf-8", "surrogatepass"))


def _last_name_file() -> Path:
    return player_folder() / "last-name"


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
