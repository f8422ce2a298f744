"""What `scripts/bench` measures, one module a subject."""
