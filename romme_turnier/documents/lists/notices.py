"""Slips for the players whose result was corrected (§ 2.2.5): three a sheet, to be cut along the marks."""

from dataclasses import dataclass
from typing import Any

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.notice_words import NoticeText, notices_of, texts

A_SHEET = 3
CHANGES = 4  # lines that fit on a slip; the rest is on the list
REASON_CHARS = 300


@dataclass(frozen=True, slots=True)
class Slip:
    text: NoticeText
    changes: tuple[str, ...]
    more: int  # changes that do not fit

    @property
    def reason(self) -> str:
        whole = self.text.reason
        return whole if len(whole) <= REASON_CHARS else whole[: REASON_CHARS - 1].rstrip() + "…"


def notices_document(event: models.Event) -> dict[str, Any]:
    """Context of documents/lists/notices.html: every player still to be informed; "sheets" may be empty."""
    slips = [
        Slip(text, text.changes[:CHANGES], max(0, len(text.changes) - CHANGES))
        for text in texts(notices_of(event).waiting())
    ]
    return {"event": event, "sheets": [slips[start : start + A_SHEET] for start in range(0, len(slips), A_SHEET)]}
