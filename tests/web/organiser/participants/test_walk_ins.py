"""Walk-ins: entered, paid, numbered and checked in with one step, and never as the wrong person."""

from decimal import Decimal

import pytest
import time_machine

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants.front_desk import register_at_desk
from romme_turnier.tournament.participants.register.bans import ban, warnings
from romme_turnier.tournament.participants.register.duplicates import player_pairs
from romme_turnier.tournament.participants.registrations import Entry, register as enrol
from romme_turnier.tournament.shared.errors import TournamentError
from tests.cast import Cast, signed_in
from tests.factories import make_event, make_official, one, register
from tests.web.organiser.pages import text
from tests.web.organiser.participants.desk import ALL, SCRIPT, TEN, desk, plain

BERTA = {"first_name": "Berta", "last_name": "Beispiel", "club": "RC Nord"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    return make_event(players=8, entry_fee=TEN)


def test_walk_in_pays_gets_a_number_and_is_here_in_one_step(event, karl):
    answer = karl.post(desk(event), {**BERTA, **ALL}, follow=True)
    berta = event.registrations.get(player__last_name="Beispiel")
    assert (berta.number, berta.paid, fees.booked(berta)) == (9, True, TEN)
    assert berta.checked_in_at
    assert "9 Berta Beispiel" in text(answer)
    assert "10,00 €" in plain(answer)
    shown = text(karl.post(desk(event), {**BERTA, **ALL, "first_name": "Bert"}, headers=SCRIPT))
    assert f'hx-swap-oob="afterend:#teilnehmer-{berta.pk}"' in shown


@pytest.mark.parametrize("typed", ["berta  Beispiel", "Beispiel, berta"])
def test_name_that_is_not_found_is_offered_as_new(event, karl, typed):
    shown = text(karl.get(desk(event), {"q": typed}, headers=SCRIPT))
    assert "?first_name=berta&amp;last_name=Beispiel" in shown


def test_name_is_there_and_what_is_missing_is_asked_for_first(event, karl):
    page = text(karl.get(desk(event), {"first_name": "Berta", "last_name": "Beispiel"}))
    assert 'value="Berta"' in page
    assert 'list="clubs"' in page
    assert '<option value="Rommé-Club 1">' in page
    page = text(karl.get(desk(event), {"first_name": "", "last_name": "Beispiel"}, headers=SCRIPT))
    assert page.index('name="first_name"') < page.index("autofocus") < page.index('name="last_name"')


def test_steps_are_proposed_on_the_day_only(event, karl):
    new = {"first_name": "Berta", "last_name": "Beispiel"}
    with time_machine.travel("2026-10-16T09:00:00+02:00", tick=False):
        initial = karl.get(desk(event), new).context["form"].initial
        assert (initial["paid"], initial["with_number"], initial["arrived"]) == (False, True, False)
        register(event, None)  # numbers are given later
        assert not karl.get(desk(event), new).context["form"].initial["with_number"]
    with time_machine.travel("2026-10-17T09:00:00+02:00", tick=False):
        initial = karl.get(desk(event), new).context["form"].initial
        assert (initial["paid"], initial["with_number"], initial["arrived"]) == (True, True, True)


def test_fee_of_the_announcement_is_chosen_and_taken(event, karl):
    junior = models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal("4.00"))
    assert "Jugend: 4,00" in text(karl.get(desk(event), {"last_name": "Neu"}))
    karl.post(desk(event), {**BERTA, "paid": "on", "fee": junior.pk, "with_number": "on"})
    berta = one(event, 9)
    assert (berta.fee, berta.paid, fees.booked(berta)) == (junior, True, Decimal("4.00"))


def test_fee_of_another_event_is_not_taken(event, karl):
    models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal("4.00"))
    foreign = models.FeeKind.objects.create(event=make_event(players=0, slug="fremd"), name="Jugend", amount=TEN)
    karl.post(desk(event), {**BERTA, "fee": foreign.pk})
    assert event.registrations.count() == 8


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


def test_player_of_the_register_is_found_and_taken_with_the_club(event, petra):
    club = models.Club.objects.create(name="RC Nord")
    player = models.Player.objects.create(first_name="Petra", last_name="Sommer", club=club)
    assert f"?person={player.pk}" in text(petra.get(desk(event), {"q": "sommer"}))
    assert 'value="RC Nord"' in text(petra.get(desk(event), {"person": player.pk}))
    petra.post(desk(event), {"person": player.pk, "club": "RC Nord", "number": "9"})
    assert one(event, 9).player == player
    assert "?person=" not in text(petra.get(desk(event), {"q": "sommer"}))  # is a participant now


@pytest.mark.parametrize("person", ["0", "99999", "9" * 30, "x"])
def test_person_who_is_not_in_the_register_is_not_taken(event, petra, person):
    petra.post(desk(event), {"person": person})
    assert event.registrations.count() == 8


def test_namesake_is_asked_about_and_nothing_is_stored_before_the_answer(event, petra):
    player = models.Player.objects.create(first_name="Petra", last_name="Sommer")
    typed = {"first_name": "petra", "last_name": "SOMMER", "number": "9"}
    page = text(petra.post(desk(event), typed, headers=SCRIPT))
    assert "Ist das dieselbe Person?" in page
    assert 'value="SOMMER"' in page
    assert not event.registrations.filter(number=9).exists()
    petra.post(desk(event), {**typed, "same": str(player.pk)})
    assert one(event, 9).player == player


def test_another_person_of_the_same_name_becomes_a_new_player(event, petra):
    player = models.Player.objects.create(first_name="Petra", last_name="Sommer")
    petra.post(desk(event), {"first_name": "Petra", "last_name": "Sommer", "number": "9", "same": "new"})
    assert one(event, 9).player != player
    assert player_pairs(User.objects.create_superuser("chief")) == []  # the register does not ask again


def test_banned_namesake_is_still_warned_of_after_the_answer_at_the_desk(event, petra):
    player = models.Player.objects.create(first_name="Petra", last_name="Sommer")
    ban(player, "Zwist", until=None, event=event, by=None)
    petra.post(desk(event), {"first_name": "Petra", "last_name": "Sommer", "number": "9", "same": "new"})
    assert warnings(event, [one(event, 9)], make_official(event))


def test_namesake_who_takes_part_already_is_told(event, petra):
    enrol(event, Entry(first_name="Petra", last_name="Sommer", club="RC Nord"), by=None)
    page = text(petra.post(desk(event), {"first_name": "Petra", "last_name": "Sommer"}))
    assert "Schon gemeldet: Petra Sommer, RC Nord." in page


def test_number_that_is_taken_is_told_and_what_was_typed_is_kept(event, petra):
    page = text(petra.post(desk(event), {"first_name": "Petra", "last_name": "Sommer", "number": "3"}))
    assert "Die Startnummer 3 hat schon Vera3 Spieler3." in page
    assert 'value="Sommer"' in page


def test_desk_is_told_when_registration_has_closed(event, petra):
    event.registration_closes_at = event.starts_at
    event.save()
    new = {"last_name": "Beispiel"}
    with time_machine.travel("2026-10-17T09:00:00+02:00", tick=False):
        assert "Der Meldeschluss war" not in text(petra.get(desk(event), new))
    with time_machine.travel("2026-10-17T10:01:00+02:00", tick=False):
        assert "Der Meldeschluss war am 17.10.2026 um 10:00 Uhr" in text(petra.get(desk(event), new))


def test_referees_register_nobody(event, cast: Cast):
    rudi = signed_in(cast.rudi)
    assert rudi.get(desk(event), {"last_name": "Neu"}).status_code == 403
    assert "Neu aufnehmen" not in text(rudi.get(desk(event), {"q": "Neumann"}))
