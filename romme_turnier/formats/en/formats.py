"""English dates. Templates use German date formats, "j. F Y" or "d.m.Y"; Django looks them up here by name.

Months are spelled out, because Britons and Americans read 7/10 as different days.
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
