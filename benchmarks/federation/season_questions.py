"""Questions about the seasons of a federation, with their targets, for benchmarks/seasons.py and its test."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db.models import Count
from django.test import Client
from django.urls import reverse

from benchmarks.federation.making import Federation
from benchmarks.federation.questions import page
from romme_turnier.core.seasons.formula import Formula, MeanOfAtLeast, Missing, Result
from romme_turnier.core.seasons.ranking import SeasonRanking, rank
from romme_turnier.tournament import models

FORMULA = Formula(join=MeanOfAtLeast(24, Missing.OWN_WORST))


@dataclass(frozen=True, slots=True)
class Question:
    """`target`: milliseconds within which 95 of 100 are answered."""

    name: str
    target: int
    ask: Callable[[], object]
    repeats: int = 20


def season_questions(made: Federation) -> Iterator[Question]:
    """Yields the questions in the order of the table in docs/scaling.md."""
    yield Question("table of a club, computed", 60, lambda: computed(made.season))
    yield Question("table of the nation, computed", 3000, lambda: computed(made.nation), repeats=5)
    player = models.Player.objects.annotate(lists=Count("results")).latest("lists", "pk")
    yield Question("lists of a player, 20 years", 100, lambda: lists_of(player))
    visitor, official = Client(), Client()
    official.force_login(made.club_chair)
    club = reverse("public:organiser", args=[made.evening.held_by.slug])
    yield Question("home of a club", 60, lambda: page(visitor, club))
    yield Question("list of events", 60, lambda: page(official, reverse("organiser:events")))
    door = reverse("organiser:front_desk", args=[made.evening.slug])
    yield Question("search at the door", 50, lambda: page(official, f"{door}?q=sch"))


def computed(season: models.Season) -> SeasonRanking:
    results = season.results.filter(counts=True).values_list(
        "player", "event", "day", "kind", "series", "result", "finished", "handrommes", "guest"
    )
    return rank(
        [
            Result(str(player), str(event), day.isoformat(), kind, series, result, 0, 0, ended, handrommes, guest)
            for player, event, day, kind, series, result, ended, handrommes, guest in results
        ],
        FORMULA,
    )


def lists_of(player: models.Player) -> list[models.Result]:
    return list(player.results.select_related("event", "club", "season"))
