"""Before the first series and after the last."""
