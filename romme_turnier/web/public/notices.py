"""Corrections of a list on a player's page (§ 2.2.5): the player's figures, without free text."""

import math
from collections.abc import Collection
from typing import Any

from romme_turnier.tournament.lists.checking.notice_words import notices_of, texts
from romme_turnier.tournament.models import Event, Registration, Revision


def own_notices(event: Event, registration: Registration, series: Collection[int]) -> list[dict[str, Any]]:
    """Returns a player's notices from these series, newest first, without withdrawn ones.

    `figures` means that the list is released, so its figures may be shown. `is_newer` means that the correction is
    newer than the released list. `answer` is the player's answer as text, "" before an answer.

    The reason is left out, because it is free text and may name others. Officials give it in person.
    """
    mine = notices_of(event).filter(
        registration=registration, withdrawn_at=None, revision__spielliste__table__series__number__in=list(series)
    )
    lines = texts(mine)
    lists = {line.notice.revision.spielliste_id for line in lines}
    released = Revision.objects.filter(spielliste__in=lists, releases__isnull=False).order_by("number")
    newest = dict(released.values_list("spielliste_id", "number"))
    notices = [
        {
            "pk": line.notice.pk,
            "series": line.series,
            "table": line.table,
            "at": line.notice.revision.at,
            "told_at": line.notice.told_at,
            "answer": line.notice.get_answer_display(),
            "figures": line.notice.revision.spielliste_id in newest,
            "is_newer": newest.get(line.notice.revision.spielliste_id, math.inf) < line.notice.revision.number,
            "counted": line.notice.old_result is not None or line.notice.new_result is None,
            "old": line.old,
            "new": line.new,
            "changes": line.changes,
        }
        for line in lines
    ]
    return sorted(notices, key=lambda notice: notice["at"], reverse=True)
