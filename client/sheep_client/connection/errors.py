"""What ends a client: one line for stderr that says what is wrong and what to do, and the exit status."""


class ClientError(Exception):
    """The program ends with `status`; the text is one line in the player's language."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class PasswordWantedError(ClientError):
    """The host wants a password, and another than was given."""


class UnreachableError(ClientError):
    """No host answers there, now; later one may."""


class NotTrustedError(ClientError):
    """Another host answers than before, or nobody can tell; `question` is for a person who can decide.

    `key` is the one that answers now, which a person may accept.
    """

    def __init__(self, text: str, question: str, key: str) -> None:
        super().__init__(1, text)
        self.question = question
        self.key = key
