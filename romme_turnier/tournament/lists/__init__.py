"""Lists (Spiellisten): entries, checks, corrections, decisions, early ends, revisions, packing, and their texts."""
