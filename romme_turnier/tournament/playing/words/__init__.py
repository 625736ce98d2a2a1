"""The texts of a table: acts, refusals, commands."""
