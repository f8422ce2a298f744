"""Help for tests and scripts: doubles, terminals, hosts as processes, a LAN in one machine. In no wheel."""
