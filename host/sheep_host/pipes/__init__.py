"""What the supervisor and the host process say to each other, and what both write down."""
