"""The impure part of a client: link, files, terminals, stdin, and the bots' process."""
