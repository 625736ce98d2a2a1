"""The list of released prizes, with a line for each signature."""

from typing import Any

from romme_turnier.tournament import models
from romme_turnier.tournament.money.prize_words import ranking_label
from romme_turnier.tournament.money.words import amount


def prize_list_document(event: models.Event) -> dict[str, Any]:
    """Context of documents/money/prize_list.html; "rows" is empty as long as nothing is released."""
    awards = models.PrizeAward.objects.filter(prize__event=event).select_related(
        "prize__category", "registration__player", "registration__club", "team"
    )
    rows = [
        {
            "ranking": ranking_label(award.prize),
            "rank": award.rank,
            "number": award.registration.number if award.registration else None,
            "name": award.registration.name if award.registration else str(award.team),
            "club": award.registration.club if award.registration else None,
            "prize": " + ".join(
                filter(None, [amount(award.amount, event.currency) if award.amount is not None else "", award.thing])
            ),
            "handed_at": award.handed_at,
        }
        for award in awards
    ]
    return {"event": event, "rows": rows}
