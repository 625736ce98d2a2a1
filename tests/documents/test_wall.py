"""Papers for the wall and handouts: their number of sheets, and the address for phones."""

from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import timezone
from weasyprint.formatting_structure import boxes

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.documents.catalogue import BY_KEY
from romme_turnier.documents.participants.papers import registration_list
from romme_turnier.documents.printout import Job
from romme_turnier.documents.seating.table_plan import table_plan_document
from romme_turnier.documents.seating.table_signs import table_signs
from romme_turnier.documents.standings.own_results import own_results
from romme_turnier.documents.standings.release import release_document
from romme_turnier.tournament import models
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.documents.layout import faults, laid_out
from tests.documents.longest import CLUB, longest_event, seated
from tests.documents.papers import Papers
from tests.factories import list_of, make_checked, make_event, register, seat_series

pytestmark = pytest.mark.django_db

PLAYERS = 113
BASE = "http://10.0.0.5:8000/"
HANGING = {
    "announcement": "http://10.0.0.5:8000/t/testpokal/",
    "table_plan": "http://10.0.0.5:8000/t/testpokal/sitz/",
    "standings": "http://10.0.0.5:8000/t/testpokal/rangliste/",
    "rankings": "http://10.0.0.5:8000/t/testpokal/rangliste/",
    "charts": "http://10.0.0.5:8000/t/testpokal/rangliste/",
    "table_signs": "http://10.0.0.5:8000/t/testpokal/ich/",
}


@pytest.fixture
def released() -> models.StandingsRelease:
    """Of eight players; tests put as many rows into it as they want."""
    event = make_event(games_per_list=1, series_count=1, published_at=timezone.now())
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    return release_standings(event, 1, by=None)


def many(release: models.StandingsRelease, players: int = PLAYERS, *, series: int = 3) -> None:
    """As many rows, one like the other; everybody is in the register."""
    for number in range(9, players + 1):
        register(release.event, number, first_name="Lieselotte", last_name="Schmidt-Rüdenhausen")
    first: StandingRow = release.rows[0]
    results = tuple(SeatTotals(minus=points) for points in range(301, 301 + series))
    tally = first.tally._replace(sums=SeatTotals.of(results), series=tuple(one.total for one in results))
    release.rows = [
        replace(
            first, rank=n, number=n, club="Rommé-Club Eschenbach", results=results, tally=tally, play_off_needed=False
        )
        for n in range(1, players + 1)
    ]
    release.series.number = series


def pages(template: str, context: dict[str, Any]) -> list[Any]:
    document = laid_out(template, context)
    assert faults(document) == []
    return list(document.pages)


def smallest_of_class(pages: list[Any], css: str) -> float:
    """Returns the smallest type in points of the cells and words with this class, apart from headings."""
    drawn = (box for page in pages for box in page._page_box.descendants() if box.element_tag in {"td", "span"})
    return min(box.style["font_size"] for box in drawn if css in box.element.get("class", "").split()) * 72 / 96


@pytest.mark.parametrize("series", [3, 5])
def test_standings_are_upright_with_thirty_rows_a_page(released: models.StandingsRelease, series: int) -> None:
    many(released, series=series)
    found = pages("documents/standings/release.html", release_document(released, base=BASE))
    assert len(found) == 4
    assert all(page.height > page.width for page in found)
    assert smallest_of_class(found, "beside") >= 9


def test_standings_of_the_longest_names_stay_upright_for_five_series() -> None:
    event = longest_event(8, series=5, games=1)
    series = seat_series(event, 1)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release = release_standings(event, 1, by=None)
    results = tuple(SeatTotals(minus=points) for points in (1999, -1999, 1000, 888, -12345))
    sums = SeatTotals.of(results)
    tally = release.rows[0].tally._replace(sums=sums, series=tuple(one.total for one in results))
    release.rows = [replace(row, results=results, tally=tally, club=CLUB) for row in release.rows]
    release.series.number = 5
    found = pages("documents/standings/release.html", release_document(release, base=BASE))
    assert all(page.height > page.width for page in found)


def test_standings_say_why_only_if_there_is_something_to_say(released: models.StandingsRelease) -> None:
    many(released, 20)
    context = release_document(released)
    assert not any(row.reason for row in context["players"].data)
    released.rows[3] = replace(released.rows[3], out_of_competition=True)
    reasons = [row.reason for row in release_document(released)["players"].data]
    assert [reason for reason in reasons if reason] == ["außer Konkurrenz"]


def test_slips_are_five_a_sheet(released: models.StandingsRelease) -> None:
    many(released, 33, series=5)
    released.save()
    context = own_results(released.event)
    assert context is not None
    assert len(context["slips"]) == 33
    assert len(pages("documents/standings/own_results.html", context)) == 7


def test_slips_of_the_longest_names_are_not_cut(every_paper: Papers) -> None:
    slips = every_paper.by_name["own_results"]
    assert slips.faults == []
    assert slips.pages


def plan(tables: int, *, of_three: int = 0, base: str = "") -> dict[str, Any]:
    players = 4 * tables - of_three
    event = make_event(players=players, published_at=timezone.now())
    numbers = iter(range(1, players + 1))
    sizes = [3 if table < of_three else 4 for table in range(tables)]
    series = seat_series(event, 1, [[next(numbers) for _seat in range(size)] for size in sizes])
    return table_plan_document(series, base=base)


@pytest.mark.parametrize("base", ["", BASE])
@pytest.mark.parametrize("tables", [8, 10, 29])
def test_plan_has_no_page_with_one_table_or_one_name_alone(tables: int, base: str) -> None:
    context = plan(tables, base=base)
    rows = [len(page) for page in context["tables"]]
    assert sum(rows) == -(-tables // 3)
    assert max(rows) - min(rows) <= 1
    columns = [len(column.data) for page in context["names"] for column in page]
    assert 2 * min(columns) > max(columns)
    shown = pages("documents/seating/table_plan.html", context)
    assert len(shown) == len(context["names"]) + len(context["tables"])


def test_plan_of_a_hundred_and_thirteen_takes_three_pages_by_name_and_two_by_table() -> None:
    context = plan(29, of_three=3, base=BASE)
    assert (len(context["names"]), len(context["tables"])) == (3, 2)
    assert len(pages("documents/seating/table_plan.html", context)) == 5


def test_plan_of_thirty_eight_takes_one_page_by_name_and_one_by_table() -> None:
    """Five names take two lines by name, and two in each row of tables."""
    event = make_event(players=0, published_at=timezone.now())
    names = [("Hannelore", "Brinkmeiermann"), ("Rosemarie", "Hufnagel"), *[("Egon", "Jessen")] * 6]
    for number in range(1, 39):
        first, last = names[number % 8]
        register(event, number, first_name=first, last_name=last)
    context = table_plan_document(seated(event), base=BASE)
    assert (len(context["names"]), len(context["tables"])) == (1, 1)
    assert len(pages("documents/seating/table_plan.html", context)) == 2


def test_plan_of_the_longest_names_tears_nothing() -> None:
    context = table_plan_document(seated(longest_event(14)), base=BASE)
    assert len(pages("documents/seating/table_plan.html", context)) == len(context["names"]) + len(context["tables"])


def test_signs_have_the_number_on_both_sides_of_the_fold() -> None:
    series = seat_series(make_event(published_at=timezone.now()))
    context = table_signs(series, base=BASE)
    assert len(pages("documents/seating/table_signs.html", context)) == 2
    html = render_to_string("documents/seating/table_signs.html", context)
    assert [html.count(f"sign__side--{side}") for side in ("back", "front")] == [2, 2]


@pytest.mark.parametrize("key", HANGING)
def test_what_hangs_out_bears_its_address(released: models.StandingsRelease, key: str) -> None:
    event = released.event
    printout = BY_KEY[key]
    of_series = event.series.get() if printout.phase.value == "series" else None
    event.categories.create(name="Damen").registrations.set(event.registrations.all())
    where = (printout.fill(Job(event, of_series, base=BASE)) or {})["where"]
    assert where.address == HANGING[key]
    assert f"<title>{where.address}</title>" in where.image
    assert where.words == where.address.removeprefix("http://").removesuffix("/")


def test_no_address_is_given_where_no_phone_gets_or_nothing_is_public(released: models.StandingsRelease) -> None:
    assert release_document(released)["where"] is None
    models.Event.objects.update(published_at=None)
    released.event.refresh_from_db()
    assert release_document(released, base=BASE)["where"] is None
    announced = BY_KEY["announcement"].fill(Job(released.event, base=BASE))
    assert announced is not None
    assert announced["where"] is not None  # printed before the event is public


def test_list_of_registrations_has_no_page_with_a_lone_row() -> None:
    event = make_event(players=60)

    def rows_by_page() -> list[int]:
        found = pages("documents/participants/registration_list.html", registration_list(event) or {})
        assert smallest_of_class(found, "small") >= 9
        return [sum(isinstance(box, boxes.TableRowBox) for box in page._page_box.descendants()) - 1 for page in found]

    fit = rows_by_page()[0]
    event.registrations.filter(number__gt=fit + 1).delete()
    assert rows_by_page() == [fit - 3, 4]
