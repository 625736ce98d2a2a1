"""Questions about the seasons of a federation, with their targets, for benchmarks/seasons.py and its test."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle

from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from benchmarks.federation.editions import YEARS_TOKEN
from benchmarks.federation.evening_file import Content, Files
from benchmarks.federation.making import Federation
from benchmarks.federation.questions import page
from romme_turnier.documents.seasons import editions
from romme_turnier.fast.page_cache import remembered
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.evenings import evening
from romme_turnier.tournament.shared.service import dry_run


def nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Question:
    """`target`: milliseconds within which 95 of 100 are answered. `before` prepares each time and is not measured."""

    name: str
    target: int
    ask: Callable[[], object]
    before: Callable[[], object] = nothing
    repeats: int = 20


def season_questions(made: Federation, *, evenings: int = 45) -> Iterator[Question]:
    """Yields the questions in the order of the table in docs/scaling.md. The last ones store new evenings."""
    yield from pages(made)
    yield _new_edition("new edition of a club", 200, made.season)
    yield _new_edition("new edition of the nation", 3000, made.nation, repeats=5)
    yield from _new_evenings(made, evenings)


def pages(made: Federation) -> Iterator[Question]:
    """Yields the questions that only read, so that several clients can ask them together."""
    visitor, official = Client(), Client()
    official.force_login(made.club_chair)
    club, nation = (
        reverse("public:season", args=[season.organiser.slug, season.slug]) for season in (made.season, made.nation)
    )
    forget = remembered.clear
    yield Question("table of a club, kept", 3, lambda: page(visitor, club))
    yield Question("table of a club, made again", 60, lambda: page(visitor, club), forget)
    rows = models.EditionRow.objects.filter(edition__ranking__season=made.nation, edition__ranking__position=1)
    numbers_of_pages = cycle([1, rows.count() // 100, rows.count() // 50])
    yield Question(
        "table of the nation, any page", 80, lambda: page(visitor, f"{nation}?seite={next(numbers_of_pages)}"), forget
    )
    numbers = cycle(rows.order_by("position").values_list("entrant__number", flat=True)[::7])
    yield Question("table of the nation, own row", 80, lambda: page(visitor, f"{nation}?nr={next(numbers)}"), forget)
    years = reverse("public:years", args=[YEARS_TOKEN])
    yield Question("a player's 20 years", 100, lambda: page(visitor, years))
    organiser = reverse("public:organiser", args=[made.evening.held_by.slug])
    yield Question("home of a club", 60, lambda: page(visitor, organiser), forget)
    yield Question("list of events of a club", 60, lambda: page(official, reverse("organiser:events")))
    door = reverse("organiser:front_desk", args=[made.evening.slug])
    yield Question("search at the door", 50, lambda: page(official, f"{door}?q=sch"))


def _new_edition(name: str, target: int, season: models.Season, repeats: int = 20) -> Question:
    """Asks the job for the next edition of the first ranking after the correction of a list."""
    ranking = season.rankings.order_by("position")[0]
    corrected = season.results.order_by("pk")[season.results.count() // 2]

    def correct() -> None:
        models.Result.objects.filter(pk=corrected.pk).update(result=F("result") + 5)
        models.Ranking.objects.filter(pk=ranking.pk).update(outdated_since=timezone.now())

    def issue() -> None:
        editions.make({"season": season.pk, "by": None}, "", nothing)

    return Question(name, target, issue, correct, repeats)


def _new_evenings(made: Federation, evenings: int) -> Iterator[Question]:
    files = Files(made)
    events: list[models.Event] = []
    contents: list[Content] = []
    present = [row.player for row in made.evening.registrations.select_related("player").order_by("number")]

    def open_evening() -> None:
        evening.open_evening(made.season, made.season.last_day, present[:-2], present[-2:], by=made.operator)

    yield Question("evening opened", 300, lambda: dry_run(open_evening, nothing))
    yield Question(
        "evening released",
        500,
        lambda: evening.close_evening(events.pop(), by=made.operator),
        lambda: events.append(files.store_open(files.next())),
    )

    def write(number: int) -> None:
        contents[:] = [files.next() for _ in range(number)]

    yield Question("import of an evening", 300, lambda: files.store(*contents), lambda: write(1))
    yield Question(f"import of {evenings} evenings", 10_000, lambda: files.store(*contents), lambda: write(evenings), 2)
