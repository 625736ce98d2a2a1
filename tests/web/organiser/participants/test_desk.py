"""One step at the desk: registered, the fee taken, the start number handed out."""

from decimal import Decimal

import pytest
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants.front_desk import register_at_desk
from romme_turnier.tournament.participants.registrations import Entry
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event
from tests.web.organiser.pages import text

pytestmark = pytest.mark.django_db

TEN = Decimal("10.00")
BERTA = {"first_name": "Berta", "last_name": "Beispiel", "club": "RC Nord"}


@pytest.fixture
def event() -> models.Event:
    return make_event(players=4, entry_fee=TEN)


def desk(event: models.Event) -> str:
    return reverse("organiser:participant_create", args=[event.slug])


def test_somebody_is_registered_pays_and_gets_a_number_in_one_step(event, karl):
    answer = karl.post(desk(event), {**BERTA, "paid": "on", "with_number": "on"}, follow=True)
    berta = event.registrations.get(player__last_name="Beispiel")
    assert (berta.number, berta.paid) == (5, True)
    assert fees.booked(berta) == TEN
    shown = text(answer)
    assert "Startnummer 5 – Berta Beispiel" in shown
    assert "10,00 € bar erhalten, Beleg 1." in shown.replace("\N{NO-BREAK SPACE}", " ")
    assert "quittungen.pdf?beleg=1" in shown
    assert 'value="Beispiel"' not in shown  # empty for the next one
    assert shown.index("autofocus") < shown.index('name="first_name"')  # who types on finds the next one


def test_who_only_registers_notes_that_the_fee_was_paid(event, ella):
    page = ella.post(desk(event), {**BERTA, "paid": "on", "with_number": "on"}, follow=True)
    berta = event.registrations.get(number=5)
    assert berta.paid
    assert not event.ledger.exists()
    assert "Startnummer 5 – Berta Beispiel" in text(page)
    assert "quittungen.pdf" not in text(page)


def test_page_says_whether_ticking_books_or_notes(event, karl, ella):
    assert "10,00 €, wird bar in der Kasse gebucht." in text(karl.get(desk(event))).replace("\N{NO-BREAK SPACE}", " ")
    assert "Wird nur vermerkt." in text(ella.get(desk(event)))


def test_fee_of_the_announcement_is_chosen_and_taken(event, karl):
    junior = models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal("4.00"))
    assert "Jugend: 4,00" in text(karl.get(desk(event)))
    karl.post(desk(event), {**BERTA, "paid": "on", "fee": junior.pk, "with_number": "on"})
    berta = event.registrations.get(number=5)
    assert (berta.fee, berta.paid, fees.booked(berta)) == (junior, True, Decimal("4.00"))


def test_fee_of_another_event_is_not_taken(event, karl):
    models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal("4.00"))
    foreign = models.FeeKind.objects.create(event=make_event(players=0, slug="fremd"), name="Jugend", amount=TEN)
    karl.post(desk(event), {**BERTA, "fee": foreign.pk})
    assert event.registrations.count() == 4


def test_number_can_wait_and_the_page_remembers_it(event, karl):
    page = karl.post(desk(event), BERTA, follow=True)
    assert event.registrations.filter(number=None).count() == 1
    shown = text(page)
    assert "Gemeldet – Berta Beispiel" in shown
    assert "Startgeld offen" in shown
    assert "checked" in text(karl.get(desk(event)))
    assert "checked" not in shown.split("<form")[-1]


def test_nothing_is_stored_when_a_step_fails(event, cast):
    foreign = models.FeeKind.objects.create(event=make_event(players=0, slug="fremd"), name="Jugend", amount=TEN)
    entry = Entry(first_name="Berta", last_name="Beispiel", club="RC Neu", paid=True)
    with pytest.raises(TournamentError):
        register_at_desk(event, entry, fee=foreign, with_number=True, book=True, by=cast.karl)
    assert not models.Player.objects.filter(last_name="Beispiel").exists()
    assert not models.Club.objects.filter(name="RC Neu").exists()
    assert not event.ledger.exists()


def test_who_fills_up_a_table_pays_nothing(event, karl):
    karl.post(desk(event), {**BERTA, "paid": "on", "out_of_competition": "on", "with_number": "on"})
    assert not event.ledger.exists()


def test_somebody_new_is_offered_with_the_names_that_were_typed(event, karl):
    for typed in ("berta  Beispiel", "Beispiel, berta"):
        shown = text(karl.get(desk(event), {"q": typed}, headers={"HX-Request": "true"}))
        assert "?first_name=berta&amp;last_name=Beispiel" in shown
    page = text(karl.get(desk(event), {"first_name": "Berta", "last_name": "Beispiel"}))
    assert 'value="Berta"' in page
    assert 'value="Beispiel"' in page


def test_hits_say_what_they_were_found_for(event, karl):
    shown = text(karl.get(desk(event), {"q": " ver  "}, headers={"HX-Request": "true"}))
    assert 'data-for="ver"' in shown


@pytest.mark.parametrize("pk", ["0", "x", "9" * 30])
def test_nobody_is_shown_for_a_number_that_is_none(event, karl, pk):
    assert "handed" not in karl.get(desk(event), {"neu": pk}).content.decode()


def test_somebody_of_another_event_is_not_shown(event, karl):
    other = make_event(players=1, slug="fremd").registrations.get()
    assert "handed" not in karl.get(desk(event), {"neu": other.pk}).content.decode()


def test_who_is_registered_already_is_found_and_gets_fee_and_number_in_one_step(event, karl):
    one = event.registrations.get(number=2)
    event.registrations.filter(pk=one.pk).update(number=None)
    address = reverse("organiser:participant_hand_out", args=[event.slug, one.pk])
    assert address in text(karl.get(desk(event), {"q": one.player.last_name}))
    answer = karl.post(address, {"paid": "on"}, follow=True)
    one.refresh_from_db()
    assert (one.number, one.paid, fees.booked(one)) == (2, True, TEN)
    assert f"Startnummer 2 – {one.name}" in text(answer)
    assert "Es fehlt nichts mehr." in text(karl.get(address))
    karl.post(address, {"paid": "on"})  # sent twice
    assert fees.booked(one) == TEN


def test_number_of_somebody_else_is_refused_beside_the_field_and_nothing_is_booked(event, karl):
    one = event.registrations.get(number=2)
    event.registrations.filter(pk=one.pk).update(number=None)
    address = reverse("organiser:participant_hand_out", args=[event.slug, one.pk])
    page = karl.post(address, {"paid": "on", "number": "3"})
    assert "Die Startnummer 3 hat schon" in str(page.context["form"].errors["number"])
    assert not event.ledger.exists()


def test_first_name_that_is_missing_is_asked_for_first(event, karl):
    page = text(karl.get(desk(event), {"first_name": "", "last_name": "Beispiel"}))
    assert page.index('name="first_name"') < page.index("autofocus") < page.index('name="last_name"')
