"""The count of a round told step by step: promises and votes of each player, the tie and who it goes to."""

from collections.abc import Sequence

from sheep_common.games.leadersheep import LeadersheepView
from sheep_common.messages import Plain

from sheep_client.game_api.text import Scene
from sheep_client.games.leadersheep.event_text import sentences
from sheep_client.i18n import _


def count(event: Plain, scene: Scene) -> list[str]:
    """Return the count as sentences, one a step; the last says who wins the region."""
    if not isinstance(scene.view, LeadersheepView):
        return []
    told = sentences(event, scene)
    tied = _tied(event["votes"], event["shown"], event["winner"])
    if len(tied) < 2:
        return told
    names = ", ".join(scene.name(seat) for seat in tied)
    text = _("A tie of {names}: of these, who laid promises last in this round's order wins.")
    return [*told[:-1], text.format(names=names), told[-1]]


def _tied(votes: Sequence[int], shown: Sequence[Sequence[str]], winner: int | None) -> list[int]:
    """Return the seats with the most votes, of those that laid a promise."""
    if winner is None:
        return []
    return [seat for seat, laid in enumerate(shown) if laid and votes[seat] == votes[winner]]
