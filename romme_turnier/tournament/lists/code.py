"""The code of a printed list: its address as a QR code, and "S2T7" in letters for series 2, table 7.

The address names the event, too. A scanner types it like a keyboard and ends it with Enter; officials without a scanner
type the letters, or only the number of the table. A scanner set to an American keyboard types "httpÖ--…" into a German
one.
"""

import re
from dataclasses import dataclass

_CODE = re.compile(r"(?:S(?P<series>[0-9]{1,3}))?T?(?P<table>[0-9]{1,4})", re.ASCII | re.IGNORECASE)
_ADDRESS = re.compile(
    r"(?P<event>[-\w]+)/serie/(?P<series>[0-9]{1,3})/(?:tisch|abgabe)/(?P<table>[0-9]{1,4})/?", re.ASCII
)
# A German keyboard writes the first characters for the keys that write the second ones on an American keyboard.
_TYPED_AS_AMERICAN = str.maketrans("Öö-ß_´/zyZY", ":;/-?=&yzYZ")


@dataclass(frozen=True, slots=True)
class ListCode:
    """`series` is None if only a table was named; `event` is the slug in an address, "" without one."""

    series: int | None
    table: int
    event: str = ""


def list_code(series: int, table: int) -> str:
    return f"S{series}T{table}"


def list_address(event: str, series: int, table: int) -> str:
    """Returns the address without its host, which finds the list even if phones cannot reach the program."""
    return f"{event}/serie/{series}/tisch/{table}"


def parse_list_code(text: str) -> ListCode | None:
    """Parses "S2T7", "7", or the address of a list's page; returns None for anything else."""
    text = "".join(text.split())
    match = _CODE.fullmatch(text) or _ADDRESS.search(text) or _ADDRESS.search(text.translate(_TYPED_AS_AMERICAN))
    if match is None:
        return None
    event = match.groupdict().get("event") or ""
    return ListCode(int(match["series"]) if match["series"] else None, int(match["table"]), event)
