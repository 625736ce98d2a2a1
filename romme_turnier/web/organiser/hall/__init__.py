"""The officials' pages for the hall: clock, messages, calls and wall."""
