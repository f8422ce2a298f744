"""What only Windows is asked: the language of its user."""

import ctypes
import locale
import sys


def language() -> str:
    """Return the language as `fr_FR`, empty where it is not known."""
    if sys.platform != "win32":
        return ""
    number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
    return locale.windows_locale.get(number, "")
