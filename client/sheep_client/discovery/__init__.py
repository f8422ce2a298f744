"""Which hosts there are on the network: looking for them, and the list of them in words. Joins none."""
