"""Checks that seasons and events that are handed over arrive whole at another organiser, and continue there."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from django.db import transaction

from romme_turnier.core.codes.package import read_package
from romme_turnier.simulation.checks.facts import Finding
from romme_turnier.simulation.checks.seasons import SeasonWitness, season_findings
from romme_turnier.simulation.participants.names import operator
from romme_turnier.simulation.season import SimulatedSeason, correct
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.exchange.register_integrity import register_differences
from romme_turnier.tournament.organisers.hierarchy import OrganiserDetails, add_organiser
from romme_turnier.tournament.publishing.accepting import accept_package, take_over
from romme_turnier.tournament.publishing.making import hand_over, hand_over_season, make_package
from romme_turnier.tournament.seasons.editions import current_version, reissue_outdated
from romme_turnier.tournament.seasons.rankings import set_resting
from romme_turnier.tournament.standings.reading import has_other_figures, rankings_now

Rows = list[tuple[Any, ...]]


def check_handing_over(simulated: SimulatedSeason) -> Iterator[Finding]:
    """Hands the season over to another organiser of the database, corrects a list there, and undoes both.

    Yields the differences between both organisers, and the findings about the season after the correction.
    """
    with transaction.atomic():
        findings = list(_findings(simulated))
        transaction.set_rollback(True)
    yield from findings


def _findings(simulated: SimulatedSeason) -> Iterator[Finding]:
    season = simulated.season
    for ranking in season.rankings.all():
        formula = current_version(ranking).formula
        if formula.organisers_below or formula.months is not None or formula.until_again:  # it stays on the laptop
            set_resting(ranking, True, by=operator())
    taken = _accept(hand_over_season(season, by=None).data).seasons.get()
    for what, rows_of in _ROWS.items():
        here, there = rows_of(season), rows_of(taken)
        for row in [row for row in here if row not in there] + [row for row in there if row not in here]:
            yield Finding("handing over", f"{what} differ: {row} is {'here' if row in here else 'there'} only")
    correct(replace(simulated, season=taken, director=operator()))
    reissue_outdated(taken, by=operator())
    witness = SeasonWitness()
    witness.look(taken)
    yield from season_findings(taken, witness)


def check_handing_over_of_event(event: models.Event) -> Iterator[Finding]:
    """Transfers the event to another organiser of the database in two ways, yields the differences, and undoes both.

    First the other organiser takes over the copy of a lost laptop, then the event is handed over. Events with scoring
    points and a doubtful ending are left out.
    """
    doubtful = models.EndingReading.objects.filter(spielliste__table__series__event=event)
    if event.points_per_game is not None and doubtful.exists():
        return  # the event file may produce other scoring points, which the host refuses
    for findings_of in (_taken_over, _handed_over):
        with transaction.atomic():
            findings = list(findings_of(event))
            transaction.set_rollback(True)
        yield from findings


def _taken_over(event: models.Event) -> Iterator[Finding]:
    copy = _accept(make_package(event, by=None).data).events.get().copy
    take_over(copy, by=operator())
    if has_other_figures(copy.event):
        yield Finding("handing over", "taken over, the standings differ from the release")
    for difference in differences(copy.event):
        yield Finding("verify", str(difference))


def _handed_over(event: models.Event) -> Iterator[Finding]:
    taken = _accept(hand_over(event, by=None).data).events.get()
    for difference in (*differences(taken), *register_differences()):
        yield Finding("verify", str(difference))
    for after in range(1, event.series.last_drawn() + 1):
        here, there = (rankings_now(each, after) for each in (event, taken))
        rows, rows_there = ([replace(row, play_off_waived=False) for row in each.rows] for each in (here, there))
        if (rows, list(here.team_rows), here.days) != (rows_there, list(there.team_rows), there.days):
            yield Finding("handing over", f"after series {after} the standings differ")


def _accept(package: bytes) -> models.Organiser:
    """Returns a new organiser that has accepted the package."""
    host = add_organiser(OrganiserDetails(kind="club", name="Host", number="99", slug="host"), by=operator())
    accept_package(host, package, by=None, key=read_package(package).public_key.hex()[:16])
    return host


def _editions(season: models.Season) -> Rows:
    """Returns the rows of all editions; players by number and name, clubs and teams by name."""
    rows = models.EditionRow.objects.filter(edition__ranking__season=season)
    person = "entrant__number", "entrant__player__first_name", "entrant__player__last_name", "club__name"
    edition = "edition__ranking__slug", "edition__number", "edition__digest", "edition__note", "position", "rank"
    return list(rows.values_list(*edition, *person, "team", "value", "minus", "units", "used", "missing"))


def _results(season: models.Season) -> Rows:
    place = "event__name", "series", "day", "kind", "guest", "counts", "club__name"
    person = "registration__number", "player__first_name", "player__last_name"
    sums = "result", "finished", "handrommes", "half_points", "scoring_points"
    return list(season.results.values_list(*place, *person, *sums))


def _people(season: models.Season) -> Rows:
    names = "player__first_name", "player__last_name", "player__club__name"
    members = season.organiser.memberships.values_list(*names, "kind", "number", "since", "until")
    entrants = season.players.values_list(*names, "number", "publish_name", "replaced")
    consents = models.Consent.objects.filter(entrant__season=season)
    adjusted = models.Adjustment.objects.filter(ranking__season=season, withdrawn_at=None)
    return [
        *members,
        *entrants,
        *consents.values_list("entrant__number", "given_at", "withdrawn_at", "speaker"),
        *adjusted.values_list("ranking__slug", "player__first_name", "player__last_name", "points", "reason", "at"),
    ]


def _events(season: models.Season) -> Rows:
    """Returns the files of the events, and the numbers, times and rows of the releases."""
    rows: Rows = []
    for event in season.events.all():
        file = export_event(event)
        file["event"] = {name: value for name, value in file["event"].items() if value and name != "organiser_number"}
        del file["version"]  # it depends on the number of organisers
        for person in file["participants"]:
            person.pop("key", None)
        releases = event.releases.in_force()
        rows += [(event.name, part, value) for part, value in file.items()]
        rows += releases.values_list("event__name", "series__number", "number", "released_at", "note", "rows", "days")
    return rows


_ROWS: dict[str, Callable[[models.Season], Rows]] = {
    "editions": _editions,
    "results": _results,
    "people": _people,
    "events": _events,
}
