"""Whole games on the full screen against a real host: one player with keys alone, one with the mouse."""

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sheep_support.fake_terminal import PseudoTerminal
from sheep_support.host_processes import RunningHost

DECK = """
name = "small"
colours = ["red", "blue", "green", "yellow", "black"]
[cards]
promises_per_colour = 8
scandals_per_colour = 6
[[regions]]
id = "alpes"
name = "Alpes"
sheep = { red = 3, blue = 2 }
[[regions]]
id = "jura"
name = "Jura"
sheep = { green = 4, yellow = 1 }
[[regions]]
id = "vosges"
name = "Vosges"
sheep = { black = 2, red = 1, blue = 1 }
[[regions]]
id = "landes"
name = "Landes"
sheep = { yellow = 3, green = 2 }
"""
LIT = "d6ef6b"
"""The background of a pasture where sheep can land."""
ASK, BOARD = slice(22, 23), range(2, 18)


def join(stack: ExitStack, folder: Path, port: int, name: str, *arguments: str) -> PseudoTerminal:
    """Start a player on a full screen, with a home of their own."""
    home = folder / name
    home.mkdir()
    places = {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    command = [sys.executable, "-m", "sheep_client", f"127.0.0.1:{port}", "--name", name, *arguments]
    terminal = PseudoTerminal(command, environment={**places, "LC_ALL": "C.UTF-8"})
    return stack.enter_context(terminal)


class Keys:
    """Plays with keys alone, by what the screen asks."""

    PRESSED = {  # noqa: RUF012 - a table, not a default
        "Choose where": "tab",
        "What do you do": "enter",
        "You hold no scandal": "d",
    }

    def __init__(self, terminal: PseudoTerminal) -> None:
        self.terminal = terminal
        self.tried = 0

    def act(self, ask: str) -> None:
        """Press what goes on from here."""
        if "Pick a scandal" in ask:
            self.terminal.press(*self._scandal())
        elif "Pick 2 cards" in ask:
            self.terminal.press("1", "2", "enter")
        elif "Pick 1 to 3" in ask or is_note(ask):
            self.tried += 1
            self.terminal.press("enter" if "✓" in self.terminal.text else str(self.tried % 6 + 1))
        else:
            pressed = (key for words, key in self.PRESSED.items() if words in ask)
            self.terminal.press(next(pressed, "enter"))

    def _scandal(self) -> list[str]:
        """Throw the first scandal of the hand at every other turn."""
        self.tried += 1
        kinds = next((line for line in self.terminal.lines if "│ promise" in line or "│ scandal" in line), "")
        before = kinds.partition("scandal")[0]
        number = before.count("promise") + before.count("blocked") + 1
        return [str(number)] if "scandal" in kinds and self.tried % 2 else ["d"]

    def close_count(self) -> None:
        """Read the count to its end."""
        self.terminal.press("enter")


class Mouse:
    """Plays with the mouse alone: buttons, pastures, cards, players."""

    def __init__(self, terminal: PseudoTerminal) -> None:
        self.terminal = terminal
        self.tried = 0

    def act(self, ask: str) -> None:
        """Click on what goes on from here."""
        if "Choose one of your" in ask:
            self.click("[B", slice(2, 18))
        elif "Choose where" in ask:
            self._landing()
        elif "At whom" in ask:
            self.click("  Ana", slice(5, 10))
        elif "Pick a scandal" in ask and self._cards("scandal") and self.tried % 2:
            self._card("scandal")
        elif (button := next((word for word in BUTTONS if f" {word} " in ask[40:]), None)) is not None:
            self.tried += 1
            self.click(f" {button} ")
        elif "Pick" in ask or is_note(ask):
            self._card()

    def click(self, text: str, rows: slice = ASK) -> None:
        """Click on a text."""
        if (found := self.terminal.find(text, rows)) is not None:
            self.terminal.click(found[0] + 1, found[1])

    def _landing(self) -> None:
        lit = [(x, y) for y in BOARD for x in range(3, 52) if self.terminal.background(x, y) == LIT]
        if lit:
            self.terminal.click(*lit[0])

    def _cards(self, kind: str) -> list[tuple[int, int]]:
        lines = list(enumerate(self.terminal.lines))[10:18]
        return [(x, y) for y, line in lines for x in range(len(line)) if line.startswith(kind, x)]

    def _card(self, kind: str | None = None) -> None:
        """Click on one card after another, of a kind or any: some cannot be picked."""
        self.tried += 1
        numbers = [f"{corner}{number}" for corner in "┌┏" for number in range(1, 12)]
        kinds = [kind] if kind is not None else numbers
        if found := [place for one in kinds for place in self._cards(one)]:
            self.terminal.click(*found[self.tried % len(found)])

    def close_count(self) -> None:
        """Read the count to its end."""
        self.click("The count", slice(0, 20))


BUTTONS = ("lay", "put", "split", "ask", "give", "throw", "done", "answer", "pass")


def is_note(ask: str) -> bool:
    """Tell whether a sentence says why a card cannot be picked."""
    return any(
        words in ask for words in ("no such card", "keeps you from", "must be of another", "only promises")
    )


def play(players: list[Keys | Mouse], patience: float) -> None:
    """Let both play to the end, each by what is asked; a screen that is not answered is tried again."""
    end = time.monotonic() + patience
    asked: dict[int, str] = {}
    since = dict.fromkeys(range(len(players)), 0.0)
    while not all("The end" in player.terminal.lines[0] for player in players):
        assert time.monotonic() < end, "\n".join(player.terminal.text for player in players)
        for number, player in enumerate(players):
            text, now = player.terminal.text, time.monotonic()
            if text != asked.get(number):
                asked[number], since[number] = text, now
            elif now - since[number] > 0.1:
                since[number] = now + 0.6
                go_on(player)
        time.sleep(0.03)


def go_on(player: Keys | Mouse) -> None:
    """Do what is next."""
    if "─ The count ─" in player.terminal.text:
        player.close_count()
    elif "YOUR TURN" in player.terminal.lines[0]:
        player.act(player.terminal.lines[22])


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Close everything at the end."""
    with ExitStack() as stack:
        yield stack


def both(
    stack: ExitStack, folder: Path, *arguments: str
) -> tuple[RunningHost, PseudoTerminal, PseudoTerminal]:
    """Open a table and bring two players to it, ready."""
    host = stack.enter_context(RunningHost(folder / "host", "--seats", "2", *arguments))
    port = host.listening().port
    ana, bo = join(stack, folder, port, "Ana"), join(stack, folder, port, "Bo")
    for player in (ana, bo):
        player.wait_for("Are you ready?")
    ana.press("r")
    button = bo.find(" ready ", ASK)
    assert button is not None
    bo.click(button[0] + 1, button[1])
    return host, ana, bo


@pytest.mark.timeout(240)
@pytest.mark.parametrize("game", ["battle-sheep", "leadersheep"])
def test_a_whole_game_by_keys_alone_and_by_mouse_alone(game: str, tmp_path: Path, stack: ExitStack) -> None:
    """Ana never touches the mouse, Bo never a key; both see the end with its reason."""
    (tmp_path / "small.toml").write_text(DECK)
    options = [] if game == "battle-sheep" else ["--option", f"deck={tmp_path / 'small.toml'}"]
    host, ana, bo = both(stack, tmp_path, "--game", game, *options)
    play([Keys(ana), Mouse(bo)], 150)
    assert host.event("over")["outcome"]["winners"]

    def closing(terminal: PseudoTerminal) -> bool:
        return "The end" in terminal.text

    assert closing(ana)
    assert closing(bo)
    for player in (ana, bo):
        player.press("ctrl-c")
        assert (player.ended(), player.is_whole()) == (130, True)
