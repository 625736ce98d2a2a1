"""Checks tables and their sizes, one seat for each player, none for absent players, and repeatable draws (§ 2.1)."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from romme_turnier.core.seating.by_rank import ALGORITHM as BY_STANDINGS
from romme_turnier.simulation.checks.facts import Facts, Finding, Row
from romme_turnier.tournament.seating.draw_records import comes_out_again

# Seats of a table.
_BOUNDS = {"rommeordnung": (3, 4), "classic": (2, 10), "rommee": (3, 6), "treppenromme": (2, 4), "contract": (3, 8)}


def _standing_repairs(facts: Facts, series: Row) -> list[Row]:
    return [row for row in facts.repairs if row["series_id"] == series["id"] and row["undone_at"] is None]


def check_sizes(facts: Facts) -> Iterator[Finding]:
    """Checks that tables have the wanted size, usually four, or deviate as little as possible, larger tables first.

    The order is free if players are tied to tables or seated by rank. Repaired seatings need only keep the bounds of
    the rule system.
    """
    wanted = facts.event.table_size or 4
    least, most = _BOUNDS[facts.event.ruleset]
    for number, series in facts.series.items():
        seated = Counter(seat["table_id"] for seat in facts.seats)
        tables = sorted((t for t in facts.tables.values() if t["series_id"] == series["id"]), key=lambda t: t["number"])
        sizes = [seated[table["id"]] for table in tables]
        if any(not least <= size <= most for size in sizes):
            yield Finding("sizes", f"series {number}: {sizes}")
        if _standing_repairs(facts, series):
            continue
        players = sum(sizes)
        # For a given number of tables, the sum of the differences is the same in every even division.
        needed = min(
            (abs(players - wanted * n) for n in range(1, players + 1) if n * least <= players <= n * most), default=0
        )
        if sum(abs(size - wanted) for size in sizes) != needed:
            yield Finding(
                "sizes", f"series {number}: {sizes}, needed only {needed} seats more or less than {wanted} each"
            )
        tied = any(row["fixed_table"] is not None for row in facts.registrations.values())
        by_rank = any(  # there the tables follow the standings
            row["algorithm"] == BY_STANDINGS and row["status"] == "applied"
            for row in facts.draws
            if row["series_id"] == series["id"]
        )
        if not tied and not by_rank and sizes != sorted(sizes, reverse=True):
            yield Finding("sizes", f"series {number}: {sizes} are not large ones first")


def check_seats(facts: Facts) -> Iterator[Finding]:
    """Checks that seats are numbered 1 to n, and that each player belongs to the event, with a number and one seat."""
    seats: dict[int, list[int]] = defaultdict(list)
    taken: Counter[tuple[int, int]] = Counter()
    for seat in facts.seats:
        table = facts.tables[seat["table_id"]]
        seats[table["id"]].append(seat["number"])
        taken[table["series_id"], seat["registration_id"]] += 1
        if seat["series_id"] != table["series_id"]:
            yield Finding("seats", f"table {table['number']}, seat {seat['number']} names another series")
        if seat["registration_id"] not in facts.registrations:
            yield Finding("seats", f"table {table['number']}, seat {seat['number']}: somebody of another event")
        elif facts.registrations[seat["registration_id"]]["number"] is None:
            yield Finding("seats", f"table {table['number']}, seat {seat['number']}: somebody without a number")
    for table_id, numbers in seats.items():
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            yield Finding("seats", f"table {facts.tables[table_id]['number']} has seats {sorted(numbers)}")
    for (series, registration), times in taken.items():
        if times > 1:
            number = facts.registrations.get(registration, {}).get("number")
            yield Finding("seats", f"player {number} sits {times} times in series with key {series}")


def check_tables(facts: Facts) -> Iterator[Finding]:
    """Checks that every table has a list, and every seat of a list has sums."""
    listed = {sheet.table["id"] for sheet in facts.sheets.values()}
    for table in facts.tables.values():
        if table["id"] not in listed:
            yield Finding("tables", f"table {table['number']} has no list")
    for sheet in facts.sheets.values():
        if set(sheet.totals) != set(sheet.seats):
            yield Finding("tables", f"{sheet.where}: sums of seats {sorted(sheet.totals)}, seats {sorted(sheet.seats)}")


def check_draws(facts: Facts) -> Iterator[Finding]:
    """Checks that a series has one applied draw, whose players are seated, and that every draw can be repeated."""
    numbers = {pk: row["number"] for pk, row in facts.registrations.items()}
    for number, series in facts.series.items():
        draws = [row for row in facts.draws if row["series_id"] == series["id"]]
        applied = [row for row in draws if row["status"] == "applied"]
        if len(applied) != 1:
            yield Finding("draws", f"series {number}: {len(applied)} draws apply")
            continue
        for draw in draws:
            if draw["result"] and not comes_out_again(draw):
                yield Finding("draws", f"series {number}: the draw with seed {draw['seed']} gives other tables")
        seated = {numbers.get(seat["registration_id"]) for seat in facts.seats if _of(facts, seat) == series["id"]}
        drawn = {player for table in applied[0]["result"] for player in table}
        for repair in _standing_repairs(facts, series):
            drawn = drawn - _players_of(repair["before"]) | _players_of(repair["after"])
        if seated != drawn:
            yield Finding(
                "draws", f"series {number}: seated but not drawn {seated - drawn}, or missing {drawn - seated}"
            )


def _players_of(tables: dict[str, list[int]]) -> set[int]:
    return {number for order in tables.values() for number in order}


def _of(facts: Facts, seat: Row) -> int:
    return int(facts.tables[seat["table_id"]]["series_id"])


def check_presence(facts: Facts) -> Iterator[Finding]:
    """Checks that players who sit a series out, or left before an earlier one, have no seat in it."""
    absent = {(row["registration_id"], row["series_number"]) for row in facts.absences}
    for number, series in facts.series.items():
        for seat in facts.seats:
            if _of(facts, seat) != series["id"] or seat["registration_id"] not in facts.registrations:
                continue
            player = facts.registrations[seat["registration_id"]]
            if (player["id"], number) in absent:
                yield Finding("presence", f"player {player['number']} sits series {number} out and has a seat")
            if player["left_before_series"] is not None and player["left_before_series"] < number:
                yield Finding("presence", f"player {player['number']} is gone and sits in series {number}")
