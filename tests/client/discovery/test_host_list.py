"""The list of hosts in words: numbers that stay, lines for what changes, and what a typed line means."""

from dataclasses import replace

import pytest
from sheep_client.discovery.found import Found, merged
from sheep_client.discovery.host_list import HostList, event

ANA = Found(host="Ana's", address="192.168.1.5", port=7437, fingerprint="SHA256:a", tables=1, password=False)
BO = Found(host="Bo", address="fe80::1%2", port=7440, fingerprint="SHA256:b", tables=2, password=True)


@pytest.fixture
def listed() -> HostList:
    return HostList(100)


def test_a_host_is_named_with_where_it_is_and_what_is_there(listed: HostList) -> None:
    """In a line of its own, which can be typed as it stands."""
    assert listed.tell((ANA, BO)) == [
        "1: Ana's  192.168.1.5  (1 table)",
        "2: Bo  [fe80::1%2]:7440  (2 tables, wants a password)",
    ]


def test_a_host_of_another_version_says_so(listed: HostList) -> None:
    """Before somebody tries to join it."""
    assert listed.tell((replace(ANA, protocol=99),)) == ["1: Ana's  192.168.1.5  (1 table, another version)"]


def test_only_what_is_new_is_told(listed: HostList) -> None:
    """A screen reader is not told the whole list again; tables open and close too often to be told."""
    listed.tell((ANA,))
    assert listed.tell((replace(ANA, tables=5),)) == []
    assert listed.tell((ANA, BO)) == ["2: Bo  [fe80::1%2]:7440  (2 tables, wants a password)"]


def test_a_host_that_goes_is_told_and_keeps_its_number(listed: HostList) -> None:
    """Nobody joins another host because the list has moved under their fingers."""
    listed.tell((ANA, BO))
    assert listed.tell((BO,)) == ["1: Ana's is gone"]
    assert listed.meant("2") == BO
    assert listed.tell((ANA, BO)) == ["1: Ana's  192.168.1.5  (1 table)"]


def test_a_host_that_moves_is_told_again(listed: HostList) -> None:
    """Its line has the address that is good now."""
    listed.tell((ANA,))
    assert listed.tell((replace(ANA, address="10.0.0.1"),)) == ["1: Ana's  10.0.0.1  (1 table)"]


def test_a_number_chooses_a_host(listed: HostList) -> None:
    """One that is on the list."""
    listed.tell((ANA, BO))
    assert listed.meant(" 2 ") == BO
    assert listed.meant("3") == ["There is no host 3 now."]
    assert listed.meant("9" * 5000) == ["There is no host 999999999 now."]


def test_enter_alone_chooses_the_only_host(listed: HostList) -> None:
    """With several it asks which, with none it says what to look at."""
    assert listed.meant("") == [
        "No host is found yet. Is sheep-host running, and are you on the same network?"
    ]
    listed.tell((ANA,))
    assert listed.meant("") == ANA
    listed.tell((ANA, BO))
    assert listed.meant("") == [
        "1: Ana's  192.168.1.5  (1 table)",
        "2: Bo  [fe80::1%2]:7440  (2 tables, wants a password)",
        "Type the number of one.",
    ]


def test_anything_else_is_an_address(listed: HostList) -> None:
    """Whether hosts are found or not."""
    assert listed.meant("192.168.1.9:8000") == "192.168.1.9:8000"


def test_lines_fit_the_terminal() -> None:
    """However long the name of a host is."""
    listed = HostList(40)
    lines = [*listed.begin(), *listed.tell((replace(ANA, host="x y " * 15),))]
    assert all(len(line) < 40 for line in lines)


def test_scripts_get_the_facts_as_one_object() -> None:
    """With the names of the contract."""
    assert event((BO,)) == {
        "event": "hosts",
        "hosts": [
            {
                "host": "Bo",
                "address": "fe80::1%2",
                "port": 7440,
                "fingerprint": "SHA256:b",
                "tables": 2,
                "password": True,
            }
        ],
    }


def test_a_host_that_is_announced_twice_is_listed_once() -> None:
    """By its key; the order is by name, whatever comes first."""
    elsewhere = replace(ANA, address="10.0.0.1")
    assert merged([BO, ANA, elsewhere]) == (ANA, BO)
