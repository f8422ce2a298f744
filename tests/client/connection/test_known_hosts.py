"""Known hosts: a host is its key, and what cannot be read is never taken for trust."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from sheep_client.connection import known_hosts
from sheep_client.connection.address import Address
from sheep_client.connection.errors import ClientError
from sheep_client.connection.known_hosts import Meeting
from sheep_common.net import keys

ONE, OTHER, THIRD = "a" * 40, "b" * 40, "c" * 40
HERE, THERE = Address("192.168.1.5", 7437), Address("192.168.1.6", 7437)
LOCAL = Address("127.0.0.1", 7437)
DAMAGED = sorted(path.name for path in (Path(__file__).parents[1] / "cases" / "known_hosts").iterdir())


def damaged(name: str) -> bytes:
    """Return the content of a damaged file."""
    return (Path(__file__).parents[1] / "cases" / "known_hosts" / name).read_bytes()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where the hosts are kept, in a folder that is not there yet."""
    return tmp_path / "deep" / "known_hosts"


def written(file: Path, content: bytes | str) -> Path:
    """Write a file with this content."""
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def met(file: Path, key: str, *places: Address) -> Meeting:
    """Return what is known of who answers."""
    return known_hosts.meet(file, places, key)


def test_a_host_is_new_until_it_is_kept(file: Path) -> None:
    """Looking writes nothing."""
    assert met(file, ONE, HERE) == met(file, ONE, HERE) == Meeting("new")
    assert not file.parent.exists()
    known_hosts.keep(file, [HERE], ONE)
    assert met(file, ONE, HERE) == Meeting("same")
    assert file.read_text() == f"192.168.1.5:7437 {ONE}\n"


def test_the_same_key_at_a_new_address_is_an_old_friend(file: Path) -> None:
    """With the address of before."""
    known_hosts.keep(file, [HERE], ONE)
    meeting = met(file, ONE, THERE)
    assert meeting == Meeting("friend", "192.168.1.5:7437")
    assert meeting.trusted


@pytest.mark.parametrize("known_elsewhere", [False, True])
def test_another_key_at_an_old_address_is_not_trusted(file: Path, known_elsewhere: bool) -> None:
    """Not even one that was met elsewhere: it is not who was meant."""
    known_hosts.keep(file, [HERE], ONE)
    if known_elsewhere:
        known_hosts.keep(file, [THERE], OTHER)
    meeting = met(file, OTHER, HERE)
    assert meeting == Meeting("other", ONE)
    assert not meeting.trusted


def test_who_was_accepted_is_known_and_the_one_of_before_too(file: Path) -> None:
    """Two friends host in turn, and the address goes to and fro."""
    known_hosts.keep(file, [HERE], ONE)
    known_hosts.keep(file, [HERE], OTHER)
    assert met(file, ONE, HERE) == met(file, OTHER, HERE) == Meeting("same")
    assert met(file, THIRD, HERE) == Meeting("other", OTHER)


@pytest.mark.parametrize(
    "places",
    [(Address("living-room.local", 7437), HERE), (Address("192.168.1.005", 7437), HERE)],
    ids=["name", "spelling"],
)
def test_an_address_is_known_however_it_is_called(file: Path, places: Sequence[Address]) -> None:
    """A name, or another spelling, leads to the same machine."""
    known_hosts.keep(file, [HERE], ONE)
    assert met(file, OTHER, *places) == Meeting("other", ONE)
    assert met(file, ONE, *places) == Meeting("same")


def test_a_name_that_is_known_may_have_another_number(file: Path) -> None:
    """Where another host was before; the name is what was typed."""
    name = Address("living-room.local", 7437)
    known_hosts.keep(file, [name], ONE)
    known_hosts.keep(file, [HERE], OTHER)
    assert met(file, ONE, name, HERE) == Meeting("same")


def test_each_address_and_port_is_a_host_of_its_own(file: Path) -> None:
    """Two hosts on one machine have two keys."""
    known_hosts.keep(file, [HERE], ONE)
    assert met(file, OTHER, HERE._replace(port=9000)) == Meeting("new")
    assert met(file, OTHER, Address("fe80::1", 7437)) == Meeting("new")
    known_hosts.keep(file, [Address("fe80::1", 7437)], OTHER)
    assert met(file, OTHER, Address("fe80::1", 7437)) == Meeting("same")


def test_where_a_host_was_met_is_known_the_last_place_first(file: Path) -> None:
    """And nothing of a file that cannot be read."""
    known_hosts.keep(file, [HERE], ONE)
    known_hosts.keep(file, [THERE, LOCAL], ONE)
    known_hosts.keep(file, [HERE], OTHER)
    assert known_hosts.addresses_of(file, ONE) == [LOCAL, THERE, HERE]
    assert known_hosts.addresses_of(file.parent, ONE) == []


class TestDamage:
    """Lines that cannot be read: they may have said anything."""

    @pytest.mark.parametrize("name", DAMAGED)
    def test_another_key_is_not_trusted(self, file: Path, name: str) -> None:
        """Before, each but one of these was taken for a host that was never met."""
        assert not met(written(file, damaged(name)), OTHER, LOCAL).trusted

    @pytest.mark.parametrize("name", DAMAGED)
    def test_a_host_elsewhere_gets_a_line_of_its_own(self, file: Path, name: str) -> None:
        """And is known from then on; what was there stays."""
        known_hosts.keep(written(file, damaged(name)), [HERE], ONE)
        assert file.read_bytes().startswith(damaged(name))
        assert file.read_bytes().endswith(f"\n192.168.1.5:7437 {ONE}\n".encode())
        assert met(file, ONE, HERE) == Meeting("same")
        assert not met(file, OTHER, LOCAL).trusted

    @pytest.mark.parametrize("name", sorted({*DAMAGED} - {"binary"}))
    def test_a_line_is_about_its_address_alone(self, file: Path, name: str) -> None:
        """A host that was never met, somewhere else, is new as ever."""
        assert met(written(file, damaged(name)), ONE, HERE) == Meeting("new")

    def test_the_line_is_named(self, file: Path) -> None:
        """So that somebody can look at it."""
        content = f"# mine\n\n192.168.1.6:7437 {ONE}\r\n192.168.1.5:7437 {ONE[:-1]}\n"
        assert met(written(file, content), ONE, HERE) == Meeting("unreadable", line=4)
        assert met(file, ONE, THERE) == Meeting("same")

    @pytest.mark.parametrize("line", ["192.168.1.5", "192.168.1.5:74", "odd", "\x00", "\ufeff192.1"])
    def test_what_names_no_address_may_be_about_any(self, file: Path, line: str) -> None:
        """A host that was never met is not new then; a friend is a friend all the same."""
        written(file, f"192.168.1.6:7437 {ONE}\n{line}\n")
        assert met(file, OTHER, HERE) == Meeting("unreadable", line=2)
        assert met(file, ONE, HERE) == Meeting("friend", "192.168.1.6:7437")

    def test_both_addresses_of_a_glued_line_are_in_doubt(self, file: Path) -> None:
        """Also for a friend of another place."""
        content = damaged("glued") + f"192.168.1.5:7437 {ONE}\n".encode()
        for place in (LOCAL, LOCAL._replace(port=7439)):
            assert met(written(file, content), ONE, place) == Meeting("unreadable", line=1)

    def test_a_mended_file_trusts_again(self, file: Path) -> None:
        """As the refusal says."""
        written(file, f"192.168.1.5:7437 {ONE}\n")
        written(file, "")
        assert met(file, OTHER, HERE) == Meeting("new")

    def test_what_was_accepted_is_known_though_the_damage_stays(self, file: Path) -> None:
        """Nobody is asked twice about one host."""
        known_hosts.keep(written(file, damaged("binary")), [LOCAL], OTHER)
        assert met(file, OTHER, LOCAL) == Meeting("same")


class TestWriting:
    """The file is never half written, and what others have written stays."""

    def test_programs_that_write_at_once_keep_each_other_s_lines(self, file: Path) -> None:
        """Two faces on one computer that meet two hosts."""
        places = [Address(f"10.0.0.{number}", 7437) for number in range(1, 33)]
        threads = [threading.Thread(target=known_hosts.keep, args=(file, [place], ONE)) for place in places]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {met(file, ONE, place).how for place in places} == {"same"}
        assert [path.name for path in file.parent.iterdir()] == ["known_hosts"]

    def test_a_lock_that_was_left_behind_is_passed_over(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A program was killed while it wrote."""
        monkeypatch.setattr(keys, "LEFT_BEHIND", 0.1)
        written(file.parent / ".known_hosts.lock", "")
        known_hosts.keep(file, [HERE], ONE)
        assert met(file, ONE, HERE) == Meeting("same")

    def test_a_write_that_fails_leaves_the_file_as_it_was(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The disk is full: said in words, and nothing half written."""
        known_hosts.keep(file, [HERE], ONE)

        def full(_descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(keys.os, "fsync", full)
        with pytest.raises(ClientError, match="No space left"):
            known_hosts.keep(file, [THERE], OTHER)
        assert file.read_text() == f"192.168.1.5:7437 {ONE}\n"
        assert [path.name for path in file.parent.iterdir()] == ["known_hosts"]

    def test_a_link_to_the_file_stays_one(self, file: Path) -> None:
        """Who keeps such files elsewhere goes on doing so."""
        elsewhere = written(file.parent / "elsewhere", "")
        file.symlink_to(elsewhere)
        known_hosts.keep(file, [HERE], ONE)
        assert file.is_symlink()
        assert ONE in elsewhere.read_text()

    def test_a_folder_that_cannot_be_used_is_one_line(self, tmp_path: Path) -> None:
        """It says what to do."""
        written(tmp_path / "file", "")
        for use in (known_hosts.meet, known_hosts.keep):
            with pytest.raises(ClientError, match="SHEEP_HOME"):
                use(tmp_path / "file" / "known_hosts", [HERE], ONE)
