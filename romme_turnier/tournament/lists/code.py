"""The code of a printed list: its address as a QR code, and the text "S2T7" for series 2, table 7.

The address also names the event. A scanner types the address like a keyboard and then presses Enter; officials
without a scanner type the text, or only the table number. A scanner set to an American layout types "httpÖ--…" on a
computer with a German layout; `parse_list_code` accepts that, too.
"""

import re
from dataclasses import dataclass

from romme_turnier.core.organisers.addresses import ADDRESS

_CODE = re.compile(r"(?:S(?P<series>[0-9]{1,3}))?T?(?P<table>[0-9]{1,4})", re.ASCII | re.IGNORECASE)
# Lists carry the address of a page (below /t/ or /leitung/) or, without a host, the rest of such an address.
_ADDRESS = re.compile(
    rf"(?:(?:^|/)(?:t|leitung)/|^)(?P<event>{ADDRESS})/serie/(?P<series>[0-9]{{1,3}})"
    r"/(?:tisch|abgabe)/(?P<table>[0-9]{1,4})/?",
    re.ASCII,
)
# Characters on a German keyboard layout, and the characters on the same keys of an American one.
_TYPED_AS_AMERICAN = str.maketrans("Öö-ß_´/zyZY", ":;/-?=&yzYZ")


@dataclass(frozen=True, slots=True)
class ListCode:
    """A parsed code. `series` is None if only a table was given; `event` is the event's address, or ""."""

    series: int | None
    table: int
    event: str = ""


def list_code(series: int, table: int) -> str:
    return f"S{series}T{table}"


def list_address(event: str, series: int, table: int) -> str:
    """Returns the list's address without a host, for scanners to use even if phones cannot reach the program."""
    return f"{event}/serie/{series}/tisch/{table}"


def parse_list_code(text: str) -> ListCode | None:
    """Parses "S2T7", "T7", "7", or the address of a list or of its hand-in; returns None for anything else."""
    text = "".join(text.split())
    match = _CODE.fullmatch(text) or _ADDRESS.search(text) or _ADDRESS.search(text.translate(_TYPED_AS_AMERICAN))
    if match is None:
        return None
    event = match.groupdict().get("event") or ""
    return ListCode(int(match["series"]) if match["series"] else None, int(match["table"]), event)
