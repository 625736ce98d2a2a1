"""Checks that only entitled players have seats, and that people are registered and in teams only once."""

from collections import Counter
from collections.abc import Iterator

from romme_turnier.simulation.checks.facts import Facts, Finding, Row


def _seated(facts: Facts) -> Iterator[tuple[int, Row]]:
    """Yields the series number and the registration of every seat."""
    numbers = {row["id"]: number for number, row in facts.series.items()}
    for seat in facts.seats:
        player = facts.registrations.get(seat["registration_id"])
        if player is not None and seat["series_id"] in numbers:
            yield numbers[seat["series_id"]], player


def check_bench(facts: Facts) -> Iterator[Finding]:
    """Checks that only substitutes are called in, and that they have seats only if called in.

    The member whom a substitute replaces in a series must have no seat there.
    """
    in_force = [call for call in facts.call_ins if call["undone_at"] is None]
    for number, player in _seated(facts):
        calls = [
            call
            for call in in_force
            if number == call["from_series"] or (call["for_good"] and number > call["from_series"])
        ]
        if player["id"] in facts.substitutes and not any(call["substitute_id"] == player["id"] for call in calls):
            yield Finding("bench", f"substitute {player['number']} sits in series {number} and was not called in")
        if any(call["member_id"] == player["id"] for call in calls):
            yield Finding("bench", f"player {player['number']} sits in series {number} beside their substitute")
    for call in in_force:
        if call["substitute_id"] not in facts.substitutes:
            yield Finding("bench", f"registration {call['substitute_id']} was called in and is no substitute")


def check_admitted(facts: Facts) -> Iterator[Finding]:
    """Checks that players with seats are not waiting, and have paid, may pay later, or owe no fee (§ 1.3)."""
    refunded = {row["registration_id"] for row in facts.ledger if row["kind"] == "refund"}
    for number, player in _seated(facts):
        if player["status"] == "waiting":
            yield Finding("admitted", f"registration {player['id']} waits for a place and sits in series {number}")
        settled = player["paid"] or player["pays_later"] or player["out_of_competition"]
        free = player["id"] in facts.substitutes or player["id"] in refunded or player["status"] != "active"
        if facts.event.entry_fee and not (settled or free):
            yield Finding("admitted", f"player {player['number']} has not paid and sits in series {number}")


def check_people(facts: Facts) -> Iterator[Finding]:
    """Checks that no player is registered or in a team twice, and that captains are other participants of the event."""
    for player, times in Counter(row["player_id"] for row in facts.registrations.values()).items():
        if times > 1:
            yield Finding("people", f"the player with key {player} is registered {times} times")
    for pk, times in Counter(pk for members in facts.teams.values() for pk in members).items():
        if times > 1:
            yield Finding("people", f"registration {pk} is in {times} teams")
    for pk, row in facts.registrations.items():
        if row["captain_id"] == pk or (row["captain_id"] is not None and row["captain_id"] not in facts.registrations):
            yield Finding("people", f"registration {pk} names {row['captain_id']} as its captain")
