"""Issued papers for tests: an event with released standings, its lists, and their codes."""

from typing import Any

from django.db.transaction import atomic
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.codes.signing import Code
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.packing import pack_lists
from romme_turnier.tournament.lists.packed import read_packed, whole_revisions
from romme_turnier.tournament.organisers.signing_keys import ensure_key, private_key
from romme_turnier.tournament.papers.contents import (
    certificate_content,
    league_content,
    list_content,
    report_content,
    signed,
    standings_content,
)
from romme_turnier.tournament.papers.seal import seal_after
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.seasons.competitions.league_tables import tables_of
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import enter, list_of, make_checked, make_event, make_season, seat_series
from tests.seasons import make_season_with_players
from tests.tournament.seasons.competitions.leagues import a_league, match_day, release


def released_event(*, tables: int = 2, **fields: Any) -> models.Event:
    """An event of one series with a release of its standings, and so with a key of its organiser."""
    event = make_event(**{"series_count": 1, "players": 4 * tables, **fields})
    series = seat_series(event, tables=[list(range(start, start + 4)) for start in range(1, 4 * tables, 4)])
    for table in series.tables.all():
        make_checked(list_of(series, table.number))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    return event


def damage_packed_lists(event: models.Event) -> None:
    """Packs the lists of a released event, as in a closed season, and damages them in the database."""
    models.Event.objects.filter(pk=event.pk).update(season=make_season(closed_at=timezone.now()))
    pack_lists(models.Event.objects.get(pk=event.pk), by=None)
    models.PackedLists.objects.filter(event=event).update(data=b"damaged")


def sign_for(organiser: models.Organiser) -> None:
    """Gives the organiser a key, for seasons whose editions are made as rows."""
    with atomic():
        ensure_key(organiser)


def add_lists(season: models.Season, player: models.Player, count: int) -> None:
    """Lists of a member at a tournament of the season."""
    event = models.Event.objects.filter(season=season).first()
    event = event or make_event(players=0, slug="pokal", season=season, held_by=season.organiser)
    first = event.results.count() + 1
    for series in range(first, first + count):
        fields = {"event": event, "season": season, "organiser": season.organiser, "kind": event.kind}
        counts = {"finished": 1, "handrommes": 0, "half_points": 0, "scoring_points": 0}
        day = event.starts_at.date()
        models.Result.objects.create(
            **fields, **counts, day=day, series=series, player=player, guest=False, counts=True, result=300
        )


def correct(event: models.Event) -> None:
    """Corrects a result and releases the standings again."""
    series = event.series.get(number=1)
    reopen_series(series, by=None)
    enter(list_of(series), 1, "0 99 30 40", reason="Rechenfehler")
    close_series(series, by=None)
    release_standings(event, 1, by=None)


def _some(code: Code | None) -> Code:
    assert code is not None
    return code


def code_of_standings(event: models.Event) -> Code:
    release = event.releases.select_related("event", "series").order_by("-number")[0]
    return _some(signed(private_key(event.held_by), standings_content(release, full_names(event))))


def code_of_certificate(event: models.Event, number: int = 1) -> Code:
    release = event.releases.select_related("event", "series").order_by("-number")[0]
    row = next(row for row in release.posted_rows if row.number == number)
    content = certificate_content(release, row, full_names(event)[number])
    return _some(signed(private_key(event.held_by), content))


def code_of_report(event: models.Event) -> Code:
    release = event.releases.select_related("event", "series").order_by("-number")[0]
    seal = seal_after(event)
    assert seal is not None
    return _some(signed(private_key(event.held_by), report_content(release, seal, full_names(event))))


def released_league(by: User, *, groups: int = 1) -> models.League:
    """A league of groups of four with one released match day, and so with a key of its organiser."""
    season = make_season_with_players()
    names = [[f"RC {suit} {group}" for suit in ("Herz", "Karo", "Pik", "Kreuz")] for group in range(1, groups + 1)]
    league = a_league(season, by, names)
    release_day(league, by, 1)
    sign_for(season.organiser)
    return league


def release_day(league: models.League, by: User, number: int) -> None:
    """Plays and releases a match day of a league, which the first teams of its groups win."""
    teams = models.LeagueTeam.objects.filter(group__league=league).order_by("group__position", "position")
    release(match_day(league, by, number), {team.name: [(10 + team.pk, 0)] * 3 for team in teams})


def code_of_league(league: models.League) -> Code:
    content = league_content(league, tables_of(league))
    assert content is not None
    return _some(signed(private_key(league.season.organiser), content))


def code_of_list(event: models.Event, table: int = 1) -> Code:
    spielliste = list_of(event.series.get(number=1), table)
    revisions = whole_revisions(spielliste.revisions.order_by("number"), read_packed(event))
    names = [seat.registration.name for seat in spielliste.table.seats.order_by("number")]
    return _some(signed(private_key(event.held_by), list_content(spielliste, revisions[-1], names)))
