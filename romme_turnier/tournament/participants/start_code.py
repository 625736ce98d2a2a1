"""What a scanner reads from a start card: an address that ends with the start number, or the number alone."""

import re

_NUMBER = re.compile(r"\s*([0-9]{1,4})\s*", re.ASCII)
# A hand scanner types like a keyboard of another country at times: "?nr=14" may arrive as "_nr´14".
_ADDRESS = re.compile(r"\s*http.*[^a-z]nr[^0-9]{1,3}([0-9]{1,4})\s*", re.ASCII | re.IGNORECASE)


def start_number(text: str) -> int | None:
    """ "14", or the address that a start card holds; None for anything else."""
    match = _NUMBER.fullmatch(text) or _ADDRESS.fullmatch(text)
    return int(match[1]) if match else None
