"""The impure side of a host: the supervisor that people start, and the host process that it keeps alive."""
