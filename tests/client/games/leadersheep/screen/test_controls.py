"""Playing Leadersheep by keys and mouse: cards, players, answers."""

import re

import pytest
from sheep_client.game_api.canvas import Box, Canvas
from sheep_client.game_api.screen import Ask
from sheep_client.screen_ui.frame import paint_ask, paint_log
from sheep_client.screen_ui.state import Entry, Ui
from sheep_common.messages import Chat
from sheep_support.screens.stage import SIX, Stage, at_size, campaign


def numbers(stage: Stage, kind: str) -> list[int]:
    """Return where in the hand cards of a kind lie, from 1: `!` scandals, `` promises."""
    hand = stage.game.view(stage.state, 0).hand
    return [n for n, card in enumerate(hand, 1) if card.endswith("!") == (kind == "!")]


def test_promises_are_picked_and_laid() -> None:
    """By their numbers, then Enter; what they would bring is told meanwhile."""
    stage = campaign().turn("promises", 60)
    free = [action for action in stage.game.legal_actions(stage.state, 0) if len(action.split()) == 2]
    hand = stage.game.view(stage.state, 0).hand
    stage.press(str(hand.index(free[0].split()[1]) + 1))
    assert "With these you would get" in stage.frame().text()
    assert stage.press("enter").lines == [free[0]]


def test_a_card_picked_twice_is_put_back() -> None:
    """And Enter then picks the card that is on."""
    stage = campaign().turn("promises", 60).press("1", "1")
    assert stage.playing.picked == frozenset()


def test_a_blocked_colour_says_why() -> None:
    """It is struck through, too."""
    stage = campaign().until(
        lambda stage: (
            stage.game.view(stage.state, None).phase == "promises"
            and 0 in stage.game.to_act(stage.state)
            and bool(set(stage.state.before[0]) & set(stage.state.hands[0]))
        )
    )
    hand, before = stage.state.hands[0], stage.state.before[0]
    number = next(n for n, card in enumerate(hand, 1) if card in before)
    stage.press(str(number))
    assert "A scandal keeps you" in stage.frame().text()
    assert any("struck" in style for row in stage.frame().rows for style, _ in row)


def test_a_scandal_is_aimed_by_card_and_player() -> None:
    """Card, up or down, Enter; Esc takes the card back."""
    stage = campaign().turn("scandals", 30)
    number = numbers(stage, "!")[0]
    card = stage.state.hands[0][number - 1]
    stage.press(str(number), "escape")
    assert not stage.playing.aiming
    stage.press(str(number), "down", "enter")
    assert stage.lines == [f"scandal {card[:-1]} 2"]


def test_a_scandal_is_aimed_with_the_mouse() -> None:
    """Click the card, click the player twice: to aim, and to throw."""
    stage = campaign().turn("scandals", 30)
    number = numbers(stage, "!")[0]
    rows = stage.frame().text().splitlines()
    y = next(y for y, row in enumerate(rows) if f"┌{number}" in row or f"┏{number}" in row)
    stage.click(max(rows[y].find(f"┌{number}"), rows[y].find(f"┏{number}")) + 2, y + 1)
    dan = next(y for y, row in enumerate(rows) if row.startswith("   Dan"))
    stage.click(5, dan).click(5, dan)
    assert stage.lines[-1].startswith("scandal ")
    assert stage.lines[-1].endswith(" 3")


def test_an_answer_shows_its_cost() -> None:
    """Accepting costs promises, a trade costs sheep."""
    stage = campaign().turn("answer", 60)
    text = stage.frame().text()
    assert "you hold" in text
    assert "you lose" in text
    assert stage.press("down", "enter").lines[0].startswith("trade ")


def test_a_gift_needs_all_its_cards() -> None:
    """One is too few, three are too many."""
    stage = campaign().turn("gift-give").press("1", "enter")
    assert "Pick 1 more card." in stage.frame().text()
    stage.press("2", "3")
    assert len(stage.playing.picked) == 2
    assert stage.press("enter").lines[0].startswith("give ")


def test_the_leader_chooses_who_gives() -> None:
    """With up and down, or a click on a player."""
    stage = campaign().turn("gift-ask").press("escape", "down", "enter")
    assert stage.lines == ["ask 2"]


def test_the_count_is_told_step_by_step() -> None:
    """Enter shows the next step, and closes it after the last."""
    stage = campaign().until(lambda stage: stage.ui.overlay == "steps")
    before = stage.frame().text()
    assert "wins" not in before.split("── log")[0]
    for _ in range(20):
        stage.press("enter")
    assert stage.ui.overlay is None


def test_the_keys_of_a_turn_do_nothing_out_of_turn() -> None:
    """No action is sent twice, and none when somebody else is to act."""
    stage = campaign().turn("scandals", 30).press("d", "d", "d")
    assert stage.lines == ["done"]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("size", [(40, 12), (40, 16), (52, 18), (72, 13), (80, 24), (100, 14)])
@pytest.mark.parametrize("phase", ["scandals", "promises", "gift-give"])
def test_the_whole_hand_and_the_sheep_in_play_are_seen_at_any_size(
    seats: int, size: tuple[int, int], phase: str
) -> None:
    """As cards where there is room, else in a line or two; and each can be clicked."""
    stage = Stage("leadersheep", *SIX[:seats]).turn(phase, 20)
    view = stage.game.view(stage.state, 0)
    frame = at_size(stage, *size)
    assert {hit.key for hit in frame.hits} >= {f"card:{number}" for number in range(len(view.hand))}
    sheep = next(region.sheep for region in view.deck.regions if region.id == view.row[0])
    row = next(row for row in frame.text().splitlines() if "in play" in row)
    shown = re.findall(r"(?<= )(?:\d+|-)(?= |$|│)", row.partition("in play")[2])
    assert shown[: len(sheep) + 1] == [*(str(n or "-") for n in sheep), str(sum(sheep))]


def test_a_card_in_a_line_is_picked_and_laid_too() -> None:
    stage = campaign().turn("promises", 60)
    stage.press("1")
    assert re.search(r"^ 1✓[a-z]+", at_size(stage, 40, 12).text(), re.MULTILINE)


def test_nothing_shows_through_the_log_and_the_line_that_asks() -> None:
    """What a game paints below its place, for want of room, would stand in their sentences."""
    canvas = Canvas(30, 5)
    canvas.fill(Box(0, 0, 30, 5), "", "x")
    paint_log(canvas, Box(0, 1, 30, 2), Ui(log=(Entry("news", "Ana lays a tile."),)))
    paint_ask(canvas, 3, Ask("Your turn."), None, None)
    rows = [row.rstrip() for row in canvas.done().text().splitlines()]
    assert rows[1:4] == ["Ana lays a tile.", "", " Your turn."]


def test_the_log_does_not_tell_the_end_of_a_count_before_it_is_told() -> None:
    """What others say meanwhile is shown; the rest comes with the count's end."""
    stage = campaign().until(lambda stage: stage.ui.overlay == "steps")
    told = stage.ui.log[-1].text
    assert stage.ui.held
    stage.message(Chat(table=stage.info.id, sender="Bo", text="well, well"))
    shown = stage.frame().text().split("── log")[1]
    assert told not in shown
    assert "well, well" in shown
    for _ in range(20):
        stage.press("enter")
    assert told in stage.frame().text().split("── log")[1]
