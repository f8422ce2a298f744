"""The mutations of `scripts/mutants` fit the tree: each has its line and its tests, and is code still.

That the tests notice them is `scripts/mutants`' own to show, on demand; here it is tried on two lines.
"""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LEAST = 40


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("_mutants", ROOT / "scripts" / "_mutants.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


mutants = load()
MUTATIONS: list[Any] = mutants.load()


def test_there_are_many_and_no_two_have_one_name() -> None:
    """Of each kind that matters."""
    names = [mutation.name for mutation in MUTATIONS]
    assert len(set(names)) == len(names) >= LEAST


def test_each_is_another_text_that_is_code_still() -> None:
    """Its line stands once in its package; what cannot even be imported would be noticed by any test."""
    for mutation in MUTATIONS:
        text = mutants.place(ROOT, mutation).read_text(encoding="utf-8")
        broken = text.replace(mutation.old, mutation.new)
        assert broken != text, mutation.name
        assert ast.dump(ast.parse(broken)) != ast.dump(ast.parse(text)), mutation.name


def test_each_names_tests_that_there_are() -> None:
    """At least one."""
    known = mutants.test_ids(ROOT)
    for mutation in MUTATIONS:
        assert mutants.ids(mutation, known), mutation.name


def test_no_test_of_them_may_be_missing_or_doubtful() -> None:
    """A name that is two tests' is refused, and none at all."""
    known = {"test_a": ["tests/host/test_x.py::test_a", "tests/client/test_x.py::test_a"]}

    def of(*tests: str) -> Any:
        return mutants.Mutation("m", "", "host", "a", "b", tests)

    assert mutants.ids(of("host/test_x::test_a"), known) == ["tests/host/test_x.py::test_a"]
    for wrong in (of(), of("test_a"), of("test_b")):
        with pytest.raises(mutants.MutationError):
            mutants.ids(wrong, known)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a tree with a package of one line and two tests of it."""
    package = tmp_path / "common" / "sheep_common"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("def double(n: int) -> int:\n    return n * 2\n", encoding="utf-8")
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_double.py").write_text(
        "from sheep_common import double\n"
        "def test_double(): assert double(3) == 6\n"
        "def test_two(): assert double(2) == 4\n",
        encoding="utf-8",
    )
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\naddopts = []\n", encoding="utf-8")
    return tmp_path


def judged(root: Path, new: str, *tests: str, old: str = "n * 2") -> Any:
    mutation = mutants.Mutation("m", "", "common", old, new, tests)
    return mutants.judge(root, mutation, mutants.test_ids(root))


def test_a_mutation_is_killed_when_all_its_tests_notice(root: Path) -> None:
    """And the tree is whole again afterwards."""
    before = (root / "common" / "sheep_common" / "__init__.py").read_text(encoding="utf-8")
    assert judged(root, "n * 3", "test_double", "test_two").is_killed
    assert (root / "common" / "sheep_common" / "__init__.py").read_text(encoding="utf-8") == before


def test_a_test_that_does_not_notice_is_named(root: Path) -> None:
    """Though another does."""
    verdict = judged(root, "n + 2", "test_double", "test_two")
    assert not verdict.is_killed
    assert verdict.missed == ("tests/test_double.py::test_two",)


@pytest.mark.parametrize(("old", "new"), [("n * 2", "n *"), ("no such text", "n")])
def test_what_cannot_be_tried_is_not_killed(root: Path, old: str, new: str) -> None:
    """Tests that cannot be collected have noticed nothing."""
    verdict = judged(root, new, "test_double", old=old)
    assert not verdict.is_killed
    assert verdict.problem
