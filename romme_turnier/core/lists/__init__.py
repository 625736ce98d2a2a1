"""Lists (Spiellisten): their entries and their sums."""
