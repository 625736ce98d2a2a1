"""Lists (Spiellisten): entering, saving, checking, correcting them."""
