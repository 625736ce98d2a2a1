"""Finding who is meant: the one rule for naming a person, wherever an official names one.

A start number, the code of a start card, or the beginnings of words of name and club, in any order.
"""

from romme_turnier.core.people.names import letters
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.start_code import start_number

HITS = 8


def find_people(event: models.Event, text: str, *, limit: int | None = None) -> list[models.Registration]:
    """Returns the participants of the event whom the text may mean, by start number; at most `limit` of them.

    A number or a code means whoever has that number, and nobody else. Empty text means nobody.
    """
    rows = event.registrations.select_related("player", "club", "event", "fee", "team_membership__team")
    number = start_number(text)
    if number is not None:
        return list(rows.filter(number=number))
    words = letters(text)
    if not words:
        return []
    texts = event.registrations.values_list("pk", "number", "player__first_name", "player__last_name", "club__name")
    found = []
    for pk, own_number, *names in texts:
        parts = [part for one in names if one for part in letters(one)]
        if own_number is not None:
            parts.append(str(own_number))
        if all(any(part.startswith(word) for part in parts) for word in words):
            found.append(pk)
            if len(found) == limit:
                break
    return list(rows.filter(pk__in=found))
