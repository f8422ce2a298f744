"""Codes in words: refusals, reasons to close, quick phrases, states. Every code of the protocol has one."""

from types import MappingProxyType

from sheep_common.messages import Refused
from sheep_common.names import clean

from sheep_client.core.events import Trouble
from sheep_client.game_registry import text_of
from sheep_client.i18n import N_, _

CODES = MappingProxyType({
    "not-your-turn": N_("It is not your turn."),
    "illegal": N_("That is against the rules."),
    "notation": N_("That is not how an action is written."),
    "stale": N_("The game has moved on in the meantime; look again."),
    "no-such-table": N_("There is no such table."),
    "seat-taken": N_("That seat is taken."),
    "table-full": N_("That table is full."),
    "not-seated": N_("You do not sit there."),
    "not-started": N_("The game has not started yet."),
    "already-started": N_("The game has started already."),
    "name-taken": N_("Somebody here has that name already; choose another with --name."),
    "bad-name": N_("The host does not take that name; choose another with --name."),
    "bad-option": N_("A table cannot be opened like that."),
    "password": N_(
        "The host wants its password: give it with --password-file FILE or the variable SHEEP_PASSWORD."
    ),
    "banned": N_("You are not let in here any more."),
    "too-fast": N_("That was too fast for the host; try again in a moment."),
    "too-big": N_("That is too long."),
    "malformed": N_("The host does not understand that."),
    "version": N_("The host speaks another version; install the same sheepfold on both machines."),
    "not-allowed": N_("That is not yours to do here."),
    "storage": N_("The host cannot write to its disk: nothing was done."),
})  # fmt: skip

DETAILED = frozenset({"bad-name", "bad-option", "malformed", "notation", "not-allowed", "version"})
"""Codes with which the host's own words say more."""

CLOSED = MappingProxyType({
    "stopping": N_("The host stops. Games are kept: they go on when it is started again."),
    "replaced": N_("You are here from too many places at once: this one was closed."),
    "banned": N_("You are not let in here any more."),
    "kicked": N_("You were taken off the table."),
    "closed": N_("The table was closed."),
})  # fmt: skip

SILENT = N_("The host does not answer.")

TROUBLES = MappingProxyType({
    "blocked": N_(
        "Port {port} of {address} does not answer, though port {other} does: a firewall may be in the way."
        " The host's computer must let TCP ports {port} and {other} in."
    ),
    "silent": N_("Port {port} of {address} takes connections but says nothing; still trying."),
    "gone": N_("Nobody answers at {address}; looking for the host."),
    "elsewhere": N_("A different host answers at {address} now; looking for yours."),
    "full": N_("The host is full. Your seat is kept: trying until there is room."),
})  # fmt: skip

PHRASES = MappingProxyType({
    "hello": N_("Hello!"),
    "good-luck": N_("Good luck!"),
    "well-played": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "one-moment": N_("One moment, please."),
    "your-turn": N_("It is your turn!"),
    "sorry": N_("Sorry!"),
    "oops": N_("Oops!"),
    "rematch": N_("Another game?"),
    "goodbye": N_("Goodbye!"),
})  # fmt: skip

STATES = MappingProxyType({
    "open": N_("open"),
    "playing": N_("playing"),
    "over": N_("over"),
})  # fmt: skip

LEVELS = MappingProxyType({
    "easy": N_("easy"),
    "normal": N_("normal"),
    "hard": N_("hard"),
    "expert": N_("expert"),
})  # fmt: skip


def refusal(refused: Refused, game: str | None = None) -> str:
    """Say in the player's language why something was refused."""
    if refused.code not in CODES:
        return clean(refused.text)
    text = _(CODES[refused.code])
    painter = text_of(game) if game is not None else None
    if refused.reason is not None and painter is not None and refused.reason in painter.reasons:
        return painter.translate(painter.reasons[refused.reason])
    if refused.code in DETAILED or refused.reason is not None:
        return f"{text} ({clean(refused.text)})"
    return text


def trouble(what: Trouble) -> str:
    """Say why there is no connection."""
    return _(TROUBLES[what.code]).format(**_values(what))


def trouble_in_english(what: Trouble) -> str:
    """Say why there is no connection as scripts read it."""
    return TROUBLES[what.code].format(**_values(what))


def _values(what: Trouble) -> dict[str, str | int]:
    return {"address": clean(what.address), "port": what.port, "other": what.other}


def closed(reason: str) -> str:
    """Say why the host or a table closes."""
    known = {**CLOSED, "silent": SILENT}
    return _(known[reason]) if reason in known else clean(reason)


def phrase(code: str) -> str:
    """Say a quick phrase in the reader's language."""
    return _(PHRASES[code]) if code in PHRASES else clean(code)


def phrase_in_english(code: str) -> str:
    """Say a quick phrase as scripts read it."""
    return PHRASES.get(code, code)


def state(word: str) -> str:
    """Name the state of a table."""
    return _(STATES[word]) if word in STATES else clean(word)


def level(word: str) -> str:
    """Name the level of a bot."""
    return _(LEVELS[word]) if word in LEVELS else clean(word)
