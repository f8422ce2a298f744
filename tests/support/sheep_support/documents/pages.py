"""A page of `docs/` as its sections and tables. Knows no page."""

import re

_BETWEEN = re.compile(r"(?<!\\)\|")
"""What stands between two cells; a bar inside one is written with a backslash."""


def section(page: str, title: str) -> str:
    """Return the text below a heading of the second order, up to the next; LookupError without one."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    if found is None:
        raise LookupError(f"no section is called {title!r}")
    return found[1]


def table(page: str, *heads: str) -> list[list[str]]:
    """Return the cells of the first table whose head begins so, row by row; LookupError without one."""
    head = f"| {' | '.join(heads)} |" if heads else "|"
    lines = iter(page.splitlines())
    if not any(line.startswith(head) for line in lines):
        raise LookupError(f"no table begins with {head!r}")
    next(lines)  # the rule below the head
    found = []
    for line in lines:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in _BETWEEN.split(line)[1:-1]])
    return found
