"""From the hand-in of a list (§ 2.3.3) to its check (§ 2.2.5): what came in, what differs, who must be told."""
