"""The rules and the arithmetic of tournaments, without Django, a database or a clock."""
