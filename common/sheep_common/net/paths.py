"""Where things are kept on this machine. Makes no folder and reads no file."""

import os
from pathlib import Path

import platformdirs

APP = "sheepfold"


def data_folder() -> Path:
    """Return the host's default data folder (SHEEP_DATA, else the system's place for such data)."""
    named = os.environ.get("SHEEP_DATA")
    return Path(named) if named else Path(platformdirs.user_data_dir(APP, appauthor=False)) / "host"


def player_folder() -> Path:
    """Return the folder of a player's keys, known hosts and history (SHEEP_HOME, else the system's place)."""
    named = os.environ.get("SHEEP_HOME")
    return Path(named) if named else Path(platformdirs.user_config_dir(APP, appauthor=False))
