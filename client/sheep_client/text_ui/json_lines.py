"""`--headless`: what is told as the contract's JSON objects, to the letter. Prints nothing."""

from typing import Any

import msgspec
from sheep_common import messages as m

from sheep_client.core import reports
from sheep_client.text_ui.code_text import phrase_in_english, trouble_in_english

Fields = dict[str, Any]


def event(news: reports.Told, fingerprint: str) -> Fields | None:
    """Return the object for something told; None for what a script is not told."""
    fields = _fields(news, fingerprint)
    if fields is None:
        return None
    line: int | None = getattr(news, "line", None)
    return fields if line is None else fields | {"re": line}


def table(info: m.TableInfo) -> Fields:
    """Return what the contract says of a table."""
    return {
        "id": info.id,
        "game": info.game,
        "options": info.options,
        "owner": info.owner,
        "state": info.state,
        "seats": [None if seat is None else _seat(seat) for seat in info.seats],
    }


def _seat(seat: m.SeatInfo) -> Fields:
    return {"name": seat.name, "here": seat.here, "ready": seat.ready, "bot": seat.bot}


def _fields(news: reports.Told, fingerprint: str) -> Fields | None:
    match news:
        case reports.Welcomed(message):
            return {
                "event": "welcome",
                "host": message.host,
                "fingerprint": fingerprint,
                "protocol": message.protocol,
                "name": message.name,
            }
        case reports.Listed(message):
            return {"event": "tables", "tables": [table(info) for info in message.tables]}
        case reports.Changed(message):
            return {"event": "table", **table(message.table)}
        case reports.Updated(message):
            return _update(news)
        case reports.Paged(message):
            steps = msgspec.to_builtins(message.steps)
            return {"event": "history", "table": message.table, "steps": steps, "more": message.more}
        case reports.Denied(message):
            return {
                "event": "refused",
                "code": message.code,
                "reason": message.reason,
                "text": message.text,
            }
        case reports.Done(line):
            return None if line is None else {"event": "ok"}
        case reports.Wanted():
            return {"event": "ok"}
        case _:
            return _by_itself(news)


def _by_itself(news: reports.Told) -> Fields | None:
    """Return the object for what never answers a line."""
    match news:
        case reports.Said(message):
            text = message.text if message.text is not None else phrase_in_english(message.phrase or "")
            return {"event": "chat", "table": message.table, "from": message.sender, "text": text}
        case reports.Finished(message):
            return {"event": "over", "table": message.table, "outcome": message.outcome}
        case reports.Troubled(trouble):
            fields = {"event": "trouble", "code": trouble.code, "text": trouble_in_english(trouble)}
            return fields | ({"address": trouble.address, "port": trouble.port} if trouble.address else {})
        case reports.Shut(message):
            return {"event": "closed", "reason": message.reason}
    return None


def _update(news: reports.Updated) -> Fields:
    update = news.message
    return {
        "event": "update",
        "table": update.table,
        "version": update.version,
        "seat": update.seat,
        "view": update.view,
        "legal": update.legal,
        "events": [event for step in news.fresh for event in step.events],
    }
