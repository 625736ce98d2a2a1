"""The stages of a season's championship, and the places of a stage, shared out among organisers or clubs.

A championship may continue after its season is closed, so all services work then, too. They also raise TournamentError
as `lock_season` does.
"""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from fractions import Fraction
from random import Random

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.accounts.models import User
from romme_turnier.core.organisers.numbers import covers
from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.people.names import order_of, tidy
from romme_turnier.core.seasons.quotas import Method, apportion, lot_order
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import next_position
from romme_turnier.tournament.organisers.reading import at_and_below
from romme_turnier.tournament.seasons.access import lock_season
from romme_turnier.tournament.shared.errors import Faults, TournamentError, demand_reason
from romme_turnier.tournament.shared.service import nothing_done, service

Quota = models.Quota
PLACES_MAX = 9999
REGISTERED = (models.Registration.Status.ACTIVE, models.Registration.Status.WAITING)


@service(gettext_lazy("Stufe angelegt"))
def create_stage(season: models.Season, name: str, event: models.Event | None, *, by: User) -> models.Stage:
    """Adds a stage at the end of the season's championship. Its qualified players join `event`.

    Raises Faults about `name` and `event`.
    """
    lock_season(season, by, closed=True)
    _demand_stage(season, name, event, but=None)
    return models.Stage.objects.create(
        season=season, name=tidy(name), event=event, position=next_position(season.stages)
    )


@service(gettext_lazy("Stufe geändert"))
def change_stage(stage: models.Stage, name: str, event: models.Event | None, *, by: User) -> models.Stage:
    """Changes the name and the event of a stage.

    Raises Faults about `name` and `event`, also for another event once qualified players are registered.
    """
    lock_season(stage.season, by, closed=True)
    current = models.Stage.objects.select_for_update(no_key=True).get(pk=stage.pk)
    _demand_stage(current.season, name, event, but=current)
    if event != current.event and (registered := _qualified_and_registered(current)):
        words = ngettext(
            "%(n)d qualifizierte Person ist schon bei „%(event)s“ gemeldet. Ziehen Sie diese Meldung dort zuerst "
            "zurück.",
            "%(n)d qualifizierte Personen sind schon bei „%(event)s“ gemeldet. Ziehen Sie diese Meldungen dort zuerst "
            "zurück.",
            registered,
        )
        raise Faults({"event": words % {"n": registered, "event": current.event}})
    current.name, current.event = tidy(name), event
    current.save(update_fields=["name", "event"])
    return current


def _qualified_and_registered(stage: models.Stage) -> int:
    """Returns the number of players who have a place in the stage and are registered for its event."""
    players = {
        player
        for made in stage.qualifications.all()
        for player in made.qualifiers.filter(decline=None).order_by("position").values_list("player")[: made.places]
    }
    registered = models.Registration.objects.filter(event=stage.event, status__in=REGISTERED)
    return len(players.intersection(registered.values_list("player")))


@service(gettext_lazy("Stufe gelöscht"))
def delete_stage(stage: models.Stage, *, by: User) -> None:
    """Deletes a stage for which nothing was decided. Raises TournamentError if it has places or qualified players."""
    lock_season(stage.season, by, closed=True)
    if stage.quotas.exists() or stage.qualifications.exists():
        raise TournamentError(_("In dieser Stufe sind schon Plätze vergeben. Sie bleibt."))
    stage.delete()


def _demand_stage(season: models.Season, name: str, event: models.Event | None, *, but: models.Stage | None) -> None:
    faults = {}
    stages = models.Stage.objects.exclude(pk=but.pk) if but else models.Stage.objects.all()
    if not tidy(name):
        faults["name"] = _("Bitte geben Sie der Stufe einen Namen.")
    elif any(folded(other.name) == folded(tidy(name)) for other in stages.filter(season=season)):
        faults["name"] = _("Eine Stufe „%(name)s“ gibt es schon.") % {"name": tidy(name)}
    if event is not None and not at_and_below(season.organiser).filter(pk=event.held_by_id).exists():
        faults["event"] = _("Dieses Turnier gehört einem anderen Veranstalter.")
    elif event is not None and stages.filter(event=event).exists():
        faults["event"] = _("Zu diesem Turnier führt schon eine andere Stufe.")
    if faults:
        raise Faults(faults)


# --- Sharing out places -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotaTerms:
    """The terms for sharing out places. `key_day` is required if members are counted, `entries_of` if entries are."""

    places: int
    method: str = Quota.Way.LARGEST_REMAINDER
    minimum: int = 0
    in_advance: int = 0
    parties: str = Quota.Parties.ORGANISERS
    base: str = Quota.Base.MEMBERS
    key_day: date | None = None
    entries_of: models.Event | None = None


@dataclass(frozen=True, slots=True)
class Numbers:
    """The number of people in each party, by the party's name, and the number of people who belong to none."""

    people: Mapping[str, int]
    without_party: int = 0


def numbers_of(season: models.Season, terms: QuotaTerms) -> Numbers:
    """Returns the numbers of people that decide how many places each party gets.

    The parties are organisers or clubs. Organisers are those directly below the season's organiser, by number; each
    also counts the people of all organisers below it. Clubs are sorted by name. If members are counted, they are the
    people with a membership in force on the cut-off date, except guests. A person in two parties counts for both.
    """
    if terms.parties == Quota.Parties.ORGANISERS:
        children = dict(season.organiser.children.order_by("number").values_list("number", "name"))
        alike = Counter(children.values())
        names = {number: f"{name} ({number})" if alike[name] > 1 else name for number, name in children.items()}
        people = _people(season, terms, by_organiser=True)
        belonging = {
            (player, above) for player, number in people for above in names if number and covers(above, number)
        }
        counted = Counter(names[above] for _player, above in belonging)
        without = {player for player, _number in people} - {player for player, _above in belonging}
        return Numbers({name: counted[name] for name in names.values()}, len(without))
    people = _people(season, terms, by_organiser=False)
    clubs = Counter(club for _player, club in people if club)
    without = {player for player, _club in people} - {player for player, club in people if club}
    return Numbers({club: clubs[club] for club in sorted(clubs, key=order_of)}, len(without))


def _people(season: models.Season, terms: QuotaTerms, *, by_organiser: bool) -> set[tuple[int, str | None]]:
    """Returns each person with the number of an organiser, or the name of a club; None for people without either."""
    if terms.base == Quota.Base.ENTRIES:
        entries = models.Registration.objects.filter(event=terms.entries_of).taking_part()
        return set(entries.values_list("player", "club__organiser__number" if by_organiser else "club__name"))
    here = at_and_below(season.organiser)
    day = terms.key_day
    memberships = models.Membership.objects.filter(
        Q(since=None) | Q(since__lte=day), Q(until=None) | Q(until__gte=day), organiser__in=here
    ).exclude(kind=models.Membership.Kind.GUEST)
    return set(memberships.values_list("player", "organiser__number" if by_organiser else "player__club__name"))


def quota_faults(season: models.Season, terms: QuotaTerms) -> dict[str, str]:
    """Returns the reasons against sharing out places on these terms, by the faulty argument; {} if there are none."""
    faults = {}
    if not 1 <= terms.places <= PLACES_MAX:
        faults["places"] = _("Zwischen 1 und %(most)d Plätze.") % {"most": PLACES_MAX}
    if terms.base == Quota.Base.MEMBERS and terms.key_day is None:
        faults["key_day"] = _("Bitte nennen Sie den Tag, an dem die Mitglieder gezählt werden.")
    if terms.base == Quota.Base.ENTRIES and terms.entries_of is None:
        faults["entries_of"] = _("Bitte wählen Sie das Turnier, dessen Meldungen gezählt werden.")
    if faults:
        return faults
    people = numbers_of(season, terms).people
    total, needed = sum(people.values()), len(people) * (terms.minimum + terms.in_advance)
    if not total:
        faults["base"] = _("So wird niemand gezählt; die Plätze lassen sich nicht verteilen.")
    elif terms.places > total:
        words = _("%(places)d Plätze für nur %(people)d Personen: So viele Plätze kann niemand besetzen.")
        faults["places"] = words % {"places": terms.places, "people": total}
    elif needed > terms.places:
        words = _("Für %(parties)d mal %(each)d Plätze braucht es %(needed)d Plätze; es gibt nur %(places)d.")
        each = terms.minimum + terms.in_advance
        named = "minimum" if terms.minimum else "in_advance"
        facts = {"parties": len(people), "each": each, "needed": needed, "places": terms.places}
        faults[named] = words % facts
    return faults


@service(gettext_lazy("Plätze verteilt"))
def share_out(stage: models.Stage, terms: QuotaTerms, *, seed: str = "", by: User) -> models.Quota:
    """Shares out the places of a stage. A lot with a stored seed decides between equal claims to the last places.

    Raises Faults, and TournamentError if the places are shared out already.
    """
    lock_season(stage.season, by, closed=True)
    stage = models.Stage.objects.select_for_update(no_key=True).get(pk=stage.pk)
    if stage.quotas.filter(withdrawn_at=None).exists():
        raise TournamentError(_("Die Plätze dieser Stufe sind schon verteilt."))
    if faults := quota_faults(stage.season, terms):
        raise Faults(faults)
    numbers = numbers_of(stage.season, terms)
    seed = seed or secrets.token_hex(8)
    quota = models.Quota.objects.create(
        stage=stage,
        **{field.name: getattr(terms, field.name) for field in fields(terms)},
        without_party=numbers.without_party,
        seed=seed,
        by=by,
        at=timezone.now(),
    )
    shares = share(list(numbers.people.values()), terms, seed)
    models.QuotaShare.objects.bulk_create(
        models.QuotaShare(quota=quota, position=position, name=name, people=people, places=places, by_lot=by_lot)
        for position, ((name, people), (places, by_lot)) in enumerate(
            zip(numbers.people.items(), shares, strict=True), start=1
        )
    )
    return quota


def share(people: Sequence[int], terms: QuotaTerms, seed: str) -> list[tuple[int, bool]]:
    """Returns the places of each party, and whether it won one of them by lot.

    The same numbers, terms and seed always give the same places.
    """
    # A string seeds Python's generator through SHA-512, the same on every machine.
    rng = Random(seed)  # noqa: S311 - repeatable, not secret
    parties = {f"{position:04}": number for position, number in enumerate(people)}
    result = apportion(parties, terms.places, Method(terms.method), minimum=terms.minimum, in_advance=terms.in_advance)
    won = lot_order(result.equal, rng)[: result.by_lot]
    return [(result.places[party] + (party in won), party in won) for party in parties]


def is_repeatable(quota: models.Quota) -> bool:
    """Returns whether the stored numbers, terms and seed give the stored places."""
    rows = list(quota.shares.all())
    terms = QuotaTerms(**{field.name: getattr(quota, field.name) for field in fields(QuotaTerms)})
    return share([row.people for row in rows], terms, quota.seed) == [(row.places, row.by_lot) for row in rows]


@service(gettext_lazy("Verteilung der Plätze zurückgenommen"))
def withdraw_quota(quota: models.Quota, *, reason: str, by: User) -> None:
    """Withdraws the places of a stage, so that they can be shared out again. They remain visible with the reason.

    A repeated call does nothing. Raises TournamentError for a missing reason.
    """
    lock_season(quota.stage.season, by, closed=True)
    demand_reason(reason)
    current = models.Quota.objects.select_for_update(no_key=True).get(pk=quota.pk)
    if current.withdrawn_at is not None:
        nothing_done()
        return
    current.withdrawn_at, current.withdrawn_by, current.withdrawn_reason = timezone.now(), by, tidy(reason)
    current.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])


@dataclass(frozen=True, slots=True)
class ShareLine:
    """A line of the table of places. `exact` is the unrounded share of the places that are shared out by people."""

    position: int
    name: str
    people: int
    exact: Fraction
    places: int
    by_lot: bool

    @property
    def has_too_many(self) -> bool:
        """Whether the party has more places than people, because of a minimum or of places in advance."""
        return self.places > self.people


def share_lines(quota: models.Quota) -> list[ShareLine]:
    rows = list(quota.shares.all())
    total = sum(row.people for row in rows)
    left = quota.places - quota.in_advance * len(rows)
    return [
        ShareLine(row.position, row.name, row.people, Fraction(row.people * left, total), row.places, row.by_lot)
        for row in rows
    ]
