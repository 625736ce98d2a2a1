"""Items that tables hand in: list, signatures, start cards, fine (§ 2.2.4, § 2.3.3)."""

from decimal import Decimal

import pytest
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.lists.checking.hand_in_reading import (
    Lack,
    Paper,
    Status,
    TableHandIn,
    fines_short,
    hand_ins,
)
from romme_turnier.tournament.lists.checking.hand_in_words import say_lacks, warnings
from romme_turnier.tournament.lists.code import ListCode, list_code, parse_list_code
from romme_turnier.tournament.seating.seats import has_entries
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.cast import Cast
from tests.factories import enter, fill, list_of, make_checked, make_event, seat_series

VERB = "hand_in.record_hand_in"
pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    """Lost games cost 0.20, or 0.50 starting with the ninth."""
    event = make_event()
    models.FineStep.objects.create(event=event, from_game=1, amount=Decimal("0.20"))
    models.FineStep.objects.create(event=event, from_game=9, amount=Decimal("0.50"))
    return event


def state(spielliste: models.Spielliste) -> TableHandIn:
    series = spielliste.table.series
    return hand_ins(series.event, series.number, table=spielliste.table.number)[0]


def sum_of_series(spielliste: models.Spielliste) -> Decimal:
    """The part of its fines that is missing, as soon as the series is closed."""
    series = spielliste.table.series
    assert fines_short(series.event) == 0
    models.Series.objects.filter(pk=series.pk).update(closed_at=timezone.now())
    return fines_short(series.event)


def test_list_is_at_the_table_until_it_is_handed_in(spielliste: models.Spielliste) -> None:
    assert (state(spielliste).version, state(spielliste).lacks) == (0, (Lack.LIST_OUT,))


def test_list_that_is_typed_in_is_no_longer_at_the_table(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    assert state(spielliste).lacks == (Lack.NOT_RECORDED,)


def test_everything_there_lacks_nothing(spielliste: models.Spielliste, cast: Cast) -> None:
    record_hand_in(spielliste, paper=Paper.IN, expected=0, by=cast.karl)
    assert (state(spielliste).lacks, state(spielliste).by) == ((), cast.karl)


def test_missing_signature_and_card_are_named_by_seat(spielliste: models.Spielliste, cast: Cast) -> None:
    record_hand_in(spielliste, paper=Paper.IN, unsigned=[3, 2], cards_missing=[4], expected=0, by=cast.ella)
    assert say_lacks(state(spielliste), "EUR") == [
        "Unterschrift fehlt: Plätze 2, 3",
        "Startkarte fehlt: Platz 4",
    ]


def test_seat_that_the_table_does_not_have_is_refused(spielliste: models.Spielliste) -> None:
    with pytest.raises(TournamentError, match="Platz 5"):
        record_hand_in(spielliste, paper=Paper.IN, unsigned=[5], expected=0, by=None)
    assert not models.HandIn.objects.exists()


def test_second_official_sees_that_somebody_was_faster(spielliste: models.Spielliste, cast: Cast) -> None:
    record_hand_in(spielliste, paper=Paper.IN, unsigned=[2], expected=0, by=cast.ella)
    with pytest.raises(Conflict):
        record_hand_in(spielliste, paper=Paper.IN, expected=0, by=cast.karl)
    assert state(spielliste).unsigned == (2,)


def test_what_was_taken_in_is_changed_again_and_the_log_knows_who(spielliste: models.Spielliste, cast: Cast) -> None:
    hand_in = record_hand_in(spielliste, paper=Paper.IN, expected=0, by=cast.ella)
    record_hand_in(spielliste, paper=Paper.OUT, unsigned=[1], expected=1, by=cast.karl)
    assert state(spielliste).lacks == (Lack.LIST_OUT,)
    acts = models.EventLog.objects.filter(verb=VERB)
    assert [act.by for act in acts] == [cast.ella, cast.karl]
    assert ["paper" in act.new[f"handin:{hand_in.pk}"] for act in acts] == [True, False]


def test_same_state_again_is_not_stored_again(spielliste: models.Spielliste, cast: Cast) -> None:
    record_hand_in(spielliste, paper=Paper.IN, expected=0, by=cast.ella)
    hand_in = record_hand_in(spielliste, paper=Paper.IN, expected=1, by=cast.karl)
    assert (hand_in.version, hand_in.by) == (1, cast.ella)


def test_draw_is_not_discarded_once_a_list_has_come_in(series: models.Series) -> None:
    assert not has_entries(series)
    record_hand_in(list_of(series), paper=Paper.IN, expected=0, by=None)
    assert has_entries(series)


# A list that is lost


def test_lost_list_stays_open_until_it_is_decided(spielliste: models.Spielliste, cast: Cast) -> None:
    record_hand_in(spielliste, paper=Paper.LOST, expected=0, by=cast.ella)
    assert state(spielliste).lacks == (Lack.LIST_LOST,)
    entries.declare_invalid(spielliste, expected=None, by=cast.petra, reason="verloren")
    assert state(spielliste).lacks == ()


def test_lost_list_that_was_written_again_and_checked_is_settled(spielliste: models.Spielliste, cast: Cast) -> None:
    record_hand_in(spielliste, paper=Paper.LOST, fine_paid=Decimal(99), expected=0, by=cast.ella)
    make_checked(spielliste, by=cast.petra)
    assert state(spielliste).lacks == ()


# The fine


def test_fine_is_not_known_before_all_games_are_in(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    assert (state(spielliste).dues, state(spielliste).due, state(spielliste).short) == (None, None, None)


def test_fine_is_due_by_seat_for_games_that_others_ended(spielliste: models.Spielliste) -> None:
    fill(spielliste, {1: "20 0 30 40", 2: "20 0 30 40"})
    # Seat 1 lost 2 games, seat 2 lost 10, seats 3 and 4 lost 12.
    assert state(spielliste).dues == (Decimal("0.40"), Decimal("2.60"), Decimal("3.60"), Decimal("3.60"))
    assert state(spielliste).due == sum_of_series(spielliste) == Decimal("10.20")


def test_who_left_pays_for_the_games_played(spielliste: models.Spielliste) -> None:
    fill(spielliste, dict.fromkeys((11, 12), "0 20 30 ?"))
    decisions.leave_seat(spielliste, seat=4, from_game=11, reason="krank", expected=None, by=None)
    dues = state(spielliste).dues
    assert dues is not None
    assert dues[3] == 8 * Decimal("0.20") + 2 * Decimal("0.50")
    assert sum(dues) == sum_of_series(spielliste)


def test_game_that_nobody_ended_is_lost_by_nobody(spielliste: models.Spielliste) -> None:
    fill(spielliste, {12: "20 20 30 40"})
    decisions.let_row_stand(spielliste, game=12, reason="unklar", expected=None, by=None)
    dues = (Decimal(0), *[8 * Decimal("0.20") + 3 * Decimal("0.50")] * 3)
    assert state(spielliste).dues == dues
    assert sum(dues) == sum_of_series(spielliste)


@pytest.mark.parametrize(("paid", "short"), [(None, "10.80"), ("10.30", "0.50"), ("10.80", "0.00"), ("11.00", "0.00")])
def test_fine_that_falls_short_is_named(spielliste: models.Spielliste, paid: str | None, short: str) -> None:
    fill(spielliste)
    record_hand_in(spielliste, paper=Paper.IN, fine_paid=Decimal(paid) if paid else None, expected=0, by=None)
    lacks = [f"Bußgeld fehlt: {short.replace('.', ',')} €"] if short != "0.00" else []
    assert [lack.replace("\N{NO-BREAK SPACE}", " ") for lack in say_lacks(state(spielliste), "EUR")] == lacks
    assert sum_of_series(spielliste) == Decimal(short)


def test_without_a_scale_nothing_is_owed() -> None:
    spielliste = list_of(seat_series(make_event(slug="ohne")))
    assert (state(spielliste).priced, state(spielliste).due) == (False, Decimal(0))


def test_amount_below_zero_is_refused(spielliste: models.Spielliste) -> None:
    with pytest.raises(TournamentError, match="unter null"):
        record_hand_in(spielliste, paper=Paper.IN, fine_paid=Decimal(-1), expected=0, by=None)


def test_what_is_open_is_summed_up_for_the_series(event: models.Event, series: models.Series) -> None:
    record_hand_in(list_of(series), paper=Paper.IN, unsigned=[2], expected=0, by=None)
    assert warnings(hand_ins(event, 1), "EUR", event.rules) == [
        "Liste noch nicht abgegeben: Tisch 2.",
        "Unterschriften fehlen (§ 2.2.4): Tisch 1.",
    ]


def test_all_tables_are_read_in_a_few_queries(
    event: models.Event, series: models.Series, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(6):
        for table in hand_ins(event, 1):
            say_lacks(table, "EUR")


# Signing


def test_hand_in_signs_a_complete_list_and_takes_the_signatures_back(spielliste: models.Spielliste, cast: Cast) -> None:
    fill(spielliste)
    entries.complete(spielliste, expected=None, by=cast.ella)
    record_hand_in(spielliste, paper=Paper.IN, unsigned=[2], expected=0, by=cast.karl)
    assert status_of(spielliste) == Status.COMPLETE
    record_hand_in(spielliste, paper=Paper.IN, expected=1, by=cast.karl)
    assert status_of(spielliste) == Status.SIGNED
    record_hand_in(spielliste, paper=Paper.IN, unsigned=[3], expected=2, by=cast.karl)
    assert status_of(spielliste) == Status.COMPLETE
    reasons = [revision.reason_words for revision in spielliste.revisions.order_by("number")]
    assert reasons == ["Liste vollständig", "Unterschriften liegen vor", "Unterschrift fehlt"]


def test_list_that_was_handed_in_before_it_is_typed_is_signed_when_it_is_complete(
    spielliste: models.Spielliste, cast: Cast
) -> None:
    record_hand_in(spielliste, paper=Paper.IN, expected=0, by=cast.karl)
    assert status_of(spielliste) == Status.OPEN
    entries.complete(fill(spielliste), expected=None, by=cast.ella)
    assert status_of(spielliste) == Status.SIGNED


def test_hand_in_leaves_a_checked_list_checked(spielliste: models.Spielliste, cast: Cast) -> None:
    make_checked(spielliste)
    record_hand_in(spielliste, paper=Paper.IN, unsigned=[2], expected=0, by=cast.karl)
    assert status_of(spielliste) == Status.CHECKED
    entries.uncheck(spielliste, expected=None, by=cast.petra, reason="noch einmal")
    record_hand_in(spielliste, paper=Paper.IN, expected=1, by=cast.karl)
    assert status_of(spielliste) == Status.SIGNED


def status_of(spielliste: models.Spielliste) -> str:
    return models.Spielliste.objects.values_list("status", flat=True).get(pk=spielliste.pk)


# Typed and scanned input


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("7", ListCode(None, 7)),
        (" S2T7 ", ListCode(2, 7)),
        ("s2 t7", ListCode(2, 7)),
        ("T7", ListCode(None, 7)),
        ("http://10.0.0.5:8000/leitung/pokal/serie/2/tisch/7/", ListCode(2, 7, "pokal")),
        ("https://romme.example/t/pokal-2/serie/2/tisch/7/", ListCode(2, 7, "pokal-2")),
        ("pokal/serie/2/tisch/7", ListCode(2, 7, "pokal")),
        ("httpÖ--192.168.178.20Ö8000-t-lindenhofßpokal-serie-3-tisch-7-", ListCode(3, 7, "lindenhof-pokal")),
        ("httpsÖ--romme.example-t-mazßpokal-serie-2-tisch-7-_p´4711", ListCode(2, 7, "may-pokal")),
        ("lindenhofßpokal-serie-3-tisch-7", ListCode(3, 7, "lindenhof-pokal")),
        ("", None),
        ("Tisch 7", None),
        ("S2", None),
        ("7/8", None),
        ("12345", None),
    ],
)
def test_code_of_a_list_is_read(text: str, code: ListCode | None) -> None:
    assert parse_list_code(text) == code


def test_printed_code_is_read_back() -> None:
    assert parse_list_code(list_code(2, 17)) == ListCode(2, 17)
