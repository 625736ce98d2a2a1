"""Every verb of a tournament leaves exactly one row in the log: a year of an event, each verb in it once."""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from unittest.mock import ANY

import pytest
from django.contrib.auth.forms import BaseUserCreationForm
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from romme_turnier import tournament
from romme_turnier.accounts.models import User
from romme_turnier.core.lists.claims import Figure
from romme_turnier.core.lists.endings import Ending
from romme_turnier.core.lists.notation import parse_row
from romme_turnier.tournament import hall, models
from romme_turnier.tournament.at_table import access, memory, own_terms, phones, statements, writing
from romme_turnier.tournament.at_table.on_screen import looking, orders
from romme_turnier.tournament.disputes import cases, notice_answers
from romme_turnier.tournament.disputes.cases import Call
from romme_turnier.tournament.events import (
    announcements,
    appearance,
    deletion as event_deletion,
    official_invitations,
    officials,
    operator,
    said_steps,
)
from romme_turnier.tournament.events.announcements import Announcement
from romme_turnier.tournament.events.terms_correction import correct_terms, sum_terms
from romme_turnier.tournament.exchange import demo, sandbox
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.hall import calls, clock, messages as hall_messages, wall
from romme_turnier.tournament.lists import decisions, early_end, endings, entries, restoring
from romme_turnier.tournament.lists.checking import checks, differences, hand_in, notices, second_reading
from romme_turnier.tournament.lists.checking.open_differences import open_differences
from romme_turnier.tournament.lists.consent import fingerprint_of
from romme_turnier.tournament.lists.entries import SeatClaim
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.money import cash, fees, fines, ledger, prizes, stakes
from romme_turnier.tournament.money.settlements import settlement_of
from romme_turnier.tournament.organisers import (
    api_tokens,
    hierarchy,
    holders,
    public_face,
    retention,
    signing_keys,
)
from romme_turnier.tournament.organisers.hierarchy import OrganiserDetails
from romme_turnier.tournament.participants import (
    absences,
    card_code,
    categories,
    check_in,
    deletion,
    front_desk,
    invitations,
    own_registration,
    registrations,
    self_registered_teams,
    self_registration,
    start_numbers,
    substitutes,
    teams,
    unpaid,
    waiting_list,
)
from romme_turnier.tournament.participants.members import memberships
from romme_turnier.tournament.participants.names import consents
from romme_turnier.tournament.participants.register import bans, erasing, merging, organiser_players, proposals
from romme_turnier.tournament.participants.self_registration import Person, RegistrationDetails
from romme_turnier.tournament.publishing import accepting, hooks, making, sending
from romme_turnier.tournament.seating import (
    drawn_cards,
    draws,
    draws_by_rank,
    draws_from_file,
    repairs,
    seats,
    series as series_services,
)
from romme_turnier.tournament.seating.file import Place
from romme_turnier.tournament.shared.service import VERBS, words_of
from romme_turnier.tournament.standings import lasting_page, play_offs, releases, results
from tests.factories import (
    enter,
    fill,
    list_of,
    make_checked,
    make_event,
    make_official,
    make_open_event,
    make_season,
    one,
    register,
    seat_series,
)
from tests.tournament.at_table.on_screen import on_screen, play, table_of
from tests.tournament.participants.associations import guest_of_both, make_associations
from tests.tournament.publishing.scene import key_in
from tests.tournament.seasons.competitions.verbs_of_competitions import holding_a_championship, holding_a_league
from tests.tournament.seasons.verbs_of_a_season import keeping_a_season
from tests.tournament.seasons.verbs_of_rankings import keeping_rankings

pytestmark = pytest.mark.django_db

Role = models.EventRole.Role
TEN = Decimal(10)


class Watch:
    """Calls verbs, and holds each against the rows that it leaves."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def __call__(self, verb: Callable[..., Any], *args: Any, at: object = ANY, by: object = ANY, **kwargs: Any) -> Any:
        """The answer of the verb, which left one row: at that event (some event by default), by that official."""
        code = f"{verb.__module__.rpartition('.')[2]}.{verb.__name__}"
        before = models.EventLog.objects.count()
        answer = verb(*args, **kwargs) if by is ANY else verb(*args, by=by, **kwargs)
        row = models.EventLog.objects.latest("pk")
        assert (code, models.EventLog.objects.count() - before) == (code, 1)
        assert row.verb == code
        assert row.event == at if at is not ANY else row.event is not None
        assert row.by == (None if by is ANY else by)
        self.seen.add(code)
        return answer


def fresh(row: Any) -> Any:
    return type(row)._base_manager.get(pk=row.pk)


def setting_up(did: Watch, petra: User) -> None:
    plain = Announcement(name="Herbstpokal", starts_at=timezone.now() + timedelta(days=9), bonus_mode="per_list")
    made = did(announcements.create_event, plain, by=petra)
    did(announcements.update_event, made, replace(plain, venue="Halle"), at=made, by=petra)
    did(correct_terms, made, replace(sum_terms(made), bonus_four=25), reason="verlesen", at=made, by=petra)
    did(appearance.dress_event, fresh(made), at=made, language="en", accent="#7a1f5c", by=petra)
    did(announcements.publish_event, fresh(made), at=made, by=petra)
    did(announcements.unpublish_event, fresh(made), at=made, by=petra)
    copy = did(
        announcements.copy_event, made, name="Winterpokal", starts_at=plain.starts_at + timedelta(days=90), by=petra
    )
    assert copy.record.count() == 1
    did(categories.name_categories, made, ["Damen"], at=made)
    did(fees.store_fee_kinds, made, [(None, "Jugend", TEN)], at=made)
    did(fees.follow_announcement, made, at=made, by=petra)
    did(demo.make_demo)
    content = export_event(make_event(slug="zum-mitnehmen"))
    content["event"]["slug"] = "mitgenommen"
    did(import_event, content, by=petra)


def at_the_desk(did: Watch, petra: User) -> None:
    event = make_event(slug="desk", entry_fee=TEN, capacity=12, players=9)
    make_official(event, username="petra")
    entry = registrations.Entry(first_name="Ute", last_name="Neu")
    with_number = {"fee": None, "with_number": True, "book": True}
    did(front_desk.register_at_desk, event, replace(entry, paid=True), **with_number, at=event, by=petra)
    late = did(registrations.register, event, replace(entry, first_name="Uwe"), at=event, by=petra)
    did(front_desk.hand_out, late, fee=None, paid=False, number=None, book=True, at=event, by=petra)
    (more,) = did(registrations.register_rows, event, [replace(entry, first_name="Udo")], at=event, by=petra)
    did(start_numbers.give_number, more, at=event, by=petra)
    did(start_numbers.take_number, more, at=event, by=petra)
    did(start_numbers.give_number, more, at=event, by=petra)
    register(event, None)
    did(start_numbers.give_numbers, event, "name", at=event, by=petra)
    first = one(event)
    did(registrations.set_paid, first, True, at=event, by=petra)
    did(unpaid.set_pays_later, more, True, at=event, by=petra)
    did(check_in.check_in, first, at=event, by=petra)
    did(check_in.undo_check_in, first, at=event, by=petra)
    did(card_code.replace_card, first, at=event, by=petra)
    ladies = models.Category.objects.create(event=event, name="Damen")
    did(categories.change_categories, first, add=[ladies.pk], remove=[], at=event, by=petra)
    renamed = registrations.Entry(first_name="Vera", last_name="Eins", number=1, paid=True, publish_name=True)
    did(registrations.update_registration, first, renamed, at=event, by=petra)
    did(registrations.consent_for_all, event, at=event, by=petra)
    did(absences.set_absent, first, 2, reason="Arzt", at=event, by=petra)
    did(absences.come_back, first, 2, at=event, by=petra)
    did(registrations.withdraw, first, 2, at=event, by=petra)
    did(registrations.reinstate, fresh(first), at=event, by=petra)
    did(registrations.exclude, first, 2, reason="Betrug", at=event, by=petra)
    until = date(2999, 1, 1)
    did(bans.exclude_and_ban, one(event, 2), 1, reason="Betrug", banned=True, until=until, at=event, by=petra)
    banned = did(bans.ban, first.player, "Betrug", until=None, event=event, at=event, by=petra)
    did(bans.lift_ban, banned, at=event, by=petra)
    did(deletion.delete_registration, fresh(more), at=event, by=petra)
    team = did(teams.create_team, event, "Nord", [one(event, 3), one(event, 4)], at=event, by=petra)
    bench = {"substitutes": [one(event, 5).pk]}
    people = [one(event, number) for number in (3, 4, 5)]
    did(teams.update_team, team, "Nord", people, **bench, at=event, by=petra)
    call = did(substitutes.call_in, one(event, 5), one(event, 4), 1, for_good=False, at=event, by=petra)
    did(substitutes.take_back, call, at=event, by=petra)
    did(teams.delete_team, team, at=event, by=petra)


def by_themselves(did: Watch, petra: User) -> None:
    event = make_open_event(slug="open", capacity=6)
    asked = RegistrationDetails(contact="vera@example.org", club="RC Nord")
    berta = did(self_registration.register_alone, event, Person(first_name="Berta", last_name="Neu"), asked, at=event)
    changed = Person(first_name="Berta", last_name="Neumann")
    did(own_registration.change, berta, changed, club="", contact="0170 1234", at=event)
    people = [Person(first_name=f"Vera{n}", last_name="Neu") for n in range(3)]
    captain = did(self_registration.register_team, event, "Süd", people, asked, at=event)
    team = event.teams.get(name="Süd")
    did(self_registration.add_member, captain, team, Person(first_name="Emil", last_name="Neu"), at=event)
    did(self_registered_teams.rename_team, team, "Süd 1", at=event)
    said = own_registration.TeamChange(name="Süd 2", people={})
    did(own_registration.change_team, fresh(captain), said, club="", contact="0170 1234", at=event)
    for n in range(2):
        waiting = self_registration.register_alone(event, Person(first_name=f"Ida{n}", last_name="Neu"), asked)
    did(waiting_list.admit, waiting, at=event, by=petra)
    did(waiting_list.move_up, event, at=event, by=petra)
    did(consents.change_own_consents, fresh(berta), publish_name=True, agrees=[], at=event)
    did(own_registration.withdraw_own, berta, at=event)
    did(own_registration.withdraw_team, fresh(captain), at=event)
    did(own_registration.erase_own, berta, at=event)
    invitation = did(invitations.invite_player, event, "Vera Neu", at=event, by=petra)
    did(invitations.withdraw_invitation, invitation, at=event, by=petra)
    did(invitations.invite_club, event, "RC Nord", at=event, by=petra)


def money(did: Watch, petra: User) -> None:
    event = make_event(slug="money", entry_fee=TEN, prizes="both")
    entry = did(fees.pay, one(event), key="k1", at=event, by=petra)
    did(fees.reverse_fee, entry, reason="falsch", at=event, by=petra)
    did(cash.take_back, fees.pay(one(event), key="", by=petra), reason="falsch", at=event, by=petra)
    fees.pay(one(event), key="", by=petra)
    did(fees.refund, one(event), reason="krank", key="k3", at=event, by=petra)
    kind = models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal(5))
    did(fees.set_fee, one(event, 2), kind, at=event, by=petra)
    team = teams.create_team(event, "Nord", [one(event, 2), one(event, 3)], by=petra)
    did(fees.pay_team, team, key="k4", at=event, by=petra)
    registrations.set_paid(one(event, 4), True, by=petra)
    did(fees.pay_noted, event, at=event, by=petra)
    did(cash.book_other, event, ledger.Kind.FLOAT, TEN, text="", key="k5", at=event, by=petra)
    count = did(cash.count_cash, event, {TEN: 2}, at=event, by=petra)
    did(cash.book_difference, count, reason="nicht zu finden", at=event, by=petra)
    booked = did(ledger.book, event, ledger.Kind.OTHER, TEN, text="Papier", key="", at=event, by=petra)
    did(ledger.reverse, booked, reason="falsch", at=event, by=petra)
    played = make_event(slug="stakes", players=4, ruleset="classic", stake=Decimal("0.01"), stake_booked=True)
    make_checked(list_of(seat_series(played, 1, [(1, 2, 3, 4)])))
    lost = next(one for one in stakes.stake_accounts(played, settlement_of(played).whole) if one.owed)
    did(stakes.book_stake, lost.registration, seen=lost.open, key="k6", at=played, by=petra)


def seating(did: Watch, petra: User) -> None:
    event = make_event(slug="seating", series_count=4)
    did(draws.propose_draw, event, 1, at=event, by=petra)
    draw = did(draws.propose_draw, event, 1, at=event, by=petra)
    first = did(draws.apply_draw, draw, at=event, by=petra)
    did(draws.discard_draw, first, reason="falscher Saal", at=event, by=petra)
    places = [Place(line=n, number=n, table=(n + 3) // 4, seat=(n - 1) % 4 + 1) for n in range(1, 9)]
    draws.apply_draw(did(draws_from_file.propose_from_file, event, 1, places, at=event, by=petra), by=petra)
    did(series_services.release_seats, first, at=event, by=petra)
    did(series_services.withdraw_seats, first, at=event, by=petra)
    did(series_services.set_day, first, date(2026, 10, 17), at=event, by=petra)
    did(clock.set_minutes, first, 60, at=event, by=petra)
    did(clock.start_clock, first, at=event, by=petra)
    did(clock.stop_clock, first, at=event, by=petra)
    did(clock.reset_clock, first, at=event, by=petra)
    one_seat, other_seat = first.seats.get(registration__number=1), first.seats.get(registration__number=5)
    did(seats.swap, one_seat, other_seat, at=event, by=petra)
    leaving = {"missing": [one(event, 2)], "coming": []}
    key = repairs.propose(first, **leaving).proposals[0].key
    repair = did(repairs.apply_repair, first, key, **leaving, reason="krank", at=event, by=petra)
    did(repairs.undo_repair, repair, at=event, by=petra)
    for table in (1, 2):
        make_checked(list_of(first, table))
    did(series_services.close_series, first, at=event, by=petra)
    did(series_services.reopen_series, first, at=event, by=petra)
    series_services.close_series(first, by=petra)
    did(draws_by_rank.propose_by_standings, event, 2, at=event, by=petra)
    cards = did(drawn_cards.start_cards, event, 3, at=event, by=petra)
    did(drawn_cards.discard_cards, cards, reason="verzählt", at=event, by=petra)
    cards = drawn_cards.start_cards(event, 3, by=petra)
    free = list(cards.cards.filter(registration=None).values_list("table", "seat"))
    for number, (table, seat) in enumerate(free, start=1):
        did(drawn_cards.enter_card, cards, number, table, seat, at=event, by=petra)
    did(drawn_cards.swap_cards, cards, 1, 2, at=event, by=petra)
    did(drawn_cards.take_back_last, cards, at=event, by=petra)
    drawn_cards.enter_card(cards, 8, *free[-1], by=petra)
    did(drawn_cards.apply_cards, fresh(cards), at=event, by=petra)


def entering(did: Watch, petra: User, ella: User) -> None:
    event = make_event(slug="lists")
    made = make_official(event, Role.DIRECTOR, "petra"), make_official(event, Role.ENTRY, "ella")
    assert made == (petra, ella)
    series = seat_series(event)
    listed = list_of(series)
    row = parse_row(1, ("0", "20", "30", "40"))
    did(entries.save_row, listed, row, expected=0, at=event, by=ella)
    reading = did(second_reading.begin, listed, at=event, by=petra)
    did(second_reading.save_rows, reading, {1: ["0", "20", "30", "41"]}, at=event, by=petra)
    did(second_reading.take_second, reading, 1, expected=1, at=event, by=petra)
    second_reading.save_rows(reading, {1: ["0", "20", "30", "42"]}, by=petra)
    did(second_reading.take_first, reading, 1, at=event, by=petra)
    did(second_reading.finish, reading, at=event, by=petra)
    any_version = {"expected": None, "at": event, "by": petra}
    fill(listed, {2: "* 0 30 40"}, by=ella)
    did(decisions.revoke_ruling, did(decisions.let_row_stand, listed, game=2, reason="Streit", **any_version),
        reason="doch nicht", **any_version)  # fmt: skip
    readings = (Ending(1), Ending(1, handromme=True))
    did(endings.withdraw_doubt, did(endings.doubt_ending, listed, game=2, endings=readings, points={}, reason="Streit",
        **any_version), reason="doch nicht", **any_version)  # fmt: skip
    enter(listed, 2, "0 20 30 40", by=ella)
    penalty = {"seat": 1, "game": 1, "points": 20, "reason": "§ 4"}
    did(decisions.remove_penalty, did(decisions.add_penalty, listed, **penalty, **any_version), reason="doch nicht",
        **any_version)  # fmt: skip
    left = did(decisions.leave_seat, list_of(series, 2), seat=4, from_game=3, reason="krank", **any_version)
    did(decisions.return_to_seat, left, reason="wieder da", **any_version)
    enter(list_of(series, 2), 1, "0 20 30 40", by=ella)
    did(early_end.end_early, list_of(series, 2), reason="Zeit um", **any_version)
    did(early_end.play_on, list_of(series, 2), reason="doch Zeit", **any_version)
    did(early_end.end_series_early, series, [2], reason="Zeit um", at=event, by=petra)
    did(early_end.play_series_on, series, [2], reason="doch Zeit", at=event, by=petra)
    listed = fill(list_of(seat_series(event, 2)), by=ella)
    true = 12 * 30
    did(entries.save_claims, listed, {3: SeatClaim(total=true + 1)}, **any_version)
    (found,) = open_differences(load(listed.pk))
    error = did(differences.blame_scorer, listed, found.difference, **any_version)
    did(differences.take_back, error, **any_version)
    did(differences.mend_entry, listed, game=1, entries={3: 31}, **any_version)
    did(differences.mend_claim, listed, seat=3, figure=Figure.TOTAL, value=true + 1, **any_version)
    did(entries.complete, fresh(listed), **any_version)
    did(entries.check, fresh(listed), **any_version)
    did(entries.uncheck, fresh(listed), reason="noch einmal", **any_version)
    did(checks.check_faultless, fresh(listed).table.series, by=petra)
    did(entries.uncheck, fresh(listed), reason="noch einmal", **any_version)
    entries.save_row(
        fresh(listed), row, expected=fresh(listed.rows.get(number=1)).version, by=petra, reason="Tippfehler"
    )
    notice = models.Notice.objects.filter(told_at=None, withdrawn_at=None).first()
    assert notice is not None
    did(notices.record_told, notice, at=event, by=petra)
    did(notices.take_back_told, fresh(notice), at=event, by=petra)
    answering(did, notice)
    did(restoring.restore, listed.revisions.get(number=1), reason="zurück", **any_version)
    did(entries.declare_invalid, fresh(listed), reason="unleserlich", **any_version)
    did(entries.revoke_invalid, fresh(listed), reason="doch lesbar", **any_version)
    sitting = [seat.registration for seat in listed.table.seats.order_by("number")]
    did(seats.correct_seats, fresh(listed), [sitting[1], sitting[0], *sitting[2:]], reason="vertauscht", **any_version)
    hand = did(hand_in.record_hand_in, fresh(listed), paper="in", fine_paid=TEN, expected=0, at=event, by=petra)
    models.HandIn.objects.filter(pk=hand.pk).update(fine_paid=2 * TEN)
    did(fines.book_received, fresh(listed), at=event, by=petra)


def answering(did: Watch, notice: models.Notice) -> None:
    event = notice.registration.event
    did(notice_answers.acknowledge, notice, at=event)
    models.Notice.objects.update(answer="", answered_at=None)
    did(notice_answers.object_to, notice, text="Nein.", at=event)


def at_the_table(did: Watch, petra: User) -> None:
    event = make_event(slug="tables", games_per_list=1, phone_lists="allowed", confirmations=1, blind_check=True)
    series = seat_series(event)
    models.Series.objects.filter(pk=series.pk).update(seats_released_at=timezone.now())
    for table in (1, 2):
        listed = list_of(series, table)
        did(access.count_wrong_code, listed, at=event)
        sitting = listed.table.seats.get(number=1).registration
        phone = did(phones.open_list, listed, sitting, token=f"secret{table}", card_end=None, at=event)
        did(phones.take_pen, phone, at=event)
        did(phones.take_pen_to_desk, listed, at=event, by=petra)
        did(phones.give_pen_back, listed, at=event, by=petra)
        row = parse_row(1, ("0", "20", "30", "40"))
        players = [seat.registration.number for seat in listed.table.seats.order_by("number")]
        did(writing.write_game, phone, row, players=players, expected=0, key="", at=event)
        shown = fingerprint_of(load(listed.pk))
        did(memory.remember, phone, fingerprint=shown, remembered={1: 20}, at=event)
        said = did(statements.contradict, phone, fingerprint=shown, text="falsch", at=event)
        did(statements.reject_contradiction, said, reason="stimmt", at=event, by=petra)
        if table == 1:
            did(statements.confirm, phone, fingerprint=shown, at=event)
        else:
            accepted = {"reason": "eilt", "expected": fresh(listed).version}
            did(statements.accept_with, listed, **accepted, at=event, by=petra)
        did(phones.end_phone, phone, at=event, by=petra)
        did(phones.reset_access, listed, at=event, by=petra)
    said = {"phone_lists": "paper", "confirmations": 2, "blind_check": True}
    did(own_terms.set_own_terms, series, **said, at=event, by=petra)
    scene = on_screen(slug="screen")
    play(table_of(scene.spielliste), moves=1)
    order = {"clause": "§ 8.3", "reason": "Grund", "expected": None}
    did(phones.take_pen_to_desk, scene.spielliste, at=scene.event, by=petra)
    did(looking.look_at_running_game, scene.spielliste, at=scene.event, by=petra)
    did(orders.order_in_game, scene.spielliste, **order, at=scene.event, by=petra)
    left = {"seat": 2, "from_game": 1, "reason": "Grund", "expected": None}
    did(orders.leave_seat_on_screen, scene.spielliste, **left, at=scene.event, by=petra)
    did(orders.play_on_in_hall, scene.spielliste, reason="Grund", at=scene.event, by=petra)


def the_end(did: Watch, petra: User) -> None:
    event = make_event(slug="end", players=4, series_count=1, games_per_list=1)
    series = seat_series(event, tables=((1, 2, 3, 4),))
    make_checked(list_of(series), {1: "0 20 20 40"})
    series_services.close_series(series, by=petra)
    tied = [one(event, 2), one(event, 3)]
    did(play_offs.call_play_off, event, tied, at=event, by=petra)
    again = did(play_offs.enter_tied_play_off, event, [tied], at=event, by=petra)
    did(play_offs.remove_play_off, again, at=event, by=petra)
    did(play_offs.enter_play_off, event, tied, at=event, by=petra)
    did(releases.release_standings, event, 1, at=event, by=petra)
    event.results.all().delete()
    did(results.rebuild_results, event, at=event, by=petra)
    did(lasting_page.make_lasting_page, one(event), token="secret", at=event)
    did(lasting_page.end_lasting_page, one(event), at=event)
    did(prizes.store_plan, event, [prizes.PlanLine(first_rank=1, last_rank=1, amount=TEN)], {}, at=event, by=petra)
    did(prizes.release, event, at=event, by=petra)
    did(prizes.withdraw_release, event, at=event, by=petra)
    (award,) = prizes.release(event, by=petra)
    did(prizes.hand_out, fresh(award), at=event, by=petra)
    did(prizes.take_back, fresh(award), reason="nicht da", at=event, by=petra)
    said = did(said_steps.say_done, event, models.SaidStep.Step.CERTIFICATES, at=event, by=petra)
    did(said_steps.unsay, said, at=event, by=petra)
    mistaken = make_event(slug="mistaken", players=0)
    did(event_deletion.delete_event, mistaken, at=None, by=petra)


def in_the_hall(did: Watch, petra: User, ella: User) -> None:
    event = make_event(slug="hall")
    message = did(hall_messages.announce, event, "Pause bis 13 Uhr", minutes=None, at=event, by=petra)
    did(hall_messages.end, message, at=event, by=petra)
    did(hall_messages.withdraw, message, at=event, by=petra)
    did(wall.set_programme, event, [(models.Board.CLOCK, 15)], look="dark", at=event, by=petra)
    did(wall.hold_board, event, models.Board.CLOCK, at=event, by=petra)
    series = seat_series(event)
    series_services.release_seats(series, by=petra)
    calling = {"about": "other", "text": "Wasser", "seat": 1, "registration": one(event)}
    call = did(calls.call_official, series.tables.get(number=1), **calling, at=event)
    did(calls.answer_call, call, at=event, by=petra)
    did(calls.take_back_answer, call, at=event, by=petra)
    did(calls.end_call, call, at=event, by=petra)
    did(calls.take_back_end, call, at=event, by=petra)
    did(calls.take_back_call, call, at=event)
    dispute = did(cases.call_referee, event, Call(facts="Streit"), at=event, by=petra)
    dispute = did(cases.describe_anew, dispute, Call(facts="Großer Streit"), expected=0, at=event, by=petra)
    dispute = did(cases.decide, fresh(dispute), "Gilt.", expected=1, at=event, by=petra)
    dispute = did(cases.appeal, fresh(dispute), "Nein.", expected=2, at=event, by=ella)
    did(cases.settle_appeal, fresh(dispute), "Doch.", changed=False, expected=3, at=event, by=petra)
    make_official(event, Role.DIRECTOR, "petra")
    did(officials.set_roles, event, ella, [Role.ENTRY], at=event, by=petra)
    did(officials.let_make_events, event, ella, allowed=True, at=event, by=None)
    did(officials.add_official, event, "ella", [Role.REFEREE], at=event, by=petra)
    colleague = {"username": "karl", "display_name": "Karl", "roles": [Role.CASHIER]}
    karl, _password = did(officials.create_colleague, event, **colleague, at=event, by=petra)
    until = timezone.now() + timedelta(days=1)
    invited = did(official_invitations.invite_official, event, Role.REFEREE, until=until, at=event, by=petra)
    did(official_invitations.withdraw_official_invitation, invited, at=event, by=petra)
    invited, other = (
        official_invitations.invite_official(event, Role.REFEREE, until=until, by=petra) for _time in range(2)
    )
    official_invitations.accept(invited, karl)
    form: BaseUserCreationForm[User] = BaseUserCreationForm(
        {"username": "nora", "password1": "geheim-geheim", "password2": "geheim-geheim"}
    )
    form.instance = User()
    official_invitations.accept_with_new_account(other, form) if form.is_valid() else pytest.fail(str(form.errors))
    rows = event.record.order_by("-number")[:2]
    assert [(row.verb, str(row.by and row.by.username)) for row in rows] == [
        ("official_invitations.accept_with_new_account", "nora"),
        ("official_invitations.accept", "karl"),
    ]
    did.seen.update(row.verb for row in rows)


def in_the_register(did: Watch) -> None:
    chief = User.objects.create_superuser("chief")
    people = [models.Player.objects.create(first_name="Vera", last_name=f"Doppelt{n}") for n in range(4)]
    clubs = [models.Club.objects.create(name=f"RC Doppelt {n}") for n in range(2)]
    did(merging.merge_players, people[0], people[1], at=None, by=chief)
    models.OrganiserPlayer.objects.all().delete()
    did(organiser_players.rebuild_organiser_players, at=None, by=chief)
    did(merging.not_the_same, people[2], people[3], at=None, by=chief)
    did(erasing.erase_player, people[2], at=None, by=chief)
    did(merging.merge_clubs, *clubs, at=None, by=chief)
    did(operator.describe_operator, imprint="RC Nord, Hof 1", privacy="Nichts geht weiter.", at=None, by=chief)


def with_several_organisers(did: Watch) -> None:
    chief = User.objects.get(username="chief")
    federation = OrganiserDetails(kind="federation", name="Bund", number="09", slug="bund")
    first = OrganiserDetails(kind="club", name="RC Nord", number="09-1", slug="rc-nord")
    association = OrganiserDetails(kind="association", name="Verband", number="09-2", slug="verband")
    added = did(hierarchy.add_second_organiser, federation, first, at=None, by=chief)
    did(hierarchy.add_organiser, association, at=None, by=chief)
    changed = {"kind": "federation", "name": "Rommé-Bund", "number": "08"}
    did(hierarchy.change_organiser, added, **changed, at=None, by=chief)
    look = {"contact": "Hof 1", "imprint": "RC Nord, Hof 1", "privacy": "", "accent": "#7a1f5c"}
    did(public_face.describe_organiser, fresh(added), **look, at=None, by=chief)
    did(retention.set_names_years, fresh(added), 3, at=None, by=chief)
    did(signing_keys.change_key, fresh(added), reason="Neuer Vorsitz", revoked=False, at=None, by=chief)
    until, read = timezone.localdate() + timedelta(days=30), ["read"]
    did(sandbox.make_sandbox, "9999", at=None, by=chief)
    made, _secret = did(api_tokens.make_token, fresh(added), name="Seite", scopes=read, until=until, at=None, by=chief)
    did(api_tokens.revoke_token, made, at=None, by=chief)
    hook, _shown = did(hooks.make_hook, fresh(added), "https://rc.example/", ["event.changed"], at=None, by=chief)
    with override_settings(MODE="public"):
        did(hooks.send_test, hook, at=None, by=chief)
    did(hooks.switch_off, hook, at=None, by=chief)
    did(hooks.switch_on, hook, at=None, by=chief)
    did(hooks.renew_secret, hook, at=None, by=chief)
    did(hooks.delete_hook, hook, at=None, by=chief)
    term = holders.Term(role="chair", since=timezone.localdate())
    did(holders.give_office, fresh(added), "ella", term, at=None, by=chief)
    account = {"username": "vorsitz", "display_name": "Vera Vorsitz"}
    office, _password = did(holders.create_holder, fresh(added), **account, term=term, at=None, by=chief)
    did(holders.renew_password, office.user, at=None, by=chief)
    did(holders.end_office, office, until=term.since, at=None, by=chief)
    did(holders.take_back_office, office, at=None, by=chief)


def keeping_members(did: Watch) -> None:
    chief = User.objects.get(username="chief")
    there = make_associations()
    registrar, guest = there.official(there.a), guest_of_both(there)
    proposal = did(proposals.propose_merge, there.anna.player, guest, at=None, by=registrar)
    did(proposals.refuse_proposal, proposal, "Geschwister", at=None, by=chief)
    again = proposals.propose_merge(there.anna.player, guest, by=registrar)
    did(proposals.withdraw_proposal, again, at=None, by=registrar)
    details = memberships.MembershipDetails(number="12")
    added = did(memberships.add_member, there.a, None, "Nora", "Neumann", details, at=None, by=registrar)
    did(memberships.change_membership, added, replace(details, number="13"), at=None, by=registrar)
    did(memberships.store_member_list, there.a, (), [added], until=timezone.localdate(), at=None, by=registrar)
    did(memberships.remove_membership, added, at=None, by=registrar)


def publishing(did: Watch, chief: User) -> None:
    """The laptop and the hosted program are two organisers in one database."""
    event = models.Event.objects.get(slug__endswith="/end")
    made = did(making.make_package, event, at=event, by=chief)
    host = models.Organiser.objects.get(slug="verband")
    copy = did(accepting.accept_package, host, made.data, key=key_in(made.data), by=chief).of
    did(accepting.end_laptop_key, copy.copy.key, at=None, by=chief)
    did(accepting.take_over, copy.copy, at=copy, by=chief)
    where = {"address": "https://romme.example.org", "name": "verband", "token": "rt_x"}
    target = did(sending.set_host, event.held_by, **where, at=None, by=chief)
    did(sending.ask_again, event, at=event, by=chief)
    did(sending.note_outcome, event, outcome="network", why="Kein Netz", version=1, at=event)
    did(sending.note_sent, event, number=1, version=1, at=event)
    did(sending.remove_host, target, at=None, by=chief)
    did(making.hand_over, fresh(event), at=event, by=chief)
    did(making.take_back, fresh(event), at=event, by=chief)
    season = make_season(organiser=event.held_by, slug="am-laptop", published_at=timezone.now())
    did(making.make_season_package, season, at=None, by=chief)
    did(making.hand_over_season, season, at=None, by=chief)


def verbs_of_the_program() -> list[str]:
    """Those of `tournament`, without what tests make for themselves."""
    return [code for code, verb in VERBS.items() if verb.module.startswith(f"{tournament.__name__}.")]


@pytest.fixture
def changes_by_self_join() -> Iterator[set[str]]:
    """The tables that DELETE and UPDATE statements of the test read again, because a filter led across a relation.

    PostgreSQL takes hours for such a statement if it last counted the table while that was empty.
    """
    tables: set[str] = set()

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if (change := re.match(r"(?:DELETE FROM|UPDATE) (\S+)", sql)) and f" FROM {change[1]} " in sql[change.end() :]:
            tables.add(change[1])
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield tables


def test_every_verb_leaves_exactly_one_row(changes_by_self_join: set[str]) -> None:
    did, petra, ella = Watch(), make_official(username="petra"), make_official(username="ella")
    setting_up(did, petra)
    at_the_desk(did, petra)
    by_themselves(did, petra)
    money(did, petra)
    seating(did, petra)
    entering(did, petra, ella)
    at_the_table(did, petra)
    the_end(did, petra)
    in_the_hall(did, petra, ella)
    in_the_register(did)
    with_several_organisers(did)
    keeping_members(did)
    keeping_a_season(did, User.objects.get(username="chief"))
    keeping_rankings(did, User.objects.get(username="chief"))
    holding_a_championship(did, User.objects.get(username="chief"))
    holding_a_league(did, User.objects.get(username="chief"))
    publishing(did, User.objects.get(username="chief"))
    assert did.seen == set(verbs_of_the_program()), "each verb is called once in this year"
    assert not changes_by_self_join
    for event in models.Event.objects.all():
        numbers = list(event.record.values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))


def test_verb_whose_module_is_not_imported_has_words_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, clock.__name__)
    monkeypatch.delattr(hall, "clock")
    monkeypatch.delitem(VERBS, "clock.start_clock")
    assert words_of("clock.start_clock") == "Spieluhr gestartet"
    assert words_of("clock.no_such_verb") == "clock.no_such_verb"
