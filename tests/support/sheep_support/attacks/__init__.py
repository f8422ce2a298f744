"""What tries a host hard: hostile frames, floods, thousands of tables. For tests and scripts alone."""
