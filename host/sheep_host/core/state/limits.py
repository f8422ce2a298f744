"""Every bound on what a stranger can make grow, and every time to wait, in one table."""

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The bounds of a host; times in seconds. Benches and tests pass others."""

    # What there may be at once.
    sessions: int = 256
    sessions_a_key: int = 8
    sessions_an_address: int = 48
    """Keys that the supervisor granted are not counted against it."""
    strangers: int = 256
    """Connections without a session whose pace is remembered."""
    tables: int = 64
    tables_a_key: int = 4
    """Owned by one key; the command line's are not counted."""
    watchers: int = 32
    """At one table."""
    bots: int = 32
    """On seats that owners asked bots for; a bot that takes over a game is never refused."""
    bans: int = 1024
    """On the host; at one table a sixteenth of it."""
    known: int = 4096
    """Keys that need the password of this host no more."""
    guessers: int = 1024
    """Keys and addresses whose wrong passwords are remembered."""

    # How fast. Beyond it there is one `too-fast` a second, and silence.
    requests_a_second: float = 100
    requests_at_once: int = 200
    chats_a_second: float = 1
    chats_at_once: int = 6
    guesses_a_second: float = 0.2
    """Wrong passwords, of one key and from one address."""
    guesses_at_once: int = 5

    # How much in one message.
    unacknowledged: int = 8
    """Updates of one session and table."""
    steps: int = 64
    """In an update or a page of history."""
    option_text: int = 60
    """Letters of an option that a table shows; longer ones are cut, a deck's for one."""

    # How long to wait.
    too_fast: float = 1
    """Between two refusals `too-fast`."""
    retry: float = 1
    """Before what did not fit into a peer's queue is sent again."""
    bot_back: float = 5
    """Until another bot is asked for when one is gone; after a restart they come back by themselves."""
    bot_again: float = 15
    """Until a bot is asked for again that did not come."""
    seat_kept: float = 120
    """For somebody gone, at a table that is not playing."""
    owner_kept: float = 120
    """A table's command, for an owner who is gone while others are there."""
    table_kept: float = 600
    """A table that is not playing and has nobody at it."""
    stand_in: float = 30
    """Somebody is away before the others may vote for a bot."""
    away_vote: float = 60
    """Somebody is away before a ballot on a stand-in goes on without."""
    abstain: float = 60
    """A ballot is open before it goes on without who is here and lets a bot play on."""
    warning: float = 10
    """Before the end of somebody's time; half of the time where that is shorter."""
    late: int = 2
    """Times in a row that somebody's time runs out before a bot plays on."""
    bot_late: float = 60
    """A bot that is to act and does not, before the host plays for it: nobody waits for a bot that hangs."""
    empty_account: float = 1
    """An action for a seat whose account is empty."""
