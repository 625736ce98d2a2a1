"""Imports the content of an event file."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import default_close
from romme_turnier.tournament.exchange.event_file.faults import EventFileError, Fault
from romme_turnier.tournament.exchange.event_file.list_import import store_series
from romme_turnier.tournament.exchange.event_file.people import Namesake, link_players, namesakes_of
from romme_turnier.tournament.exchange.event_file.settings import SAME, fields_of
from romme_turnier.tournament.organisers.addresses import address_fault, address_for
from romme_turnier.tournament.organisers.hierarchy import first_organiser
from romme_turnier.tournament.organisers.reading import are_several, default_organiser
from romme_turnier.tournament.participants.register.organiser_players import add_organiser_players
from romme_turnier.tournament.shared.service import part_of_service, service


@dataclass(frozen=True, slots=True)
class Imported:
    """The new event, and the players in the register who have the same name as a new player."""

    event: models.Event
    namesakes: tuple[Namesake, ...]


def problems_of(
    content: dict[str, Any], links: Mapping[int, int], organiser: models.Organiser | None = None
) -> tuple[Namesake, ...]:
    """Returns the people in the register who have the same name as a new player in the file.

    `organiser` is that of the event, by default the organiser named in the file, or the only one. Raises EventFileError
    if this program has no such organiser, if the event's address is taken, or if `links` or register keys contradict
    the register.
    """
    organiser, faults = (organiser, []) if organiser is not None else _organiser_of(content["event"])
    slug = content["event"]["slug"]
    if why := address_fault(organiser or default_organiser(), slug):
        message = _("erwartet: eine andere Adresse als „%(slug)s“. %(why)s")
        faults.append(Fault("$.event.slug", message % {"slug": slug, "why": why}))
    people = content["participants"]
    linked = link_players(people, links)
    if faults or linked.faults:
        raise EventFileError([*faults, *linked.faults])
    return namesakes_of(people, linked)


@service(gettext_lazy("Turnier eingelesen"))
def import_event(
    content: dict[str, Any],
    *,
    links: Mapping[int, int] | None = None,
    by: User | None = None,
    organiser: models.Organiser | None = None,
) -> Imported:
    """Stores the result of `reading.read`, completely or not at all; `by` becomes the director.

    `organiser` is as in `problems_of`. `links` maps start numbers to primary keys of the register, for players whom an
    official has confirmed. Other players are linked by their register key, never by name, or are new. Lists that are no
    longer open get their first revision. Raises EventFileError as `problems_of` does.
    """
    namesakes = problems_of(content, links or {}, organiser)
    if organiser is None and "organiser_number" in content["event"]:
        organiser = _organiser_of(content["event"])[0]
    organiser = organiser or first_organiser()
    event = models.Event(slug=address_for(organiser, content["event"]["slug"]), held_by=organiser)
    store_announcement(event, content)
    if by is not None:
        models.EventRole.objects.create(event=event, user=by, role=models.EventRole.Role.DIRECTOR)
    registrations = store_facts(event, content, links=links or {}, by=by)
    add_organiser_players(event, [registration.player for registration in registrations])
    return Imported(event, namesakes)


@part_of_service
def store_facts(
    event: models.Event, content: dict[str, Any], *, links: Mapping[int, int], by: User | None
) -> list[models.Registration]:
    """Stores the participants, teams, series and play-offs of a file for an event that has none yet.

    Adds unknown clubs and new players to the register. Returns the registrations. `links` is as in `import_event`.
    """
    clubs = _store_clubs(event, content.get("clubs", []))
    registrations = _store_participants(event, content["participants"], clubs, links)
    by_number = {r.number: r for r in registrations if r.number is not None}
    _store_teams(event, content.get("teams", []), by_number)
    store_series(event, content.get("series", []), by_number, by)
    _store_play_offs(event, content.get("play_offs", []), by_number, by)
    return registrations


def _organiser_of(facts: Mapping[str, Any]) -> tuple[models.Organiser | None, list[Fault]]:
    """Returns the organiser for the event in a file, None if it cannot be determined, and the faults."""
    number = facts.get("organiser_number", "")
    if number:
        organiser = models.Organiser.objects.filter(number=number).first()
        message = _("erwartet: die Nummer eines Veranstalters dieses Programms; „%(number)s“ gibt es nicht")
    elif are_several():
        organiser = None
        message = _("erwartet: die Nummer des Veranstalters, denn dieses Programm hat mehrere")
    else:
        return default_organiser(), []
    faults = [] if organiser else [Fault("$.event.organiser_number", message % {"number": number})]
    return organiser, faults


@part_of_service
def store_announcement(event: models.Event, content: dict[str, Any]) -> None:
    """Stores the announcement of a file in the event, which already has an address and an organiser.

    Replaces the steps of the fine.
    """
    facts = content["event"]
    starts_at = datetime.fromisoformat(facts["starts_at"])
    values = {
        **{name: facts.get(name, "") for name in SAME},
        **{f"bonus_{name}": value for name, value in facts["bonus"].items()},
        "starts_at": starts_at,
        "registration_closes_at": default_close(starts_at),
        "prizes": models.Event.Prizes.BOTH if content.get("teams") else models.Event.Prizes.INDIVIDUAL,
        "entry_fee": Decimal(facts["entry_fee"]),
        **fields_of(content),
    }
    for name, value in values.items():
        setattr(event, name, value)
    event.save()
    event.fine_steps.all().delete()
    models.FineStep.objects.bulk_create(
        models.FineStep(event=event, from_game=first, amount=Decimal(amount))
        for amount, first in facts.get("fine", {}).get("per_lost_game", [])
    )


def _store_clubs(event: models.Event, clubs: list[dict[str, Any]]) -> dict[str, models.Club]:
    """Stores the event's clubs; returns them by their keys in the file. Clubs with unknown names are added."""
    stored = {}
    for facts in clubs:
        club, _created = models.Club.objects.get_or_create(name=facts["name"])
        models.EventClub.objects.create(event=event, club=club, key=facts["key"])
        stored[facts["key"]] = club
    return stored


def _store_participants(
    event: models.Event, people: list[dict[str, Any]], clubs: Mapping[str, models.Club], links: Mapping[int, int]
) -> list[models.Registration]:
    known = link_players(people, links).players
    new = {
        index: models.Player(
            key=facts.get("key"),
            first_name=facts["first_name"],
            last_name=facts["last_name"],
            club=clubs.get(facts.get("club") or ""),
        )
        for index, facts in enumerate(people)
        if index not in known
    }
    models.Player.objects.bulk_create(new.values())
    return models.Registration.objects.bulk_create(
        models.Registration(
            event=event,
            player=player,
            club=clubs.get(facts.get("club") or ""),
            number=facts["number"],
            paid=facts["paid"],
            status=facts["status"],
            left_before_series=facts.get("from_series"),
            out_of_competition=facts.get("out_of_competition", False),
        )
        for facts, (_index, player) in zip(people, sorted({**known, **new}.items()), strict=True)
    )


def _store_teams(
    event: models.Event, teams: list[dict[str, Any]], by_number: Mapping[int, models.Registration]
) -> None:
    for position, facts in enumerate(teams, start=1):
        team = models.Team.objects.create(event=event, key=facts["key"], name=facts["name"], position=position)
        models.TeamMember.objects.bulk_create(
            models.TeamMember(team=team, registration=by_number[number], position=place)
            for place, number in enumerate(facts["participants"], start=1)
        )


def _store_play_offs(
    event: models.Event, play_offs: list[dict[str, Any]], by_number: Mapping[int, models.Registration], by: User | None
) -> None:
    for facts in play_offs:
        play_off = models.PlayOff.objects.create(event=event, by=by, at=timezone.now())
        models.PlayOffPlace.objects.bulk_create(
            models.PlayOffPlace(
                play_off=play_off,
                registration=by_number[number],
                position=position,
                place=facts["ranking"].index(number) + 1,
            )
            for position, number in enumerate(facts["participants"], start=1)
        )
