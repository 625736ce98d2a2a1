"""With the link of a registration people see, change and withdraw it, and learn nothing about others."""

from datetime import timedelta
from decimal import Decimal

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from tests.factories import make_event, seat_series
from tests.web.public.registering.pages import PERSON, Status, closing, open_event, own_page, page, send

pytestmark = pytest.mark.django_db


def test_who_waits_sees_the_place_in_the_list():
    event = open_event(capacity=1)
    send()
    send({**PERSON, "first_name": "Carl"})
    waiting = event.registrations.get(status=Status.WAITING)
    assert "Warteliste, 1. Stelle" in page(own_page(waiting))
    Client().post(own_page(event.registrations.get(status=Status.ACTIVE), "registration_withdraw"))
    assert "Angemeldet" in page(own_page(waiting))


def test_details_are_changed_by_the_link():
    event = open_event(capacity=1)
    send()
    own = event.registrations.get()
    path = own_page(own, "registration_change")
    assert 'value="Berta"' in page(path)
    answer = send({**PERSON, "last_name": "Alt", "club": "RC Süd", "publish_name": "on"}, address=path)
    assert answer.url == f"{own_page(own)}?gespeichert=1"
    own = event.registrations.get()
    assert (own.name, str(own.club), own.publish_name) == ("Berta Alt", "RC Süd", True)


def test_after_the_close_only_officials_change_details():
    event = open_event()
    send()
    own = event.registrations.get()
    with time_machine.travel(closing(event) + timedelta(minutes=1)):
        assert Client().get(own_page(own, "registration_change")).status_code == 302
        shown = send({**PERSON, "last_name": "Alt"}, address=own_page(own, "registration_change")).content.decode()
    assert "Nach dem Anmeldeschluss" in shown
    assert event.registrations.get().name == "Berta Neu"


def test_the_name_of_somebody_known_from_another_event_stays_as_it_is():
    event = open_event()
    send()
    own = event.registrations.get()
    models.Registration.objects.create(event=make_event(players=0, slug="frueher"), player=own.player)
    shown = send({**PERSON, "last_name": "Alt"}, address=own_page(own, "registration_change")).content.decode()
    assert "ändert die Spielleitung" in shown


def test_withdrawing_asks_first():
    event = open_event()
    send()
    own = event.registrations.get()
    path = own_page(own, "registration_withdraw")
    assert "abmelden" in page(path)
    assert event.registrations.get().status == Status.ACTIVE
    Client().post(path)
    assert event.registrations.get().status == Status.WITHDRAWN
    assert "Abgemeldet" in page(own_page(own))


def test_who_has_withdrawn_may_register_again():
    event = open_event()
    send()
    Client().post(own_page(event.registrations.get(), "registration_withdraw"))
    send()
    assert event.registrations.filter(status=Status.ACTIVE).count() == 1


def test_nobody_withdraws_by_the_link_once_the_first_series_is_drawn():
    event = open_event(players=8)
    own = event.registrations.get(number=1)
    models.Registration.objects.filter(pk=own.pk).update(token="A" * 32)
    seat_series(event)
    own.refresh_from_db()
    assert "sagen Sie es bitte der Spielleitung" in page(own_page(own))
    Client().post(own_page(own, "registration_withdraw"))
    own.refresh_from_db()
    assert own.status == Status.ACTIVE


def test_a_foreign_or_invented_link_finds_nothing():
    event = open_event()
    send()
    own = event.registrations.get()
    make_event(players=0, slug="anderswo", published_at=timezone.now())
    assert Client().get(reverse("public:registration", args=["anderswo", own.token])).status_code == 404
    assert Client().get(reverse("public:registration", args=["testpokal", "B" * 32])).status_code == 404


def test_what_is_owed_and_paid_is_shown_with_a_transfer_to_scan():
    event = open_event(
        entry_fee=Decimal(10), bank_details="RC Nord, DE02 1203 0000 0000 2020 51", organiser="Petra Weiß"
    )
    send()
    own = event.registrations.get()
    shown = page(own_page(own))
    assert "Berta Neu, Testpokal" in shown
    assert "GiroCode" in shown
    assert "Empfänger ist RC Nord." in shown
    fees.pay(own, method="bank", key="k", by=None)
    shown = page(own_page(own))
    assert "GiroCode" not in shown
    assert "10,00" in shown


def test_bank_details_without_a_sound_number_are_shown_without_a_code():
    event = open_event(entry_fee=Decimal(10), bank_details="DE02 1203 0000 0000 2020 52")
    send()
    shown = page(own_page(event.registrations.get()))
    assert "DE02 1203 0000 0000 2020 52" in shown
    assert "GiroCode" not in shown


def test_long_names_in_letters_of_two_bytes_still_fit_into_the_code():
    event = open_event(
        entry_fee=Decimal(10), bank_details="DE02120300000000202051", name="Кубок — " * 14, organiser="Клуб — " * 16
    )
    send()
    assert "GiroCode" in page(own_page(event.registrations.get()))


def test_who_waits_owes_nothing_yet():
    event = open_event(entry_fee=Decimal(10), capacity=1, bank_details="DE02120300000000202051")
    send()
    send({**PERSON, "first_name": "Carl"})
    assert "Startgeld" not in page(own_page(event.registrations.get(status=Status.WAITING)))


def test_kind_of_fee_and_categories_are_chosen():
    event = open_event(entry_fee=Decimal(10))
    young = models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal(5))
    category = models.Category.objects.create(event=event, name="Jugend")
    send({**PERSON, "fee": str(young.pk), "categories": [str(category.pk)]})
    own = event.registrations.get()
    assert own.fee == young
    assert list(own.categories.all()) == [category]
    assert "5,00" in page(own_page(own))


def test_a_fee_of_another_event_is_no_choice():
    event = open_event()
    models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal(5))
    other = models.FeeKind.objects.create(event=make_event(players=0, slug="x"), name="Frei", amount=Decimal(0))
    assert send({**PERSON, "fee": str(other.pk)}).status_code == 200
    assert not event.registrations.exists()


@pytest.mark.parametrize("mode", ["hall", "public"])
@pytest.mark.parametrize(
    ("names", "consent", "expected"),
    [
        ("hall", "", ("Berta Neu", "Berta N.")),
        ("hall", "on", ("Berta Neu", "Berta Neu")),
        ("short", "", ("Berta N.", "Berta N.")),
        ("short", "on", ("Berta Neu", "Berta Neu")),
    ],
)
def test_page_says_where_which_name_stands(settings, mode, names, consent, expected):
    """In the words of the question about consent, in every mode of the program."""
    event = open_event(names=names)
    send({**PERSON, "publish_name": consent})
    settings.MODE = mode
    settings.ALLOWED_HOSTS = ["*"]
    shown = page(own_page(event.registrations.get()))
    for where, name in zip(("Name im Saal und auf Papier", "Name im Internet"), expected, strict=True):
        assert f"<dt>{where}</dt><dd>{name}</dd>" in shown


def test_link_is_to_be_kept_only_while_it_is_good_for_something():
    event = open_event()
    send()
    own = event.registrations.get()
    assert "Bewahren Sie diesen Link auf" in page(own_page(own))
    Client().post(own_page(own, "registration_withdraw"))
    assert "Bewahren Sie diesen Link auf" not in page(own_page(own))


def test_own_data_are_shown_and_taken_along():
    event = open_event()
    send()
    own = event.registrations.get()
    shown = page(own_page(own, "own_data"))
    assert "Berta" in shown
    assert "0170 1234567" in shown
    answer = Client().get(own_page(own, "own_data"), {"als": "json"})
    assert answer.headers["Content-Disposition"].endswith('"testpokal-meine-daten.json"')
    assert answer.json()["registration"][0]["contact"] == "0170 1234567"
    assert answer.json()["person"] == [
        {"first_name": "Berta", "last_name": "Neu", "club__name": "RC Nord", "key": None}
    ]


def test_own_data_open_by_the_link_of_the_person_alone():
    event = open_event()
    send()
    send({**PERSON, "first_name": "Carl"})
    berta, carl = event.registrations.order_by("pk")
    assert "Carl" not in page(own_page(berta, "own_data"))
    assert Client().get(own_page(berta, "own_data").replace(str(berta.token), "x" * 20)).status_code == 404
    models.Registration.objects.filter(pk=carl.pk).update(token=None)
    assert Client().get(f"/t/{event.slug}/meine-daten/None/").status_code == 404


def test_a_registration_is_deleted_by_its_link():
    event = open_event()
    send()
    own = event.registrations.get()
    path = own_page(own, "registration_erase")
    assert path in page(own_page(own))
    assert "Gelöscht wird alles" in page(path)
    assert event.registrations.exists()
    assert send({}, address=path).url == f"/t/{event.slug}/"
    assert not event.registrations.exists()
    assert not models.Player.objects.filter(last_name="Neu").exists()
    assert Client().get(own_page(own)).status_code == 404


def test_a_withdrawn_registration_is_deleted_by_its_link():
    event = open_event()
    send()
    own = event.registrations.get()
    Client().post(own_page(own, "registration_withdraw"))
    assert own_page(own, "registration_erase") in page(own_page(own))
    Client().post(own_page(own, "registration_erase"))
    assert not event.registrations.exists()


def test_a_registration_with_money_is_deleted_by_officials_only():
    event = open_event(entry_fee=Decimal(12))
    send()
    own = event.registrations.get()
    fees.pay(own, key="once", by=None)
    assert own_page(own, "registration_erase") not in page(own_page(own))
    assert "nur noch die Spielleitung" in page(own_page(own, "registration_erase"))
    Client().post(own_page(own, "registration_erase"))
    assert event.registrations.exists()


def test_who_deletes_a_registration_lets_the_next_move_up():
    event = open_event(capacity=1)
    send()
    send({**PERSON, "first_name": "Carl"})
    Client().post(own_page(event.registrations.get(status=Status.ACTIVE), "registration_erase"))
    assert event.registrations.get().status == Status.ACTIVE
