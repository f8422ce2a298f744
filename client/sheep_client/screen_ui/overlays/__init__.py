"""What lies over the screen for a while: keys, rules, log, menu, a form, a game's panels and steps. Pure."""
