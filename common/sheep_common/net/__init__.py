"""The small impure part that both shells share: key files, socket options, paths, the information line."""
