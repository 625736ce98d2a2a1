"""Each check finds data spoiled behind the program's back, and reports nothing about sound data."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from romme_turnier.core.lists.scoring_points import USUAL
from romme_turnier.simulation import checks
from romme_turnier.simulation.checks import (
    CHECKS,
    Check,
    bench,
    consents,
    findings,
    handing_over,
    money,
    notices,
    ranks,
    records,
    releases,
    seating,
    settlement,
    sums,
    transfer,
)
from romme_turnier.simulation.checks.facts import load_facts
from romme_turnier.simulation.checks.handing_over import check_handing_over_of_event
from romme_turnier.simulation.checks.releases import Witness
from romme_turnier.simulation.playing import simulate
from romme_turnier.simulation.scenario import Scenario
from romme_turnier.simulation.simulated_event import SimulatedEvent
from romme_turnier.tournament import models
from romme_turnier.tournament.models.event import rules_with
from romme_turnier.tournament.publishing.accepting import accept_package
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import make_event, register

Spoil = Callable[[], object]


@pytest.fixture
def event(simulated: SimulatedEvent, db: None) -> models.Event:
    return models.Event.objects.get(pk=simulated.event.pk)


def test_nothing_is_found_at_an_event_that_was_played_through_the_services(
    event: models.Event, witness: Witness
) -> None:
    assert findings(event, witness) == []
    assert len(witness.seen) == event.releases.count() >= 2


def lose_sums() -> None:
    models.ListTotal.objects.filter(seat=models.Seat.objects.first()).delete()


def take_away_a_seat() -> None:
    seat = models.Seat.objects.filter(table__series__number=2, number=3).first()
    assert seat is not None
    seat.delete()


def seat_somebody_twice() -> None:
    elsewhere = models.Series.objects.create(event=make_event(players=0, slug="anderswo"), number=1)
    first, last = (
        models.Seat.objects.filter(table__number=1).first(),
        models.Seat.objects.filter(table__number=2).first(),
    )
    assert first is not None
    assert last is not None
    models.Seat.objects.filter(pk=last.pk).update(registration=first.registration_id, series=elsewhere)


def seat_somebody_of_another_event() -> None:
    stranger = make_event(players=1, slug="anderswo").registrations.get()
    seat = models.Seat.objects.first()
    assert seat is not None
    models.Seat.objects.filter(pk=seat.pk).update(registration=stranger)


def change_a_draw() -> None:
    draw = models.Draw.objects.filter(status="applied").latest("pk")
    draw.result = [draw.result[0][::-1], *draw.result[1:]]
    draw.save()


def note_absence_of_somebody_seated() -> None:
    seat = models.Seat.objects.filter(series__number=1).first()
    assert seat is not None
    models.Absence.objects.create(registration=seat.registration, series_number=1, at="2026-01-01T00:00Z")


def seat_of(series: int) -> models.Seat:
    seat = models.Seat.objects.filter(series__number=series).order_by("pk").first()
    assert seat is not None
    return seat


def on_the_bench(registration: models.Registration) -> None:
    team = models.Team.objects.create(event=registration.event, key="neu", name="Neue Mannschaft")
    models.TeamMember.objects.filter(registration=registration).delete()
    models.TeamMember.objects.create(team=team, registration=registration, substitute=True)


def call(substitute: models.Registration, member: models.Registration, series: int, **fields: bool) -> None:
    models.CallIn.objects.create(substitute=substitute, member=member, from_series=series, at=timezone.now(), **fields)


def seat_a_substitute_nobody_called() -> None:
    on_the_bench(seat_of(1).registration)


def seat_a_substitute_before_the_call() -> None:
    seat = seat_of(1)
    other = models.Registration.objects.exclude(seats__isnull=False).first() or register(seat.registration.event, 77)
    on_the_bench(seat.registration)
    call(seat.registration, other, 2, for_good=True)


def seat_the_member_beside_the_substitute() -> None:
    member = seat_of(2).registration
    call(register(member.event, 77), member, 1, for_good=True)


def seat_somebody_who_waits() -> None:
    models.Registration.objects.filter(pk=seat_of(1).registration_id).update(status="waiting", left_before_series=None)


def seat_somebody_who_has_not_paid() -> None:
    refunded = models.LedgerEntry.objects.filter(kind="refund").values("registration")
    seated = models.Registration.objects.filter(seats__isnull=False, status="active", out_of_competition=False)
    models.TeamMember.objects.update(substitute=False)
    seated.exclude(pk__in=refunded).update(paid=False, pays_later=False)


def be_ones_own_captain() -> None:
    models.Registration.objects.update(captain=F("pk"))


def publish_a_name_without_consent() -> None:
    models.Registration.objects.filter(publish_name=False).update(publish_name=True)


def let_an_official_say_it_for_a_player() -> None:
    models.Consent.objects.filter(speaker="player").update(speaker="official")


def join_twice_at_a_time() -> None:
    membership = models.Membership.objects.filter(until__isnull=False).first()
    assert membership is not None
    models.Membership.objects.create(
        player=membership.player, organiser=membership.organiser, until=membership.until, since=membership.until
    )


def forget_a_player_of_the_organiser() -> None:
    models.OrganiserPlayer.objects.filter(player__registrations__number=1).delete()


def change_finished() -> None:
    models.ListTotal.objects.filter(seat__number=1).update(finished=99)


def count_what_does_not() -> None:
    models.ListTotal.objects.update(counts=~F("counts"))


def mark_a_list() -> None:
    models.Spielliste.objects.update(problems=3)


def hide_a_missing_game() -> None:
    models.GameRow.objects.filter(number=1).delete()


def take_bounds_away() -> None:
    models.GameEntry.objects.update(least=None, most=None)


def make_reading_worse() -> None:
    reading = models.Reading.objects.earliest("pk")
    reading.values = [*reading.values, 190]
    reading.save()


def say_who_ended_a_game_in_doubt() -> None:
    doubt = models.EndingReading.objects.earliest("pk")
    rows = models.GameRow.objects.filter(spielliste=doubt.spielliste, number=doubt.game)
    rows.update(finisher=None if rows.get().finisher else 1)


def drop_a_reading_of_an_end() -> None:
    doubt = models.EndingReading.objects.earliest("pk")
    doubt.endings = doubt.endings[:1]
    doubt.save()


def change_a_total() -> None:
    total = models.ListTotal.objects.filter(counts=True).earliest("pk")
    models.ListTotal.objects.filter(pk=total.pk).update(minus=F("minus") + 1, result=F("result") + 1)


def change_an_release() -> None:
    release = models.StandingsRelease.objects.latest("pk")
    first, *others = release.rows
    at = next(at for at, one in enumerate(first.results) if one is not None)
    worse = [one._replace(minus=one.minus + 1) if n == at and one else one for n, one in enumerate(first.results)]
    release.rows = [replace(first, results=tuple(worse)), *others]
    release.save()


def skip_an_release() -> None:
    models.StandingsRelease.objects.filter(pk=models.StandingsRelease.objects.latest("pk").pk).update(number=7)


def change_a_revision() -> None:
    revision = models.Revision.objects.latest("pk")
    revision.content["table"] = 55
    revision.save()


def lose_a_revision() -> None:
    longest = models.Revision.objects.latest("number")
    models.Revision.objects.filter(spielliste=longest.spielliste_id, number=1).delete()


def change_an_entry() -> None:
    entry = models.GameEntry.objects.filter(points__gt=50).earliest("pk")
    models.GameEntry.objects.filter(pk=entry.pk).update(points=entry.points and entry.points - 3)


def skip_a_version() -> None:
    models.Spielliste.objects.update(version=F("version") + 1)


def skip_a_version_of_a_row() -> None:
    models.GameRow.objects.update(version=F("version") + 50)


def lose_a_log_entry() -> None:
    models.LogEntry.objects.filter(pk=models.LogEntry.objects.filter(what="row").latest("pk").pk).delete()


def lose_notices() -> None:
    models.Notice.objects.all().delete()


def tell_somebody_else() -> None:
    notice = models.Notice.objects.latest("pk")
    other = models.Registration.objects.exclude(pk=notice.registration_id).latest("pk")
    models.Notice.objects.filter(pk=notice.pk).update(registration=other)


def point_to_nobody() -> None:
    models.Registration.objects.filter(pk=models.Registration.objects.earliest("pk").pk).update(player=999_999_999)


def entries() -> QuerySet[models.LedgerEntry]:
    """Entries of the ledger without the guard against changes."""
    return QuerySet(models.LedgerEntry)


def skip_a_receipt() -> None:
    entries().filter(pk=models.LedgerEntry.objects.latest("pk").pk).update(number=9999)


def reverse_half() -> None:
    entries().exclude(reverses=None).update(amount=Decimal("-0.50"))


def count_the_box_wrongly() -> None:
    models.CashCount.objects.update(expected=F("expected") + 1)


def forget_who_paid() -> None:
    paid = models.LedgerEntry.objects.filter(kind="fee").values("registration")
    models.Registration.objects.filter(pk__in=paid).update(paid=False)


def lose_the_entry_of_a_prize() -> None:
    models.PrizeAward.objects.update(ledger_entry=None)


def pay_a_prize_to_somebody_else() -> None:
    award = models.PrizeAward.objects.exclude(ledger_entry=None).exclude(registration=None).earliest("pk")
    assert award.registration is not None
    other = models.Registration.objects.exclude(pk=award.registration.pk).earliest("pk")
    entries().filter(award=award).update(registration=other)


def book_a_fine_that_nobody_paid() -> None:
    series = models.Series.objects.earliest("pk")
    number = models.LedgerEntry.objects.count() + 1
    models.LedgerEntry.objects.create(
        event=series.event, number=number, kind="fine", amount=Decimal(3), series=series, at=timezone.now()
    )


def skip_a_dispute() -> None:
    models.Dispute.objects.update(number=F("number") + 3)


def log() -> QuerySet[models.EventLog]:
    """Rows of the log without the guard against changes."""
    return QuerySet(models.EventLog)


def skip_an_act() -> None:
    log().filter(pk=models.EventLog.objects.latest("pk").pk).update(number=9999)


def lose_who_booked() -> None:
    log().filter(verb="fees.pay").update(new={})


def lose_who_released() -> None:
    log().filter(verb="releases.release_standings").update(verb="series.set_day")


def lose_who_drew() -> None:
    log().filter(verb="draws.apply_draw").update(new={})


SPOILED: list[tuple[Spoil, Check]] = [
    (lose_sums, seating.check_tables),
    (take_away_a_seat, seating.check_sizes),
    (seat_somebody_twice, seating.check_seats),
    (seat_somebody_of_another_event, seating.check_seats),
    (change_a_draw, seating.check_draws),
    (note_absence_of_somebody_seated, seating.check_presence),
    (seat_a_substitute_nobody_called, bench.check_bench),
    (seat_a_substitute_before_the_call, bench.check_bench),
    (seat_the_member_beside_the_substitute, bench.check_bench),
    (seat_somebody_who_waits, bench.check_admitted),
    (seat_somebody_who_has_not_paid, bench.check_admitted),
    (be_ones_own_captain, bench.check_people),
    (publish_a_name_without_consent, consents.check_consents),
    (let_an_official_say_it_for_a_player, consents.check_consents),
    (join_twice_at_a_time, checks.check_verify),
    (forget_a_player_of_the_organiser, checks.check_verify),
    (change_finished, sums.check_sums),
    (count_what_does_not, sums.check_sums),
    (mark_a_list, sums.check_marks),
    (hide_a_missing_game, sums.check_marks),
    (take_bounds_away, sums.check_rows),
    (make_reading_worse, sums.check_readings),
    (say_who_ended_a_game_in_doubt, sums.check_endings),
    (drop_a_reading_of_an_end, sums.check_endings),
    (change_a_total, ranks.check_ranks),
    (change_an_release, releases.check_releases),
    (skip_an_release, releases.check_releases),
    (change_a_revision, records.check_chains),
    (lose_a_revision, records.check_chains),
    (change_an_entry, records.check_chains),
    (skip_a_version, records.check_versions),
    (skip_a_version_of_a_row, records.check_versions),
    (lose_a_log_entry, records.check_versions),
    (lose_notices, notices.check_notices),
    (tell_somebody_else, notices.check_notices),
    (book_a_fine_that_nobody_paid, money.check_fines),
    (skip_a_receipt, money.check_ledger),
    (reverse_half, money.check_ledger),
    (count_the_box_wrongly, money.check_balance),
    (forget_who_paid, money.check_fees),
    (lose_the_entry_of_a_prize, money.check_prizes),
    (pay_a_prize_to_somebody_else, money.check_prizes),
    (skip_a_dispute, records.check_disputes),
    (skip_an_act, records.check_acts),
    (lose_who_booked, records.check_acts),
    (lose_who_released, records.check_acts),
    (lose_who_drew, records.check_acts),
    (change_a_total, transfer.check_transfer),
    (change_finished, checks.check_verify),
    (point_to_nobody, checks.check_links),
]


@pytest.mark.parametrize(
    ("spoil", "check"), SPOILED, ids=[f"{check.__name__}-{spoil.__name__}" for spoil, check in SPOILED]
)
def test_what_was_spoiled_is_found(event: models.Event, spoil: Spoil, check: Check) -> None:
    with transaction.atomic():  # spoiled rows would fail at the end of a transaction
        spoil()
        assert list(check(load_facts(event)))
        transaction.set_rollback(True)


def test_a_fine_that_is_asked_for_wrongly_is_found(event: models.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("romme_turnier.tournament.lists.checking.hand_in_reading.lost_games", lambda *_facts: 0)
    assert list(money.check_fines(load_facts(event)))


def test_a_player_who_is_registered_twice_is_found(event: models.Event) -> None:
    facts = load_facts(event)  # the database would not have it
    facts.registrations[0] = {**next(iter(facts.registrations.values())), "id": 0}
    assert [finding.invariant for finding in bench.check_people(facts)] == ["people"]


def test_somebody_in_two_teams_is_found(event: models.Event) -> None:
    facts = load_facts(event)
    somebody = next(iter(facts.registrations))
    facts.teams = {"A": [somebody], "B": [somebody]}
    assert [finding.invariant for finding in bench.check_people(facts)] == ["people"]


def test_a_substitute_who_paid_for_a_place_that_is_paid_for_owes_nothing(event: models.Event) -> None:
    facts = load_facts(event)
    payer = next(row["registration_id"] for row in facts.ledger if row["kind"] == "fee")
    facts.event.entry_fee = Decimal("99.00")
    facts.registrations[payer].update(paid=True, status="active", left_before_series=None, out_of_competition=False)

    def found() -> bool:
        who = f"player {facts.registrations[payer]['number']}:"
        return any(finding.what.startswith(who) for finding in money.check_fees(facts))

    assert found()
    facts.substitutes.add(payer)
    assert not found()


def test_every_check_has_been_seen_to_fail() -> None:
    apart = {settlement.check_settlement}  # below: the probe is not played for money
    assert {check for _spoil, check in SPOILED} | apart == set(CHECKS)


def test_an_release_that_was_changed_is_not_what_the_witness_saw(event: models.Event, witness: Witness) -> None:
    models.StandingsRelease.objects.filter(event=event).update(rows=[])
    assert len(list(witness.compare(load_facts(event)))) == len(witness.seen)


def test_an_release_that_is_wrong_when_it_is_released_is_noticed(event: models.Event) -> None:
    change_a_total()
    witness = Witness()
    witness(release_standings(event, event.series_count, by=None))
    assert witness.findings


def test_standings_that_differ_after_the_handing_over_are_found(
    event: models.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(check_handing_over_of_event(event)) == []

    def accept_badly(*args: Any, **options: Any) -> Any:
        accepted = accept_package(*args, **options)
        models.TeamMember.objects.filter(team__event__held_by__slug="host").delete()
        return accepted

    monkeypatch.setattr(handing_over, "accept_package", accept_badly)
    assert [str(finding) for finding in check_handing_over_of_event(event)] == [
        "handing over: taken over, the standings differ from the release",
        "handing over: after series 1 the standings differ",
        "handing over: after series 2 the standings differ",
    ]


def test_settlement_that_pays_somebody_else_is_found(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    stake = Decimal("0.01")
    event = simulate(Scenario(slug="um-geld", players=4, series=1, games=2, ruleset="classic", stake=stake)).event
    assert list(settlement.check_settlement(load_facts(event))) == []
    monkeypatch.setattr("romme_turnier.tournament.money.settlements.settle", lambda losses, _stake: (0,) * len(losses))
    assert list(settlement.check_settlement(load_facts(event)))


def test_stake_that_is_booked_wrongly_is_found(db: None) -> None:
    stake = Decimal("0.01")
    scenario = Scenario(
        slug="einsatz", players=4, series=1, games=2, ruleset="classic", stake=stake, stake_booked=True, trouble=0
    )
    event = simulate(scenario).event
    assert event.ledger.filter(kind="stake").exists()
    assert list(settlement.check_settlement(load_facts(event))) == []
    models.Event.objects.filter(pk=event.pk).update(stake_booked=False)
    event.refresh_from_db()
    assert list(settlement.check_settlement(load_facts(event)))


@pytest.mark.parametrize("spoil", [{"half_points": 1}, {"half_points": 0}])
def test_points_for_a_place_that_are_wrong_are_found(db: None, spoil: dict[str, int]) -> None:
    scenario = Scenario(slug="plaetze", players=4, series=1, games=2, scoring="table_points", trouble=0)
    event = simulate(scenario).event
    assert list(sums.check_sums(load_facts(event))) == []
    models.ListTotal.objects.filter(half_points__gte=2).update(**spoil)
    assert list(sums.check_sums(load_facts(event)))


@pytest.fixture
def ranked_by_points(db: None) -> models.Event:
    scenario = Scenario(
        slug="wertungspunkte", players=8, series=1, games=3, scoring="scoring_points", points_per_game=USUAL, trouble=0
    )
    return simulate(scenario).event


def test_scoring_points_that_are_wrong_are_found(ranked_by_points: models.Event) -> None:
    assert list(sums.check_sums(load_facts(ranked_by_points))) == []
    models.ListTotal.objects.filter(scoring_points__gt=0).update(scoring_points=0)
    assert list(sums.check_sums(load_facts(ranked_by_points)))


def test_ranks_by_the_card_points_of_an_event_with_scoring_points_are_found(
    ranked_by_points: models.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(ranks.check_ranks(load_facts(ranked_by_points))) == []
    monkeypatch.setattr("romme_turnier.tournament.models.event.criteria_under", lambda criteria, _scoring: criteria)
    rules_with.cache_clear()
    found = list(ranks.check_ranks(load_facts(ranked_by_points)))
    rules_with.cache_clear()
    assert found
