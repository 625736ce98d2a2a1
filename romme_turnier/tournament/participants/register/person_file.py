"""Everything stored about a person in one file, for a person who asks (GDPR, article 15)."""

from typing import Any

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.own_data import parts_of_person, parts_of_registrations
from romme_turnier.tournament.participants.register.own_people import bans_read_by


def person_file(player: models.Player, by: User) -> dict[str, Any]:
    """Returns the rows about a person by the key of their part; "events" lists such a dict per event, oldest first.

    The reasons of bans that the official `by` may not read are left out; the person must ask the organiser of the ban.
    """
    parts = parts_of_registrations(player.registrations.order_by("event__starts_at", "pk"))
    events = [{part.key: part.rows for part in of_event} for of_event in parts.values()]
    told: dict[str, Any] = {part.key: part.rows for part in parts_of_person(player.pk)}
    readable = set(bans_read_by(by).filter(player=player).values_list("pk", flat=True))
    bans = player.bans.order_by("pk").values_list("pk", flat=True)
    for pk, row in zip(bans, told.get("bans", ()), strict=True):
        if pk not in readable:
            del row["reason"]
    return {**told, "events": events}
