"""What a table says in German: acts, refusals, commands."""
