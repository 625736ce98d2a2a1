"""Erasing the club of a person outside the person's own rows: in draws, in the event and in the log."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from django.db.models import Q, QuerySet

from romme_turnier.core.seating.draw import FOUR, Candidate, quality
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.event_log import reference
from romme_turnier.tournament.shared.service import part_of_service

_PEOPLE = ("player", "registration")
_BELONGING = ("club", "invitation", "organiser")  # fields that name a club, or lead to one
_OF_PERSON = ("ban", "membership")  # kinds of rows that are kept without any value


@part_of_service
def forget_club_in_draws(registration: models.Registration) -> None:
    """Removes the player's club from the records of draws, and from their figures about pairs of club mates.

    A draw that considered the club may no longer be repeatable with the same result, so the record is marked.
    """
    for draw in models.Draw.objects.filter(series__event=registration.event_id):
        players = draw.inputs["players"]
        own = [player for player in players if player["number"] == registration.number and player["club"] is not None]
        for player in own:
            player["club"], draw.inputs["erased"] = None, True
        if own:
            if draw.result:
                draw.quality = _quality_of(draw)
            draw.save(update_fields=["inputs", "quality"])


def _quality_of(draw: models.Draw) -> dict[str, Any]:
    players = (
        Candidate(player["number"], player["club"], player["team"], player["threes"])
        for player in draw.inputs["players"]
    )
    met = {frozenset(pair): times for *pair, times in draw.inputs["met"]}
    return asdict(quality(draw.result, players, met, draw.inputs.get("wanted", FOUR)))


@part_of_service
def forget_club_of_event(registration: models.Registration) -> None:
    """Removes the key of the player's club from the event if no other participant plays for this club.

    Otherwise the event file would name a club without participants, which can only be the club of "N. N.".
    """
    club, others = registration.club_id, models.Registration.objects.filter(event=registration.event_id)
    if club is not None and not others.filter(club=club).exclude(pk=registration.pk).exists():
        models.EventClub.objects.filter(event=registration.event_id, club=club).delete()


@part_of_service
def forget_clubs_in_log(player: models.Player, entries: Collection[int]) -> None:
    """Removes clubs, organisers, memberships and bans of a person from the log of their events and of the register.

    `entries` are the primary keys of the person's entries in the register: `player`, and those merged into it. The
    registrations that merging has removed are found by the entry named in the log row about their creation.
    """
    own = {reference(row) for row in player.registrations.all()} | {f"player:{pk}" for pk in entries}

    def cleaned(values: dict[str, Any]) -> dict[str, Any]:
        return {key: _without_belonging(key, fields, own, entries) for key, fields in values.items()}

    # Bypasses the manager that forbids changes of the log: erasing is the one exception.
    rows: QuerySet[models.EventLog] = QuerySet(model=models.EventLog)
    about = rows.filter(Q(event__in=player.registrations.values("event")) | Q(event=None)).order_by("pk")
    for pk, old, new in about.values_list("pk", "old", "new").iterator():
        own |= {
            key
            for key, fields in new.items()
            if key.startswith("registration:") and isinstance(fields, dict) and fields.get("player") in entries
        }
        without = cleaned(old), cleaned(new)
        if without != (old, new):
            rows.filter(pk=pk).update(old=without[0], new=without[1])


def _without_belonging(key: str, fields: Any, own: Collection[str], entries: Collection[int]) -> Any:
    """Returns the logged values of a row without the person's club, organiser, membership or ban."""
    kind = key.partition(":")[0]
    if not isinstance(fields, dict) or (key not in own and fields.get("player") not in entries):
        return fields
    if kind in _OF_PERSON:
        return {}
    return {name: value for name, value in fields.items() if kind not in _PEOPLE or name not in _BELONGING}
