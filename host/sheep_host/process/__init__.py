"""The host process: its loop, and what it does with what came."""
