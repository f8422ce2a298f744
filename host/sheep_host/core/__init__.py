"""The pure core of the host: `handle(host, stimuli, now, rng) -> (next host, effects)`."""
