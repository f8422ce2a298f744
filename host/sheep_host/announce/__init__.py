"""Saying on the network that there is a host, so that others find it."""
