"""`sheep-host`'s command line: what is wrong is said in one line before anything starts, with status 2."""

import getpass
import os
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest
from sheep_host import cli
from sheep_host.errors import UsageError
from sheep_host.supervisor.settings import Settings, read

FRANCE = files("sheep_common.games.leadersheep") / "data" / "france.toml"


def settings(*arguments: str, terminal: bool = False, environment: dict[str, str] | None = None) -> Settings:
    environment = {} if environment is None else environment
    return read(cli.parser().parse_args(arguments), terminal=terminal, environment=environment)


WRONG = [
    ["--nonsense"],
    ["--gam", "battle-sheep"],
    ["something"],
    ["a\nb"],
    ["\udcff"],
    ["--game"],
    ["--game", "chess"],
    ["--game", "\x1b[31m"],
    ["--game", ""],
    ["--game", "battle-sheep", "--seats", "1"],
    ["--game", "battle-sheep", "--seats", "5"],
    ["--game", "battle-sheep", "--seats", "two"],
    ["--game", "battle-sheep", "--seats", "-2"],
    ["--game", "battle-sheep", "--seats", "²"],
    ["--game", "battle-sheep", "--seats", "9" * 5000],
    ["--game", "leadersheep", "--seats", "7"],
    ["--seats", "2"],
    ["--bots", "1"],
    ["--option", "end=one-left"],
    ["--move-time", "5"],
    ["--game", "battle-sheep", "--option", "end"],
    ["--game", "battle-sheep", "--option", "=x"],
    ["--game", "battle-sheep", "--option", "end=never"],
    ["--game", "battle-sheep", "--option", "wool=red"],
    ["--game", "battle-sheep", "--option", "end=one-left", "--option", "end=one-left"],
    ["--game", "battle-sheep", "--option", "first=7"],
    ["--game", "battle-sheep", "--option", "hints=perhaps"],
    ["--game", "battle-sheep", "--option", "position=everywhere"],
    ["--game", "battle-sheep", "--option", "position=" + "0,0 " * 5000],
    ["--game", "battle-sheep", "--move-time", "999999"],
    ["--game", "battle-sheep", "--move-time", "soon"],
    ["--game", "battle-sheep", "--bots", "3"],
    ["--game", "battle-sheep", "--bots", "-1"],
    ["--game", "battle-sheep", "--bots", "1:genius"],
    ["--game", "battle-sheep", "--bots", "1:godlike"],
    ["--game", "battle-sheep", "--bots", "x:easy"],
    ["--game", "battle-sheep", "--bots", ":easy"],
    ["--bot-delay", "-1"],
    ["--bot-delay", "1e9"],
    ["--bot-delay", "nan"],
    ["--bot-delay", "."],
    ["--bot-delay", "31"],
    ["--game", "leadersheep", "--option", "deck=nowhere/deck.toml"],
    ["--game", "leadersheep", "--option", "deck=/"],
    ["--game", "leadersheep", "--option", "deck=atlantis"],
    ["--game", "leadersheep", "--option", "deck={}"],
    ["--game", "leadersheep", "--option", 'deck={"colours":'],
    ["--game", "leadersheep", "--option", "deck=\0"],
    ["--port", "70000"],
    ["--port", "65535"],
    ["--port", "-1"],
    ["--port", "7437/tcp"],
    ["--bind", "localhost"],
    ["--bind", "300.1.1.1"],
    ["--bind", ""],
    ["--host-name", ""],
    ["--host-name", "a\u202eb"],
    ["--host-name", "x" * 100],
    ["--play"],
    ["--play", "Ana", "--json"],
    ["--password-file", "secret.txt"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=lambda arguments: ascii(" ".join(arguments))[:60])
def test_wrong_usage_is_one_line_that_says_what_to_do_and_status_2(arguments, capsys, monkeypatch, tmp_path):
    monkeypatch.delenv("SHEEP_PASSWORD", raising=False)
    monkeypatch.setenv("SHEEP_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    try:
        status = cli.main(arguments)
    except SystemExit as end:
        status = end.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert err.startswith("sheep-host: ")
    assert err.count("\n") == 1
    assert err.endswith("(see sheep-host --help)\n")
    assert len(err) < 400
    assert "\x1b" not in err
    assert not (tmp_path / "data").exists()


def test_help_names_every_flag_and_the_exit_statuses(capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(["--help"])
    out, _ = capsys.readouterr()
    assert end.value.code == 0
    flags = "game seats option bots bind port data password-file host-name no-discovery move-time play json"
    assert all(f"--{flag}" in out for flag in [*flags.split(), "bot-delay"])
    assert "exit status: 0 done, 1 it failed, 2 wrong usage" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_help_needs_no_library(tmp_path):
    """It is there at once: what takes time to import is imported later."""
    program = "import sys; from sheep_host import cli; cli.parser(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"zmq", "msgspec", "sheep_host.core"} & set(done.stdout.split())


def test_the_password_is_a_files_first_line(tmp_path):
    (tmp_path / "secret").write_text("wolf in the fold\nnothing\n", encoding="utf-8")
    assert settings("--password-file", str(tmp_path / "secret")).password == "wolf in the fold"


def test_the_password_is_the_environments_and_nobody_inherits_it():
    """The children of the host are started with what is left."""
    environment = {"SHEEP_PASSWORD": "wolf", "HOME": "x"}
    assert settings(environment=environment).password == "wolf"
    assert environment == {"HOME": "x"}


def test_a_file_goes_before_the_environment(tmp_path):
    (tmp_path / "secret").write_text("sheep", encoding="utf-8")
    environment = {"SHEEP_PASSWORD": "wolf"}
    assert settings("--password-file", str(tmp_path / "secret"), environment=environment).password == "sheep"


def test_without_either_there_is_no_password():
    assert settings(environment={"SHEEP_PASSWORD": ""}).password is None


def test_a_dash_asks_for_the_password(monkeypatch):
    monkeypatch.setattr(getpass, "getpass", lambda prompt: "wolf")
    assert settings("--password-file", "-").password == "wolf"


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe", b"x" * 3000])
def test_a_file_without_a_password_is_refused(tmp_path, content):
    (tmp_path / "secret").write_bytes(content)
    with pytest.raises(UsageError, match="--password-file"):
        settings("--password-file", str(tmp_path / "secret"))


def test_no_discovery_is_taken():
    assert not settings("--no-discovery").discovery


@pytest.mark.parametrize(("game", "seats"), [("battle-sheep", 2), ("leadersheep", 3)])
def test_seats_have_the_games_default(game, seats):
    table = settings("--game", game).table
    assert table is not None
    assert (table.game, table.seats, table.bots) == (game, seats, 0)


def test_leadersheep_takes_two_seats_when_asked():
    table = settings("--game", "leadersheep", "--seats", "2").table
    assert table is not None
    assert table.seats == 2


def test_options_of_table_and_game_are_passed_on_as_asked():
    table = settings(
        *("--game", "battle-sheep", "--move-time", "30", "--bots", "1:easy"),
        *("--option", "end=one-left", "--option", "first=youngest", "--option", "watchers=off"),
    ).table
    assert table is not None
    assert table.options == {"end": "one-left", "first": "youngest", "watchers": "off", "move-time": 30}
    assert (table.bots, table.level) == (1, "easy")


def test_a_level_may_be_written_in_capitals():
    """As where the owner types /bot."""
    table = settings("--game", "leadersheep", "--bots", "2:EXPERT").table
    assert (table.bots, table.level) == (2, "expert")


def test_a_deck_from_a_file_is_passed_on_inline(tmp_path):
    """The table is the same wherever the file is; no file is read later."""
    file = tmp_path / "mine.toml"
    file.write_text(FRANCE.read_text(encoding="utf-8"), encoding="utf-8")
    table = settings("--game", "leadersheep", "--option", f"deck={file}").table
    assert table is not None
    assert msgspec.json.decode(str(table.options["deck"])) == tomllib.loads(FRANCE.read_text("utf-8"))


def test_a_deck_by_name_stays_a_name():
    table = settings("--game", "leadersheep", "--option", "deck=france").table
    assert table is not None
    assert table.options == {"deck": "france"}


@pytest.mark.parametrize("text", ["not = [toml", "a = 1979-05-27", "\x00"])
def test_a_deck_that_is_none_is_refused(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError):
        settings("--game", "leadersheep", "--option", f"deck={file}")


@pytest.mark.parametrize(
    ("text", "address"),
    [("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("[::1]", "::1"), ("FD00::0:2", "fd00::2")],
)
def test_addresses_are_taken_in_every_form(text, address):
    assert settings("--bind", text).bind == address


def test_who_plays_needs_a_seat_beside_the_bots():
    with pytest.raises(UsageError, match="at most 1"):
        settings("--game", "battle-sheep", "--bots", "2", "--play", terminal=True)


def test_who_plays_has_the_given_name():
    assert settings("--play", "Zoé", terminal=True).play == "Zoé"


@pytest.mark.parametrize(("login", "name"), [("ana", "ana"), ("\u202e", "Player"), ("x" * 99, "x" * 24)])
def test_who_plays_without_a_name_has_the_login_name_where_that_is_one(monkeypatch, login, name):
    monkeypatch.setattr("getpass.getuser", lambda: login)
    assert settings("--play", terminal=True).play == name


def test_a_bad_name_is_refused():
    with pytest.raises(UsageError, match="printable"):
        settings("--play", "a\u200bb", terminal=True)


def test_the_machines_name_is_made_fit(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "fold\x1b.example.org")
    assert settings().host_name == "fold\ufffd"


def test_the_data_folder_may_be_named(tmp_path, monkeypatch):
    monkeypatch.setenv("SHEEP_DATA", str(tmp_path))
    assert settings().data == tmp_path
    assert settings("--data", "here").data == Path("here")


def test_streams_that_were_closed_are_no_terminal():
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m sheep_host.cli --play <&- >&-"],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "needs a terminal" in done.stderr


def test_the_installed_command_is_this_one():
    command = Path(sys.executable).with_name("sheep-host" + (".exe" if os.name == "nt" else ""))
    done = subprocess.run([command, "--port", "x"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
