"""The hall while a series is played: clock, announcements, calls, tables that still play, the screen on the wall."""
