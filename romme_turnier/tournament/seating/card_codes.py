"""The code on a card of a draw by hand: "T7P2" is table 7, seat 2."""

import re

_CARD = re.compile(r"\s*[tT]?\s*([0-9]{1,4})\s*[pP,/.\- ]\s*([0-9]{1,2})\s*")


def card_code(table: int, seat: int) -> str:
    """Returns the short code of a card, for scanners and for eyes."""
    return f"T{table}P{seat}"


def read_card(text: str) -> tuple[int, int] | None:
    """Parses table and seat as scanned or typed ("T7P2", "7 2", "7/2"); None if the text is not a card."""
    match = _CARD.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def read_draw(text: str) -> tuple[int, tuple[int, int] | None] | None:
    """Parses a start number, with or without the drawn card ("14", "14 7 2", "14 T7P2"); otherwise None."""
    number, _, card = text.strip().partition(" ")
    if not (number.isascii() and number.isdecimal()) or len(number) > 4:
        return None
    if not card.strip():
        return int(number), None
    drawn = read_card(card)
    return (int(number), drawn) if drawn else None
