"""Table plans, and cards for a draw by hand."""
