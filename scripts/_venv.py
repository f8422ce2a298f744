"""Make .venv at the root of the project and keep it right; the other scripts call this first.

Standard library only, for any Python >= 3.11 on any system. Starts nothing else and tests nothing.
A stamp in .venv, written last, says what is installed: where it is right there is nothing to do.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Literal

ROOT = Path(__file__).resolve().parent.parent
LEVELS = ("runtime", "arena", "dev", "docs")
"""What can be asked for; all but the first are extras of that name, each holds all of those before it."""
NEEDS = {
    "runtime": "what it needs",
    "arena": "what it and its arena need",
    "dev": "what it and its tests need",
    "docs": "what it, its tests and its pages need",
}
BUSY = "busy"
"""The stamp while an installation runs: who finds it later knows that it broke off."""
NO_NETWORK = ("NewConnection", "NameResolution", "ConnectTimeout", "ReadTimeout", "ProxyError")
"""Words in pip's output by which nobody answered."""


class SetupError(Exception):
    """The venv cannot be made; the text is one line that says what to do."""


def main(arguments: list[str]) -> int:
    """Run `ready LEVEL` (by the venv's own Python) or `install LEVEL`; return the exit status."""
    match arguments:
        case ["ready", level] if level in LEVELS:
            return 0 if judge(read_stamp(ROOT), ROOT, level, own_version()) == "ready" else 1
        case ["install", level] if level in LEVELS:
            return guarded(lambda: install(ROOT, level))
        case _:
            say("usage: _venv.py ready|install runtime|arena|dev|docs")
            return 2


def guarded(work: Callable[[], None]) -> int:
    """Do it and return the exit status; whatever goes wrong is one line."""
    try:
        work()
    except SetupError as error:
        say(str(error))
        return 1
    except OSError as error:
        say(
            f"cannot write .venv: {error}. The project's folder must be writable, with room, and .venv in "
            "no other program's use. Mend that and run this again."
        )
        return 1
    except KeyboardInterrupt:
        say("interrupted. Run this again to begin anew.")
        return 130
    return 0


def say(text: str) -> None:
    """Print one line to stderr, so that the output of what runs next stays its own."""
    try:
        print(f"sheepfold: {text}", file=sys.stderr, flush=True)
    except OSError:  # nobody reads it: the work is done all the same, and Python has nothing left to write
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def install(root: Path, level: str) -> None:
    """Bring the venv of `root` to `level`, at once where it is there. Raise SetupError, OSError."""
    with locked(root) as lock:
        found = judge(read_stamp(root), root, level, venv_version(root))
        if found == "ready":
            return
        if found == "spoilt":
            make_venv(root)
        write_stamp(root, BUSY)
        say(f"installing sheepfold and {NEEDS[level]} into .venv; the first time takes a minute or so ...")
        run_pip(root, level, lock)
        spell_out_paths(root)
        write_stamp(root, stamp_for(root, level, venv_version(root)))
        say("installed.")


def judge(stamp: str, root: Path, level: str, version: str) -> Literal["ready", "usable", "spoilt"]:
    """Tell what a venv with this stamp and Python is; `usable` can be installed into as it is.

    One without a stamp was made by hand: it is added to and not thrown away.
    """
    if not version or stamp == BUSY:
        return "spoilt"
    if stamp in [stamp_for(root, each, version) for each in LEVELS[LEVELS.index(level) :]]:
        return "ready"
    if not stamp or json.loads(stamp)[:2] == [version, str(root)]:
        return "usable"
    return "spoilt"


def stamp_for(root: Path, level: str, version: str) -> str:
    """Say in one line what a right installation of `level` is.

    Version and root belong to it: another 3.x does not find the packages, and a venv holds its own
    path and does not survive a move.
    """
    return json.dumps([version, str(root), level, fingerprint(root)])


def fingerprint(root: Path) -> str:
    """Hash the tables of pyproject.toml that an installation depends on.

    The linters' settings are left out: a change there needs no installation and no network.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    tables = [project["build-system"], project["project"], project.get("tool", {}).get("hatch")]
    return hashlib.sha256(json.dumps(tables, sort_keys=True).encode()).hexdigest()


def read_stamp(root: Path) -> str:
    """Return the stamp, or nothing where there is none."""
    try:
        return (root / ".venv" / "stamp").read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


def write_stamp(root: Path, stamp: str) -> None:
    """Write the stamp whole or not at all."""
    fresh = root / ".venv" / "stamp.new"
    fresh.write_text(stamp, encoding="utf-8")
    fresh.replace(root / ".venv" / "stamp")


def own_version() -> str:
    """Return the part of this Python's version that decides where packages lie: `3.11`."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def venv_version(root: Path) -> str:
    """Return the same of the venv's Python; empty when it is missing, broken, old or without pip."""
    code = (
        "import pip, sys; sys.version_info >= (3, 11) or sys.exit(1); print('%d.%d' % sys.version_info[:2])"
    )
    try:
        done = subprocess.run(
            [venv_python(root), "-I", "-c", code], check=False, capture_output=True, text=True
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def venv_python(root: Path) -> str:
    """Return the path of the venv's interpreter."""
    return str(root / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def make_venv(root: Path) -> None:
    """Make an empty venv in the place of whatever is there, which is marked as BUSY first."""
    if importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            f"{sys.executable} cannot make a venv. On Debian and Ubuntu: "
            "sudo apt install python3-venv. Then run this again."
        )
    say(f"making .venv with Python {sys.version.split()[0]} ...")
    folder = root / ".venv"
    folder.mkdir(exist_ok=True)
    write_stamp(root, BUSY)
    for old in folder.iterdir():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        elif old.name != "stamp":
            old.unlink()
    links = can_link(folder)
    if not links:
        (folder / "lib64").mkdir(exist_ok=True)  # or venv would make a link of it, and fail
    try:
        venv.EnvBuilder(with_pip=True, symlinks=links).create(folder)
    except subprocess.CalledProcessError as error:
        raise SetupError(f"{sys.executable} cannot make a venv: {error}. Try another Python.") from error


def can_link(folder: Path) -> bool:
    """Tell whether there are symbolic links in a folder: exFAT and most of Windows have none."""
    if os.name == "nt":
        return False
    probe = folder / "link"
    try:
        probe.symlink_to("stamp")
    except OSError:
        return False
    probe.unlink()
    return True


def spell_out_paths(root: Path) -> None:
    """Write the paths of the editable installation so that any Python reads them, whatever its locale.

    Before 3.13 (and 3.12.4) a .pth file is read in the locale's encoding: with LC_ALL=C one accent in the
    checkout's path would end every program. Lines that begin with `import` are run, and can be ASCII alone.
    """
    for file in (root / ".venv").glob("[Ll]ib/**/site-packages/*.pth"):
        text = file.read_text(encoding="utf-8", errors="surrogateescape")
        if not text.isascii():
            paths = [line for line in text.splitlines() if line and not line.startswith(("import ", "#"))]
            kept = [line for line in text.splitlines() if line.startswith("import ")]
            lines = [*kept, f"import sys; sys.path.extend({paths!a})"]
            file.write_text("\n".join(lines) + "\n", encoding="ascii")


def run_pip(root: Path, level: str, lock: BinaryIO) -> None:
    """Install the project editable, as the user's own pip settings say; the output goes to a file.

    pip holds the lock too: were this program killed, the next one would wait for pip to end.
    """
    target = "." if level == "runtime" else f".[{level}]"
    command = [venv_python(root), "-m", "pip", "install", "--no-input", "--editable", target]
    kept = () if os.name == "nt" else (lock.fileno(),)
    log = root / ".venv" / "pip.log"
    with log.open("wb") as out:
        done = subprocess.run(
            command,
            check=False,
            cwd=root,
            env=pip_environment(dict(os.environ)),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            pass_fds=kept,
        )
    if done.returncode != 0:
        raise SetupError(explain(log.read_text(encoding="utf-8", errors="replace"), log))


def pip_environment(environment: dict[str, str]) -> dict[str, str]:
    """Return the environment for pip: the user's, without what would lead it out of the venv."""
    for name in ("PYTHONHOME", "PYTHONPATH"):
        environment.pop(name, None)
    environment |= {"PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if environment.get("HOME") == "":
        environment.setdefault("PIP_NO_CACHE_DIR", "1")  # it would lie at the root of the disk
    return environment


def explain(output: str, log: Path) -> str:
    """Make one line of pip's output: what went wrong and what to do."""
    if any(word in output for word in NO_NETWORK):
        return (
            "cannot fetch what it needs: no package index answers. Connect this machine to the "
            f"internet, which is needed this once, and run this again. (All of it: {log})"
        )
    errors = [line for line in output.splitlines() if line.startswith("ERROR:")]
    last = errors[-1] if errors else "ERROR: pip failed"
    return f"cannot install. {last} (All of it: {log}. Mend that and run this again.)"


@contextlib.contextmanager
def locked(root: Path) -> Iterator[BinaryIO]:
    """Keep a second installation waiting; the system drops the lock of a process that died.

    What is locked is pyproject.toml: it is always there, and nothing has to be left behind.
    """
    with (root / "pyproject.toml").open("rb") as file:
        if not try_lock(file):
            say("waiting for another installation to end ...")
            while not try_lock(file):
                time.sleep(0.2)
        yield file


if sys.platform == "win32":
    import msvcrt

    def try_lock(file: BinaryIO) -> bool:
        """Lock a byte beyond the end, so that everyone can still read the file."""
        file.seek(1 << 30)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(file: BinaryIO) -> bool:
        """Lock the file for those who ask; reading it is not hindered."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # some network file systems know no such locks: go without
        return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
