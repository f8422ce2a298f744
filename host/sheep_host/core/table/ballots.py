"""Ballots: what all others at a running game must agree to, and doing it once they have."""

from msgspec.structs import replace
from sheep_common.messages import Propose, Vote

from sheep_host.core.state import deadlines
from sheep_host.core.state.events import TableId
from sheep_host.core.state.seats import is_person, voters
from sheep_host.core.state.values import Proposal, Session, Table
from sheep_host.core.table import match
from sheep_host.core.table.access import must_have_seat, person_at, table_at
from sheep_host.core.table.broadcast import tell_table
from sheep_host.core.table.lifecycle import happen, must_allow
from sheep_host.core.table.stand_ins import STAND_IN, put_stand_in
from sheep_host.core.transaction import RequestRefused, Transaction


def propose(tx: Transaction, session: Session, message: Propose) -> None:
    """Open a ballot; with nobody else to ask it passes at once."""
    table_id = table_at(tx, message.table)
    table = tx.table(table_id)
    number = person_at(table, session)
    must_allow(table, "resign")
    if table.proposal is not None:
        raise RequestRefused("not-allowed", "another proposal is open")
    proposal = Proposal(
        number=table.ballots + 1,
        what=message.what,
        by=number,
        at=tx.now,
        count=_count(table, message),
        seat=_absent(tx, table, message),
        yes=frozenset({number}),
    )
    tx.update(table_id, proposal=proposal, ballots=proposal.number)
    tell_table(tx, table_id, session, message.id)
    settle(tx, table_id)


def vote(tx: Transaction, session: Session, message: Vote) -> None:
    """Answer the open ballot: one no ends it, the proposer's takes it back."""
    table_id = table_at(tx, message.table)
    table = tx.table(table_id)
    number = person_at(table, session)
    proposal = table.proposal
    if proposal is None or proposal.number != message.ballot:
        raise RequestRefused("not-allowed", "that proposal is not open")
    if number not in voters(table, proposal):
        raise RequestRefused("not-allowed", "that proposal is for the others to decide")
    agreed = replace(proposal, yes=proposal.yes | {number})
    tx.update(table_id, proposal=agreed if message.yes else None)
    tell_table(tx, table_id, session, message.id)
    settle(tx, table_id)


def settle(tx: Transaction, table_id: TableId) -> None:
    """Do what is proposed if all who are asked have agreed."""
    table = tx.table(table_id)
    proposal = table.proposal
    if proposal is None or not proposal.yes.issuperset(voters(table, proposal)):
        return
    tx.update(table_id, proposal=None)
    if proposal.what == "resign":
        happen(tx, table_id, "resign", "resigned")
        return
    if proposal.what == "undo":
        happen(tx, table_id, "take back", proposal.count or 1)
    if proposal.what == "stand-in" and proposal.seat is not None:
        put_stand_in(tx, table_id, proposal.seat, STAND_IN)
    tell_table(tx, table_id)


def forget_those_of(tx: Transaction, table_id: TableId, number: int) -> None:
    """Drop the ballot that a seat has opened or is about, once its player comes or goes."""
    proposal = tx.table(table_id).proposal
    if proposal is not None and number in (proposal.by, proposal.seat):
        tx.update(table_id, proposal=None)


def wait_no_longer(tx: Transaction, table_id: TableId) -> None:
    """Go on without those who say nothing: away too long, or here with a bot that plays on for them."""
    table = tx.table(table_id)
    late = {number for number, end in deadlines.not_waiting(table, tx.limits).items() if end <= tx.now}
    if table.proposal is None or not late:
        return
    tx.update(table_id, proposal=replace(table.proposal, yes=table.proposal.yes | late))
    tell_table(tx, table_id)
    settle(tx, table_id)


def _count(table: Table, message: Propose) -> int | None:
    if message.what != "undo" or table.play is None:
        return None
    if not table.play.reached.game.undoable:
        raise RequestRefused("not-allowed", f"no action of {table.game} is taken back")
    count = message.count or 1
    if count > match.undoable(table.play):
        raise RequestRefused("illegal", "so many actions cannot be taken back")
    return count


def _absent(tx: Transaction, table: Table, message: Propose) -> int | None:
    """Return the seat of the player whom a bot is to stand in for; refuse what is no proposal."""
    if message.what in ("undo", "resign"):
        return None
    if message.what != "stand-in":
        raise RequestRefused("illegal", "one proposes undo, resign or stand-in")
    if message.seat is None:
        raise RequestRefused("illegal", "a stand-in is for a seat")
    must_have_seat(table, message.seat)
    seat = table.seats[message.seat]
    if seat is None or not is_person(seat) or seat.stand_in is not None:
        raise RequestRefused("not-allowed", "a bot plays there already")
    if seat.away is None or tx.now - seat.away < tx.limits.stand_in:
        raise RequestRefused("not-allowed", f"only for who is away for {tx.limits.stand_in:g} s or longer")
    return message.seat
