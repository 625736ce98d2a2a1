"""The data stored about a person, as shown to a player of an event (GDPR, articles 15 and 20)."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, OuterRef, Subquery
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.reading import are_several

Columns = Mapping[str, Promise]  # labels of values by their lookups
Table = tuple[tuple[str, Promise, type[Model], str, Columns], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the data. `rows` hold stored values, or the labels of choices, under the keys of `labels`."""

    key: str
    title: Promise
    labels: Columns
    rows: list[dict[str, Any]]


# Each part: its key, title and model, the lookup of the person or of the registration, and the columns.
# tests/tournament/participants/person_fields.py lists the omitted models, and the omitted columns of participants.
PERSON_PARTS: Table = (
    (
        "person",
        _("Im Register"),
        models.Player,
        "pk",
        {
            "first_name": _("Vorname"),
            "last_name": _("Nachname"),
            "club__name": _("Club"),
            "key": _("Registerschlüssel"),
        },
    ),
    (
        "earlier_names",
        _("Frühere Namen"),
        models.EarlierName,
        "player",
        {"first_name": _("Vorname"), "last_name": _("Nachname")},
    ),
    (
        "memberships",
        _("Mitgliedschaften"),
        models.Membership,
        "player",
        {
            "organiser__name": _("Veranstalter"),
            "kind": _("Art"),
            "number": _("Mitgliedsnummer"),
            "since": _("Mitglied seit"),
            "until": _("Mitglied bis"),
        },
    ),
    (
        "bans",
        _("Sperren"),
        models.Ban,
        "player",
        {
            "organiser__name": _("gilt bei"),
            "reason": _("Grund"),
            "at": _("am"),
            "until": _("gesperrt bis"),
            "lifted_at": _("aufgehoben am"),
        },
    ),
    (
        "seasons",
        _("Saisons"),
        models.SeasonPlayer,
        "player",
        {
            "season__organiser__name": _("Veranstalter"),
            "season__name": _("Saison"),
            "number": _("Nummer"),
            "publish_name": _("voller Name in der Saisontabelle"),
        },
    ),
    (
        "season_consents",
        _("Zustimmungen zur Saisontabelle"),
        models.Consent,
        "entrant__player",
        {
            "entrant__season__name": _("Saison"),
            "given_at": _("gegeben am"),
            "speaker": _("gegeben"),
            "withdrawn_at": _("zurückgenommen am"),
        },
    ),
    (
        "years_page",
        _("Seite „Meine Jahre“"),
        models.YearsPage,
        "player",
        {
            "made_at": _("angelegt"),
            "public_since": _("öffentlich seit"),
            "compares_since": _("zu vergleichen seit"),
        },
    ),
    (
        "adjustments",
        _("Zu- und Abschläge"),
        models.Adjustment,
        "player",
        {
            "ranking__season__name": _("Saison"),
            "ranking__name": _("Wertung"),
            "points": _("Punkte"),
            "reason": _("Grund"),
            "clause": _("Bestimmung"),
            "at": _("am"),
            "withdrawn_at": _("zurückgenommen am"),
        },
    ),
    (
        "qualifications",
        _("Qualifikationen"),
        models.Qualifier,
        "player",
        {
            "qualification__stage__season__name": _("Saison"),
            "qualification__stage__name": _("Stufe"),
            "rank": _("Rang"),
            "decline__at": _("abgesagt am"),
            "decline__reason": _("Grund"),
        },
    ),
    (
        "squads",
        _("Kader"),
        models.SquadMember,
        "player",
        {
            "team__group__league__season__name": _("Saison"),
            "team__group__league__name": _("Liga"),
            "team__name": _("Mannschaft"),
        },
    ),
)
REGISTRATION_PARTS: Table = (
    (
        "registration",
        _("Anmeldung"),
        models.Registration,
        "pk",
        {
            "event__name": _("Turnier"),
            "event__starts_at": _("Beginn"),
            "registered_at": _("angemeldet am"),
            "status": _("Status"),
            "number": _("Startnummer"),
            "club__name": _("Club"),
            "team_membership__team__name": _("Mannschaft"),
            "team_membership__substitute": _("Ersatz"),
            "contact": _("E-Mail oder Telefon"),
            "publish_name": _("Name darf veröffentlicht werden"),
            "fee__name": _("Startgeld"),
            "paid": _("Startgeld bezahlt"),
            "pays_later": _("zahlt später"),
            "checked_in_at": _("eingetroffen"),
            "fixed_table": _("sitzt immer an Tisch"),
            "out_of_competition": _("spielt außer Konkurrenz"),
            "guest": _("Gast"),
            "left_before_series": _("erste nicht gespielte Serie"),
            "leaving_reason": _("Grund"),
            "lost_cards": _("verlorene Startkarten"),
        },
    ),
    (
        "consents",
        _("Zustimmungen"),
        models.Consent,
        "registration",
        {
            "purpose": _("Zweck"),
            "given_at": _("gegeben am"),
            "speaker": _("gegeben"),
            "withdrawn_at": _("zurückgenommen am"),
        },
    ),
    ("categories", _("Sonderwertungen"), models.Category, "registrations", {"name": _("Sonderwertung")}),
    (
        "absences",
        _("Ausgesetzte Serien"),
        models.Absence,
        "registration",
        {"series_number": _("Serie"), "reason": _("Grund")},
    ),
    (
        "seats",
        _("Plätze"),
        models.Seat,
        "registration",
        {"series__number": _("Serie"), "table__number": _("Tisch"), "number": _("Platz")},
    ),
    (
        "statements",
        _("Bestätigungen von Listen am Handy"),
        models.Statement,
        "registration",
        {
            "spielliste__table__series__number": _("Serie"),
            "seat": _("Platz"),
            "agrees": _("stimmt"),
            "game": _("Spiel"),
            "text": _("was nicht stimmt"),
            "remembered": _("Gegenprobe"),
            "way": _("bestätigt"),
            "at": _("am"),
        },
    ),
    (
        "phones",
        _("Handys am Tisch"),
        models.TablePhone,
        "registration",
        {
            "spielliste__table__series__number": _("Serie"),
            "opened_at": _("angemeldet"),
            "seen_at": _("zuletzt gesehen"),
            "ended_at": _("beendet"),
        },
    ),
    (
        "notices",
        _("Mitteilungen über Berichtigungen"),
        models.Notice,
        "registration",
        {
            "revision__spielliste__table__series__number": _("Serie"),
            "old_result": _("bisher"),
            "new_result": _("jetzt"),
            "told_at": _("unterrichtet"),
            "answer": _("Antwort"),
            "answered_at": _("beantwortet"),
        },
    ),
    (
        "calls",
        _("Rufe"),
        models.TableCall,
        "registration",
        {"about": _("Anlass"), "text": _("Bemerkung"), "called_at": _("gerufen"), "ended_at": _("erledigt")},
    ),
    (
        "money",
        _("Buchungen"),
        models.LedgerEntry,
        "registration",
        {
            "number": _("Belegnummer"),
            "at": _("am"),
            "kind": _("Art"),
            "method": _("Zahlungsweg"),
            "amount": _("Betrag"),
            "text": _("Text"),
        },
    ),
    (
        "prizes",
        _("Preise"),
        models.PrizeAward,
        "registration",
        {"rank": _("Rang"), "amount": _("Betrag"), "thing": _("Sachpreis"), "handed_at": _("ausgegeben")},
    ),
)
# Seats appear once they are released, notices unless they are withdrawn.
_CONDITIONS: dict[type[Model], dict[str, Any]] = {
    models.Seat: {"series__seats_released_at__isnull": False},
    models.Notice: {"withdrawn_at": None},
}
_STANDINGS = {"series": _("nach Serie"), "released_at": _("Stand"), "rank": _("Rang"), "results": _("Ergebnisse")}


def own_data(registration: models.Registration) -> list[Part]:
    """Returns the non-empty parts about a player of an event: first the person's, then the registration's."""
    return [*parts_of_person(registration.player_id), *parts_of_registrations([registration])[registration.pk]]


def parts_of_person(player: int) -> list[Part]:
    """Returns the non-empty parts about a person (a primary key) that belong to no event."""
    return _parts(PERSON_PARTS, [player])[player]


def parts_of_registrations(registrations: Collection[models.Registration]) -> dict[int, list[Part]]:
    """Returns the non-empty parts about each registration, by its primary key.

    The last part is the player's result in the newest released standings of the event that are in force, if any.
    """
    parts = _parts(REGISTRATION_PARTS, [registration.pk for registration in registrations])
    of_event = models.StandingsRelease.objects.in_force().filter(event=OuterRef("pk"))  # the newest first
    events = models.Event.objects.filter(pk__in={registration.event_id for registration in registrations})
    newest = events.annotate(newest=Subquery(of_event.values("pk")[:1])).values("newest")
    releases = {
        row.event_id: row for row in models.StandingsRelease.objects.filter(pk__in=newest).select_related("series")
    }
    for registration in registrations:
        if (release := releases.get(registration.event_id)) is None:
            continue
        stand = {"series": release.series.number, "released_at": release.released_at}
        own = [row for row in release.posted_rows if row.number == registration.number]
        if results := [{**stand, "rank": row.rank, "results": list(row.series)} for row in own]:
            parts[registration.pk].append(Part("standings", _("Rangliste"), _STANDINGS, results))
    return parts


def _parts(table: Table, pks: Collection[int]) -> dict[int, list[Part]]:
    """Returns, for each of these people or registrations, the parts of the table that have rows about them."""
    several, parts = are_several(), {pk: list[Part]() for pk in pks}
    for key, title, model, lookup, columns in table:
        labels = {name: label for name, label in columns.items() if several or name != "organiser__name"}
        choices = {field.name: dict(field.flatchoices) for field in model._meta.concrete_fields if field.choices}
        conditions = {f"{lookup}__in": pks, **_CONDITIONS.get(model, {})}
        rows: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
        for pk, *values in model._base_manager.filter(**conditions).order_by("pk").values_list(lookup, *labels):
            named = zip(labels, values, strict=True)
            rows[pk].append(
                {name: str(choices[name].get(value, value)) if name in choices else value for name, value in named}
            )
        for pk, of_one in rows.items():
            parts[pk].append(Part(key, title, labels, of_one))
    return parts
