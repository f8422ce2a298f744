"""What a host announces, and what is taken of what anybody may announce."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheep_common.net import discovery
from sheep_common.net.info import Info

KEY = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
INFO = Info(program="sheepfold/1", host="Ana's laptop", key=KEY, port=7437, password=True, tables=3)

texts = st.text(st.characters(codec="utf-8"), max_size=200)
infos = st.builds(
    Info,
    sheep=st.integers(0, 999999),
    program=texts,
    host=texts,
    key=st.just(KEY),
    port=st.integers(1, 65535),
    password=st.booleans(),
    tables=st.integers(0, 999999),
)


def record(info: Info = INFO, **changes: bytes | None) -> dict[bytes, bytes | None]:
    """Return a host's record as it is received, with some entries changed."""
    entries = {name.encode("ascii"): value for name, value in discovery.properties(info).items()}
    return {**entries, **{name.encode("ascii"): value for name, value in changes.items()}}


def test_a_record_says_what_the_information_port_says_and_no_more() -> None:
    """Field by field, under the same names."""
    assert discovery.properties(INFO) == {
        "sheep": b"1",
        "program": b"sheepfold/1",
        "host": b"Ana's laptop",
        "key": KEY.encode("ascii"),
        "port": b"7437",
        "password": b"1",
        "tables": b"3",
    }


def test_a_record_is_read_back_as_it_was_said() -> None:
    """The facts of a host survive the way through the network."""
    assert discovery.parse(record()) == INFO


@given(infos)
def test_a_record_fits_its_entries_whatever_the_host_is_called(info: Info) -> None:
    """Long texts are cut at a whole character; everything else arrives."""
    entries = record(info)
    assert all(len(name) + 1 + len(value or b"") <= discovery.ENTRY for name, value in entries.items())
    read = discovery.parse(entries)
    assert (read.key, read.port, read.tables) == (info.key, info.port, info.tables)
    assert info.host.startswith(read.host)


@given(infos)
def test_a_service_has_a_name_that_dns_can_carry(info: Info) -> None:
    """One label of at most 63 bytes before the type, without dots, backslashes or control characters."""
    name = discovery.instance(info)
    label = name.removesuffix(f".{discovery.SERVICE}")
    assert name != label
    assert len(label.encode("utf-8")) <= discovery.LABEL
    assert label.isprintable()
    assert "." not in label
    assert "\\" not in label


def test_hosts_of_one_name_have_services_of_two() -> None:
    """Two machines called `sheep` do not push each other off the network."""
    other = Info(host=INFO.host, key=KEY[::-1], port=7437)
    assert discovery.instance(other) != discovery.instance(INFO)
    assert discovery.server(other) != discovery.server(INFO)


def test_a_host_keeps_its_service_whatever_changes_at_its_tables() -> None:
    """Tables, password and port are news of the same service, not another one."""
    later = Info(host=INFO.host, key=KEY, port=7439, tables=9)
    assert discovery.instance(later) == discovery.instance(INFO)


@pytest.mark.parametrize(
    "changes",
    [
        {"key": KEY[:-1].encode()},
        {"key": (KEY + "x").encode()},
        {"key": b"\xff" * 40},
        {"key": b'"' * 40},
        {"key": None},
        {"port": b"0"},
        {"port": b"65536"},
        {"port": b"-1"},
        {"port": b"1e3"},
        {"port": b"7437 "},
        {"port": "٧٤٣٧".encode()},
        {"port": b"9" * 250},
        {"tables": b"-1"},
        {"tables": b"9" * 250},
        {"tables": b""},
        {"password": b"yes"},
        {"sheep": b""},
        {"sheep": b"1.5"},
        {"host": b"\xff\xfe"},
        {"host": b"x" * 201},
        {"host": None},
    ],
    ids=repr,
)
def test_what_is_no_hosts_record_is_refused(changes: dict[str, bytes | None]) -> None:
    """With ValueError, whatever is wrong: numbers, lengths, alphabets, entries that are not there."""
    with pytest.raises(ValueError, match=r"."):
        discovery.parse(record(**changes))


@given(st.dictionaries(st.binary(max_size=20), st.none() | st.binary(max_size=255), max_size=20))
def test_any_record_is_a_hosts_or_a_value_error(entries: dict[bytes, bytes | None]) -> None:
    """No other exception, whatever somebody puts on the network."""
    with pytest.raises(ValueError, match=r"."):
        discovery.parse(entries)


def test_unknown_entries_are_passed_over() -> None:
    """A host of a later version may say more."""
    assert discovery.parse({**record(), b"seats": b"4", b"": b"", b"flag": None}) == INFO


def test_names_of_entries_are_read_in_any_case_and_the_first_counts() -> None:
    """As DNS-SD has it: a later `KEY` does not replace the `key` before it."""
    assert discovery.parse({**record(), b"PORT": b"1", b"Key": b"x"}) == INFO


def test_a_name_with_escape_sequences_is_read_as_it_is() -> None:
    """Cleaning is for those who show it; here nothing may be lost or raise."""
    assert discovery.parse(record(host=b"\x1b[31mred\r\n")).host == "\x1b[31mred\r\n"
