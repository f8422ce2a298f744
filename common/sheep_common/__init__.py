"""What both sides know: games, messages, wire, records. Pure, except for `sheep_common.net`."""
