"""Reasons that the program gives: the same bytes in every language, words when they are shown."""

from decimal import Decimal

import pytest
from django.utils import translation

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.lists.entries import SeatClaim, save_claims
from romme_turnier.tournament.models.reasons import Reason, is_given_as, reason_words
from romme_turnier.tournament.seating.draws import propose_draw
from romme_turnier.tournament.shared.log_lines import log_lines
from tests.factories import enter, list_of, make_checked, make_event, seat_series

Custody = models.HandIn.Custody


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_words(reason):
    assert reason_words(reason.stored("1/2")) not in ("", reason.stored("1/2"))
    assert is_given_as(reason.stored(), reason)


@pytest.mark.parametrize("typed", ["verlesen", "#", "#42", "# typo", "typo", "#Tippfehler: Spiel 4", ""])
def test_what_people_type_is_shown_as_it_is(typed):
    assert reason_words(typed) == typed


def test_text_typed_next_to_a_slip_is_shown_with_it():
    assert reason_words(Reason.TYPO.stored("Spiel 4")) == "Tippfehler bei der Eingabe: Spiel 4"
    assert reason_words(Reason.UNDONE.stored(Reason.SEATS_CHANGED.stored())) == "rückgängig: Plätze geändert"


def acts(language):
    """Returns the stored reasons after the same actions in a language."""
    with translation.override(language):
        event = make_event(slug=f"pokal-{language}")
        propose_draw(event, 1, seed="7", by=None)
        propose_draw(event, 1, seed="8", by=None)
        discarded = list(
            models.Draw.objects.filter(series__event=event).order_by("pk").values_list("discard_reason", flat=True)
        )
        event.series.all().delete()
        spielliste = list_of(seat_series(event))
        make_checked(spielliste)
        enter(list_of(spielliste.table.series), 1, "0 25 30 40", typo=True)
        for version, fine in enumerate(("9.60", "8.00")):
            record_hand_in(spielliste, paper=Custody.IN, fine_paid=Decimal(fine), expected=version, by=None)
        reasons = list(models.Revision.objects.filter(spielliste=spielliste).values_list("reason", flat=True))
        return discarded, reasons, list(event.ledger.values_list("text", flat=True))


@pytest.mark.django_db
def test_acts_store_the_same_bytes_in_every_language():
    german, english = acts("de"), acts("en")
    assert german == english
    discarded, reasons, fines = german
    assert discarded == ["#new_preview", ""]
    assert reasons == ["#complete", "#checked", "#typo"]
    assert fines == ["#fine: 1/1", "#fine_changed: 1/1"]


@pytest.mark.django_db
def test_stored_reason_is_read_in_the_language_of_the_reader():
    acts("en")
    revision = models.Revision.objects.latest("pk")
    assert revision.reason_words == "Tippfehler bei der Eingabe"
    assert models.LedgerEntry.objects.latest("pk").words == "Serie 1, Tisch 1: geändert"


@pytest.mark.django_db
def test_log_of_the_event_says_reasons_in_words():
    spielliste = list_of(seat_series(make_event()))
    save_claims(spielliste, {2: SeatClaim(total=1)}, expected=None, by=None, reason=Reason.TYPO.stored("Spiel 4"))
    assert "Tippfehler bei der Eingabe: Spiel 4" in [
        line.reason for line in log_lines(list(models.EventLog.objects.all()))
    ]
