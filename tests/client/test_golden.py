"""What a whole turn looks like, as files that a person has read, in both languages.

Written anew with `SHEEP_GOLDEN=write scripts/test tests/client/test_golden.py`; read what has changed.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from sheep_client import i18n
from sheep_client.core.effects import Effect
from sheep_client.text_ui.line_view import PlainFace
from sheep_common import messages as m
from sheep_common.games import GAMES
from sheep_support.clients import Client, table, told, update

FOLDER = Path(__file__).parent / "golden"
NAMES = ("Ana", "Bo", "Chloé")


@pytest.fixture(params=i18n.LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak a language for a test."""
    i18n.use(request.param)
    yield request.param
    i18n.use("en")


def screen(game: str, seed: int, steps: int, seat: int | None) -> list[str]:
    """Play some steps at random; return what the plain face shows to a seat, and says on demand."""
    rules, rng = GAMES[game], Random(seed)
    state = rules.initial(len(NAMES), {})
    client, face, lines = Client(name="Ana"), PlainFace(80), list[str]()

    def show(effects: list[Effect]) -> None:
        for news in told(effects):
            page = face.tell(news, client.model)
            lines.extend(page.lines + (["(bell)"] if page.bell else []))

    client.welcome()
    info = table(*NAMES, state="playing", game=game)
    client.sit(info, seat)  # type: ignore[arg-type]
    show(client.hear(update(game, state, seat, 0)))
    for version in range(1, steps + 1):
        action, actor = rules.chance(state, rng), None
        if action is None:
            actor = min(rules.to_act(state))
            action = rng.choice(rules.legal_actions(state, actor))
            lines.append(f"({NAMES[actor]}: {action})")
        step = rules.apply(state, actor, action)
        state = step.state
        show(client.hear(update(game, state, seat, version, step.seen_by(seat))))
        if (outcome := rules.outcome(state)) is not None:
            show(client.hear(m.Over(table="t1", outcome=msgspec.to_builtins(outcome))))
            break
    for command in ("/words", "/options", "/keys", "/rules", "/help"):
        lines.append(f"({command})")
        show(client.type(command))
    return lines


@pytest.mark.parametrize(
    ("game", "steps", "seat"),
    [
        ("battle-sheep", 24, 0),
        ("battle-sheep", 50, None),
        ("leadersheep", 40, 0),
        ("leadersheep", 75, None),
    ],
)
def test_a_game_reads_as_it_was_read_before(game: str, steps: int, seat: int | None, language: str) -> None:
    """For a seat and for a spectator; a change here is a change that players see."""
    who = "spectator" if seat is None else f"seat-{seat}"
    path = FOLDER / f"{game}-{who}-{language}.txt"
    text = "".join(f"{line}\n" for line in screen(game, 5, steps, seat))
    if os.environ.get("SHEEP_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == text


def test_no_line_is_wider_than_the_terminal(language: str) -> None:
    """Neither pictures nor sentences, in any language."""
    lines = screen("leadersheep", 5, 75, 0) + screen("battle-sheep", 5, 50, 0)
    assert [line for line in lines if len(line) > 80 and not line.startswith("(")] == []
