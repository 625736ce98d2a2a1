"""The officials' pages for the hall: clock, announcements, calls and wall."""
