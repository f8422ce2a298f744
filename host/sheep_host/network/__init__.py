"""The sockets, and what bounds whoever is at their other end."""
