"""From a command line to a host: who plays, where the host is, whether it is the one meant, and the link."""
