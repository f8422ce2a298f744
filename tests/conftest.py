"""What holds for every test: signals as a shell in a terminal leaves them."""

import signal

# Under `nohup`, or in the background of a script, SIGHUP and SIGINT are ignored, and the programs
# that tests start would inherit that: what they do at such a signal could not be tried.
for _name in ("SIGHUP", "SIGINT", "SIGTERM", "SIGQUIT"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL)
