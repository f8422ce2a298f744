"""The player's side: model, core, faces, bots, and the ZeroMQ shell round them."""
