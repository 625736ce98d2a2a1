"""What a printed list is known by: its address as a QR code, and "S2T7" in letters for series 2, table 7.

The address names the event, too. A scanner types it like a keyboard and ends it with Enter; whoever has none types the
letters, or the table's number alone. A scanner set to an American keyboard types "httpÖ--…" into a German one.
"""

import re
from dataclasses import dataclass

_CODE = re.compile(r"(?:S(?P<series>[0-9]{1,3}))?T?(?P<table>[0-9]{1,4})", re.ASCII | re.IGNORECASE)
_ADDRESS = re.compile(
    r"(?P<event>[-\w]+)/serie/(?P<series>[0-9]{1,3})/(?:tisch|abgabe)/(?P<table>[0-9]{1,4})/?", re.ASCII
)
# What a German keyboard writes for the keys that an American one has there.
_TYPED_AS_AMERICAN = str.maketrans("Öö-ß_´/zyZY", ":;/-?=&yzYZ")


@dataclass(frozen=True, slots=True)
class ListCode:
    """`series` is None where only a table was named; `event` is the slug of an address, "" where none was named."""

    series: int | None
    table: int
    event: str = ""


def list_code(series: int, table: int) -> str:
    return f"S{series}T{table}"


def list_address(event: str, series: int, table: int) -> str:
    """Returns what finds the list where no phone reaches the program: the address without its host."""
    return f"{event}/serie/{series}/tisch/{table}"


def parse_list_code(text: str) -> ListCode | None:
    """ "S2T7", "7", or the address of a list's page; None for anything else."""
    text = "".join(text.split())
    match = _CODE.fullmatch(text) or _ADDRESS.search(text) or _ADDRESS.search(text.translate(_TYPED_AS_AMERICAN))
    if match is None:
        return None
    event = match.groupdict().get("event") or ""
    return ListCode(int(match["series"]) if match["series"] else None, int(match["table"]), event)
