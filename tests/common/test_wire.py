"""Frames: every message comes back as it was; whatever else comes, nothing but WireError leaves."""

import json
import struct
import time
import tracemalloc
from typing import Any, get_args

import msgpack
import msgspec
import msgspec.inspect as mi
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheep_common.messages import (
    CODES,
    PROTOCOL,
    Act,
    Hello,
    Message,
    New,
    Sit,
    Table,
    TableInfo,
    Tables,
    ToClient,
    ToHost,
    Update,
    Vote,
)
from sheep_common.names import harmless
from sheep_common.wire import (
    CLIENT_ARRAY,
    CLIENT_FRAME,
    HOST_ARRAY,
    HOST_FRAME,
    WireError,
    decode_to_client,
    decode_to_host,
    encode,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBERS = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
SIMPLE: dict[type[mi.Type], st.SearchStrategy[Any]] = {
    mi.BytesType: st.binary(max_size=64),
    mi.BoolType: st.booleans(),
    mi.NoneType: st.none(),
    mi.AnyType: JSON,
}


def values(kind: mi.Type) -> st.SearchStrategy[Any]:
    """Make a strategy for all values of a type as msgspec sees it."""
    match kind:
        case mi.StructType(cls=cls, fields=fields):
            required = {field.name: values(field.type) for field in fields if field.required}
            optional = {field.name: values(field.type) for field in fields if not field.required}
            return st.fixed_dictionaries(required, optional=optional).map(lambda known: cls(**known))
        case mi.UnionType(types=types):
            return st.one_of([values(one) for one in types])
        case mi.IntType(ge=least, le=most):
            return st.integers(-(2**63) if least is None else least, 2**64 - 1 if most is None else most)
        case mi.StrType(pattern=str(pattern), max_length=longest):
            return st.from_regex(pattern, alphabet="abc019-").filter(
                lambda text: len(text) <= (longest or 32)
            )
        case mi.StrType():
            return TEXT
        case mi.VarTupleType(item_type=item):
            return st.lists(values(item), max_size=3).map(tuple)
        case mi.DictType(key_type=key, value_type=value):
            return st.dictionaries(values(key), values(value), max_size=3)
    return SIMPLE[type(kind)]


def messages(union: object) -> st.SearchStrategy[Message]:
    return st.one_of([values(mi.type_info(kind)) for kind in get_args(union)])


def frame(**fields: object) -> bytes:
    packed: bytes = msgpack.packb(fields)
    return packed


def refused(data: bytes, decode: Any = decode_to_host) -> tuple[str, int | None, str]:
    """Return code, id and text of the refusal."""
    with pytest.raises(WireError) as caught:
        decode(data)
    return caught.value.code, caught.value.id, str(caught.value)


# --- good frames ----------------------------------------------------------------------------


@given(messages(ToHost))
def test_every_client_s_message_comes_back_as_it_was(message: Message) -> None:
    """All fields, with every value that their types take, but another protocol than ours."""
    if isinstance(message, Hello):
        message = msgspec.structs.replace(message, protocol=PROTOCOL)
    assert decode_to_host(encode(message)) == message


@given(messages(ToClient))
def test_every_host_s_message_comes_back_as_it_was(message: Message) -> None:
    """Views and events are maps of anything that JSON can say; what a terminal obeys is taken out."""
    shown = shown_of(msgspec.to_builtins(message, builtin_types=(bytes,)))
    assert decode_to_client(encode(message)) == msgspec.convert(shown, type(message))


def shown_of(value: Any) -> Any:
    """Return a plain value as a face may show it."""
    match value:
        case str():
            return harmless(value)
        case list() | tuple():
            return [shown_of(each) for each in value]
        case dict():
            return {harmless(key): shown_of(each) for key, each in value.items()}
    return value


@given(messages(ToHost) | messages(ToClient))
def test_a_frame_is_what_any_msgpack_makes_of_the_map(message: Message) -> None:
    """Byte for byte: numbers and lengths in their shortest form, fields in their order."""
    plain = msgspec.to_builtins(message, builtin_types=(bytes,))
    assert encode(message) == msgpack.packb(plain)


def test_a_frame_is_a_map_with_the_type_of_the_message() -> None:
    """As the page says; a field that is left out and one that is null are two things."""
    act = Act(id=7, table="t1", version=3, action="pass")
    assert msgpack.unpackb(encode(act)) == {
        "type": "act", "id": 7, "table": "t1", "version": 3, "action": "pass",
    }  # fmt: skip
    info = TableInfo(id="t1", game="tiny", options={}, owner=None, state="open", seats=())
    assert "seat" not in msgpack.unpackb(encode(Table(table=info)))
    assert msgpack.unpackb(encode(Table(table=info, seat=None)))["seat"] is None


def test_unknown_fields_are_ignored() -> None:
    """So that a later version may add some."""
    assert decode_to_host(frame(type="tables", id=1, later=[{"x": None}], blob=b"\0")) == Tables(id=1)


def test_the_last_of_two_equal_keys_counts() -> None:
    """A frame is read by one program, so doubles do no harm; they are not looked for."""
    twice = b"\x83" + b"".join(msgpack.packb(part) for part in ("type", "tables", "id", 1, "id", 2))
    assert decode_to_host(twice) == Tables(id=2)


# --- bad frames -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x80",
        b"\xc0",
        b"\x93\x01\x02\x03",
        b"\xa5hello",
        frame(type="tables", id=1)[:-1],
        frame(type="tables", id=1) + b"\0",
        frame(type="tables", id=1) * 2,
        b"\x82\xa4type\xa6tables\xa2id",
        b"\x82\xa4type\xa6tables\x01\x02",
        b"\x82\xc4\x04type\xa6tables\xc4\x02id\x01",
        b"\x82\xa4type\xa6tables\xa2id\xa1\xff",
        b"\x82\xa4type\xa6tables\xa2\xff\xfe\x01",
        b"\x83\xa4type\xa6tables\xa2id\x01\xa1x\xa3\xed\xa0\x80",
        b"\x83\xa4type\xa6tables\xa2id\x01\xa1x\xc7\x00\x05",
        b"\x83\xa4type\xa6tables\xa2id\x01\xa1x\xd4\x05\x00",
        b"\x83\xa4type\xa6tables\xa2id\x01\xa1x\xd6\xff\x00\x00\x00\x00",
        b"\x83\xa4type\xa6tables\xa2id\x01\xa1x" + b"\x91" * 2000 + b"\xc0",
        b"\x83\xa4type\xa6tables\xa2id\x01\xa1x" + b"\x81\xa1y" * 2000 + b"\xc0",
        b"\xdf\xff\xff\xff\xff",
        b"\xdd\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x01",
        frame(),
        frame(id=1),
        frame(type="tables"),
        frame(type="Tables", id=1),
        frame(type="message", id=1),
        frame(type="request", id=1),
        frame(type="welcome", id=1),
        frame(type="tables\0", id=1),
        frame(type=b"tables", id=1),
        frame(type=None, id=1),
        frame(type=["tables"], id=1),
        frame(type="tables", id=0),
        frame(type="tables", id=2**53 + 1),
        frame(type="tables", id=2**64 - 1),
        frame(type="tables", id=-(2**63)),
        frame(type="tables", id=True),
        frame(type="tables", id=1.0),
        frame(type="tables", id="1"),
        frame(type="tables", id=None),
    ],
)
def test_what_is_no_message_is_malformed(data: bytes) -> None:
    """Cut, doubled, no map, other keys than text, bad UTF-8, extensions, deep, giant headers, wrong ids."""
    assert refused(data)[0] == "malformed"


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "hello", "protocol": PROTOCOL, "name": 5},
        {"type": "hello", "protocol": PROTOCOL, "name": "x" * 201},
        {"type": "hello", "protocol": PROTOCOL, "name": "x", "age": -1},
        {"type": "hello", "protocol": PROTOCOL, "name": "x", "age": 151},
        {"type": "hello", "protocol": PROTOCOL, "name": "x", "proof": "AAAA"},
        {"type": "hello", "protocol": PROTOCOL, "name": "x", "proof": b"x" * 65},
        {"type": "hello", "protocol": True, "name": "x"},
        {"type": "hello", "protocol": "1", "name": "x"},
        {"type": "hello", "name": "x"},
        {"type": "sit", "table": ""},
        {"type": "sit", "table": "T1"},
        {"type": "sit", "table": "t1\n"},
        {"type": "sit", "table": "t" * 17},
        {"type": "sit", "seat": -1},
        {"type": "sit", "seat": 64},
        {"type": "sit", "seat": False},
        {"type": "new", "game": "tiny", "seats": 0},
        {"type": "new", "game": "tiny", "seats": 65},
        {"type": "new", "game": "tiny\n", "seats": 2},
        {"type": "new", "game": "-tiny", "seats": 2},
        {"type": "new", "game": "tiny", "seats": 2, "options": []},
        {"type": "new", "game": "tiny", "seats": 2, "options": {"a": True}},
        {"type": "new", "game": "tiny", "seats": 2, "options": {"a": 1.0}},
        {"type": "new", "game": "tiny", "seats": 2, "options": {"a": None}},
        {"type": "new", "game": "tiny", "seats": 2, "options": {"a": [1]}},
        {"type": "new", "game": "tiny", "seats": 2, "options": {"a": 2**64 - 1}},
        {"type": "new", "game": "tiny", "seats": 2, "options": {"a": "x" * 12_001}},
        {"type": "new", "game": "tiny", "seats": 2, "options": {"A": 1}},
        {"type": "new", "game": "tiny", "seats": 2, "options": {str(n): n for n in range(17)}},
        {"type": "ready", "table": "t", "ready": 1},
        {"type": "act", "table": "t", "version": 2**31 + 1, "action": "pass"},
        {"type": "act", "table": "t", "version": -1, "action": "pass"},
        {"type": "act", "table": "t", "version": 0, "action": "x" * 501},
        {"type": "act", "table": "t", "version": 0, "action": b"pass"},
        {"type": "act", "table": "t", "version": 0},
        {"type": "say", "text": "x" * 1001},
        {"type": "propose", "table": "t", "what": "undo", "count": 0},
        {"type": "propose", "table": "t", "what": "undo", "count": 65},
        {"type": "vote", "table": "t", "ballot": 1, "yes": "yes"},
        {"type": "vote", "table": "t", "ballot": 1, "yes": None},
        {"type": "no-such", "table": "t"},
    ],
)
def test_a_wrong_field_is_malformed_and_the_request_is_named(fields: dict[str, object]) -> None:
    """No text for a number, no number for a yes, nothing beyond its bounds."""
    assert refused(frame(id=41, **fields))[:2] == ("malformed", 41)


def test_the_largest_values_are_taken() -> None:
    """Just inside each bound."""
    for message in (
        Hello(id=2**53, protocol=PROTOCOL, name="x" * 200, age=150, proof=b"x" * 64),
        Sit(id=1, table="t" * 16, seat=63),
        New(id=1, game="a" * 32, seats=64, options={"deck": "x" * 12_000, "first": 2**31}),
        Act(id=1, table="t", version=2**31, action="x" * 500),
        Vote(id=1, table="t", ballot=0, yes=True),
    ):
        assert decode_to_host(encode(message)) == message


@pytest.mark.parametrize("protocol", [PROTOCOL + 1, 0, -1, 2**63])
def test_a_hello_of_another_protocol_is_told_both_versions(protocol: int) -> None:
    """Whatever else it holds; and the request is named."""
    code, request_id, text = refused(frame(type="hello", id=3, protocol=protocol, name=["later"]))
    assert (code, request_id) == ("version", 3)
    assert str(PROTOCOL) in text
    assert str(protocol) in text


def test_another_protocol_in_another_message_is_no_matter() -> None:
    """Only `hello` says which protocol is spoken."""
    assert decode_to_host(frame(type="tables", id=1, protocol=9)) == Tables(id=1)


@pytest.mark.parametrize(
    ("decode", "limit"), [(decode_to_host, HOST_FRAME), (decode_to_client, CLIENT_FRAME)]
)
def test_a_frame_over_the_limit_is_too_big(decode: Any, limit: int) -> None:
    """Its contents are not looked at; at the limit it is."""
    assert refused(b"\xc0" * (limit + 1), decode)[0] == "too-big"
    assert refused(b"\xc0" * limit, decode)[0] == "malformed"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("view", {"x": b""}),
        ("view", {"x": [b"bytes"]}),
        ("view", {b"x": 1}),
        ("view", {"x": float("nan")}),
        ("view", {"x": float("inf")}),
        ("view", []),
        ("view", None),
        ("legal", "pass"),
        ("legal", [1]),
        ("legal", ["pass"] * (CLIENT_ARRAY + 1)),
        ("steps", [{"version": 1}]),
        ("seat", "0"),
        ("seat", True),
        ("re", -1),
    ],
)
def test_a_host_that_sends_what_cannot_be_shown_is_malformed(field: str, value: object) -> None:
    """A client prints views as JSON, so no bytes and no infinities, however deep."""
    good = msgspec.to_builtins(Update(table="t", version=1, seat=None, view={"game": "tiny"}))
    assert decode_to_client(frame(**good))
    assert refused(frame(**good | {field: value}), decode_to_client)[:2] == ("malformed", None)


@pytest.mark.parametrize("depth", [100, 500, 900, 1000, 1020])
def test_what_is_nested_deeply_can_be_printed_or_is_refused(depth: int) -> None:
    """Whatever a client takes it can write as JSON, however deep."""
    flat = frame(type="update", table="t", version=1, seat=None, view={"x": "deep"})
    data = flat.replace(b"\xa4deep", b"\x91" * depth + b"\xc0")
    try:
        json.dumps(msgspec.to_builtins(decode_to_client(data)))
    except WireError as error:
        assert error.code == "malformed"  # noqa: PT017 - either is right


@given(st.binary(max_size=200), st.sampled_from([decode_to_host, decode_to_client]))
def test_noise_is_refused(data: bytes, decode: Any) -> None:
    """Random bytes are never a message, and never another error."""
    code, _, text = refused(data, decode)
    assert code == "malformed"
    assert text.isprintable()


@settings(max_examples=300)
@given(messages(ToHost), st.data())
def test_a_damaged_frame_is_a_message_or_refused(message: Message, data: st.DataObject) -> None:
    """Bytes changed, cut out, doubled; what is still a message has only values of its types."""
    found = bytearray(encode(message))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(0, len(found) - 1)))
        piece = data.draw(
            st.binary(max_size=6) | st.sampled_from([b"\xdd\0\0\x40\0", b"\xc7\0\1", b"\xa1\xff"])
        )
        found[at : at + data.draw(st.integers(0, 6))] = piece
    _decode_or_refuse(bytes(found))


ANYTHING = st.recursive(
    JSON | st.floats() | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=300)
@given(messages(ToHost), st.data())
def test_a_message_with_other_values_is_a_message_or_refused(message: Message, data: st.DataObject) -> None:
    """Fields of every other type, also deep in it."""
    fields = msgspec.to_builtins(message, builtin_types=(bytes,))
    for name in data.draw(st.lists(st.sampled_from(sorted(fields)), max_size=3)):
        fields[name] = data.draw(ANYTHING)
    _decode_or_refuse(msgpack.packb(fields))


def _decode_or_refuse(data: bytes) -> None:
    found = _either(data)
    if isinstance(found, WireError):
        assert found.code in {"malformed", "version"} & CODES
        assert found.id is None or 1 <= found.id <= 2**53
        assert str(found).isprintable()
        assert len(str(found)) <= 200
    else:
        assert decode_to_host(encode(found)) == found


def _either(data: bytes) -> ToHost | WireError:
    try:
        return decode_to_host(data)
    except WireError as error:
        return error


def test_what_an_error_quotes_cannot_steer_a_terminal() -> None:
    """The text may be logged."""
    text = refused(frame(type="\x1b[2J\u202e" + "x" * 900, id=1))[2]
    assert text.isprintable()
    assert len(text) <= 200


def hostile(limit: int, array: int) -> list[bytes]:
    """Return frames that ask for as much as they can with few bytes."""
    headers = [
        struct.pack(">BI", 0xDD, array),
        struct.pack(">BI", 0xDD, 2**32 - 1),
        struct.pack(">BI", 0xDF, array),
        struct.pack(">BI", 0xDB, limit),
        struct.pack(">BI", 0xC6, limit),
        b"\xdc\xff\xff",
        b"\x91",
        b"\x81\xa1x",
        b"\x9f" + b"\xc0" * 14,
    ]
    return [(header * (limit // len(header)))[:limit] for header in headers]


@pytest.mark.parametrize(
    ("decode", "limit", "array", "megabytes"),
    [(decode_to_host, HOST_FRAME, HOST_ARRAY, 2), (decode_to_client, CLIENT_FRAME, CLIENT_ARRAY, 96)],
)
def test_a_hostile_frame_costs_little_time_and_memory(
    decode: Any, limit: int, array: int, megabytes: int
) -> None:
    """A header alone makes msgpack reserve room; that is bounded."""
    tracemalloc.start()
    try:
        for data in hostile(limit, array):
            tracemalloc.reset_peak()
            before = time.process_time()
            assert refused(data, decode)[0] == "malformed"
            assert time.process_time() - before < 0.5
            assert tracemalloc.get_traced_memory()[1] < megabytes * 2**20
    finally:
        tracemalloc.stop()


def test_codes_of_the_wire_are_codes_of_the_protocol() -> None:
    """What a frame is refused with can be sent back; and the limits are those of the design."""
    assert {"malformed", "too-big", "version"} <= CODES
    assert (HOST_FRAME, CLIENT_FRAME) == (16 * 1024, 1024 * 1024)


# --- what a lying host sends ------------------------------------------------------------------


@pytest.mark.parametrize(
    "evil", ["\x1b[2J", "\x9b2J", "\x07", "\x7f", "\u202e", "\u200b", "\ufe0f", "\u3164"]
)
def test_no_text_of_a_host_can_do_anything_to_a_terminal(evil: str) -> None:
    """Wherever it stands: as a value, as a key, in a view, an event, an action."""
    frame = msgpack.packb({
        "type": "update", "table": "t1", "version": 1, "seat": 0, "view": {f"k{evil}": [evil, {"x": evil}]},
        "legal": [f"a{evil}"], "steps": [{"version": 1, "events": [{"type": evil}]}],
    })  # fmt: skip
    update = decode_to_client(frame)
    assert isinstance(update, Update)
    shown = "\ufffd" + evil[1:]
    assert update.view == {f"k{shown}": [shown, {"x": shown}]}
    assert update.legal == (f"a{shown}",)
    assert evil not in repr(update)


def test_text_that_does_no_harm_comes_as_it_was_sent() -> None:
    """Accents, emoji, blanks and quotes are nobody's danger."""
    said = {"a\\b": 'Zoé  « 羊 » 🐑 "x" '}
    update = decode_to_client(encode(Update(table="t1", version=1, seat=None, view=said)))
    assert isinstance(update, Update)
    assert update.view == said


@pytest.mark.parametrize(
    "fields",
    [{"version": 2**31 + 1}, {"version": -1}, {"seat": 64}, {"steps": [{"version": 1, "events": []}] * 65}],
)
def test_a_host_says_no_number_beyond_its_bound(fields: dict[str, object]) -> None:
    frame = {"type": "update", "table": "t1", "version": 1, "seat": 0, "view": {}} | fields
    with pytest.raises(WireError, match=next(iter(fields))):
        decode_to_client(msgpack.packb(frame))
