"""Rooms for the tests of the host's core."""

import pytest
from sheep_support.host_room import Room


@pytest.fixture
def room() -> Room:
    """Return a room with nobody in it and no table."""
    return Room()
