"""Reading the pages of `docs/`, so that tests can hold them against the code."""
