"""The hall at the officials' desk: drawing, swapping, releasing, closing."""

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from romme_turnier.tournament.models import Draw, Series
from romme_turnier.tournament.participants.registrations import withdraw
from tests.cast import make_cast, signed_in
from tests.factories import enter, list_of, make_checked, make_event, seat_series
from tests.web.organiser.pages import text

pytestmark = pytest.mark.django_db


def url(name, event, number=1):
    return reverse(f"organiser:{name}", args=[event.slug, number])


def test_undrawn_series_offers_the_draw(petra, event):
    page = petra.get(url("series", event))
    assert "Serie 1 auslosen" in text(page)
    assert url("series_draw", event) in text(page)


def test_series_beyond_the_announcement_is_not_found(petra, event):
    assert petra.get(url("series", event, 4)).status_code == 404
    assert petra.get(url("series_draw", event, 0)).status_code == 404


def test_draw_shows_a_preview_and_what_it_achieves(petra, event):
    page = petra.post(url("series_draw", event), follow=True)
    assert "Vorschau der Auslosung" in text(page)
    assert "Niemand trifft jemanden" in text(page)
    assert "Vera8 Spieler8" in strip_tags(text(page))


def test_preview_that_is_outdated_says_so_and_cannot_be_taken(petra, event):
    petra.post(url("series_draw", event))
    assert "Diese Auslosung übernehmen" in text(petra.get(url("series_draw", event)))
    withdraw(event.registrations.get(number=8), 1, by=None)
    page = text(petra.get(url("series_draw", event)))
    assert "Seit dieser Vorschau haben sich die Teilnehmer geändert" in page
    assert "Diese Auslosung übernehmen" not in page


def test_draw_says_what_is_impossible_and_what_chance_would_do(petra, event):
    seat_series(event)
    petra.post(url("series_draw", event, 2))
    page = text(petra.get(url("series_draw", event, 2)))
    assert "Was nicht möglich ist" in page
    assert "Wiederbegegnungen: mindestens 4." in page
    assert "blind gelost wären es im Schnitt" in page
    assert "Wiederbegegnungen: 5,1." in page


def test_looking_at_the_draw_draws_nothing(petra, event):
    petra.get(url("series_draw", event))
    assert not Draw.objects.exists()


def test_applied_preview_becomes_the_hall(petra, event):
    petra.post(url("series_draw", event))
    draw = Draw.objects.get()
    page = petra.post(url("series_draw", event), {"apply": draw.pk}, follow=True)
    assert "Serie 1 ist ausgelost." in text(page)
    assert "Tisch 2" in text(page)


def test_outdated_preview_is_not_applied(petra, event):
    petra.post(url("series_draw", event))
    first = Draw.objects.get()
    petra.post(url("series_draw", event))
    page = petra.post(url("series_draw", event), {"apply": first.pk}, follow=True)
    assert "gilt nicht mehr" in text(page)
    assert not Series.objects.get().tables.exists()


@pytest.mark.parametrize("nonsense", ["", "x", "²", "-1", "999999"])
def test_nonsense_for_a_preview_is_answered_with_a_message(petra, event, nonsense):
    page = petra.post(url("series_draw", event), {"apply": nonsense}, follow=True)
    assert "gibt es nicht mehr" in text(page)


def test_draw_of_five_says_why_it_cannot(cast):
    five = make_event(players=5, slug="fuenf")
    client = signed_in(make_cast(five).petra)
    page = client.post(url("series_draw", five), follow=True)
    assert "5 Spieler lassen sich nicht" in text(page)


def test_discarding_asks_for_a_reason_and_keeps_the_record(petra, event):
    petra.post(url("series_draw", event))
    petra.post(url("series_draw", event), {"apply": Draw.objects.get().pk})
    assert "Grund" in text(petra.get(url("series_discard", event)))
    page = petra.post(url("series_discard", event), {"reason": ""})
    assert page.status_code == 200
    petra.post(url("series_discard", event), {"reason": "Nachzügler"})
    page = petra.get(url("series", event))
    assert "verworfen" in text(page)
    assert "Nachzügler" in text(page)


def test_two_players_swap_seats(petra, event):
    series = seat_series(event)
    one, other = series.seats.get(registration__number=1), series.seats.get(registration__number=6)
    petra.post(url("series_swap", event), {"first": one.registration.number, "second": other.registration.name})
    assert series.seats.get(registration__number=1).table.number == 2
    assert series.seats.get(registration__number=6).table.number == 1


def test_swap_with_oneself_is_refused_at_its_field(petra, event):
    seat_series(event)
    page = petra.post(url("series_swap", event), {"first": "1", "second": "vera1 spieler1"})
    assert "zwei verschiedene Personen" in text(page)


def test_swap_at_a_checked_list_demands_a_reason(petra, event):
    series = seat_series(event)
    make_checked(list_of(series))
    one, other = series.seats.get(registration__number=1), series.seats.get(registration__number=6)
    page = petra.post(url("series_swap", event), {"first": one.registration.number, "second": other.registration.name})
    assert "Bitte geben Sie einen Grund" in text(page)
    assert series.seats.get(registration__number=1).table.number == 1


def test_seats_are_released_and_taken_back(petra, event):
    seat_series(event)
    petra.post(url("series_release", event))
    assert "Plätze freigegeben" in text(petra.get(url("series", event)))
    petra.post(url("series_release", event), {"zurueck": "1"})
    assert "noch nicht freigegeben" in text(petra.get(url("series", event)))


def test_release_is_a_post(petra, event):
    seat_series(event)
    assert petra.get(url("series_release", event)).status_code == 405


def test_closing_names_the_tables_that_wait(petra, event):
    series = seat_series(event)
    make_checked(list_of(series))
    page = petra.post(url("series_close", event), follow=True)
    assert "Noch nicht geprüft: Tisch 2." in text(page)


def test_series_is_closed_and_opened_again(petra, event):
    series = seat_series(event)
    for number in (1, 2):
        make_checked(list_of(series, number))
    closed = text(petra.post(url("series_close", event), follow=True))
    assert "abgeschlossen" in closed
    # The next step is a button, the way back is folded below it.
    assert closed.index('class="button" href="' + url("standings_release", event)) < closed.index("<summary>Mehr")
    assert closed.index("<summary>Mehr") < closed.index("Serie wieder öffnen")
    assert "wieder offen" in text(petra.post(url("series_reopen", event), follow=True))


def test_entered_series_offers_no_discarding(petra, event):
    series = seat_series(event)
    enter(list_of(series), 1, "0 20 30 40")
    assert url("series_discard", event) not in text(petra.get(url("series", event)))


@pytest.mark.parametrize("name", ["series_draw", "series_discard", "series_swap", "series_close", "series_reopen"])
def test_who_types_lists_may_not_direct(cast, event, name):
    seat_series(event)
    page = signed_in(cast.ella).get(url(name, event))
    assert page.status_code == 403
    assert "Spielleitung" in text(page)


@pytest.mark.parametrize("name", ["series", "series_draw", "series_swap"])
def test_foreign_event_is_not_found(cast, event, name):
    seat_series(event)
    assert signed_in(cast.frieda).get(url(name, event)).status_code == 404


def test_stranger_is_sent_to_the_sign_in(client, cast, event):
    page = client.get(url("series", event))
    assert page.status_code == 302
    assert reverse("account_login") in page.url


def test_hall_is_shown_with_few_queries(petra, event, django_assert_max_num_queries):
    seat_series(event)
    with django_assert_max_num_queries(29):
        petra.get(url("series", event))


@pytest.mark.parametrize("closed", [False, True])
def test_series_that_is_drawn_has_no_form_to_draw_it_again(petra, event, closed):
    series = seat_series(event)
    Series.objects.filter(pk=series.pk).update(closed_at=timezone.now() if closed else None)
    page = petra.get(url("series_draw", event), follow=True)
    assert page.redirect_chain == [(url("series", event), 302)]
    assert "Serie 1 ist schon ausgelost." in page.content.decode()
    petra.post(url("series_draw", event))
    assert not series.draws.exists()
