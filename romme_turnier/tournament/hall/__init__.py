"""The hall while a series is played: clock, messages, tables still playing."""
