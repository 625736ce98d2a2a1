"""The hall while a series is played: clock, messages, calls, tables that still play, the screen on the wall."""
