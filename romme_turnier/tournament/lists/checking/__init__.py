"""From the hand-in of a list (§ 2.3.3) to its check (§ 2.2.5): differences, and notices to players."""
