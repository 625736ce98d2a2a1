"""Two tables wrote on each other's sheets: correcting the seats tells everybody's own result and rank."""

import re
from collections.abc import Hashable

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.disputes.notice_answers import object_to
from romme_turnier.tournament.lists.checking.notice_words import notices_of, texts
from romme_turnier.tournament.models import ListTotal, Registration
from romme_turnier.tournament.seating.seats import correct_seats, swap
from romme_turnier.tournament.shared.numbers import signed
from romme_turnier.tournament.standings.reading import standings
from tests.factories import list_of, make_checked, seat_series
from tests.web.reading import sentences

pytestmark = pytest.mark.django_db

# The players who really sat at table 1, whose sheet table 2 used.
ORDER = (6, 5, 8, 7)


@pytest.fixture
def swapped(event: models.Event) -> models.Series:
    series = seat_series(event)
    make_checked(list_of(series, 1), {1: "0 25 35 45"})
    make_checked(list_of(series, 2), {1: "55 65 75 0"})
    return series


def results() -> dict[int | None, int]:
    return dict(ListTotal.objects.values_list("seat__registration__number", "result"))


def ranks(event: models.Event) -> dict[int | None, int | None]:
    numbers: dict[Hashable, int | None] = dict(Registration.objects.values_list("pk", "number"))
    return {numbers[row.entrant.key]: row.rank for row in standings(event, 1)}


def sent(event: models.Event, **more: str) -> dict[str, str]:
    pks = dict(event.registrations.values_list("number", "pk"))
    seats = {f"seat{seat}": str(pks[number]) for seat, number in enumerate(ORDER, start=1)}
    return {**seats, "reason": "Blätter vertauscht", "version": str(list_of(event.series.get()).version), **more}


def page(client: Client, event: models.Event, **more: str) -> str:
    return sentences(
        client.post(reverse("organiser:list_seats", args=[event.slug, 1, 1]), sent(event, **more), follow=True)
    )


def test_preview_tells_result_and_rank_of_everybody_at_both_tables(
    rudi: Client, event: models.Event, swapped: models.Series
) -> None:
    before, ranked = results(), ranks(event)
    preview = page(rudi, event)
    page(rudi, event, confirm="1")
    after, ranked_then = results(), ranks(event)
    assert before != after
    rows = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', preview, re.DOTALL)
    assert len(rows) == 8
    for head, cells in rows:
        number = int(re.search(r": (\d+) ", head)[1])  # type: ignore[index]
        assert ("Tisch 2" in head) is (number <= 4)
        said = [re.sub(r"<[^>]+>|\s", "", cell) for cell in re.findall(r"<td.*?</td>", cells, re.DOTALL)]
        assert signed(before[number]) in said[0]
        assert signed(after[number]) in said[0]
        if ranked[number] != ranked_then[number]:
            assert str(ranked[number]) in said[2]
            assert str(ranked_then[number]) in said[2]


def test_notices_tell_everybody_the_result_at_the_other_table(
    rudi: Client, event: models.Event, swapped: models.Series
) -> None:
    before = results()
    preview = page(rudi, event)
    assert preview.count("Vera2 Spieler2") >= 2  # in the table, and among the players to inform
    page(rudi, event, confirm="1")
    after = results()
    told = {text.notice.registration.number: text for text in texts(notices_of(event))}
    assert told.keys() == set(range(1, 9))
    for number, text in told.items():
        assert (text.old, text.new) == (signed(before[number]), signed(after[number]))


def test_list_that_is_open_gives_nobody_a_result(rudi: Client, event: models.Event) -> None:
    series = seat_series(event)
    make_checked(list_of(series, 1), {1: "0 25 35 45"})
    before = results()
    assert "Tisch 2, Platz 2: 1 Vera1" in page(rudi, event).partition("Danach zu unterrichten")[2]
    page(rudi, event, confirm="1")
    told = {text.notice.registration.number: text for text in texts(notices_of(event))}
    assert told.keys() == set(range(1, 9))
    for number, text in told.items():
        coming = number in ORDER
        assert text.old == ("zählte nicht" if coming else signed(before[number]))
        assert text.new == (signed(results()[number]) if coming else "zählt nicht")
    assert told[1].changes == ("Sitzordnung berichtigt: nicht mehr an diesem Tisch",)


def test_player_who_lost_the_seat_is_told(event: models.Event) -> None:
    """A player without a seat takes a seat at the table, and its player has none afterwards."""
    series = seat_series(event, tables=((1, 2, 3, 4),))
    make_checked(list_of(series), {1: "0 25 35 45"})
    before = results()
    order = [event.registrations.get(number=number) for number in (8, 2, 3, 4)]
    correct_seats(list_of(series), order, reason="verwechselt", expected=None, by=None)
    lost = models.Notice.objects.get(registration__number=1)
    assert (lost.left, lost.seat, lost.old_result, lost.new_result) == (True, 1, before[1], None)


def test_moves_that_are_undone_leave_nothing_to_tell(event: models.Event) -> None:
    series = seat_series(event)
    make_checked(list_of(series, 1), {1: "0 25 35 45"})
    first, second = (table.seats.get(number=2) for table in series.tables.order_by("number"))
    swap(first, second, by=None, reason="verwechselt")
    assert models.Notice.objects.waiting().count() == 2
    first, second = (table.seats.get(number=2) for table in series.tables.order_by("number"))
    swap(first, second, by=None, reason="doch nicht")
    assert not models.Notice.objects.waiting().exists()


def test_player_who_left_the_list_answers_on_the_phone(rudi: Client, event: models.Event) -> None:
    series = seat_series(event)
    make_checked(list_of(series, 1), {1: "0 25 35 45"})
    page(rudi, event, confirm="1")
    notice = models.Notice.objects.get(registration__number=3)
    dispute = object_to(notice, text="Ich saß doch dort.")
    assert dispute.facts.startswith("Startnummer 3, vorher auf Platz 3, widerspricht")
    assert dispute.seats == []
