"""A plain Monte Carlo tree search for Battle Sheep with any number of seats, as in the textbook: UCT.

Frozen: numbers measured against it compare between versions only while it stays as it is. A playout is
random to the end; its reward for a seat is three times its pastures and its largest herd, in parts of
what can be had; each seat on turn goes after its own (Sturtevant 2008). Splits not tried yet come first,
in random order, one a playout (Coulom 2006; Kocsis and Szepesvári 2006). The split that was tried most is
played, and the tree is kept for the next one. It knows nothing else about the game.
"""

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from typing import NamedTuple

import numpy as np
from sheep_client.game_api.bot import Choice, Engine, Options, Plain, TimeLimit

from .hex_board import (
    COUNTS,
    STEPS,
    Array,
    board_of,
    carry_out,
    compiled,
    count_ends,
    draw,
    following,
    list_splits,
    play_on,
)

NAME = ("battle-sheep", "mcts")
PLAYOUTS = 2_500
"""For each split, whatever the time that takes."""
CURIOSITY = 0.1
"""UCT's constant, for rewards from 0 to 1: the best of 0.05, 0.1, 0.2, 0.4 and 0.8, each one among three
of 0.2 in 200 games (26.8 % of them; the others 20 to 25 %)."""
MOST = 64.0
"""The reward that counts as 1: sixteen pastures in one herd."""

NAMES = ("E", "NE", "NW", "W", "SW", "SE")


class Tree(NamedTuple):
    """Nodes and the edges out of them, as arrays; those of one node lie next to each other."""

    seat: Array
    first: Array
    width: Array
    tried: Array
    visits: Array
    sums: Array
    """Of each node, each seat's rewards so far: nodes × seats."""
    split: Array
    child: Array
    """Of each edge, the node behind it, or -1."""
    used: Array
    """How many nodes and edges there are."""


def new_tree(nodes: int, edges: int, seats: int) -> Tree:
    """Make an empty tree with room."""
    return Tree._make(
        [
            *(np.zeros(nodes, np.int64) for _ in range(5)),
            np.zeros((nodes, seats)),
            np.zeros(edges, np.int64),
            np.full(edges, -1, np.int64),
            np.zeros(2, np.int64),
        ]
    )


@compiled
def add_node(tree: Tree, near: Array, owner: Array, sheep: Array, seat: int) -> int:
    """Add a position whose turn is a seat's, or over; return its number."""
    node, edge = int(tree.used[0]), int(tree.used[1])
    tree.seat[node], tree.first[node] = seat, edge
    if seat >= 0:
        tree.width[node] = list_splits(near, owner, sheep, seat, tree.split[edge:])
    tree.used[0] += 1
    tree.used[1] += tree.width[node]
    return node


@compiled
def next_edge(tree: Tree, node: int, curiosity: float) -> int:
    """Return the edge that UCT follows out of a node whose splits have all been tried."""
    seat, first = tree.seat[node], tree.first[node]
    eager = curiosity * sqrt(log(tree.visits[node]))
    best, chosen = -1.0, int(first)
    for edge in range(first, first + tree.width[node]):
        child = tree.child[edge]
        visits = tree.visits[child]
        value = tree.sums[child, seat] / visits + eager / sqrt(visits)
        if value > best:
            best, chosen = value, edge
    return chosen


@compiled
def try_edge(tree: Tree, node: int, dice: Array) -> int:
    """Draw a split that has not been tried; it becomes the last of those that have."""
    edge = int(tree.first[node] + tree.tried[node])
    other = edge + draw(dice, tree.width[node] - tree.tried[node])
    tree.split[edge], tree.split[other] = tree.split[other], tree.split[edge]
    tree.tried[node] += 1
    return edge


@compiled
def grow(
    tree: Tree,
    root: int,
    near: Array,
    stands: Array,
    counts: Array,
    one_left: bool,
    playouts: int,
    curiosity: float,
    dice: Array,
) -> None:
    """Add a leaf and a playout, so many times."""
    seats = tree.sums.shape[1]
    path = np.empty(len(stands) + 1, np.int64)
    ends = np.zeros((seats, 2), np.int64)
    for _ in range(playouts):
        owner, sheep = stands.copy(), counts.copy()
        node, length, fresh = root, 1, False
        path[0] = root
        while tree.seat[node] >= 0 and not fresh:
            fresh = tree.tried[node] < tree.width[node]
            edge = try_edge(tree, node, dice) if fresh else next_edge(tree, node, curiosity)
            carry_out(near, owner, sheep, tree.split[edge])
            if fresh:
                seat = following(near, owner, sheep, tree.seat[node], seats, one_left)
                tree.child[edge] = add_node(tree, near, owner, sheep, seat)
            node = tree.child[edge]
            path[length] = node
            length += 1
        play_on(near, owner, sheep, tree.seat[node], seats, one_left, dice)
        count_ends(near, owner, ends)
        for step in range(length):
            tree.visits[path[step]] += 1
            for seat in range(seats):
                tree.sums[path[step], seat] += (3 * ends[seat, 0] + ends[seat, 1]) / MOST


class Player:
    """A seat and its tree, which grows in place: a search of its own for each game."""

    def __init__(self, seat: int, *, one_left: bool) -> None:
        self.seat, self.one_left = seat, one_left
        self.places: list[tuple[int, int]] = []
        self.near: Array = np.zeros((0, 6), np.int64)
        self.tree: Tree | None = None
        self.root = -1

    def follow(self, event: Plain) -> None:
        """Go down the tree with a split that was played; what else could have been is forgotten."""
        tree = self.tree
        if event["type"] != "split" or tree is None or self.root < 0:
            return
        at = self.places.index(tuple(event["at"]))
        split = (at * 6 + NAMES.index(event["direction"])) * COUNTS + event["count"]
        first = tree.first[self.root]
        edges = range(first, first + tree.tried[self.root])
        self.root = next((int(tree.child[edge]) for edge in edges if tree.split[edge] == split), -1)

    def choose(self, view: Plain, rng: Random, playouts: int, curiosity: float) -> str:
        """Search the position of a view, and return the split that was tried most."""
        owner, sheep = self._stand(view)
        tree = self._room(len(view["scores"]), playouts, owner, sheep)
        if self.root < 0:
            self.root = int(add_node(tree, self.near, owner, sheep, self.seat))
        dice = np.array([rng.getrandbits(64) | 1], np.uint64)
        grow(tree, self.root, self.near, owner, sheep, self.one_left, playouts, curiosity, dice)
        first = tree.first[self.root]
        tried = tree.child[first : first + tree.tried[self.root]]
        return self._text(int(tree.split[first + tree.visits[tried].argmax()]))

    def _stand(self, view: Plain) -> tuple[Array, Array]:
        if not self.places:
            self.places = [(q, r) for q, r in view["pastures"]]
            self.near = board_of(self.places)
        owner, sheep = np.full(len(self.places), -1, np.int64), np.zeros(len(self.places), np.int64)
        for q, r, seat, count in view["stacks"]:
            owner[self.places.index((q, r))], sheep[self.places.index((q, r))] = seat, count
        return owner, sheep

    def _room(self, seats: int, playouts: int, owner: Array, sheep: Array) -> Tree:
        """Return the tree with room for a search: a seat has at most six splits for each of its sheep."""
        nodes, edges = (
            playouts + 1,
            (playouts + 1) * 6 * int(np.bincount(owner[owner >= 0], sheep[owner >= 0]).max()),
        )
        old = self.tree
        if old is None:
            self.tree = new_tree(nodes, edges, seats)
        else:
            more = new_tree(nodes, edges, seats)
            kept = [part[: old.used[0]] for part in old[:6]] + [part[: old.used[1]] for part in old[6:8]]
            grown = [np.concatenate(pair) for pair in zip(kept, more[:8], strict=True)]
            self.tree = Tree._make([*grown, old.used])
        return self.tree

    def _text(self, split: int) -> str:
        way, count = divmod(split, COUNTS)
        at, direction = divmod(way, 6)
        q, r = self.places[at]
        return f"split {q},{r} {NAMES[direction]} {count}"


def choose(memory: Player, view: Plain, legal: Sequence[str], time: TimeLimit, rng: Random) -> Choice:
    """Search for a split; take the start that sees most, and any tile."""
    del time
    if len(legal) == 1:
        return Choice(action=legal[0])
    if view["phase"] == "splits":
        return Choice(action=memory.choose(view, rng, PLAYOUTS, CURIOSITY))
    if view["phase"] == "starts":
        return Choice(action=max(legal, key=lambda action: (_lines(view, action), rng.random())))
    return Choice(action=rng.choice(legal))


def _lines(view: Plain, action: str) -> int:
    """Count the pastures on the lines of a start, up to gaps and stacks."""
    free = {(q, r) for q, r in view["pastures"]} - {(q, r) for q, r, *_ in view["stacks"]}
    q, r = map(int, action.split()[1].split(","))
    found = 0
    for dq, dr in STEPS:
        there = (q + dq, r + dr)
        while there in free:
            found, there = found + 1, (there[0] + dq, there[1] + dr)
    return found


def _begin(seat: int, options: Options) -> Player:
    return Player(seat, one_left=options.get("end") == "one-left")


def _remember(memory: Player, view: Plain, events: Sequence[Plain]) -> Player:
    """Return the same player: the tree is too large to be copied with each update."""
    del view
    for event in events:
        memory.follow(event)
    return memory


ENGINE = Engine(game=NAME[0], level=NAME[1], begin=_begin, remember=_remember, choose=choose, seconds=0)
