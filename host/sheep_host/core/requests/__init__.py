"""What somebody may ask for, and who may."""
