"""Prizes of an event: the plan, the winners, release, handing out and taking back."""

from collections.abc import Sequence
from decimal import Decimal

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.money.cash import expected, take_back as take_back_entry
from romme_turnier.tournament.money.ledger import book
from romme_turnier.tournament.money.prize_reading import PLAYER, TEAM, prize_state
from romme_turnier.tournament.money.prizes import PlanLine, hand_out, release, store_plan, take_back, withdraw_release
from romme_turnier.tournament.participants.registrations import exclude, withdraw
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.standings.play_offs import enter_play_off
from tests.cast import Cast
from tests.factories import list_of, make_checked, make_event, seat_series

pytestmark = pytest.mark.django_db

EUR = Decimal
Kind = models.Prize.Ranking


@pytest.fixture
def event() -> models.Event:
    """Four players, two series of one game; in each, by start number: the points of RESULTS."""
    return make_event(players=4, series_count=2, games_per_list=1, bonus_four=0)


def play(event: models.Event, series: int, points: str) -> None:
    """Close a series in which players 1 to 4 got these points; 0 ended the game."""
    made = seat_series(event, series, tables=((1, 2, 3, 4),))
    make_checked(list_of(made), {1: points})
    close_series(made, by=None)


def plan(event: models.Event, *lines: PlanLine, **settings: bool) -> None:
    store_plan(event, lines, settings, by=None)
    event.refresh_from_db()


def cash(first: int, amount: str, last: int | None = None, **more: object) -> PlanLine:
    return PlanLine(first_rank=first, last_rank=last or first, amount=EUR(amount), **more)  # type: ignore[arg-type]


def given(awards: Sequence[models.PrizeAward]) -> list[tuple[int | None, str]]:
    """(start number, amount or thing) of every award."""
    return [
        (award.registration.number if award.registration else None, str(award.amount or award.thing))
        for award in awards
    ]


def test_prizes_wait_until_all_series_are_closed(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "50.00"))
    play(event, 1, "0 20 30 40")
    assert prize_state(event).to_release == ()
    with pytest.raises(TournamentError):
        release(event, by=cast.petra)


def test_release_fixes_who_gets_what(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "50.00"), cash(2, "20.00", 3), PlanLine(first_rank=1, last_rank=1, thing="Pokal"))
    play(event, 1, "0 20 30 40")
    play(event, 2, "0 20 30 40")
    assert given(release(event, by=cast.petra)) == [(1, "50.00"), (1, "Pokal"), (2, "20.00"), (3, "20.00")]
    assert prize_state(event).to_release == ()


def test_prize_of_a_series_is_released_when_that_series_is_closed(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "50.00"), cash(1, "5.00", ranking=Kind.SERIES, series_number=1))
    play(event, 1, "20 0 30 40")
    assert given(release(event, by=cast.petra)) == [(2, "5.00")]


def test_prize_of_a_series_is_won_by_its_own_result(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "5.00", ranking=Kind.SERIES, series_number=2))
    play(event, 1, "0 20 30 90")
    play(event, 2, "10 20 30 0")
    assert given(release(event, by=cast.petra)) == [(4, "5.00")]


def test_who_went_home_later_keeps_the_prize_of_the_series(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "5.00", ranking=Kind.SERIES, series_number=1))
    play(event, 1, "0 20 30 40")
    withdraw(event.registrations.get(number=1), 2, by=cast.petra)
    assert given(release(event, by=cast.petra)) == [(1, "5.00")]


def test_who_is_excluded_wins_nothing(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "5.00", ranking=Kind.SERIES, series_number=1))
    play(event, 1, "0 20 30 40")
    exclude(event.registrations.get(number=1), 2, reason="Grund", by=cast.petra)
    assert given(release(event, by=cast.petra)) == [(2, "5.00")]


def test_category_has_prizes_of_its_own(event: models.Event, cast: Cast) -> None:
    seniors = models.Category.objects.create(event=event, name="Senioren")
    seniors.registrations.set(event.registrations.filter(number__in=[3, 4]))
    plan(event, cash(1, "7.00", ranking=Kind.CATEGORY, category=seniors))
    play(event, 1, "0 20 30 40")
    play(event, 2, "0 20 40 30")
    tie = prize_state(event).outcome.undecided[0]
    assert len(tie.who) == 2
    enter_play_off(event, [event.registrations.get(number=n) for n in (4, 3)], by=cast.petra)
    assert given(release(event, by=cast.petra)) == [(4, "7.00")]


def test_team_wins_besides_its_members(event: models.Event, cast: Cast) -> None:
    for number, name in ((1, "Nord"), (2, "Süd")):
        team = models.Team.objects.create(event=event, key=f"T{number}", name=name)
        for registration in event.registrations.filter(number__in=[number, number + 2]):
            models.TeamMember.objects.create(team=team, registration=registration)
    plan(event, cash(1, "50.00"), cash(1, "80.00", ranking=Kind.TEAM), one_prize_each=True)
    play(event, 1, "0 20 30 40")
    play(event, 2, "0 20 30 40")
    awards = release(event, by=cast.petra)
    assert [(award.registration and award.registration.number, award.team and award.team.name) for award in awards] == [
        (1, None),
        (None, "Nord"),
    ]


def test_tied_rank_is_not_released_until_the_play_off(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "50.00"), cash(2, "20.00"), cash(3, "10.00"))
    play(event, 1, "0 20 30 40")
    play(event, 2, "20 0 30 40")
    (tie,) = prize_state(event).outcome.undecided
    players = {event.registrations.get(number=number).pk for number in (1, 2)}
    assert (tie.rank, set(tie.who)) == (1, {(PLAYER, pk) for pk in players})
    assert given(release(event, by=cast.petra)) == [(3, "10.00")]
    enter_play_off(event, [event.registrations.get(number=n) for n in (2, 1)], by=cast.petra)
    assert given(release(event, by=cast.petra)) == [(2, "50.00"), (1, "20.00")]


def test_equals_share_if_the_announcement_says_so(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "50.01"), cash(2, "20.00"), prizes_shared=True)
    play(event, 1, "0 20 30 40")
    play(event, 2, "20 0 30 40")
    assert given(release(event, by=cast.petra)) == [(1, "35.01"), (2, "35.00")]


def test_absent_winner_is_passed_over_only_if_the_announcement_says_so(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "50.00"))
    play(event, 1, "0 20 30 40")
    play(event, 2, "0 20 30 40")
    absent = [(PLAYER, event.registrations.get(number=1).pk)]
    assert prize_state(event, absent=absent).to_release[0].who == absent[0]
    plan(event, cash(1, "50.00"), prizes_only_if_present=True)
    assert given(release(event, absent=absent, by=cast.petra)) == [(2, "50.00")]


def test_who_was_absent_at_the_release_stays_passed_over(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "50.00"), cash(2, "20.00"), cash(3, "10.00"), prizes_only_if_present=True)
    play(event, 1, "0 20 30 30")
    play(event, 2, "0 20 30 30")
    absent = [(PLAYER, event.registrations.get(number=1).pk)]
    assert given(release(event, absent=absent, by=cast.petra)) == [(2, "50.00")]
    assert not prize_state(event).changed
    enter_play_off(event, [event.registrations.get(number=n) for n in (4, 3)], by=cast.petra)
    assert given(release(event, by=cast.petra)) == [(4, "20.00"), (3, "10.00")]
    winner = [(PLAYER, event.registrations.get(number=2).pk)]
    assert not prize_state(event, absent=winner).changed


def test_absence_counts_for_the_prizes_released_then_only(event: models.Event, cast: Cast) -> None:
    of_series = cash(1, "5.00", ranking=Kind.SERIES, series_number=1)
    plan(event, of_series, cash(1, "50.00"), prizes_only_if_present=True)
    play(event, 1, "0 20 30 40")
    absent = [(PLAYER, event.registrations.get(number=1).pk)]
    assert given(release(event, absent=absent, by=cast.petra)) == [(2, "5.00")]
    play(event, 2, "0 20 30 40")
    assert given(release(event, by=cast.petra)) == [(1, "50.00")]


def test_fines_are_handed_out_on_top(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "30.00"), cash(2, "10.00"), fines_handed_out=True)
    book(event, models.LedgerEntry.Kind.FINE, EUR("8.02"), key="", by=cast.karl)
    play(event, 1, "0 20 30 40")
    play(event, 2, "0 20 30 40")
    state = prize_state(event)
    assert (state.pool, state.promised) == (EUR("8.02"), EUR("48.02"))
    assert given(release(event, by=cast.petra)) == [(1, "36.02"), (2, "12.00")]


def test_fines_without_a_money_prize_stay(event: models.Event) -> None:
    plan(event, PlanLine(first_rank=1, last_rank=1, thing="Pokal"), fines_handed_out=True)
    book(event, models.LedgerEntry.Kind.FINE, EUR("8.02"), key="", by=None)
    assert prize_state(event).pool_without_prize == EUR("8.02")


def test_release_of_other_prizes_than_those_seen_is_refused(event: models.Event, cast: Cast) -> None:
    plan(event, cash(1, "50.00"))
    play(event, 1, "0 20 30 40")
    play(event, 2, "0 20 30 40")
    seen = prize_state(event).fingerprint
    models.Registration.objects.filter(number=1).update(status="excluded", left_before_series=2)
    with pytest.raises(Conflict):
        release(event, seen=seen, by=cast.petra)


# Handing out


@pytest.fixture
def awards(event: models.Event, cast: Cast) -> list[models.PrizeAward]:
    plan(event, cash(1, "50.00"), PlanLine(first_rank=2, last_rank=2, thing="Wein"))
    play(event, 1, "0 20 30 40")
    play(event, 2, "0 20 30 40")
    return release(event, by=cast.petra)


def fresh(award: models.PrizeAward) -> models.PrizeAward:
    return models.PrizeAward.objects.get(pk=award.pk)


def test_money_that_is_handed_out_leaves_the_box_once(
    event: models.Event, awards: list[models.PrizeAward], cast: Cast
) -> None:
    hand_out(awards[0], by=cast.karl)
    hand_out(awards[0], by=cast.karl)
    assert event.record.filter(verb="prizes.hand_out").count() == 1
    entry = event.ledger.get()
    assert (entry.kind, entry.amount, entry.registration) == ("prize", EUR("-50.00"), awards[0].registration)
    assert fresh(awards[0]).handed_at is not None


def test_thing_is_handed_out_without_an_entry(event: models.Event, awards: list[models.PrizeAward], cast: Cast) -> None:
    hand_out(awards[1], by=cast.karl)
    assert fresh(awards[1]).handed_at is not None
    assert not event.ledger.exists()


def test_handing_out_is_undone_by_a_counter_entry(
    event: models.Event, awards: list[models.PrizeAward], cast: Cast
) -> None:
    hand_out(awards[0], by=cast.karl)
    with pytest.raises(TournamentError):
        take_back(awards[0], reason="", by=cast.karl)
    for _click in range(2):
        take_back(awards[0], reason="falsche Person", by=cast.karl)
    assert event.record.filter(verb="prizes.take_back").count() == 1
    assert fresh(awards[0]).handed_at is None
    assert expected(event) == 0
    hand_out(awards[0], by=cast.karl)
    assert expected(event) == EUR("-50.00")


def test_prize_money_is_not_taken_back_from_the_ledger(
    event: models.Event, awards: list[models.PrizeAward], cast: Cast
) -> None:
    hand_out(awards[0], by=cast.karl)
    with pytest.raises(TournamentError, match="Preisliste"):
        take_back_entry(event.ledger.get(), reason="falsch", by=cast.karl)


def test_release_is_withdrawn_as_long_as_nothing_is_handed_out(
    event: models.Event, awards: list[models.PrizeAward], cast: Cast
) -> None:
    hand_out(awards[1], by=cast.karl)
    with pytest.raises(TournamentError):
        withdraw_release(event, by=cast.petra)
    take_back(awards[1], reason="noch nicht", by=cast.karl)
    assert withdraw_release(event, by=cast.petra) == 2
    assert len(release(event, by=cast.petra)) == 2


def test_plan_stays_while_prizes_are_released(event: models.Event, awards: list[models.PrizeAward]) -> None:
    with pytest.raises(TournamentError):
        plan(event, cash(1, "1.00"))
    assert event.prize_plan.count() == 2


def test_standings_that_changed_after_the_release_are_seen(
    event: models.Event, awards: list[models.PrizeAward], cast: Cast
) -> None:
    assert not prize_state(event).changed
    models.Registration.objects.filter(number=1).update(status="excluded", left_before_series=2)
    assert prize_state(event).changed


@pytest.mark.parametrize(
    "line",
    [
        PlanLine(first_rank=2, last_rank=1, amount=EUR("1.00")),
        PlanLine(first_rank=1, last_rank=1),
        PlanLine(first_rank=1, last_rank=1, amount=EUR("0.00")),
        PlanLine(first_rank=1, last_rank=1, amount=EUR("1.00"), ranking=Kind.SERIES),
        PlanLine(first_rank=1, last_rank=1, amount=EUR("1.00"), ranking=Kind.SERIES, series_number=3),
        PlanLine(first_rank=1, last_rank=1, amount=EUR("1.00"), ranking=Kind.CATEGORY),
    ],
)
def test_line_that_is_no_prize_is_refused(event: models.Event, line: PlanLine) -> None:
    with pytest.raises(TournamentError):
        plan(event, line)


def test_equal_teams_share(event: models.Event) -> None:
    for number in (1, 2):
        team = models.Team.objects.create(event=event, key=f"T{number}", name=f"Mannschaft {number}")
        models.TeamMember.objects.create(team=team, registration=event.registrations.get(number=number))
    plan(event, cash(1, "5.00", ranking=Kind.TEAM))
    play(event, 1, "0 20 30 40")
    play(event, 2, "20 0 30 40")
    awards = prize_state(event).to_release
    assert [(one.who[0] == TEAM, one.amount) for one in awards if isinstance(one.who, tuple)] == [
        (True, EUR("2.50")),
        (True, EUR("2.50")),
    ]
