"""Editions against the independent reading of the rules in the tests of the core, from rows stored by chance.

Guests who have joined, lists that do not count, groups of organisers and adjustments are worked out here again.
"""

from datetime import UTC, date, datetime, time
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.editions import check_editions, issue_edition
from tests.core.seasons.questions import Json
from tests.core.seasons.test_ranking_by_chance import CHOICES, STORED_CHOICES, by_the_text, fewest, stored_formula
from tests.factories import make_organiser, make_season
from tests.tournament.seasons.season_rows import formula, make_ranking, people

pytestmark = pytest.mark.django_db
SCENARIOS = 40
DAYS = (date(2026, 1, 6), date(2026, 1, 13), date(2026, 2, 3), date(2026, 2, 3))
JOINED = date(2026, 1, 10)  # until this day the last member was one


def a_formula(chance: Random) -> Json:
    chosen = {key: chance.choice(values) for key, values in CHOICES.items() if chance.random() < 0.5}
    more = {key: chance.choice(values) for key, values in STORED_CHOICES.items() if chance.random() < 0.25}
    chosen = stored_formula(chosen, more)
    if "take" in chosen:
        chosen["take"] = chance.choice([{}, {"kinds": ["evening"]}, {"kinds": ["tournament"], "series": [1]}])
    if chosen.get("unit") == "month" and "best_per" in chosen.get("keep", {}):
        del chosen["keep"]
    return chosen


class Scene:
    """A federation with two states, four events of its season, and four people: a member, one who left, two others."""

    def __init__(self) -> None:
        federation = make_organiser(number="09", slug="verband")
        states = [make_organiser(number=f"09-0{number}", slug=f"land-{number}") for number in (1, 2)]
        self.season = make_season(organiser=federation)
        self.people = people("Neu", "Alt", "Fremd", "Gast")
        models.Membership.objects.create(player=self.people[0], organiser=states[0], since=date(2026, 3, 1))
        models.Membership.objects.create(player=self.people[1], organiser=federation, until=JOINED)
        models.Membership.objects.create(player=self.people[2], organiser=federation, since=date(2999, 1, 1))
        self.events = [
            models.Event.objects.create(
                slug=f"abend-{number}",
                name=f"Abend {number}",
                starts_at=datetime.combine(day, time(19), UTC),
                held_by=states[number % 2],
                season=self.season,
                kind="evening" if number < 3 else "tournament",
                names="short",
                bonus_mode="per_list",
            )
            for number, day in enumerate(DAYS)
        ]

    def play(self, chance: Random) -> list[Json]:
        """Stores lists by chance in place of the earlier ones; returns the counting ones in the form of a question."""
        models.Result.objects.all().delete()
        few = chance.choice([[-3, -1, 0, 1, 2, 3], [1], [0, 1, 1]])
        rows, told = [], []
        places = [(player, number, series) for player in range(4) for number in range(4) for series in (1, 2)]
        for player, number, series in chance.sample(places, k=chance.randint(0, 16)):
            event, day = self.events[number], DAYS[number]
            figures = {"result": chance.choice(few), "scoring_points": abs(chance.choice(few))}
            more = {"finished": chance.randint(0, 2), "handrommes": chance.randint(0, 1)}
            half_points, guest, counts = chance.randint(0, 3), chance.random() < 0.3, chance.random() < 0.9
            row = models.Result(
                event=event,
                season=self.season,
                organiser=event.held_by,
                kind=event.kind,
                day=day,
                series=series,
                player=self.people[player],
                guest=guest,
                counts=counts,
                half_points=half_points,
                **figures,
                **more,
            )
            rows.append(row)
            has_joined = player == 0 or (player == 1 and day <= JOINED)
            told.append(
                {
                    "player": self.people[player].last_name,
                    "event": event.slug,
                    "day": day.isoformat(),
                    "kind": event.kind,
                    "series": series,
                    **figures,
                    "table_points": str(Decimal(half_points) / 2),
                    "ended": more["finished"],
                    "handrommes": more["handrommes"],
                    "guest": guest and not (has_joined and self.season.guest_evenings_count),
                    "group": event.held_by.slug,
                }
            )
        models.Result.objects.bulk_create(rows)
        return [each for each, row in zip(told, rows, strict=True) if row.counts]


def stored(edition: models.Edition) -> Json:
    rows = list(edition.rows.select_related("entrant__player"))
    names = {row: row.entrant.player.last_name for row in rows if row.entrant is not None}
    return {
        "rows": [
            {"rank": row.rank, "player": names[row], "value": row.value, "units": row.units, "used": row.used}
            | {"minus": row.minus}
            for row in rows
            if row.rank is not None
        ],
        "unranked": [
            {"player": names[row], "units": row.units, "missing": row.missing} for row in rows if row.rank is None
        ],
    }


def by_name(answer: Json) -> Json:
    """The answer in an order that does not depend on keys of rows."""
    return {
        "rows": sorted(answer["rows"], key=lambda row: (row["rank"], row["player"])),
        "unranked": sorted(answer["unranked"], key=lambda row: row["player"]),
    }


def test_editions_equal_an_independent_reading_of_the_text():
    scene, chance = Scene(), Random(20260106)
    ranking = make_ranking(scene.season)
    for _scenario in range(SCENARIOS):
        chosen = a_formula(chance)
        scene.season.guest_evenings_count = chance.random() < 0.7
        scene.season.save()
        told = scene.play(chance)
        ranking.versions.update(formula=formula(**chosen))
        edition = issue_edition(ranking)
        if edition is None:
            assert by_the_text(chosen, told) == {"rows": [], "unranked": []}
        else:
            assert by_name(stored(edition)) == by_name(by_the_text(chosen, told)), (chosen, told)
    assert ranking.editions.count() > SCENARIOS / 2


def test_adjustments_are_added_to_the_exact_value_before_ranks_are_given():
    scene, chance = Scene(), Random(7)
    ranking = make_ranking(scene.season)
    for _scenario in range(SCENARIOS // 2):
        chosen: dict[str, Any] = {"value": chance.choice(["result", "scoring_points"]), "who": {"guests": True}}
        told = scene.play(chance)
        ranking.versions.update(formula=formula(**chosen))
        points = {player: Decimal(chance.choice([-2, -1, 1, 2])) for player in chance.sample(scene.people, k=2)}
        models.Adjustment.objects.all().delete()
        models.Adjustment.objects.bulk_create(
            models.Adjustment(ranking=ranking, player=player, points=each, reason="Grund", at=timezone.now())
            for player, each in points.items()
        )
        edition = issue_edition(ranking)
        if edition is None:
            continue
        added = {player.last_name: each for player, each in points.items()}
        values = {
            row["player"]: Decimal(row["value"]) + added.get(row["player"], 0)
            for row in by_the_text(chosen, told)["rows"]
        }
        sign = 1 if fewest(chosen) else -1
        expected = {
            name: (1 + sum(sign * other < sign * value for other in values.values()), f"{value:.2f}")
            for name, value in values.items()
        }
        assert {row["player"]: (row["rank"], row["value"]) for row in stored(edition)["rows"]} == expected


def test_edition_that_was_changed_behind_the_programs_back_is_found():
    scene = Scene()
    ranking = make_ranking(scene.season)
    scene.play(Random(3))
    edition = issue_edition(ranking)
    assert edition is not None
    assert list(check_editions(ranking)) == []
    row = edition.rows.all()[0]
    models.EditionRow.objects.filter(pk=row.pk).update(units=row.units + 1)
    assert list(check_editions(ranking)) == [edition]
    models.EditionRow.objects.filter(pk=row.pk).update(units=row.units)
    models.Edition.objects.filter(pk=edition.pk).update(rests_on=[["abend-0", 1, 9]])
    assert list(check_editions(ranking)) == [edition]
    models.Edition.objects.filter(pk=edition.pk).update(rests_on=edition.rests_on, number=5)
    assert [each.number for each in check_editions(ranking)] == [5]


def test_erasing_and_renaming_people_change_no_digest():
    scene = Scene()
    ranking = make_ranking(scene.season)
    scene.play(Random(3))
    issue_edition(ranking)
    models.Player.objects.update(first_name="…", last_name="…", erased_at=timezone.now())
    models.Result.objects.update(club=None)
    assert list(check_editions(ranking)) == []
