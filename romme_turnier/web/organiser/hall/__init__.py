"""The officials' side of the hall: clock and messages."""
