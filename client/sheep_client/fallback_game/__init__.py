"""A game that brings only its rules: its view as it came, its actions as they are written."""
