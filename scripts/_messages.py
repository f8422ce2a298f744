"""Keep the client's catalogues: gather the texts marked in the source, merge, compile, tell what is missing.

The compiled `.mo` files are committed with the `.po` files, so that a fresh clone needs no build step.
Translates nothing.
"""

import io
import re
import struct
from collections.abc import Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from sheep_common.streams import settled

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "client" / "sheep_client"
LOCALE = SOURCE / "locale"
DOMAIN = "sheepfold"


def main() -> int:
    """Bring the catalogues up to date; return 1 while something is to be translated."""
    found = template()
    (LOCALE / f"{DOMAIN}.pot").write_bytes(printed(found))
    left = 0
    for path in catalogues():
        catalog = load(path)
        catalog.update(found, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        path.write_bytes(printed(catalog))
        path.with_suffix(".mo").write_bytes(compiled(catalog))
        for problem in problems(catalog, found):
            print(f"{path.relative_to(ROOT)}: {problem}")
            left += 1
    return 1 if left else 0


def catalogues() -> list[Path]:
    """Return the catalogue of each language."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def template() -> Catalog:
    """Gather the texts that are marked in the client's source."""
    catalog = Catalog(project="sheepfold", charset="utf-8", fuzzy=False)
    tags = ["Translators:"]
    for name, _line, text, comments, _context in extract_from_dir(
        SOURCE, [("**.py", "python")], comment_tags=tags, strip_comment_tags=True
    ):
        catalog.add(text, None, [(Path(name).as_posix(), 0)], auto_comments=comments)
    return catalog


def load(path: Path) -> Catalog:
    """Read a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3], domain=DOMAIN)


def printed(catalog: Catalog) -> bytes:
    """Print a catalogue without dates and line numbers, so that it changes only where a text does."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, omit_header=False, include_lineno=False, sort_by_file=True)
    kept = [
        line
        for line in out.getvalue().decode().splitlines(keepends=True)
        if not re.match(
            r'"(POT-Creation-Date|PO-Revision-Date|Generated-By|Report-Msgid|Last-Tr|Language-Team)', line
        )
        and not line.startswith("# ")
    ]
    return "".join(kept).encode()


def compiled(catalog: Catalog) -> bytes:
    """Compile a catalogue; Babel's own writer adds its version and the time, so that no two files agree."""
    header = f"Content-Type: text/plain; charset=utf-8\nPlural-Forms: {catalog.plural_forms}\n"
    texts = {"": header} | {
        joined(text.id): joined(text.string) for text in catalog if text.id and text.string
    }
    keys = sorted(texts, key=str.encode)
    start, head = 7 * 4, 8 * len(keys)
    tables, body = [b"", b""], b""
    for number, part in enumerate((keys, [texts[key] for key in keys])):
        for text in part:
            data = text.encode()
            tables[number] += struct.pack("<II", len(data), start + 2 * head + len(body))
            body += data + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, len(keys), start, start + head, 0, 0) + b"".join(tables) + body


def joined(text: str | Sequence[str]) -> str:
    """Join the forms of a plural as the format has them."""
    return text if isinstance(text, str) else "\0".join(text)


def problems(catalog: Catalog, found: Catalog) -> list[str]:
    """Say what is missing, stale, or translated with other placeholders."""
    missing = [
        f"to be translated: {name(text)}" for text in found if text.id and catalog.get(text.id) is None
    ]
    stale = [f"no longer used: {name(text)}" for text in catalog if text.id and found.get(text.id) is None]
    wrong = [f"{what}: {name(text)}" for text in catalog if text.id and (what := problem(text)) is not None]
    return missing + stale + wrong


def problem(message: Message) -> str | None:
    """Say what is wrong with a translation."""
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    given = [message.string] if isinstance(message.string, str | None) else list(message.string)
    strings = [text for text in given if text]
    if len(strings) < len(given):
        return "to be translated"
    if message.fuzzy:
        return "marked as fuzzy"
    wanted = {field for text in ids for field in fields(text)}
    if any(fields(text) != wanted for text in strings):
        return "with other placeholders"
    return None


def fields(text: str) -> set[str]:
    """Return the placeholders of a text."""
    return set(re.findall(r"{(\w+)}", text))


def name(message: Message) -> str:
    """Return a message's text in the source."""
    return repr(message.id[0] if isinstance(message.id, tuple) else message.id)


if __name__ == "__main__":
    raise SystemExit(settled("scripts/messages", main))
