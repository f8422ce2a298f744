"""Who is here: coming in, coming back, going away."""
