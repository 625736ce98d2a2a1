"""Rankings in which only members count, for a number of months on the day of the list."""

from datetime import date, timedelta
from random import Random

import pytest
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.offices import OfficeRole
from romme_turnier.tournament.participants.members.memberships import MembershipDetails, add_member
from romme_turnier.tournament.seasons.editions import reissue_outdated
from romme_turnier.tournament.seasons.rankings import formula_refusals
from tests.core.seasons.questions import a_list
from tests.core.seasons.test_ranking_by_chance import by_the_text
from tests.factories import make_office, make_official, make_organiser, make_season
from tests.tournament.seasons.season_rows import FIRST, formula, issued, make_ranking, newest, people, play, table_of

pytestmark = pytest.mark.django_db


def join(player: models.Player, organiser: models.Organiser, *days: str, kind: str = "full") -> None:
    """Stores a membership from the first of the days to the second one, if any."""
    since, until = [*map(date.fromisoformat, days), None, None][:2]
    models.Membership.objects.create(player=player, organiser=organiser, kind=kind, since=since, until=until)


def test_lists_count_from_the_day_on_which_the_membership_is_old_enough():
    season = make_season()
    vera, ute, gast = people("Neu", "Immer", "Gastmitglied")
    join(vera, season.organiser, "2025-07-13")
    join(ute, season.organiser)
    join(gast, season.organiser, "2020-01-01", kind="guest")
    play(season, {vera: 100, ute: 200, gast: 1})  # 6 January
    play(season, {vera: 300, ute: 200, gast: 1}, week=1)  # 13 January
    edition = issued(make_ranking(season, join="mean", member_months=6))
    assert table_of(edition) == [(1, "Immer", "200.00"), (2, "Neu", "300.00")]
    assert edition.offered == 2


def test_lists_of_members_equal_a_reading_day_by_day():
    federation = make_organiser(number="09", slug="verband")
    clubs = [make_organiser(number=f"09-0{number}", slug=f"club-{number}") for number in (1, 2)]
    elsewhere = make_organiser(number="10", slug="fremd")
    season, chance, players = make_season(organiser=federation), Random(6), people(*"ABCDEF")
    covered: dict[models.Player, set[date]] = {player: set() for player in players}
    for player in players:
        day = date(2024, 6, 1)
        for _ in range(5):
            first = day + timedelta(days=chance.choice([0, 1, 1, 1, 1, 2, 90]))
            day = first + timedelta(days=chance.randint(30, 400))
            organiser, kind = (
                chance.choice([federation, *clubs, *clubs, *clubs, elsewhere]),
                chance.choice(["full", "full", "full", "young", "guest"]),
            )
            join(player, organiser, str(first), str(day), kind=kind)
            if organiser != elsewhere and kind != "guest":
                covered[player] |= {first + timedelta(days=number) for number in range((day - first).days + 1)}
    told = []
    for week in range(50):
        day = FIRST + timedelta(weeks=week)
        lists = {player: chance.randint(0, 400) for player in chance.sample(players, 4)}
        play(season, lists, week=week, organiser=chance.choice([federation, *clubs]))
        told += [
            (player, day, a_list(player.last_name, day=str(day), event=str(day), group="", result=result))
            for player, result in lists.items()
        ]
    for months in (0, 1, 6, 12):
        counting = [each for player, day, each in told if _needed(day, months) <= covered[player]]
        assert counting
        expected = by_the_text({"join": "mean"}, counting)["rows"]
        edition = issued(make_ranking(season, f"m{months}", join="mean", member_months=months))
        assert table_of(edition) == [(row["rank"], row["player"], row["value"]) for row in expected], months


def _needed(day: date, months: int) -> set[date]:
    """All days back to the last one that is this number of whole months earlier."""
    earlier, days = day, {day}
    while 12 * (day.year - earlier.year) + day.month - earlier.month - (earlier.day > day.day) < months:
        earlier -= timedelta(days=1)
        days.add(earlier)
    return days


def test_later_membership_outdates_the_ranking():
    season = make_season()
    vera, ute = people("Sommer", "Winter")
    join(ute, season.organiser)
    ranking = make_ranking(season, join="mean", member_months=0)
    play(season, {vera: 100, ute: 200})
    assert table_of(issued(ranking)) == [(1, "Winter", "200.00")]
    keeper = make_official(username="petra")
    make_office(season.organiser, keeper, OfficeRole.REGISTRAR)
    details = MembershipDetails(since=date(2026, 1, 1))
    add_member(season.organiser, vera, "", "", details, by=keeper)
    ranking.refresh_from_db()
    assert ranking.outdated_since is not None
    reissue_outdated(season)
    assert table_of(newest(ranking)) == [(1, "Sommer", "100.00"), (2, "Winter", "200.00")]


def test_lists_of_an_erased_person_count_without_the_membership_unless_as_a_guest():
    season = make_season()
    vera, ute = people("Sommer", "Winter")
    for player, guest in ((vera, False), (ute, True)):
        play(season, {player: 100}, week=int(guest), guest=guest)
    models.Player.objects.update(erased_at=timezone.now())
    edition = issued(make_ranking(season, join="mean", member_months=6))
    assert [row.entrant.player for row in edition.rows.all() if row.entrant] == [vera]


def test_pairs_of_two_members_only():
    season = make_season()
    vera, ute, ida = people("Sommer", "Winter", "Herbst")
    for player in (vera, ute):
        join(player, season.organiser)
    event = play(season, {vera: 30, ute: 20, ida: 90})
    for name, members in (("Treue", (vera, ute)), ("Gemischt", (ida,))):
        team = models.Team.objects.create(event=event, key=name, name=name, size=2)
        for member in members:
            row = models.Registration.objects.create(event=event, player=member)
            event.results.filter(player=member).update(registration=row)
            models.TeamMember.objects.create(team=team, registration=row)
    ranking = make_ranking(season, of="tandems", value="scoring_points", member_months=0)
    assert table_of(issued(ranking)) == [(1, "Treue", "50.00")]


def test_members_are_needed_and_guests_contradict_them():
    season = make_season()
    only_members = formula(join="mean", member_months=3, who={"guests": True})
    assert formula_refusals(season, only_members).keys() == {"member_months", "guests"}
    join(people("Sommer")[0], season.organiser)
    assert formula_refusals(season, formula(join="mean", member_months=3)) == {}
