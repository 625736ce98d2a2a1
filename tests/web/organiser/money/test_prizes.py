"""The plan of prizes, their release, and handing them out."""

from decimal import Decimal

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.money import cash, prizes
from romme_turnier.tournament.money.fees import pay
from romme_turnier.tournament.money.prizes import PlanLine, store_plan
from romme_turnier.tournament.seating.series import close_series
from tests.factories import list_of, make_checked, make_event, register, seat_series
from tests.web.organiser.money.desk import play, text, url

pytestmark = pytest.mark.django_db

TEN = Decimal("10.00")
ROWS = {"prize-TOTAL_FORMS": "4", "prize-INITIAL_FORMS": "0"}
FIRST = {"prize-0-ranking": "event", "prize-0-first": "1", "prize-0-last": "2", "prize-0-amount": "12,50"}
PLAN = {**ROWS, **FIRST, "prizes_shared": "on"}


def test_plan_is_stored_with_its_settings(event: models.Event, petra: Client) -> None:
    assert petra.post(url(event, "prize_plan"), PLAN).status_code == 302
    prize = event.prize_plan.get()
    event.refresh_from_db()
    assert (prize.first_rank, prize.last_rank, prize.amount) == (1, 2, Decimal("12.50"))
    assert (event.prizes_shared, event.one_prize_each) == (True, False)
    assert 'value="12,50"' in petra.get(url(event, "prize_plan")).content.decode()


def test_row_of_the_plan_begins_with_the_ranking_of_the_event(event: models.Event, petra: Client) -> None:
    page = petra.get(url(event, "prize_plan")).content.decode()
    assert page.count('<option value="event" selected>') == 8
    blank = {f"prize-{n}-ranking": "event" for n in range(1, 4)}
    assert petra.post(url(event, "prize_plan"), {**PLAN, **blank}).status_code == 302
    assert event.prize_plan.count() == 1


def test_plan_says_all_that_is_wrong_and_keeps_what_was_typed(event: models.Event, petra: Client) -> None:
    second = {"prize-1-first": "3", "prize-1-last": "1", "prize-1-thing": "Wein"}
    answer = petra.post(url(event, "prize_plan"), {**ROWS, "prize-0-ranking": "series-1", **second})
    page = text(answer)
    for words in (
        "Bitte geben Sie den Rang an",
        "Bitte nennen Sie einen Betrag",
        "wählen Sie die Wertung",
        "vor dem ersten",
    ):
        assert words in page
    assert 'value="Wein"' in answer.content.decode()
    assert not event.prize_plan.exists()


def test_prizes_are_released_handed_out_and_taken_back(event: models.Event, petra: Client, karl: Client) -> None:
    petra.post(url(event, "prize_plan"), {**PLAN, "prizes_shared": ""})
    play(event)
    page = petra.get(url(event, "prizes"))
    assert "Preise freigeben" in text(page)
    released = petra.post(url(event, "prizes_release"), {"seen": page.context["state"].fingerprint}, follow=True)
    assert "2 Preise sind freigegeben." in text(released)
    first, _second = models.PrizeAward.objects.all()
    karl.post(url(event, "prize_hand_out", first.pk))
    assert "1 von 2 ausgegeben" in text(karl.get(url(event, "prizes")))
    assert cash.expected(event) == Decimal("-12.50")
    karl.post(url(event, "prize_take_back", first.pk), {"reason": "falsche Person"})
    assert cash.expected(event) == 0
    petra.post(url(event, "prizes_withdraw"))
    assert not models.PrizeAward.objects.exists()


def test_changed_ranking_is_told_with_the_steps_that_are_still_possible(
    event: models.Event, petra: Client, vera: models.Registration
) -> None:
    store_plan(event, [PlanLine(first_rank=1, last_rank=2, amount=TEN)], {}, by=None)
    play(event)
    award = prizes.release(event, by=None)[0]
    models.Registration.objects.filter(pk=vera.pk).update(out_of_competition=True)
    page = text(petra.get(url(event, "prizes")))
    assert "Nehmen Sie die Freigabe zurück und geben Sie neu frei." in page
    assert "Freigabe zurücknehmen" in page
    prizes.hand_out(award, by=None)
    page = text(petra.get(url(event, "prizes")))
    assert "Nehmen Sie zuerst jede Ausgabe zurück, dann die Freigabe, und geben Sie neu frei." in page
    assert "Freigabe zurücknehmen" not in page


def test_winner_who_owes_the_fee_is_named_where_prizes_are_handed_out(
    event: models.Event, petra: Client, vera: models.Registration
) -> None:
    store_plan(event, [PlanLine(first_rank=1, last_rank=2, amount=TEN)], {}, by=None)
    play(event)
    prizes.release(event, by=None)
    for registration in event.registrations.exclude(pk=vera.pk):
        pay(registration, key=f"fee-{registration.pk}", by=None)
    page = text(petra.get(url(event, "prizes")))
    assert page.count("schuldet noch") == 1
    assert "schuldet noch 10,00 €" in page.partition("Vera1 Spieler1")[2].partition("</tr>")[0]


def test_absent_winner_is_passed_over_on_the_page(
    event: models.Event, petra: Client, vera: models.Registration
) -> None:
    line = PlanLine(first_rank=1, last_rank=1, amount=TEN)
    store_plan(event, [line], {"prizes_only_if_present": True}, by=None)
    play(event)
    code = f"player-{vera.pk}"
    page = petra.get(url(event, "prizes"), {"fehlt": code})
    assert "1 Vera1 Spieler1 fehlt" in text(page)
    petra.post(url(event, "prizes_release"), {"seen": page.context["state"].fingerprint, "fehlt": code})
    award = models.PrizeAward.objects.get()
    assert award.registration is not None
    assert award.registration.number == 2


def test_absent_player_of_another_event_is_no_player_here(event: models.Event, petra: Client) -> None:
    foreign = register(make_event(players=0, slug="woanders"), 1)
    store_plan(event, [PlanLine(first_rank=1, last_rank=1, amount=TEN)], {"prizes_only_if_present": True}, by=None)
    play(event)
    page = petra.get(url(event, "prizes"), {"fehlt": f"player-{foreign.pk}"})
    assert page.status_code == 200
    assert page.context["absent"] == []


def test_tie_names_the_play_off_and_takes_its_result(event: models.Event, petra: Client) -> None:
    store_plan(event, [PlanLine(first_rank=1, last_rank=1, thing="Pokal")], {}, by=None)
    series = seat_series(event, 1, tables=((1, 2, 3, 4),))
    make_checked(list_of(series), {1: "0 20 20 40"})
    close_series(series, by=None)
    models.Registration.objects.filter(number=1).update(status="excluded", left_before_series=1)
    assert "2 Vera2 Spieler2, 3 Vera3 Spieler3" in text(petra.get(url(event, "prizes")))
    page = url(event, "play_off")
    players = [str(event.registrations.get(number=number).pk) for number in (3, 2)]
    assert "Gleichauf auf Rang 1" in text(petra.get(page))
    petra.post(page, {"code": "rang2-3", "rang2-3-place_1": players[0], "rang2-3-place_2": players[1]})
    assert "3 Vera3 Spieler3 Pokal" in text(petra.get(url(event, "prizes")))
