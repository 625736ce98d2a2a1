"""Lists (Spiellisten): entering, checking and correcting them."""
