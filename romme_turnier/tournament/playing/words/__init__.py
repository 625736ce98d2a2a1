"""The texts of a table: acts, refusals, commands and their answers, and the faults of records."""
