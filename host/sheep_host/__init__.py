"""The authority: sessions, lobby, tables, store, and the ZeroMQ shell round them."""
