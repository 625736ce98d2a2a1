"""Sets, runs, laying off, the first laying-out: one case judged."""
