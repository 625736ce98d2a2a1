"""The short code on a printed list that identifies it: "S2T7" for series 2, table 7.

A scanner types it like a keyboard and ends it with Enter; whoever has none types the table's number alone.
"""

import re
from dataclasses import dataclass

_CODE = re.compile(r"(?:S(?P<series>[0-9]{1,3}))?T?(?P<table>[0-9]{1,4})", re.ASCII | re.IGNORECASE)
_ADDRESS = re.compile(r"/serie/(?P<series>[0-9]{1,3})/(?:tisch|abgabe)/(?P<table>[0-9]{1,4})/?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ListCode:
    """`series` is None where only a table was named."""

    series: int | None
    table: int


def list_code(series: int, table: int) -> str:
    return f"S{series}T{table}"


def parse_list_code(text: str) -> ListCode | None:
    """ "S2T7", "7", or the address of a list's page; None for anything else."""
    text = "".join(text.split())
    match = _ADDRESS.search(text) if "/" in text else _CODE.fullmatch(text)
    if match is None:
        return None
    return ListCode(int(match["series"]) if match["series"] else None, int(match["table"]))
