"""Lists (Spiellisten): their notation, entries, sums, faults, check words and pictures."""
