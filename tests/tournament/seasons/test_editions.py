"""Editions of rankings: the results that count, numbers, digests and differences."""

from datetime import timedelta

import pytest
from django.utils.translation import override

from romme_turnier.core.seasons.formula import Value
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.categories import name_categories
from romme_turnier.tournament.seasons.differences import differences
from romme_turnier.tournament.seasons.editions import check_editions, issue_edition, reissue_outdated
from romme_turnier.tournament.seasons.reading import forms
from romme_turnier.tournament.seasons.words import row_sentence
from tests.factories import make_season
from tests.tournament.seasons.season_rows import issued, make_ranking, people, play, table_of

pytestmark = pytest.mark.django_db


def sentences(edition: models.Edition) -> dict[str, str]:
    rows = edition.rows.select_related("entrant__player")
    return {row.entrant.player.last_name: row_sentence(row, edition) for row in rows if row.entrant is not None}


def test_mean_over_at_least_24_lists_fills_missing_ones_with_zero():
    season = make_season()
    ranking = make_ranking(season, value="scoring_points", join={"mean_of_at_least": 24, "missing": "0"})
    few, exact, many = people("Wenig", "Genau", "Viel")
    for week in range(31):
        play(season, {many: 950} | ({exact: 1000} if week < 24 else {}) | ({few: 1020} if week < 20 else {}), week=week)
    edition = issued(ranking)
    assert table_of(edition) == [(1, "Genau", "1000.00"), (2, "Viel", "950.00"), (3, "Wenig", "850.00")]
    assert sentences(edition) == {
        "Genau": "24 von 31 Listen, Mittel 1.000,00",
        "Viel": "31 von 31 Listen, Mittel 950,00",
        "Wenig": "20 von 31 Listen, 4 fehlende zählen je 0,00, Mittel 850,00",
    }


def test_place_of_an_evening_puts_more_lists_first_where_the_fewest_win():
    season = make_season()
    good, bad, left = people("Gut", "Schlecht", "Gegangen")
    evening = play(season, {good: (300, 300), bad: (400, 400), left: (100, None)})

    def places(value: Value) -> list[int | None]:
        marks = forms([evening], value, [good.pk, bad.pk, left.pk])
        return [marks[player.pk][0].place for player in (good, bad, left)]

    assert places(Value.RESULT) == [1, 2, 3]
    assert places(Value.SCORING_POINTS) == [2, 1, 3]


def test_nothing_is_issued_when_nothing_changed():
    season = make_season()
    ranking = make_ranking(season, join="mean")
    (vera,) = people("Vera")
    assert issue_edition(ranking) is None
    play(season, {vera: 300})
    first = issued(ranking)
    assert first.number == 1
    assert issue_edition(ranking) == first
    play(season, {vera: 400}, week=1)
    assert [edition.number for edition in reissue_outdated(season)] == [2]
    assert reissue_outdated(season) == []
    assert list(check_editions(ranking)) == []


def test_guest_is_ranked_only_by_formulas_with_guests():
    season = make_season()
    members, everybody = (
        make_ranking(season, join="mean"),
        make_ranking(season, "alle", join="mean", who={"guests": True}),
    )
    vera, gast = people("Vera", "Gast")
    evening = play(season, {vera: 300, gast: 200})
    evening.results.filter(player=gast).update(guest=True)
    assert table_of(issued(members)) == [(1, "Vera", "300.00")]
    assert table_of(issued(everybody)) == [(1, "Gast", "200.00"), (2, "Vera", "300.00")]


@pytest.mark.parametrize("evenings_count", [True, False])
def test_evenings_as_a_guest_count_after_joining_if_the_season_says_so(evenings_count):
    """With one organiser and no list of members, playing without the flag shows who has joined."""
    season = make_season(guest_evenings_count=evenings_count)
    ranking = make_ranking(season, join="mean", who={"guests": False})
    vera, neu = people("Vera", "Neu")
    play(season, {vera: 300, neu: 200}).results.filter(player=neu).update(guest=True)
    assert table_of(issued(ranking)) == [(1, "Vera", "300.00")]
    play(season, {neu: 300}, week=1)
    expected = [(1, "Neu", "250.00")] if evenings_count else [(1, "Neu", "300.00")]
    assert [row for row in table_of(issued(ranking)) if row[1] == "Neu"] == expected


def test_lists_outside_the_competition_count_in_no_ranking():
    season = make_season()
    ranking = make_ranking(season, value="lists")
    vera, ute = people("Vera", "Ute")
    play(season, {vera: 300}, counts=False)
    play(season, {ute: 300}, week=1)
    edition = issued(ranking)
    assert (table_of(edition), edition.offered) == ([(1, "Ute", "1.00")], 1)


def test_ranking_of_a_category_has_its_players_and_the_units_of_all():
    season = make_season()
    ranking = make_ranking(season, "damen", category="Damen", value="lists", minus={"over": 0, "power": 1})
    vera, uwe = people("Vera", "Uwe")
    evening = play(season, {vera: 300, uwe: 200})
    entry = models.Registration.objects.create(event=evening, player=vera, number=1)
    entry.categories.add(models.Category.objects.create(event=evening, name="Damen"))
    play(season, {uwe: 200}, week=1)
    edition = issued(ranking)
    assert (table_of(edition), edition.offered) == ([(1, "Vera", "0.00")], 2)


def test_category_stays_the_same_if_an_event_writes_its_name_in_other_letters():
    season = make_season()
    ranking = make_ranking(season, "damen", category="Damen", value="lists")
    vera, uwe = people("Vera", "Uwe")
    evening = play(season, {vera: 300, uwe: 200})
    name_categories(evening, ["Damen"])
    entry = models.Registration.objects.create(event=evening, player=vera, number=1)
    entry.categories.set(evening.categories.all())
    first = issued(ranking)
    name_categories(evening, ["DAMEN"])
    assert issued(ranking) == first
    assert table_of(first) == [(1, "Vera", "1.00")]


def test_club_has_the_lists_of_its_members_on_the_day():
    """After a change of clubs, earlier lists stay with the earlier club; lists without a club count nowhere."""
    season = make_season()
    ranking = make_ranking(season, of="clubs", value="scoring_points", unit="event", join="mean")
    herz, karo = (models.Club.objects.create(name=name) for name in ("RC Herz", "RC Karo"))
    vera, ute, allein = people("Vera", "Ute", "Allein")
    vera.club, ute.club = herz, herz
    play(season, {vera: 30, ute: 20, allein: 99})
    vera.club = karo
    play(season, {vera: 40, ute: 10}, week=1)
    edition = issued(ranking)
    assert table_of(edition) == [(1, "RC Karo", "40.00"), (2, "RC Herz", "30.00")]
    assert [row.club for row in edition.rows.all()] == [karo, herz]
    models.Club.objects.filter(pk=herz.pk).update(name="anders")
    assert list(check_editions(ranking)) == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("scoring_points", [(1, "Nord", "120.00"), (2, "Süd", "70.00")]),
        ("result", [(1, "Süd", "70.00"), (2, "Nord", "80.00")]),
    ],
)
def test_team_is_the_same_at_all_events_by_its_name(value, expected):
    """If the fewest points win, a series in which a member is missing does not count for the team."""
    season = make_season()
    ranking = make_ranking(season, of="tandems", value=value, join="mean" if value == "result" else "sum")
    vera, ute, ida, eva = people("Vera", "Ute", "Ida", "Eva")
    evenings = [
        play(season, {vera: 50, ute: 30, ida: 30, eva: 40}),
        play(season, {vera: 40, ute: None, ida: None, eva: None}, week=1),
    ]
    for evening, name in zip(evenings, ("Nord", "nord "), strict=True):
        for team_name, pair in ((name, (vera, ute)), ("Süd", (ida, eva))):
            team = models.Team.objects.create(event=evening, key=team_name, name=team_name, size=2)
            for player in pair:
                entry = models.Registration.objects.create(event=evening, player=player)
                models.TeamMember.objects.create(team=team, registration=entry)
                evening.results.filter(player=player).update(registration=entry)
    assert table_of(issued(ranking)) == expected
    assert not issued(make_ranking(season, "vierer", of="teams", value="lists")).rows.exists()


def test_events_that_are_new_are_in_one_sentence_and_each_day_is_named_once():
    season = make_season()
    ranking = make_ranking(season, join="mean")
    (vera,) = people("Vera")
    play(season, {vera: 300})
    first = issued(ranking)
    names = ["Clubabend 13. Januar 2026", "Club evening 20 January 2026", "Runde vom 27.01.26", "Abend 113.2.2026"]
    for week, name in enumerate(names, start=1):
        evening = play(season, {vera: 300}, week=week)
        models.Event.objects.filter(pk=evening.pk).update(name=name)
    evening = play(season, {vera: 300}, week=5)
    models.Event.objects.filter(pk=evening.pk).update(
        name="Nachttisch", starts_at=evening.starts_at - timedelta(weeks=1)
    )
    second = issued(ranking)
    assert differences(second, first) == [
        "Neu dabei: Clubabend 13. Januar 2026, Club evening 20 January 2026, Runde vom 27.01.26, "
        "Abend 113.2.2026, Nachttisch (3. Februar 2026)."
    ]
    with override("en"):
        assert "Clubabend 13. Januar 2026, Club evening" in differences(second, first)[0]


def test_event_that_has_got_another_address_makes_no_difference():
    season = make_season()
    ranking = make_ranking(season, join="mean")
    vera, ute = people("Vera", "Ute")
    evening = play(season, {vera: 300})
    first = issued(ranking)
    models.EarlierAddress.objects.create(address=evening.slug, event=evening)
    models.Event.objects.filter(pk=evening.pk).update(slug="verein/abend-1")
    play(season, {ute: 400}, week=1)
    second = issued(ranking)
    assert differences(second, first) == ["Neu dabei: Abend 2 (13. Januar 2026).", "1 ist neu in der Wertung."]
    models.Event.objects.filter(name="Abend 2").update(name="Clubabend 13. Januar 2026")
    assert differences(second, first)[0] == "Neu dabei: Clubabend 13. Januar 2026."
    models.Event.objects.filter(name="Clubabend 13. Januar 2026").update(name="Abend 2")
    models.EarlierAddress.objects.update(event=None)  # as after the event was deleted
    models.Event.objects.filter(pk=evening.pk).update(slug="anders")
    assert differences(second, first) == [
        "Zählt nicht mehr: abend-1.",
        "Neu dabei: verein/abend-1, Abend 2 (13. Januar 2026).",
        "1 ist neu in der Wertung.",
    ]


def test_first_edition_has_nothing_to_compare():
    season = make_season()
    (vera,) = people("Vera")
    play(season, {vera: 300})
    assert differences(issued(make_ranking(season)), None) == ["Das ist die erste Ausgabe."]
