"""The rules and the arithmetic: no Django, no input or output, no clock."""
