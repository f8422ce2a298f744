"""Hints in the core: who may have one, what it is thought about with, and what makes it void."""

import tracemalloc
from random import Random
from typing import Any

import msgspec
import pytest
from sheep_client.core import hints
from sheep_client.core.effects import Desist, Effect, Think
from sheep_client.core.events import Lost, Pondered, Tick
from sheep_client.core.model import At
from sheep_client.core.reports import Advised, Denied, Done, Pondering
from sheep_client.game_api.bot import Choice
from sheep_common import messages as m
from sheep_common.games import GAMES
from sheep_support.clients import Client, sent, table, told, update

NAMES = ("Ana", "Bo", "Chloé")


class Table:
    """A game by chance, and a client that sits there and may have hints."""

    def __init__(
        self, game: str = "battle-sheep", seat: int | None = 0, seed: int = 7, **fields: Any
    ) -> None:
        self.rules: Any = GAMES[game]
        self.seat, self.rng, self.version = seat, Random(seed), 0
        self.state = self.rules.initial(len(NAMES), {})
        self.client = Client(thinks=True)
        self.client.welcome()
        self.info = table(*NAMES, state="playing", game=game, **fields)
        self.client.hear(m.Table(table=self.info, seat=seat))
        self.client.hear(update(game, self.state, seat, 0, steps=()))
        self.seen: list[tuple[Any, tuple[Any, ...]]] = []

    def step(self) -> None:
        """Let whoever is to act do something by chance."""
        action, actor = self.rules.chance(self.state, self.rng), None
        if action is None:
            actor = min(self.rules.to_act(self.state))
            action = self.rng.choice(self.rules.legal_actions(self.state, actor))
        done = self.rules.apply(self.state, actor, action)
        self.state, self.version = done.state, self.version + 1
        events = done.seen_by(self.seat)
        self.client.hear(update(self.rules.name, self.state, self.seat, self.version, events))
        view = msgspec.to_builtins(self.rules.view(self.state, self.seat))
        self.seen.append((view, tuple(map(msgspec.to_builtins, events))))

    def turn(self, after: int = 0, least: int = 2) -> "Table":
        """Play until it is the client's turn, with a choice."""
        while (
            self.version < after
            or self.seat not in self.rules.to_act(self.state)
            or len(self.rules.legal_actions(self.state, self.seat)) < least
        ):
            self.step()
        return self

    def think(self) -> Think:
        """Ask for a hint; return what is to be thought about."""
        (effect,) = thinks(self.client.type("/hint"))
        return effect

    def thought(self) -> Choice:
        """Return a thought that can be followed."""
        return Choice(action=self.rules.legal_actions(self.state, self.seat)[-1], reason="any")


def thinks(effects: list[Effect]) -> list[Think]:
    """Return what is to be thought about."""
    return [effect for effect in effects if isinstance(effect, Think)]


def desists(effects: list[Effect]) -> bool:
    """Tell whether a thought is not waited for any more."""
    return any(isinstance(effect, Desist) for effect in effects)


def refusal(client: Client) -> Denied:
    """Ask for a hint that there is not; return why."""
    effects = client.type("/hint")
    assert thinks(effects) == []
    assert sent(effects) == []
    (news,) = told(effects)
    assert isinstance(news, Denied)
    assert news.line == client.lines
    return news


# --- what is thought about ----------------------------------------------------------------------


@pytest.mark.parametrize("game", ["battle-sheep", "leadersheep"])
def test_a_task_has_every_view_and_event_of_the_own_seat_and_nothing_else(game: str) -> None:
    """Byte for byte what the rules make for that seat: no secret of others can be in it."""
    played = Table(game, seat=1).turn(after=17)
    task = played.think().task
    assert (task.game, task.seat, task.level) == (game, 1, "expert")
    assert list(task.seen[-len(played.seen) :]) == played.seen
    assert task.legal == played.rules.legal_actions(played.state, 1)


def test_what_others_hold_changes_nothing_about_a_task() -> None:
    """Leadersheep: another deal of the hidden cards is the same task."""
    tasks = []
    for swapped in (False, True):
        played = Table("leadersheep", seat=1)
        cards = played.rules.chance(played.state, Random(3)).split(" ")
        dealt = cards[2].split(",")
        if swapped:
            dealt[:6], dealt[12:18] = dealt[12:18], dealt[:6]
            dealt[18:] = reversed(dealt[18:])
        done = played.rules.apply(played.state, None, " ".join([cards[0], cards[1], ",".join(dealt)]))
        while 1 not in played.rules.to_act(done.state):
            done = played.rules.apply(done.state, min(played.rules.to_act(done.state)), "done")
        played.client.hear(update("leadersheep", done.state, 1, 4, done.seen_by(1)))
        at = played.client.model.at
        assert at is not None
        tasks.append(hints.task_of(at, "expert"))
    assert tasks[0] is not None
    assert tasks[0] == tasks[1]


def test_who_comes_back_in_mid_game_knows_the_view_alone() -> None:
    """Half of what happened would be read wrongly."""
    played = Table("leadersheep").turn(after=30)
    late = Client(thinks=True)
    late.welcome()
    late.sit(played.info)
    late.hear(update("leadersheep", played.state, 0, played.version, ({"type": "round"},)))
    (effect,) = thinks(late.type("/hint"))
    assert effect.task.seen == ((msgspec.to_builtins(played.rules.view(played.state, 0)), ()),)


def test_a_gap_in_the_steps_begins_the_story_anew() -> None:
    """The host repeats at most 64 steps."""
    played = Table("leadersheep").turn(after=30)
    played.client.hear(update("leadersheep", played.state, 0, played.version + 5, ({"type": "round"},)))
    assert len(played.think().task.seen) == 1


def test_what_a_spectator_or_another_seat_saw_is_no_part_of_it() -> None:
    played = Table("leadersheep", seat=None)
    for _ in range(12):
        played.step()
    assert played.client.model.tables["t1"].story == ()
    played.client.hear(m.Table(table=played.info, seat=2))
    played.seat, played.seen = 2, []
    played.turn()
    assert played.client.model.tables["t1"].story[1:] == tuple(played.seen[1:])
    assert played.client.model.tables["t1"].story[0] == (played.seen[0][0], ())


def test_a_version_out_of_this_world_costs_nothing() -> None:
    """Once a host said 2^31, and the client made a list as long."""
    first = m.Update(table="t1", version=1, seat=0, view={})
    far = m.Update(table="t1", version=2**31, seat=0, view={"now": 2})
    at = At(seat=0, update=first, story=(({}, ()),))
    tracemalloc.start()
    try:
        assert hints.story(at, far, (m.Steps(version=2, events=()),)) == ((far.view, ()),)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_another_campaign_begins_another_story() -> None:
    played = Table("leadersheep").turn(after=30)
    played.client.hear(m.Table(table=msgspec.structs.replace(played.info, campaign=2), seat=0))
    assert played.client.model.tables["t1"].story == ()


def test_steps_taken_back_begin_the_story_anew() -> None:
    played = Table().turn(after=16)
    played.client.hear(update("battle-sheep", played.state, 0, played.version - 4, steps=()))
    assert len(played.client.model.tables["t1"].story) == 1


def test_another_seat_begins_another_story() -> None:
    """Whatever made it one's own."""
    played = Table("leadersheep").turn(after=30)
    played.client.hear(m.Table(table=played.info, seat=2))
    played.seat = 2
    played.step()
    assert len(played.client.model.tables["t1"].story) == 1


def test_a_story_has_an_end() -> None:
    """However long a host goes on."""
    at = Table().turn().client.model.tables["t1"]
    long = msgspec.structs.replace(at, story=at.story * 3000)
    newer = msgspec.structs.replace(at.update, version=at.seen + 1, steps=())  # type: ignore[operator, type-var]
    steps = (m.Steps(version=newer.version, events=()),)
    assert len(hints.story(long, newer, steps)) == hints.LONGEST_STORY


def test_who_never_thinks_keeps_no_story() -> None:
    """Scripts have no hints, and need no memory for them."""
    client = Client()
    client.welcome()
    client.sit(table(*NAMES, state="playing"))
    client.hear(update("battle-sheep", GAMES["battle-sheep"].initial(3, {}), 0))
    assert client.model.tables["t1"].story == ()


# --- a hint -------------------------------------------------------------------------------------


def test_a_hint_is_thought_of_once_and_told() -> None:
    played = Table().turn()
    effects = played.client.type("/hint")
    (effect,) = thinks(effects)
    assert told(effects) == [Pondering(effect.number)]
    (news,) = told(played.client.feed(Pondered(effect.number, played.thought())))
    assert isinstance(news, Advised)
    assert news.thought == played.thought()


def test_asking_again_brings_the_same_hint_at_once() -> None:
    played = Table().turn()
    played.client.feed(Pondered(played.think().number, played.thought()))
    effects = played.client.type("/hint")
    assert thinks(effects) == []
    (news,) = told(effects)
    assert isinstance(news, Advised)
    assert news.thought == played.thought()


def test_asking_again_while_it_is_thought_of_begins_no_other_thought() -> None:
    played = Table().turn()
    played.think()
    played.client.feed(Tick(), Tick())
    effects = played.client.type("/hint")
    assert thinks(effects) == []
    assert told(effects) == [Pondering(2)]
    assert played.client.model.advice is not None
    assert played.client.model.advice.ticks == 2


def test_where_there_is_only_one_choice_nobody_thinks() -> None:
    played = Table("leadersheep")
    while len(played.rules.legal_actions(played.state, 0)) != 1:
        played.step()
    effects = played.client.type("/hint")
    assert thinks(effects) == []
    (news,) = told(effects)
    assert isinstance(news, Advised)
    assert news.thought == Choice(action=played.rules.legal_actions(played.state, 0)[0], reason="only-move")


@pytest.mark.parametrize("thought", [None, Choice(action="split 99,99 E 1")])
def test_no_thought_or_a_wrong_one_is_told_and_the_next_may_come(thought: Choice | None) -> None:
    """A thinker that died or hung."""
    played = Table().turn()
    (news,) = told(played.client.feed(Pondered(played.think().number, thought)))
    assert isinstance(news, Advised)
    assert news.thought is None
    assert played.think()


def test_a_newer_update_makes_a_hint_void() -> None:
    """Also one that is being thought of: nothing is told when it comes."""
    played = Table().turn()
    number, thought = played.think().number, played.thought()
    before = len(played.client.effects)
    played.step()
    assert desists(played.client.effects[before:])
    assert played.client.feed(Pondered(number, thought)) == []


def test_who_wants_no_hint_any_more_gets_none() -> None:
    played = Table().turn()
    number = played.think().number
    effects = played.client.type("/hint no")
    assert desists(effects)
    assert told(effects) == [Done(2)]
    assert played.client.feed(Pondered(number, played.thought())) == []


def test_a_late_thought_is_not_taken_for_the_next_one() -> None:
    played = Table().turn()
    first = played.think().number
    played.client.type("/hint no")
    played.think()
    assert played.client.feed(Pondered(first, played.thought())) == []


def test_the_end_of_a_game_makes_a_hint_void() -> None:
    played = Table().turn()
    played.think()
    assert desists(played.client.hear(m.Over(table="t1", outcome=None)))


def test_without_a_connection_a_hint_is_thought_of_all_the_same() -> None:
    """All that it needs is here."""
    played = Table().turn()
    played.client.feed(Lost())
    assert played.think()


# --- where there is none --------------------------------------------------------------------------


def test_where_there_is_no_hint_one_line_says_why() -> None:
    """Each with a code of the contract; nothing is asked of the host."""
    nowhere = Client(thinks=True)
    nowhere.welcome()
    assert "at no table" in refusal(nowhere).message.text
    waiting = Client(thinks=True)
    waiting.welcome()
    waiting.sit(table(*NAMES))
    assert "not begun" in refusal(waiting).message.text
    assert "watching" in refusal(Table(seat=None).client).message.text
    agreed = Table(options={"hints": "off"}).turn()
    assert "without hints" in refusal(agreed.client).message.text
    theirs = Table(seat=2)
    assert "not your turn" in refusal(theirs.client).message.text
    over = Table().turn()
    over.client.hear(m.Over(table="t1", outcome=None))
    assert "over" in refusal(over.client).message.text


def test_a_game_without_minds_has_no_hints() -> None:
    played = Table().turn()
    played.client.hear(m.Table(table=msgspec.structs.replace(played.info, game="third"), seat=0))
    assert "this game" in refusal(played.client).message.text


def test_hints_that_are_on_by_agreement_are_given() -> None:
    assert Table(options={"hints": "on"}).turn().think()


def test_a_hint_is_written_in_one_way() -> None:
    played = Table().turn()
    (news,) = told(played.client.type("/hint please"))
    assert isinstance(news, Denied)
    assert "/hint [no]" in news.message.text


def test_scripts_have_no_such_command() -> None:
    """The contract knows none: it is answered like any word that is no command."""
    client = Client()
    client.welcome()
    client.sit(table(*NAMES, state="playing"))
    unknown, hint = told(client.type("/hunt"))[0], told(client.type("/hint"))[0]
    assert isinstance(unknown, Denied)
    assert isinstance(hint, Denied)
    assert hint.message.code == unknown.message.code == "malformed"
    assert hint.message.text == unknown.message.text.replace("hunt", "hint")


# --- clocks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clocks", "waited", "seconds"),
    [
        (None, 5, 3.0),
        (m.Clocks(move_ms=60_000, running=(0,)), 0, 3.0),
        (m.Clocks(move_ms=4_000, running=(0,)), 0, 2.0),
        (m.Clocks(move_ms=4_000, running=(0,)), 2, 1.0),
        (m.Clocks(move_ms=4_000, running=(0,)), 9, 0.0),
        (m.Clocks(account_ms=(20_000, 1, 1), running=(0,)), 10, 1.0),
    ],
)
def test_a_hint_comes_while_there_is_time_to_follow_it(
    clocks: m.Clocks | None, waited: int, seconds: float
) -> None:
    """It takes no more of the time that is left than a bot would, however late it was asked for."""
    played = Table().turn()
    now = update("battle-sheep", played.state, 0, played.version + 1, steps=(), clocks=clocks)
    played.client.hear(now)
    played.client.feed(*[Tick()] * waited)
    assert played.think().seconds == pytest.approx(seconds)


def test_a_hint_goes_by_the_clocks_that_were_told_last() -> None:
    played = Table().turn()
    told_first = m.Clocks(move_ms=60_000, running=(0,))
    played.client.hear(
        update("battle-sheep", played.state, 0, played.version + 1, steps=(), clocks=told_first)
    )
    played.client.feed(Tick())
    played.client.hear(m.ClockNews(table="t1", clocks=m.Clocks(move_ms=5_000, running=(0,))))
    assert played.think().seconds == pytest.approx(2.5)
