"""What holds for every test: signals and environment as a user's shell has them, examples without a clock."""

import os
import signal

import pytest
from hypothesis import settings

# How long an example takes tells how busy the machine is; each test has its limit in pyproject.toml.
settings.register_profile("unhurried", settings.default, deadline=None)
settings.load_profile("unhurried")

# With it the programs that tests start would hold nothing back that fails to be written at their end.
os.environ.pop("PYTHONUNBUFFERED", None)

# Under `nohup`, or in the background of a script, SIGHUP and SIGINT are ignored, and the programs
# that tests start would inherit that: what they do at such a signal could not be tried.
for _name in ("SIGHUP", "SIGINT", "SIGTERM", "SIGQUIT"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """See that each long test says why it is: nothing is put aside without."""
    for item in items:
        for mark in item.iter_markers("long"):
            if not mark.kwargs.get("reason"):
                raise pytest.UsageError(f"{item.nodeid} is long without a reason")
