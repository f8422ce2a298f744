"""Tables in words: what one is, and what has changed about it."""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType
from sheep_common.messages import Ballot, SeatInfo, TableInfo
from sheep_common.names import clean

from sheep_client.game_registry import text_of
from sheep_client.i18n import _, ngettext
from sheep_client.text_ui import code_text

_LONGEST_OPTION = 30


def title(game: str) -> str:
    """Name a game."""
    painter = text_of(game)
    return painter.title() if painter is not None else clean(game)


def seat_names(info: TableInfo) -> tuple[str, ...]:
    """Return a name for each seat; a free one is called by its number."""
    return tuple(
        _("seat {number}").format(number=number) if seat is None else clean(seat.name)
        for number, seat in enumerate(info.seats)
    )


def table(info: TableInfo) -> str:
    """Say a table in a line: what is played, and who sits there."""
    seats = ", ".join(f"{number} {_seat(seat)}" for number, seat in enumerate(info.seats))
    return _("Table {id}: {game}, {state}. Seats: {seats}.").format(
        id=info.id, game=title(info.game), state=code_text.state(info.state), seats=seats
    )


def options(info: TableInfo) -> str:
    """Say a table's options as they are written."""
    shown = [f"{key}={clean(str(value))}" for key, value in sorted(info.options.items())]
    kept = [text if len(text) <= _LONGEST_OPTION else text[:_LONGEST_OPTION] + "…" for text in shown]
    return _("Options: {options}.").format(options=", ".join(kept)) if kept else ""


def bot(seat: SeatInfo | None) -> str:
    """Say that a bot plays on a seat, or for who sits there, and its level; empty where none does."""
    if seat is None:
        return ""
    if seat.bot is not None:
        return _("bot, {level}").format(level=code_text.level(seat.bot))
    if seat.stand_in is not None:
        return _("a bot plays, {level}").format(level=code_text.level(seat.stand_in))
    return ""


def listed(seat: SeatInfo | None) -> str:
    """Name who sits somewhere, with whether a bot plays there."""
    if seat is None:
        return _("free")
    note = bot(seat)
    return f"{clean(seat.name)} ({note})" if note else clean(seat.name)


def thinking(names: Sequence[str]) -> str:
    """Say that bots think."""
    text = ngettext("{names} is thinking…", "{names} are thinking…", len(names))
    return text.format(names=", ".join(names))


def _seat(seat: SeatInfo | None) -> str:
    if seat is None:
        return _("free")
    notes = [note] if (note := bot(seat)) else []
    if seat.bot is None and not seat.here:
        notes.append(_("away"))
    if seat.bot is None and seat.ready:
        notes.append(_("ready"))
    name = clean(seat.name)
    return f"{name} ({', '.join(notes)})" if notes else name


def changes(
    before: TableInfo, after: TableInfo, own: int | UnsetType | None, *, keyed: bool = False
) -> list[str]:
    """Say what has changed about a table; where keys are shown (`keyed`) nothing of what may be typed."""
    lines: list[str] = []
    if before.state != after.state:
        lines += _state_news(before, after, told_how=isinstance(own, int) and not keyed)
    mine = own if own is not UNSET else None
    pairs = zip(before.seats, after.seats, strict=False)
    for number, (old, new) in enumerate(pairs):
        if old != new:
            quiet = before.state != after.state  # a start clears who is ready: that is no news
            lines += _seat_news(number, old, new, mine=number == mine, quiet=quiet)
    if before.owner != after.owner and after.owner is not None:
        lines.append(_("The table is {name}'s to run now.").format(name=clean(after.owner)))
    if after.watchers > before.watchers:
        n = after.watchers
        lines.append(ngettext("{n} person is watching.", "{n} people are watching.", n).format(n=n))
    if before.ballot != after.ballot:
        lines += _ballot_news(before.ballot, after, mine, keyed=keyed)
    return lines


def _state_news(before: TableInfo, after: TableInfo, *, told_how: bool) -> list[str]:
    if after.state == "playing":
        return [_("The game begins.")]
    if after.state == "open" and before.state == "over":
        if not told_how:
            return [_("Another game is about to begin.")]
        return [_("Another game: type /ready when you are ready.")]
    return []


def _seat_news(
    number: int, old: SeatInfo | None, new: SeatInfo | None, *, mine: bool, quiet: bool
) -> list[str]:
    if new is None:
        gone = clean(old.name) if old is not None else ""
        return [] if mine else [_("{name} leaves seat {number}.").format(name=gone, number=number)]
    name = clean(new.name)
    if old is None or old.name != new.name or (old.bot is None) != (new.bot is None):
        return [] if mine else [_newcomer(number, old, new)]
    if old.here != new.here and new.bot is None:
        text = _("{name} is back.") if new.here else _("{name} is away; the seat is kept.")
        return [text.format(name=name)]
    if old.stand_in != new.stand_in:
        if mine and new.stand_in:
            return [_("A bot plays for you now. Your next action, or /sit, takes your seat back.")]
        text = _("A bot plays for {name}.") if new.stand_in else _("{name} plays again.")
        return [_("You play again.")] if mine else [text.format(name=name)]
    if old.ready != new.ready and new.bot is None and not quiet:
        if mine:
            return [_("You are ready.") if new.ready else _("You are not ready any more.")]
        text = _("{name} is ready.") if new.ready else _("{name} is not ready any more.")
        return [text.format(name=name)]
    return []


def _newcomer(number: int, old: SeatInfo | None, new: SeatInfo) -> str:
    if new.bot is None:
        return _("{name} takes seat {number}.").format(name=clean(new.name), number=number)
    if old is not None and old.bot is None:
        return _("{name} leaves; a bot takes seat {number}.").format(name=clean(old.name), number=number)
    return _("A bot, {name}, takes seat {number}.").format(name=clean(new.name), number=number)


def _ballot_news(old: Ballot | None, after: TableInfo, mine: int | None, *, keyed: bool) -> list[str]:
    new = after.ballot
    if new is None:
        if old is not None and not old.waiting:
            return [_("Everybody agrees.")]
        return [_("Not everybody agrees: all stays as it is.")]
    names = seat_names(after)
    if old is None or old.ballot != new.ballot:
        lines = [_proposal(new, names, mine)]
        if mine in new.waiting and not keyed:
            lines.append(_("Type /vote yes or /vote no."))
        return lines
    agreed = [seat for seat in new.yes if seat not in old.yes and seat != mine]
    return [_("{name} agrees.").format(name=names[seat]) for seat in agreed]


def _proposal(ballot: Ballot, names: tuple[str, ...], mine: int | None) -> str:
    values = {"name": names[ballot.by], "n": ballot.count or 1}
    if ballot.by == mine:
        return _("You have asked the others; they vote on it now.")
    if ballot.what == "undo" and values["n"] == 1:
        return _("{name} would like to take back the last action.").format(**values)
    if ballot.what == "undo":
        return _("{name} would like to take back the last {n} actions.").format(**values)
    if ballot.what == "resign":
        return _("{name} would like to break the game off.").format(**values)
    if ballot.what == "stand-in" and ballot.seat is not None:
        return _("{name} would like a bot to play for {other}.").format(other=names[ballot.seat], **values)
    return _("{name} has a proposal: {what}.").format(what=clean(ballot.what), **values)
