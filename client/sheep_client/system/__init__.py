"""What the operating system gives: standard input, signals, threads, the language of Windows' user."""
