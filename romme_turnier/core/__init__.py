"""The rules and the arithmetic of tournaments, without Django, input, output or a clock."""
