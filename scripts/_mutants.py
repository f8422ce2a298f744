"""Break the code on purpose, one line at a time, and see that the tests which are to notice do.

`mutations.toml` has them: a text that stands once in a package, what takes its place, and the tests that
must fail then, each by its function's name (`file::name` where two are called so); so modules and tests may
move. Works on copies of the tree, never in place. Says nothing about lines without a mutation.
"""

import argparse
import ast
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sheep_common.streams import say, settled

ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_name("mutations.toml")
PACKAGES = {"common": "sheep_common", "host": "sheep_host", "client": "sheep_client"}
PATIENCE = 600.0
"""Seconds for the tests of one mutation; they take one to thirty."""
COPIED = (
    "common",
    "host",
    "client",
    "tests",
    "scripts",
    "docs",
    "pyproject.toml",
    "CHANGELOG.md",
    "README.md",
)
"""What tests read of the tree."""


class MutationError(Exception):
    """A mutation does not fit the tree any more, or its tests do not run; the text says which and how."""


@dataclass(frozen=True)
class Mutation:
    """A line broken on purpose: `room` is a side of the tree, `tests` are names of test functions."""

    name: str
    why: str
    room: str
    old: str
    new: str
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """What became of a mutation: the tests that did not notice, or why it could not be tried."""

    mutation: Mutation
    seconds: float
    missed: tuple[str, ...] = ()
    problem: str = ""

    @property
    def is_killed(self) -> bool:
        """Tell whether every test that must notice it does."""
        return not (self.missed or self.problem)


def load(path: Path = LIST) -> list[Mutation]:
    """Read the list; raise MutationError for what is no list of mutations."""
    found = []
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]:
        fields = {**entry, "room": entry.get("in"), "tests": tuple(entry.get("tests", ()))}
        fields.pop("in", None)
        try:
            found.append(Mutation(**fields))
        except TypeError as error:
            raise MutationError(f"{entry.get('name')}: {error}") from None
    return found


# --- where it goes --------------------------------------------------------------------------


def place(root: Path, mutation: Mutation) -> Path:
    """Return the module that has the text to be replaced, once; raise MutationError."""
    package = root / mutation.room / PACKAGES[mutation.room]
    found = {path: path.read_text(encoding="utf-8").count(mutation.old) for path in package.rglob("*.py")}
    hits = [path for path, times in found.items() if times]
    if len(hits) != 1 or found[hits[0]] != 1:
        where = ", ".join(str(path.relative_to(root)) for path in sorted(hits)) or "no module"
        raise MutationError(f"{mutation.name}: its text must stand once in {mutation.room}, it is in {where}")
    return hits[0]


def test_ids(root: Path) -> dict[str, list[str]]:
    """Return what pytest calls each test function, by its name; several where they share one."""
    found: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        file = path.relative_to(root).as_posix()
        body = ast.parse(path.read_text(encoding="utf-8")).body
        classes = [node for node in body if isinstance(node, ast.ClassDef)]
        for prefix, nodes in ((file, body), *((f"{file}::{node.name}", node.body) for node in classes)):
            for node in nodes:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    found.setdefault(node.name, []).append(f"{prefix}::{node.name}")
    return found


def ids(mutation: Mutation, known: Mapping[str, list[str]]) -> list[str]:
    """Return what pytest calls the tests of a mutation; raise MutationError where one is not there once."""
    if not mutation.tests:
        raise MutationError(f"{mutation.name}: no test is named that must notice it")
    found = []
    for called in mutation.tests:
        stem, _, name = called.rpartition("::")
        there = [each for each in known.get(name, []) if f"/{stem}.py::" in each or not stem]
        if len(there) != 1:
            raise MutationError(f"{mutation.name}: {len(there)} tests are called {called}")
        found.append(there[0])
    return found


# --- trying ---------------------------------------------------------------------------------


def copy_tree(to: Path) -> Path:
    """Copy what tests read."""
    ignored = shutil.ignore_patterns("__pycache__", ".*_cache", ".hypothesis", "*.egg-info")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=ignored, symlinks=True)
        else:
            shutil.copy2(source, to / name)
    return to


def run_tests(root: Path, wanted: Sequence[str]) -> tuple[int, str]:
    """Run tests of a copy with the copy's packages; return pytest's status and what it said."""
    paths = [root / name for name in ("common", "host", "client", "tests/support")]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "PYTHONDONTWRITEBYTECODE": "1",  # a mutation may be as long and as old as what it replaces
        "CI": "true",
    }
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
    process = subprocess.Popen(
        [*command, "--timeout=60", *wanted],
        cwd=root,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return -1, "it did not end"
    finally:
        end(process)
    return process.returncode, said


def end(process: "subprocess.Popen[str]") -> None:
    """End what the tests have started too, where the system knows groups of processes."""
    if process.poll() is None:
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()


def failed(said: str) -> list[str]:
    """Return the ids of the tests that failed."""
    return re.findall(r"^FAILED (\S+::\S+)", said, re.MULTILINE)


def missed(wanted: Iterable[str], said: str) -> tuple[str, ...]:
    """Return the tests of which not even one case has failed."""
    broken = {name.partition("[")[0] for name in failed(said)}
    return tuple(name for name in wanted if name not in broken)


def attempt(root: Path, mutation: Mutation, wanted: Sequence[str]) -> tuple[int, str]:
    """Run tests with one mutation in a copy, and mend the copy again."""
    path = place(root, mutation)
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        return run_tests(root, wanted)
    finally:
        path.write_text(whole, encoding="utf-8")


def judge(root: Path, mutation: Mutation, known: Mapping[str, list[str]]) -> Verdict:
    """Try one mutation: each of its tests must fail; that they cannot even be collected is no failure."""
    begin = time.monotonic()
    try:
        wanted = ids(mutation, known)
        status, said = attempt(root, mutation, wanted)
    except MutationError as error:
        return Verdict(mutation, time.monotonic() - begin, problem=str(error))
    seconds = time.monotonic() - begin
    if status not in (0, 1):
        last = said.strip().splitlines()[-1:] or ["nothing said"]
        return Verdict(mutation, seconds, problem=f"pytest ended with {status}: {last[0]}")
    return Verdict(mutation, seconds, missed=missed(wanted, said))


def judge_all(mutations: Sequence[Mutation], jobs: int) -> Iterator[Verdict]:
    """Try mutations, each worker in a copy of its own; give verdicts as they come."""
    todo: queue.SimpleQueue[Mutation | None] = queue.SimpleQueue()
    done: queue.SimpleQueue[Verdict] = queue.SimpleQueue()
    for entry in (*mutations, *[None] * jobs):
        todo.put(entry)

    def work() -> None:
        with tempfile.TemporaryDirectory(prefix="sheep-mutants-", ignore_cleanup_errors=True) as folder:
            root = copy_tree(Path(folder))
            known = test_ids(root)
            while (mutation := todo.get()) is not None:
                done.put(judge(root, mutation, known))

    workers = [threading.Thread(target=work, daemon=True) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    for _ in mutations:
        yield done.get()
    for worker in workers:
        worker.join()  # or its copy would stay where it is


def check_healthy(mutations: Sequence[Mutation]) -> None:
    """See that all the tests pass on the tree as it is; raise MutationError."""
    with tempfile.TemporaryDirectory(prefix="sheep-mutants-", ignore_cleanup_errors=True) as folder:
        root = copy_tree(Path(folder))
        known = test_ids(root)
        wanted = dict.fromkeys(name for mutation in mutations for name in ids(mutation, known))
        status, said = run_tests(root, [*wanted])
    if status != 0:
        broken = ", ".join(failed(said)) or said.strip()[-500:]
        raise MutationError(f"without any mutation these tests fail: {broken}")


# --- the command ----------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for; return the exit status: 1 when a mutation survived or does not fit any more."""
    parser = argparse.ArgumentParser(
        prog="scripts/mutants", description="Break the code; the tests must notice."
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="only these mutations, or those whose name has it"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="so many at a time (2)")
    parser.add_argument(
        "--seek", nargs="+", metavar="TESTS", help="print which of these tests notice instead"
    )
    asked = parser.parse_args(arguments)
    chosen = [
        mutation
        for mutation in load()
        if not asked.names or any(name in mutation.name for name in asked.names)
    ]
    try:
        return seek(chosen, asked.seek) if asked.seek else report(chosen, asked.jobs)
    except MutationError as error:
        say(f"{error}\n")
        return 1


def seek(mutations: Sequence[Mutation], tests: Sequence[str]) -> int:
    """Print what fails of some tests, or folders of tests, for each mutation: for who adds one."""
    with tempfile.TemporaryDirectory(prefix="sheep-mutants-", ignore_cleanup_errors=True) as folder:
        root = copy_tree(Path(folder))
        for mutation in mutations:
            status, said = attempt(root, mutation, tests)
            print(f"{mutation.name}: pytest ended with {status}")
            for name in failed(said):
                print(f"    {name}", flush=True)
    return 0


def report(mutations: Sequence[Mutation], jobs: int) -> int:
    """Try mutations and print a line each."""
    check_healthy(mutations)
    survived = 0
    for verdict in judge_all(mutations, jobs):
        word = "killed  " if verdict.is_killed else "SURVIVED"
        print(f"{word} {verdict.mutation.name} ({verdict.seconds:.1f} s): {verdict.mutation.why}", flush=True)
        for line in (verdict.problem, *(f"{name} did not notice" for name in verdict.missed)):
            if line:
                print(f"         {line}", flush=True)
        survived += not verdict.is_killed
    print(f"mutants: {len(mutations) - survived} killed, {survived} survived")
    return 1 if survived or not mutations else 0


if __name__ == "__main__":
    raise SystemExit(settled("scripts/mutants", lambda: main(sys.argv[1:])))
