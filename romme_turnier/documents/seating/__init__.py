"""Table plans, signs for the tables, and cards for a draw by hand."""
