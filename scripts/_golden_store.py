"""Make the golden store of the present version: a data folder's host.db as a release leaves it behind.

Every version of the store keeps its own for ever: one that is there is never written again, since it
stands for what people have on their disks. `tests/host/test_golden_stores.py` reads them all.
"""

import argparse
import shutil
import tempfile
from pathlib import Path

import msgspec
from sheep_common.messages import Act, Ban, Ready, Rematch, Sit
from sheep_common.streams import settled
from sheep_host.core.state.effects import SaveKnown
from sheep_host.core.state.events import Granted, Key
from sheep_host.store.schema import VERSION
from sheep_host.store.store import FILE, Store
from sheep_support.host_clients import Client
from sheep_support.host_disk import Disk, StoreDisk
from sheep_support.host_room import ROW, Room

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "host" / "golden"


def main() -> int:
    """Write `store-VERSION.db` and what it holds as `store-VERSION.json`; return the exit status."""
    parser = argparse.ArgumentParser(prog="golden-store", description="Make this version's golden store.")
    parser.add_argument("--folder", type=Path, default=GOLDEN, help="where to (default: the tests' own)")
    folder: Path = parser.parse_args().folder
    target = folder / f"store-{VERSION}.db"
    if target.exists():
        print(f"{target.name} is there and is never written again: it is what people have on their disks")
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        store = Store.open(Path(made))
        disk = an_evening(store)
        store.close()
        shutil.copyfile(Path(made) / FILE, target)
    target.with_suffix(".json").write_bytes(msgspec.json.format(expected(disk), indent=1) + b"\n")
    print(f"wrote {target.name}")
    return 0


def an_evening(store: Store) -> Disk:
    """Let things happen that leave something of every kind on the disk."""
    room = Room(seed=VERSION)
    room.disk = disk = StoreDisk(store)
    room.turn(Granted(Key("key of Di"), owner=True, name="Di"))
    ana, bo = room.start("battle-sheep", "Ana", "Bo", position=ROW, first=0, clock=60)
    room.now += 1.5
    ana.act("split 0,0 E 1")
    cy = room.join("Cÿ 羊", age=9)
    second = room.open("leadersheep", 3, 1)
    room.grant_bots()
    for client in (ana, cy):
        client.ask(Sit, table=second)
        client.ask(Ready, table=second)
    third = room.open("tiny", 1)
    bo.ask(Sit, table=third)
    over(room, bo, third)
    bo.ask(Rematch, table=third)
    over(room, bo, third)
    di = room.join("Di", key="key of Di")
    di.ask(Ban, table=second, seat=next(n for n, s in enumerate(room.table(second).seats) if s and s.age))
    disk.commit([SaveKnown(Key("key of Ana"), "0123456789abcdef")])
    return disk


def over(room: Room, client: Client, name: str) -> None:
    """Play a game of one seat to its end."""
    client.ask(Ready, table=name)
    while (table := room.table(name)).state == "playing" and table.play is not None:
        reached = table.play.reached
        action = room.rng.choice(reached.game.legal_actions(reached.state, 0))
        client.ask(Act, table=name, version=table.version, action=action)
        room.acknowledge()


def expected(disk: Disk) -> bytes:
    """Return what the store holds, as JSON."""
    lines = {f"{table} {campaign}": kept for (table, campaign), kept in disk.lines.items()}
    return msgspec.json.encode({"rows": disk.rows, "lines": lines, "bans": disk.bans, "known": disk.known})


if __name__ == "__main__":
    raise SystemExit(settled("scripts/golden-store", main))
