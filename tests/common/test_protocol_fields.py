"""`docs/protocol.md` has every field of every message as the structs do: type, bounds and default.

A failure prints the rows as they should stand, so that the page can be mended by pasting.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import msgspec.inspect as mi
import pytest
from sheep_common import messages
from sheep_common.messages import LEVELS, Message, Reply, Request, ToClient, ToHost
from sheep_support.documents import pages

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
PARTS: dict[type[msgspec.Struct], str] = {
    messages.SeatInfo: "seat",
    messages.TableInfo: "table",
    messages.Ballot: "ballot",
    messages.Clocks: "clocks",
    messages.Steps: "step",
    messages.GameInfo: "game",
    messages.OptionInfo: "option",
}
"""What messages are made of, and what the page calls it."""
NAMED = {"text 1 to 16 `[a-z0-9]+`": "*table id*", "text 1 to 32 `[a-z0-9][a-z0-9-]*`": "*word*"}
"""Types that the page says once."""
OF_ALL: tuple[tuple[type[Message], str], ...] = ((Request, "id"), (Reply, "re"))
"""Fields that the page says once, since all messages of a direction have them."""

Row = tuple[str, str, str, str]


def number(value: int) -> str:
    """Write a bound; large ones as powers of two."""
    sign = "-" if value < 0 else ""
    power = abs(value).bit_length() - 1
    return f"{sign}2^{power}" if abs(value) == 2**power and power >= 16 else str(value)


def bounds(least: int | None, most: int | None) -> str:
    if most is None:
        assert least is None
        return ""
    return f" of at most {number(most)}" if least is None else f" {number(least)} to {number(most)}"


def kind(shape: mi.Type) -> str:
    """Say a type in the page's words."""
    match shape:
        case mi.IntType(ge=least, le=most):
            return "integer" + bounds(least, most)
        case mi.StrType(min_length=least, max_length=most, pattern=pattern):
            form = "" if pattern is None else f" `{pattern.removeprefix('^').removesuffix(chr(92) + 'Z')}`"
            text = f"text{bounds(least, most)}{form}"
            return NAMED.get(text, text)
        case mi.BytesType(max_length=most):
            return "bytes" + bounds(None, most)
        case mi.VarTupleType(item_type=item):
            return f"array of ({kind(item)})" if isinstance(item, mi.UnionType) else f"array of {kind(item)}"
        case mi.DictType(key_type=key, value_type=value, max_length=most):
            size = "" if most is None else f", at most {most}"
            return f"map of {kind(key)} to {kind(value)}{size}"
        case mi.UnionType(types=types):
            return " or ".join(sorted(map(kind, types), key=lambda name: name == "null"))
        case mi.StructType(cls=cls):
            return f"*{PARTS[cls]}*"
    simple = {mi.NoneType: "null", mi.BoolType: "boolean", mi.AnyType: "anything"}
    return simple[type(shape)]


def default(field: mi.Field) -> str:
    """Say what stands for a field that is left out."""
    if field.required:
        return "–"
    if field.default_factory is not msgspec.NODEFAULT:
        return f"`{msgspec.json.encode(field.default_factory()).decode()}`"
    if field.default in (msgspec.UNSET, msgspec.NODEFAULT):
        return "left out"
    return f"`{msgspec.json.encode(field.default).decode()}`"


def fields_of(struct: type[msgspec.Struct]) -> Iterator[mi.Field]:
    """Give the fields of a struct that the page has to name with it."""
    shape = mi.type_info(struct)
    assert isinstance(shape, mi.StructType)
    for field in shape.fields:
        if not any(issubclass(struct, base) and field.name == name for base, name in OF_ALL):
            yield field


def rows_of(struct: type[msgspec.Struct], name: str) -> Iterator[Row]:
    for field in fields_of(struct):
        yield name, f"`{field.encode_name}`", kind(field.type), default(field)


def expected(union: object) -> list[Row]:
    tagged = [(one, f"`{one.__struct_config__.tag}`") for one in get_args(union)]
    return [row for struct, name in tagged for row in rows_of(struct, name)]


def compare(head: str, rows: list[Row]) -> None:
    found = [tuple(cells[:4]) for cells in pages.table(PAGE, head)]
    missing = [f"| {' | '.join(row)} | |" for row in rows if row not in found]
    surplus = [f"| {' | '.join(row)} |" for row in found if row not in rows]
    assert not missing, "\n".join(["the page lacks", *missing])
    assert not surplus, "\n".join(["the page has, and the code has not", *surplus])
    assert found == rows  # in the code's order, each once
    assert all(len(cells) == 5 and cells[4] for cells in pages.table(PAGE, head)), (
        "each field has its meaning"
    )


@pytest.mark.parametrize(
    ("head", "union"), [("field of a client's", ToHost), ("field of a host's", ToClient)]
)
def test_every_field_of_a_message_is_on_the_page_and_the_reverse(head: str, union: object) -> None:
    """With its type, its bounds and its default, in the order of the code."""
    compare(head, expected(union))


def test_every_field_of_what_messages_are_made_of_is_on_the_page() -> None:
    """And no struct is left out."""
    structs = {
        one
        for one in vars(messages).values()
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and not issubclass(one, Message)
    }
    assert structs == {*PARTS}
    compare(
        "field of a part", [row for struct, name in PARTS.items() for row in rows_of(struct, f"*{name}*")]
    )


def test_what_is_said_once_for_all_is_so() -> None:
    """`id` and `re`, and the two named types."""
    text = " ".join(PAGE.split())
    request, reply = (next(mi.type_info(base).fields.__iter__()) for base, _ in OF_ALL)
    assert f"`id`, {kind(request.type)}," in text
    assert f"`re`, {kind(reply.type)}," in text
    for written_out, name in NAMED.items():
        assert f"{name}: {written_out}" in text


def test_levels_on_the_page_are_the_code_s() -> None:
    """In their order."""
    assert "`, `".join(LEVELS) in PAGE
