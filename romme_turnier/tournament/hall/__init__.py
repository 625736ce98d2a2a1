"""The hall while a series is played: clock, messages, which tables still play."""
