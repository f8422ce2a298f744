"""The API pages in `docs/api`: their examples run, and what they show says what it raises."""

import ast
import doctest
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs" / "api").glob("*.md"))
MODULES = [
    name for page in PAGES for name in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE)
]
Function = ast.FunctionDef


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page_do_what_they_show(page: Path) -> None:
    """All of a page in one go, as a reader would type them."""
    text = page.read_text(encoding="utf-8")
    code = "\n".join(f"{block}\n" for block in re.findall(r"```pycon\n(.*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, page.name, str(page), 0)
    assert test.examples
    said: list[str] = []
    flags = doctest.NORMALIZE_WHITESPACE
    doctest.DocTestRunner(optionflags=flags).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("name", MODULES)
def test_a_public_function_says_what_it_raises(name: str) -> None:
    """By the class's name in its docstring or its class's, also where a helper of the module raises it."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    functions = dict(_functions(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))))
    raised = _raised({name: function for name, (function, _) in functions.items()})
    silent = {
        f"{name}: {error}"
        for name, (_, said) in functions.items()
        for error in raised[name]
        if not name.rpartition(".")[2].startswith("_") and error not in said
    }
    assert not silent


def _functions(module: ast.Module) -> Iterator[tuple[str, tuple[Function, str]]]:
    """Give each function and method with what its docstring says, and its class's."""
    for node in module.body:
        if isinstance(node, Function):
            yield node.name, (node, ast.get_docstring(node) or "")
        for method in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(method, Function):
                said = f"{ast.get_docstring(node)} {ast.get_docstring(method)}"
                yield f"{node.name}.{method.name}", (method, said)


def _raised(functions: dict[str, Function]) -> dict[str, set[str]]:
    """Return the errors that each raises by itself or by what it calls in the same module."""
    found = {name: {*_raises(function)} for name, function in functions.items()}
    called = {name: {*_calls(function)} & found.keys() for name, function in functions.items()}
    for _ in functions:  # as deep as calls can go
        for name in functions:
            found[name].update(*(found[other] for other in called[name]))
    return found


def _raises(function: Function) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Raise) and node.exc is not None:
            error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if isinstance(error, ast.Name) and error.id[0].isupper():  # others are made by helpers
                yield error.id


def _calls(function: Function) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id
