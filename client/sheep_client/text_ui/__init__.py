"""What a person or a script reads: sentences and JSON, made of what the core tells. No terminal here."""
