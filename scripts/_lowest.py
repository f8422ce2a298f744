"""Install this project into .venv/lowest with the oldest libraries that pyproject.toml allows.

Standard library only. Those libraries' own needs, and the tools of the tests, stay as new as can be.
"""

import hashlib
import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Any

from _venv import ROOT, SetupError, guarded, pip_environment, say

HOME = ROOT / ".venv" / "lowest"
BOUND = re.compile(r"(?P<name>[A-Za-z0-9_.-]+)>=(?P<version>[0-9.]+)")
"""A requirement as this project writes it: a name, and the oldest version first."""


def main() -> int:
    """Install where that is needed; return the exit status, what went wrong is one line."""
    return guarded(install)


def install() -> None:
    """Make .venv/lowest and fill it, unless it is as pyproject.toml says. Raise SetupError, OSError."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stamp, stamped = stamp_for(ROOT, project), HOME / "stamp"
    if stamped.exists() and stamped.read_text(encoding="utf-8") == stamp:
        return
    say("installing the oldest libraries that are allowed into .venv/lowest ...")
    venv.EnvBuilder(with_pip=True, clear=True, symlinks=os.name != "nt").create(HOME)
    bounds = "".join(f"{bound}\n" for bound in lowest(project))
    (HOME / "bounds.txt").write_text(bounds, encoding="utf-8")
    log = HOME / "pip.log"
    with log.open("wb") as out:
        done = subprocess.run(
            [python(), "-m", "pip", "install", "--no-input", "-c", HOME / "bounds.txt", "-e", ".[dev]"],
            check=False, cwd=ROOT, env=pip_environment(dict(os.environ)), stdin=subprocess.DEVNULL,
            stdout=out, stderr=subprocess.STDOUT,
        )  # fmt: skip
    if done.returncode != 0:
        raise SetupError(f"the oldest libraries that are allowed cannot be installed. All of it: {log}")
    stamped.write_text(stamp, encoding="utf-8")


def stamp_for(root: Path, project: dict[str, Any]) -> str:
    """Say in one line what a right installation is: by Python, place and what is asked for."""
    return hashlib.sha256(f"{sys.version} {root} {project}".encode()).hexdigest()


def lowest(project: dict[str, Any]) -> list[str]:
    """Return a constraint for each library that is played with, and those a game's tests need.

    ValueError for one without a lower bound.
    """
    found = []
    for each in [*project["dependencies"], *project["optional-dependencies"]["testing"]]:
        bound = BOUND.match(each)
        if bound is None:
            raise ValueError(f"{each} has no lower bound")
        found.append(f"{bound['name']}=={bound['version']}")
    return found


def python() -> str:
    """Return the path of that environment's interpreter."""
    return str(HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


if __name__ == "__main__":
    sys.exit(main())
