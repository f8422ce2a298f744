"""The scripts: when the venv counts as right, and what the shell scripts do with their programs.

Nothing is installed here; the programs of the venv are stand-ins that say how they were called.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
posix = pytest.mark.skipif(sys.platform == "win32", reason="the sh scripts are for POSIX systems")


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


setup = load("_venv")
oldest = load("_lowest")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a copy of what the scripts need, in a folder with a name that shells can stumble over."""
    copy = tmp_path / "Ça & là, été"
    shutil.copytree(ROOT / "scripts", copy / "scripts")
    shutil.copytree(ROOT / ".ci", copy / ".ci")
    shutil.copy(ROOT / "pyproject.toml", copy)
    (copy / ".venv").mkdir()
    return copy


def test_a_right_stamp_is_ready(root: Path) -> None:
    """The stamp that an installation writes is the one that the next start looks for."""
    assert setup.judge(setup.stamp_for(root, "dev", "3.12"), root, "dev", "3.12") == "ready"


@pytest.mark.parametrize(
    ("held", "asked", "found"),
    [
        ("dev", "runtime", "ready"),
        ("docs", "dev", "ready"),
        ("runtime", "dev", "usable"),
        ("dev", "docs", "usable"),
    ],
)
def test_each_level_holds_those_before_it_and_not_the_other_way(
    root: Path, held: str, asked: str, found: str
) -> None:
    """Who has tested can play at once; who has played gets the tools added."""
    assert setup.judge(setup.stamp_for(root, held, "3.12"), root, asked, "3.12") == found


def test_a_moved_venv_is_made_anew(root: Path, tmp_path: Path) -> None:
    """A venv holds its own path: one that was copied or moved along is of no use."""
    stamp = setup.stamp_for(root, "dev", "3.12")
    moved = shutil.move(root, tmp_path / "elsewhere")
    assert setup.judge(stamp, moved, "dev", "3.12") == "spoilt"


def test_a_venv_of_another_python_is_made_anew(root: Path) -> None:
    """When the system's Python became another 3.x, its packages are not found any more."""
    assert setup.judge(setup.stamp_for(root, "dev", "3.12"), root, "dev", "3.13") == "spoilt"


def test_a_venv_whose_installation_broke_off_is_made_anew(root: Path) -> None:
    """Half an installation is never used."""
    assert setup.judge(setup.BUSY, root, "runtime", "3.12") == "spoilt"


def test_a_venv_made_by_hand_is_kept(root: Path) -> None:
    """Without a stamp it is installed into and not thrown away."""
    assert setup.judge("", root, "runtime", "3.12") == "usable"


def test_a_new_dependency_calls_for_an_installation(root: Path) -> None:
    """What the project needs belongs to the stamp."""
    stamp = setup.stamp_for(root, "dev", "3.12")
    edit(root, "dependencies = [", 'dependencies = [\n    "anything",')
    assert setup.judge(stamp, root, "dev", "3.12") == "usable"


def test_a_linter_setting_calls_for_nothing(root: Path) -> None:
    """What does not change the installation needs no network."""
    stamp = setup.stamp_for(root, "dev", "3.12")
    edit(root, "[tool.ruff]", "[tool.ruff]\nindent-width = 4")
    assert setup.judge(stamp, root, "dev", "3.12") == "ready"


def edit(root: Path, old: str, new: str) -> None:
    file = root / "pyproject.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace what takes long, and record it."""
    made: list[str] = []
    monkeypatch.setattr(setup, "venv_version", lambda root: "3.12")
    monkeypatch.setattr(setup, "make_venv", lambda root: made.append("venv"))
    monkeypatch.setattr(setup, "run_pip", lambda root, level, lock: made.append(f"pip {level}"))
    return made


def test_a_second_installation_does_nothing(root: Path, calls: list[str]) -> None:
    """So it needs no network."""
    setup.install(root, "dev")
    setup.install(root, "dev")
    assert calls == ["pip dev"]


def test_a_failed_installation_begins_anew(
    root: Path, calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stamp says so until pip has ended well."""

    def fail(*_: object) -> None:
        raise setup.SetupError("no")

    with monkeypatch.context() as patch:
        patch.setattr(setup, "run_pip", fail)
        with pytest.raises(setup.SetupError):
            setup.install(root, "runtime")
    setup.install(root, "runtime")
    assert calls == ["venv", "pip runtime"]


def test_no_network_is_said_in_one_line_with_the_way_out() -> None:
    """Pages of retries become what a person can do."""
    output = "WARNING: Retrying after NewConnectionError(...)\nERROR: No matching distribution\n"
    said = setup.explain(output, Path("pip.log"))
    assert "\n" not in said
    assert "Connect this machine to the internet" in said


def test_another_failure_of_pip_is_said_in_its_last_words() -> None:
    """The line of pip that names the reason is kept."""
    said = setup.explain("x\nERROR: first\nERROR: disk full\nhint\n", Path("pip.log"))
    assert "\n" not in said
    assert "disk full" in said


def test_pip_is_kept_inside_the_venv() -> None:
    """A user's settings for other places do not lead it astray; the rest of them stays."""
    found = setup.pip_environment({"PYTHONPATH": "x", "PIP_USER": "1", "PIP_RETRIES": "2"})
    assert found["PIP_USER"] == "0"
    assert found["PIP_RETRIES"] == "2"
    assert "PYTHONPATH" not in found


@pytest.fixture
def fold(root: Path) -> Path:
    """Return a root whose venv is right and whose programs are stand-ins.

    Each prints its name, its folder and its arguments, and fails when `fail` was told its name.
    """
    programs = root / ".venv" / "bin"
    programs.mkdir()
    write(programs / "python", f'exec "{sys.executable}" "$@"')
    for name in ("pytest", "ruff", "mypy", "lint-imports", "mkdocs", "sheep-host", "sheep-join"):
        write(
            programs / name,
            f'echo "{name} in $PWD: $*"; [ ! -e "{programs}/{name} fails" ] || exit 3',
        )
    setup.write_stamp(root, setup.stamp_for(root, "docs", HERE))
    beside = root / ".venv" / "lowest"
    (beside / "bin").mkdir(parents=True)
    write(
        beside / "bin" / "python", f'echo "lowest in $PWD: $*"; [ ! -e "{programs}/lowest fails" ] || exit 3'
    )
    (beside / "stamp").write_text(oldest.stamp_for(root, project(root)))
    return root


def fail(fold: Path, *names: str) -> None:
    """Let programs fail: by files, since .ci/run gives its scripts an environment of its own."""
    for name in names:
        (fold / ".venv" / "bin" / f"{name} fails").touch()


def project(root: Path) -> dict[str, Any]:
    """Return what pyproject.toml says of the project."""
    found: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def write(program: Path, text: str) -> None:
    program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    program.chmod(0o755)


def run(
    program: Path, *arguments: str, cwd: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program), *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "HOME": "", **environment},
        timeout=60,
    )


@posix
def test_test_runs_in_the_root_from_any_folder_and_through_a_link(fold: Path, tmp_path: Path) -> None:
    """Its own place is where it begins, and arguments reach pytest as they are."""
    link = tmp_path / "a link"
    link.symlink_to(fold / "scripts" / "test")
    done = run(link, "-k", "two words", cwd=tmp_path)
    assert done.stdout.startswith(f"pytest in {fold.resolve()}: ")
    assert done.stdout.endswith(" -k two words\n")


@posix
def test_test_leaves_out_what_is_long_unless_all_is_asked_for(fold: Path) -> None:
    """All of it is measured, and what is asked for beside goes to pytest."""
    assert run(fold / "scripts" / "test").stdout.endswith(" -m not long\n")
    said = run(fold / "scripts" / "test", "--all", "-x").stdout
    assert "not long" not in said
    assert said.endswith(" --cov --cov-report= -x\n")


def test_the_oldest_that_is_allowed_is_what_a_bound_says(root: Path) -> None:
    """Of what is played with and of what a game's tests need; an upper bound does not matter."""
    edit(root, '"zeroconf>=0.136"', '"zeroconf>=0.136,<9"')
    bounds = oldest.lowest(project(root))
    assert "zeroconf==0.136" in bounds
    assert any(bound.startswith("hypothesis==") for bound in bounds)


def test_a_library_without_a_lower_bound_is_an_error() -> None:
    """Nobody has tried how old it may be."""
    with pytest.raises(ValueError, match="anything has no lower bound"):
        oldest.lowest({"dependencies": ["anything"], "optional-dependencies": {"testing": []}})


@posix
@pytest.mark.parametrize(("script", "program"), [("host", "sheep-host"), ("join", "sheep-join")])
def test_host_and_join_are_the_programs_where_one_stands(
    fold: Path, tmp_path: Path, script: str, program: str
) -> None:
    """Arguments may name files of that folder."""
    done = run(fold / "scripts" / script, "--name", "Ana Lou", cwd=tmp_path)
    assert done.stdout == f"{program} in {tmp_path.resolve()}: --name Ana Lou\n"


@posix
def test_test_fails_as_pytest_does(fold: Path) -> None:
    """A red run is a red script."""
    fail(fold, "pytest")
    assert run(fold / "scripts" / "test").returncode == 3


@posix
def test_a_right_venv_is_passed_over_in_silence(fold: Path) -> None:
    """Nothing to install, nothing to say."""
    assert run(fold / "scripts" / "test").stderr == ""


@posix
def test_check_goes_on_and_names_everything_that_failed(fold: Path) -> None:
    """One run shows all that is wrong."""
    fail(fold, "ruff", "lint-imports")
    done = run(fold / "scripts" / "check")
    assert done.returncode == 1
    assert done.stdout.endswith("check: failed: ruff format, ruff check, import-linter\n")


@posix
def test_check_looks_at_the_types_of_each_platform(fold: Path) -> None:
    """Branches for other systems are checked where nobody runs them."""
    said = run(fold / "scripts" / "check").stdout
    assert all(f"--platform {each}" in said for each in ("linux", "win32", "darwin"))


@posix
@pytest.mark.parametrize(
    ("failing", "status"),
    [(["mkdocs"], 1), (["mypy"], 1), (["pytest"], 1), (["lowest"], 1), ([], 0)],
)
def test_ci_runs_all_its_scripts_and_fails_with_any(fold: Path, failing: list[str], status: int) -> None:
    """None hides another."""
    fail(fold, *failing)
    done = run(fold / ".ci" / "run")
    assert done.returncode == status
    assert "lint-imports in" in done.stdout
    assert f"mkdocs in {fold.resolve()}: build --strict" in done.stdout
    assert "pytest in" in done.stdout
    assert f"lowest in {fold.resolve()}: -m pytest" in done.stdout


@posix
@pytest.mark.parametrize(
    ("given", "passed"),
    [
        ([], "--game battle-sheep --seats 2 --bots 1:easy --play"),
        (["Ana"], "--game battle-sheep --seats 2 --bots 1:easy --play Ana"),
        (
            ["--game", "leadersheep"],
            "--game battle-sheep --seats 3 --bots 2:easy --play --game leadersheep",
        ),
        (["--seats", "4"], "--game battle-sheep --play --seats 4"),
    ],
)
def test_play_offers_a_game_against_bots_unless_told_who_sits(
    fold: Path, tmp_path: Path, given: list[str], passed: str
) -> None:
    """It stays in the folder it was called from, since arguments may name files."""
    done = run(fold / "scripts" / "play", *given, cwd=tmp_path)
    assert done.stdout == f"sheep-host in {tmp_path}: {passed}\n"


@posix
def test_without_a_python_there_is_one_line_that_says_what_to_do(root: Path, tmp_path: Path) -> None:
    """A machine that has no Python, or an old one, is told so."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "readlink"):
        (tools / name).symlink_to(shutil.which(name) or "")
    write(tools / "python3", "exit 1")
    done = run(root / "scripts" / "play", PATH=str(tools))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "no Python 3.11 or newer" in done.stderr


ACCENTS = "/home/zoé/Ça & là"


@pytest.fixture
def installed(root: Path) -> Path:
    """Return what an editable installation leaves: a file of paths, and another beside it."""
    packages = root / ".venv" / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    (packages / "_sheepfold.pth").write_text(f"{ACCENTS}/client\n{ACCENTS}/host", encoding="utf-8")
    (packages / "other.pth").write_text("/plain\n", encoding="utf-8")
    return packages


def test_the_paths_of_an_installation_are_read_in_any_locale(root: Path, installed: Path) -> None:
    """Before, one accent ended every program under LC_ALL=C, with pages about the site module."""
    setup.spell_out_paths(root)
    text = (installed / "_sheepfold.pth").read_text(encoding="ascii")
    program = f"{text}print(ascii(sys.path[-2:]))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ascii([f"{ACCENTS}/client", f"{ACCENTS}/host"])
    assert text.startswith("import ")
    assert text.count("\n") == 1
    assert (installed / "other.pth").read_text() == "/plain\n"


def test_spelling_paths_out_twice_changes_nothing(root: Path, installed: Path) -> None:
    """An installation may be mended later."""
    setup.spell_out_paths(root)
    before = (installed / "_sheepfold.pth").read_bytes()
    setup.spell_out_paths(root)
    assert (installed / "_sheepfold.pth").read_bytes() == before


@posix
def test_a_venv_is_made_where_there_are_no_symbolic_links(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On exFAT: Python is copied, and no lib64 is linked, on which the standard library would fail."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "symlink", refuse)
    monkeypatch.setattr(setup.venv.EnvBuilder, "_setup_pip", lambda *_: None)
    setup.make_venv(root)
    python = Path(setup.venv_python(root))
    assert python.exists()
    assert not python.is_symlink()
    assert not (root / ".venv" / "lib64").is_symlink()


def test_a_checkout_that_cannot_be_written_is_said_in_one_line(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A disk that is mounted for reading alone, somebody else's folder."""
    monkeypatch.setattr(setup, "venv_version", lambda _root: "")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system", ".venv")

    monkeypatch.setattr(Path, "mkdir", refuse)
    assert setup.guarded(lambda: setup.install(root, "runtime")) == 1
    said = capsys.readouterr().err.splitlines()
    assert "must be writable" in said[-1]
    assert "Read-only file system" in said[-1]


@posix
def test_what_others_put_on_pythons_path_is_not_for_our_programs(fold: Path) -> None:
    """A foreign folder there could bring another library of a name that we use."""
    write(fold / ".venv" / "bin" / "sheep-join", 'echo "${PYTHONPATH-none} ${PYTHONHOME-none}"')
    done = run(fold / "scripts" / "join", PYTHONPATH="/elsewhere")
    assert done.stdout == "none none\n"


@posix
def test_the_scripts_work_where_the_folder_that_one_is_in_is_gone(fold: Path, tmp_path: Path) -> None:
    """They know their own place."""
    gone = tmp_path / "gone"
    gone.mkdir()
    program = f'cd "{gone}" && rmdir "{gone}" && exec "{fold}/scripts/join" --name Ana'
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert "--name Ana" in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize("script", sorted(path.name for path in (ROOT / "scripts").glob("*.cmd")))
def test_no_windows_script_lets_an_argument_become_a_command(script: str) -> None:
    """An & in quotes that is echoed or put into quotes again is a command: arguments go to programs alone."""
    for line in (ROOT / "scripts" / script).read_text(encoding="ascii").splitlines():
        if "%*" in line:
            assert ".exe" in line.partition("%*")[0]
