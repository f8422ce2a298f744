"""Leadersheep for people: the table as text, and what happens as sentences. Reads nothing that is typed."""

from collections.abc import Hashable, Sequence
from types import MappingProxyType

from sheep_common.games.leadersheep import LeadersheepView
from sheep_common.messages import Plain

from sheep_client.game_api.text import GameText, Scene
from sheep_client.games.leadersheep import choices, reason_text
from sheep_client.games.leadersheep.event_text import sentences
from sheep_client.games.leadersheep.words import cards, colour, promises, region_name, sheep_by_colour
from sheep_client.i18n import N_, _, labelled, ngettext
from sheep_client.text_layout import table, width_of

_MOST_COLOURS = 6
"""With more colours than that, a table of sheep by colour is too wide."""


# --- the table ----------------------------------------------------------------------------------


def board(scene: Scene) -> list[str]:
    """Draw the table: round, regions, players, and one's own hand where no menu shows it."""
    view: LeadersheepView = scene.view
    if view.phase == "deal":
        return [_("The cards are about to be dealt.")]
    lines = [_round(scene), *_row(scene), "", *_players(scene), "", piles(scene)]
    if view.mine:
        lines.append(_("You have laid face down: {cards}.").format(cards=promises(view.mine)))
    if scene.legal:
        return lines  # the hand comes with the menu
    return [*lines, *choices.hand(scene)]


def _round(scene: Scene) -> str:
    view: LeadersheepView = scene.view
    text = _("Round {round} of {rounds}.").format(round=view.round, rounds=len(view.deck.regions))
    if view.phase == "over":
        return text
    if view.leader is not None:
        text += " " + scene.who(view.leader, _("You are the leader."), _("{name} is the leader."))
    return text + " " + scene.who(view.starter, _("You start."), _("{name} starts."))


def _row(scene: Scene) -> list[str]:
    """Show the regions that lie open, the one in play first."""
    view: LeadersheepView = scene.view
    heads = [_("in play"), _("next"), _("then")]
    sheep = {region.id: region.sheep for region in view.deck.regions}
    if not view.row:
        return []
    rows = [["", "", *(colour(c) for c in view.deck.colours)]]
    for head, region in zip(heads, view.row, strict=False):
        counts = [str(n) if n else "-" for n in sheep[region]]
        rows.append([head, region_name(view, region), *counts])
    lines = table(rows)
    if len(view.deck.colours) <= _MOST_COLOURS and max(map(width_of, lines)) <= scene.width:
        return lines
    return [
        labelled(head, f"{region_name(view, region)} ({sheep_by_colour(view, region)})")
        for head, region in zip(heads, view.row, strict=False)
    ]


def _players(scene: Scene) -> list[str]:
    """Show a line a player: sheep, cards, what lies before them, the regions they hold."""
    view: LeadersheepView = scene.view
    rows = [["", _("sheep"), _("cards"), _("laid"), _("scandals"), _("regions")]]
    for seat in range(len(view.scores)):
        laid = view.laid[seat]
        rows.append([
            scene.listed(seat),
            str(view.scores[seat]),
            str(view.hands[seat]),
            "-" if laid is None else str(laid),
            ", ".join(colour(c) for c in view.before[seat]) or "-",
            ", ".join(region_name(view, region) for region in view.regions[seat]) or "-",
        ])  # fmt: skip
    return table(rows, scene.width)


def piles(scene: Scene) -> str:
    """Say how many regions and cards are left."""
    view: LeadersheepView = scene.view
    to_come = ngettext("{n} more region to come", "{n} more regions to come", view.pile).format(n=view.pile)
    draw = ngettext("draw pile {n} card", "draw pile {n} cards", view.draw).format(n=view.draw)
    trash = ngettext("trash {n} card", "trash {n} cards", len(view.trash)).format(n=len(view.trash))
    return f"{to_come}, {draw}, {trash}."


def words(scene: Scene) -> list[str]:
    """Say the table in sentences."""
    view: LeadersheepView = scene.view
    if view.phase == "deal":
        return board(scene)
    lines = [_round(scene)]
    heads = (_("In play: {region}, {sheep}."), _("Next: {region}, {sheep}."), _("Then: {region}, {sheep}."))
    for head, region in zip(heads, view.row, strict=False):
        lines.append(head.format(region=region_name(view, region), sheep=sheep_by_colour(view, region)))
    lines += [_player_in_words(scene, seat) for seat in range(len(view.scores))]
    if view.trash:
        lines.append(_("In the trash: {cards}.").format(cards=cards(view.trash)))
    return [*lines, piles(scene), *choices.hand(scene)]


def _player_in_words(scene: Scene, seat: int) -> str:
    view: LeadersheepView = scene.view
    score, held = view.scores[seat], view.hands[seat]
    parts = [
        ngettext("{n} sheep", "{n} sheep", score).format(n=score),
        ngettext("{n} card in hand", "{n} cards in hand", held).format(n=held),
    ]
    if regions := view.regions[seat]:
        names = ", ".join(region_name(view, region) for region in regions)
        parts.append(_("regions: {names}").format(names=names))
    if before := view.before[seat]:
        parts.append(_("scandals before them: {colours}").format(colours=", ".join(map(colour, before))))
    if laid := view.laid[seat]:
        parts.append(ngettext("{n} promise laid", "{n} promises laid", laid).format(n=laid))
    return _("{name}: {what}.").format(name=scene.listed(seat), what="; ".join(parts))


def mark(scene: Scene) -> Hashable:
    """Return what the picture is of: a part of a round, and for players what others did in it.

    What one does oneself is no reason to see it all again: one has just been told.
    """
    view: LeadersheepView = scene.view
    part = {"gift-give": "gift-ask", "answer": "scandals"}.get(view.phase, view.phase)
    if scene.seat is None:
        return (view.round, part)
    others = tuple(cards for seat, cards in enumerate(view.hands) if not scene.mine(seat))
    return (view.round, part, others, view.regions)


def ending(scene: Scene, outcome: Plain) -> list[str]:
    """Say who is President."""
    scores: Sequence[int] = outcome["scores"]
    lines = []
    for seat in sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat)):
        text = ngettext("{name}: {n} sheep.", "{name}: {n} sheep.", scores[seat])
        lines.append(text.format(name=scene.name(seat), n=scores[seat]))
    several, you, other = (
        _("Several are President: {names}."),
        _("You are President!"),
        _("{name} is President."),
    )
    return [*lines, scene.winners(outcome["winners"], several, you, other)]


# --- help ---------------------------------------------------------------------------------------


def rules() -> list[str]:
    """Tell the rules in short."""
    return [
        _("Leadersheep: whoever holds the most sheep when all regions are gone is President."),
        _("A round is played for one region. Everybody draws up to six cards; then:"),
        _("1. The leader, who holds the most sheep alone, names a player who gives them two cards."),
        _(
            "2. Scandals: in turn, throw as many as you like. Who is hit may lay no promise of that colour"
            " this round, or gives the thrower a region to be rid of it."
        ),
        _("3. Promises: in turn, lay 1 to 3 promises of different colours face down."),
        _(
            "4. The count: each promise brings the region's sheep of its colour as votes. Most votes win the"
            " region with all its sheep; of equals, the last to have laid."
        ),
    ]


REASONS = MappingProxyType({
    "wrong-phase": N_("That is not what is to be done now."),
    "not-another-player": N_("Choose another player."),
    "no-cards": N_("That player has no cards."),
    "must-give": N_("Give as many cards as are asked for."),
    "no-such-card": N_("You do not hold that card."),
    "not-your-region": N_("You do not hold that region."),
    "same-colour-twice": N_("Each promise must be of another colour."),
    "blocked-colour": N_("A scandal keeps you from promising that colour."),
    "must-promise": N_("You can lay a promise, so you must."),
    "not-the-regions": N_("Those are not the regions of the deck."),
    "not-the-cards": N_("Those are not the cards that are due."),
})  # fmt: skip

OPTIONS = MappingProxyType({
    "trash": N_("an empty draw pile"),
    "deck": N_("deck"),
})  # fmt: skip

VALUES = MappingProxyType({
    ("trash", "shuffle"): N_("the trash is shuffled"),
    ("trash", "turn-over"): N_("the trash is turned over"),
})  # fmt: skip

TEXT = GameText(
    game="leadersheep",
    view_type=LeadersheepView,
    title=lambda: "Leadersheep",
    verbs=choices.VERBS,
    seat_words=frozenset({"ask", "scandal"}),
    board=board,
    words=words,
    mark=mark,
    sentences=sentences,
    menu=choices.menu,
    read=choices.read,
    ending=ending,
    rules=rules,
    typing=choices.typing,
    reasons=REASONS,
    example="/new leadersheep 3",
    options=OPTIONS,
    values=VALUES,
    completions=choices.completions,
    suggestion=reason_text.suggestion,
    why=reason_text.why,
)
