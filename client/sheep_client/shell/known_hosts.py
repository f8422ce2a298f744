"""The keys of the hosts played at, one `ADDRESS:PORT KEY` a line: trusted at first sight, then held to."""

from pathlib import Path

from sheep_common.net.info import fingerprint
from sheep_common.net.paths import player_folder

from sheep_client.i18n import _
from sheep_client.shell.address import Address
from sheep_client.shell.errors import ClientError


def known_hosts_file() -> Path:
    """Return where the keys are kept."""
    return player_folder() / "known_hosts"


def check(path: Path, address: Address, key: str) -> bool:
    """Compare a host's key with the one kept, and keep it when there is none; tell whether it was new.

    Raise `ClientError` (1) where the key is another one than before, or where it cannot be kept.
    """
    known = _keys(path, address)
    if key in known:
        return False
    if known:
        text = _(
            "STOP: the host at {address} is not the one of before. Its key was {before} and is {now}."
            " If it was set up anew, delete the line of {address} in {file}; if not, do not trust it."
        )
        before = fingerprint(known[-1])
        raise ClientError(1, text.format(address=address, before=before, now=fingerprint(key), file=path))
    _keep(path, address, key)
    return True


def _keys(path: Path, address: Address) -> list[str]:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _trouble(path, error) from None
    pairs = [line.split() for line in lines if not line.startswith("#")]
    return [pair[1] for pair in pairs if len(pair) == 2 and pair[0] == str(address)]


def _keep(path: Path, address: Address, key: str) -> None:
    """Add a line at the end: two programs that do so at once both keep theirs."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(f"{address} {key}\n")
    except OSError as error:
        raise _trouble(path, error) from None


def _trouble(path: Path, error: OSError) -> ClientError:
    text = _("{file} cannot be used ({why}); the variable SHEEP_HOME can name another folder.")
    return ClientError(1, text.format(file=path, why=error.strerror or error))
