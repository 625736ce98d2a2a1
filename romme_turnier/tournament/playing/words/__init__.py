"""The German texts of a table: acts, refusals, commands."""
