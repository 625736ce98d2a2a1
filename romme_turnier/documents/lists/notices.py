"""Slips for the players whose result was corrected (§ 2.2.5): three a sheet, to be cut along the marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.notice_words import NoticeText, notices_of, texts

A_SHEET = 3
CHANGES = 4  # so many lines find room on a slip; the rest is on the list
REASON_CHARS = 300


@dataclass(frozen=True, slots=True)
class Slip:
    text: NoticeText
    changes: tuple[str, ...]
    more: int  # changes that find no room

    @property
    def reason(self) -> str:
        whole = self.text.reason
        return whole if len(whole) <= REASON_CHARS else whole[: REASON_CHARS - 1].rstrip() + "…"


def notices_document(event: models.Event) -> dict[str, Any]:
    """Context of documents/lists/notices.html: everybody who still has to be told; "sheets" is empty if nobody has."""
    slips = [_slip(text) for text in texts(notices_of(event).waiting())]
    return {"event": event, "sheets": _sheets(slips)}


def _slip(text: NoticeText) -> Slip:
    return Slip(text, text.changes[:CHANGES], max(0, len(text.changes) - CHANGES))


def _sheets(slips: Sequence[Slip]) -> list[Sequence[Slip]]:
    return [slips[start : start + A_SHEET] for start in range(0, len(slips), A_SHEET)]
