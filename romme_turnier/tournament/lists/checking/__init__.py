"""Processing lists from hand-in (§ 2.3.3) to check (§ 2.2.5): differences, notices to players, second readings."""
