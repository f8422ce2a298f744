"""Known hosts: trusted at first sight, then held to."""

from pathlib import Path

import pytest
from sheep_client.shell.address import Address
from sheep_client.shell.errors import ClientError
from sheep_client.shell.known_hosts import check
from sheep_common.net.info import fingerprint

ONE, OTHER = "a" * 40, "b" * 40
HERE = Address("192.168.1.5", 7437)


def test_a_new_host_is_kept(tmp_path: Path) -> None:
    """The first time it is told as new, then no more."""
    file = tmp_path / "deep" / "known_hosts"
    assert check(file, HERE, ONE)
    assert not check(file, HERE, ONE)


def test_another_key_is_refused_loudly(tmp_path: Path) -> None:
    """With both fingerprints, the file, and what to do; the old key stays."""
    file = tmp_path / "known_hosts"
    check(file, HERE, ONE)
    with pytest.raises(ClientError) as error:
        check(file, HERE, OTHER)
    assert error.value.status == 1
    for part in (fingerprint(ONE), fingerprint(OTHER), str(file), "192.168.1.5:7437"):
        assert part in str(error.value)
    assert not check(file, HERE, ONE)


def test_deleting_the_line_trusts_again(tmp_path: Path) -> None:
    """As the refusal says."""
    file = tmp_path / "known_hosts"
    check(file, HERE, ONE)
    file.write_text("", encoding="utf-8")
    assert check(file, HERE, OTHER)


def test_each_address_and_port_is_a_host_of_its_own(tmp_path: Path) -> None:
    """Two hosts on one machine have two keys."""
    file = tmp_path / "known_hosts"
    check(file, HERE, ONE)
    assert check(file, HERE._replace(port=9000), OTHER)
    assert check(file, Address("fe80::1", 7437), OTHER)
    assert not check(file, Address("fe80::1", 7437), OTHER)


def test_lines_that_are_none_are_passed_over(tmp_path: Path) -> None:
    """A person may have edited the file."""
    file = tmp_path / "known_hosts"
    file.write_bytes(b"# mine\n\nodd\n\xff\xfe x y z\n192.168.1.5:7437 " + ONE.encode() + b"\n")
    assert not check(file, HERE, ONE)


def test_a_folder_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    """It says what to do."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ClientError, match="SHEEP_HOME"):
        check(tmp_path / "file" / "known_hosts", HERE, ONE)
