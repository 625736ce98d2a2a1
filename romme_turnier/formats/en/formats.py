"""English dates. Templates ask for dates in the German way, "j. F Y" or "d.m.Y"; Django looks here for what they name.

Months are words, as 7.10. and 10/7 are read as two days on two sides of the Atlantic.
"""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, H:i"

_ENGLISH = (("j. F", "j F"), ("j.n.Y", "j M Y"), ("d.m.Y", "j M Y"), ("j.n.", "j M"), ("d.m.", "j M"))


def __getattr__(name: str) -> str:
    written = name
    for german, english in _ENGLISH:
        written = written.replace(german, english)
    if written == name:
        raise AttributeError(name)
    return written
