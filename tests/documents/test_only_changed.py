"""After a change of the seating only the papers of its tables are printed again."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from romme_turnier.documents.catalogue import BY_KEY, papers_of_changed
from romme_turnier.documents.lists.sheets import lists_document
from romme_turnier.documents.printout import Job
from romme_turnier.documents.seating.changed import only_changed
from romme_turnier.documents.seating.table_signs import table_signs_with_names
from romme_turnier.tournament import models
from romme_turnier.tournament.seating.changes import changed_tables, last_change, say_change
from romme_turnier.tournament.seating.draws import apply_draw, propose_draw
from romme_turnier.tournament.seating.repairs import apply_repair, propose, undo_repair
from romme_turnier.tournament.seating.seats import swap
from tests.cast import make_cast, signed_in
from tests.factories import make_event, one, seat_series

pytestmark = pytest.mark.django_db

TABLES = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))


@pytest.fixture
def series(db: None) -> models.Series:
    return seat_series(make_event(players=17), 1, TABLES)


def seat_of(series: models.Series, number: int) -> models.Seat:
    return models.Seat.objects.get(series=series, registration__number=number)


def swapped(series: models.Series, first: int, second: int, *, minutes_ago: int = 0) -> None:
    known = list(models.LogEntry.objects.values_list("pk", flat=True))
    swap(seat_of(series, first), seat_of(series, second), by=None)
    models.LogEntry.objects.exclude(pk__in=known).update(at=timezone.now() - timedelta(minutes=minutes_ago))


def labels(series: models.Series) -> list[str]:
    return [str(choice.label) for choice in only_changed(Job(series.event, series))]


def test_nothing_is_offered_where_nobody_moved(series: models.Series) -> None:
    assert labels(series) == []
    assert changed_tables(series) == {}
    assert last_change(series) == 0


def test_tables_that_changed_are_named_with_what_changed(series: models.Series) -> None:
    swapped(series, 2, 7)
    assert labels(series) == ["nur geändert seit der Auslosung: Tische 1–2"]
    assert [say_change(one) for one in changed_tables(series).values()] == ["Platz 2: 7 statt 2", "Platz 3: 2 statt 7"]


def test_last_change_is_the_one_made_last_also_when_the_clock_was_set_back(series: models.Series) -> None:
    swapped(series, 2, 7)
    swapped(series, 9, 14, minutes_ago=120)
    assert last_change(series) == 2
    assert list(changed_tables(series, since=2)) == [3, 4]
    assert list(changed_tables(series)) == [1, 2, 3, 4]


def test_last_change_is_offered_by_itself(series: models.Series) -> None:
    swapped(series, 2, 7, minutes_ago=30)
    swapped(series, 9, 10)
    every, newest = labels(series)
    assert every == "nur geändert seit der Auslosung: Tische 1–3"
    assert newest.startswith("nur geändert um ")
    assert newest.endswith(" Uhr: Tisch 3")
    assert list(changed_tables(series, since=2)) == [3]


def test_change_that_was_undone_needs_no_paper(series: models.Series) -> None:
    people: dict[str, Any] = {"missing": [], "coming": [one(series.event, 17)]}
    proposals = propose(series, **people).proposals
    repair = apply_repair(series, proposals[0].key, **people, reason="", by=None)
    assert changed_tables(series)
    undo_repair(repair, by=None)
    assert changed_tables(series) == {}


def test_repair_prints_the_tables_that_it_touched(series: models.Series) -> None:
    people: dict[str, Any] = {"missing": [], "coming": [one(series.event, 17)]}
    key = propose(series, **people).proposals[0].key
    repair = apply_repair(series, key, **people, reason="", by=None)
    assert set(changed_tables(series)) == set(repair.after)


def test_lists_and_signs_of_other_tables_stay_as_they_are(series: models.Series) -> None:
    swapped(series, 2, 7)
    job = Job(series.event, series, {"ab": 1})
    lists, signs = BY_KEY["blank_lists"].fill(job), BY_KEY["table_signs_with_names"].fill(job)
    assert lists is not None
    assert signs is not None
    assert [sheet.table for sheet in lists["lists"]] == [1, 2]
    assert [sign.number for sign in signs["signs"]] == [1, 2]


def test_changed_sheet_says_what_is_new(series: models.Series) -> None:
    swapped(series, 2, 7)
    [changed, *_others, same] = lists_document(series, empty=True)["lists"]
    assert changed.version.endswith(" Uhr, Platz 2: 7 statt 2")
    assert same.version == "Vordruck"
    first, *_others, last = table_signs_with_names(series)["signs"]
    assert first.change.endswith(" Uhr, Platz 2: 7 statt 2")
    assert last.change == ""


def test_blank_list_says_which_draw_it_is_from() -> None:
    event = make_event(players=8)
    series = apply_draw(propose_draw(event, 1, by=None), by=None)
    models.Draw.objects.update(applied_at="2026-10-17T08:05:00Z")
    [sheet, *_others] = lists_document(series, empty=True)["lists"]
    assert sheet.version == "Vordruck, Auslosung vom 17.10., 10:05 Uhr"


def test_pages_offer_the_changed_tables(series: models.Series) -> None:
    event = series.event
    petra = signed_in(make_cast(event).petra)
    swapped(series, 2, 7)
    url = reverse("documents:blank_lists_pdf", args=[event.slug, 1]) + "?ab=1"
    assert url in petra.get(reverse("organiser:print_page", args=[event.slug])).content.decode()
    assert [address for _label, address in papers_of_changed(Job(event, series))][-1] == url
    assert petra.get(url.replace("ab=1", "ab=9")).status_code == 404


def test_page_of_a_repair_offers_its_papers(series: models.Series) -> None:
    people: dict[str, Any] = {"missing": [], "coming": [one(series.event, 17)]}
    apply_repair(series, propose(series, **people).proposals[0].key, **people, reason="", by=None)
    page = (
        signed_in(make_cast(series.event).petra)
        .get(reverse("organiser:series_repair", args=[series.event.slug, 1]))
        .content.decode()
    )
    assert "leere-listen.pdf?ab=1" in page
    assert "tischschilder-mit-namen.pdf?ab=1" in page
