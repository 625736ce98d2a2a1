"""Lists (Spiellisten): what stands on them and what they add up to."""
