"""The two games of the house, each in a folder of its own; they know each other as little as guests do."""
