"""The German text of a table: acts, refusals, commands."""
