"""Leadersheep for the client."""
