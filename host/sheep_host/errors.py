"""What makes a host impossible: one line that says what is wrong and what to do."""


class ShellError(Exception):
    """The host cannot start or go on; the text is for the person who started it."""


class UsageError(Exception):
    """The command line asks for what there is not; the text is for the person who wrote it."""
