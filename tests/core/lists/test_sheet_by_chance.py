"""Lists by chance, against an independent reading of the rules."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from hypothesis import given, strategies as st

from romme_turnier.core.lists.evaluation import Evaluation, evaluate
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, Game, ListSheet, Penalty, Terms, Vacancy
from romme_turnier.core.rules import RULE_SYSTEMS
from romme_turnier.core.violations import CODES
from tests.core.lists.sheets import terms

# Contents of a cell: mostly possible points, occasionally impossible ones.
USUAL = [2, 5, 31, 44, 78, 120, 197]
ODD = [None, None, -1, 0, 0, 1, 30, 198, 400]


@st.composite
def sheets(draw: st.DrawFn, seats: int, games: int) -> ListSheet:
    """Lists as paper may be: rows missing, unreadable, impossible, ruled upon, seats left."""
    seat = st.integers(1, seats)
    number = st.integers(1, games)
    random = Random(draw(st.integers(0, 2**32)))  # drawing each of 80 cells by itself takes ten times as long
    share_of_odd = draw(st.sampled_from([0, 0.02, 0.2]))
    rows = [random_row(random, n, seats, share_of_odd) for n in range(1, games + 1)]
    dropped = draw(st.sets(number, max_size=2))
    vacancies = draw(st.lists(st.builds(Vacancy, seat, number, st.booleans()), max_size=2, unique_by=lambda v: v.seat))
    gone = {vacancy.seat: vacancy.from_game for vacancy in vacancies}
    emptied = draw(st.booleans())
    kept = [without_gone(game, gone) if emptied else game for game in rows if game.number not in dropped]
    return ListSheet(
        seats=seats,
        games=tuple(kept),
        penalties=tuple(draw(st.lists(st.builds(Penalty, seat, number, st.sampled_from([100, 150])), max_size=3))),
        vacancies=tuple(vacancies),
        ruled=draw(st.frozensets(number, max_size=3)),
    )


def random_row(random: Random, number: int, seats: int, share_of_odd: float) -> Game:
    finisher = random.randint(1, seats)
    handromme = random.random() < 0.2
    points: list[int | None] = [random.choice(USUAL[2:] if handromme else USUAL) for _ in range(seats)]
    points[finisher - 1] = 0
    for index in range(seats):
        if random.random() < share_of_odd:
            points[index] = random.choice(ODD)
    return Game(number, None if random.random() < share_of_odd else finisher, handromme, tuple(points))


def without_gone(game: Game, gone: dict[int, int]) -> Game:
    points = tuple(None if gone.get(seat, 999) <= game.number else p for seat, p in enumerate(game.points, start=1))
    return Game(game.number, game.finisher, game.handromme, points)


# Enough to tell which of the points above one pack can give together; which of all points, the exact check says.
PACK = sorted([*range(2, 10)] * 8 + [10] * 32 + [11] * 8 + [20] * 6)


def fits(row: dict[int, int | None], finisher: int | None, handromme: bool, here: list[int]) -> bool:
    """Whether a row of the Romméordnung may count; ``here`` are the seats still taken."""
    if finisher not in here:
        return False
    for seat, points in row.items():
        if seat not in here and points is not None:
            return False
        if seat in here and points not in ([0] if seat == finisher else range(31 if handromme else 2, 198)):
            return False
    hands = [points for seat, points in row.items() if seat in here and seat != finisher and points]
    return all(
        (sum(PACK[: 13 * n]) if handromme else 2 * n) <= sum(group) <= sum(PACK[-13 * n :])
        for n in range(1, len(hands) + 1)
        for group in combinations(hands, n)
    )


def seat_sums(seat: int, rows: list[dict[str, Any]], left: int | None, bonus: dict[str, Any]) -> dict[str, int]:
    sums = {"minus": 0, "finished": 0, "handrommes": 0, "bonus": 0, "handromme_bonus": 0}
    for row in rows:
        if left is None or row["number"] < left:
            sums["minus"] += row["points"][seat] or 0
            if row["finisher"] == seat:
                sums["finished"] += 1
                sums["bonus"] += bonus["each"] if bonus["per_game"] else 0
                if row["handromme"]:
                    sums["handrommes"] += 1
                    sums["handromme_bonus"] += bonus["handromme"]
    if left is None and not bonus["per_game"]:
        sums["bonus"] = bonus["each"]
    return sums


def plain(game: Game) -> dict[str, Any]:
    points = dict(enumerate(game.points, start=1))
    return {"number": game.number, "finisher": game.finisher, "handromme": game.handromme, "points": points}


def brute_force(sheet: ListSheet, played: Terms) -> dict[str, Any]:
    """The same answer for the Romméordnung from plain dicts, cell by cell, without the rule system's data."""
    seats = range(1, sheet.seats + 1)
    gone = {v.seat: v.from_game for v in sheet.vacancies}
    rows = [
        {
            "number": g.number,
            "finisher": g.finisher,
            "handromme": g.handromme,
            "points": dict(zip(seats, g.points, strict=True)),
        }
        for g in sheet.games
    ]
    missing, broken = [], set()
    for n in range(1, played.length.number + 1):
        nothing = plain(Game(n, None, False, (None,) * sheet.seats))
        row: dict[str, Any] = next((row for row in rows if row["number"] == n), nothing)
        here = [seat for seat in seats if seat not in gone or n < gone[seat]]
        unread = [seat for seat in here if row["points"][seat] is None]
        if n not in sheet.ruled and (row["finisher"] is None or unread):
            missing.append(n)
        if (n in sheet.ruled or row != nothing) and not fits(row["points"], row["finisher"], row["handromme"], here):
            broken.add(n)
    bonus = {
        "each": 0 if missing else {3: played.bonus.three, 4: played.bonus.four}[sheet.seats],
        "per_game": played.bonus.mode == "per_finished_game",
        "handromme": played.bonus.handromme,
    }
    sound = not missing and not broken - sheet.ruled
    return {
        "totals": [
            {
                **seat_sums(seat, rows, gone.get(seat), bonus),
                "penalties": sum(penalty.points for penalty in sheet.penalties if penalty.seat == seat),
            }
            for seat in seats
        ],
        "missing": missing,
        "broken": broken - sheet.ruled,
        "ruled": broken & sheet.ruled,
        "counting": [sound and all(v.counts for v in sheet.vacancies if v.seat == seat) for seat in seats],
    }


def as_dicts(evaluation: Evaluation) -> dict[str, Any]:
    names = ("minus", "finished", "handrommes", "bonus", "handromme_bonus", "penalties")
    return {
        "totals": [{name: getattr(sums, name) for name in names} for sums in evaluation.totals],
        "missing": list(evaluation.missing),
        "broken": {v.params["game"] for v in evaluation.violations},
        "ruled": {v.params["game"] for v in evaluation.ruled},
        "counting": list(evaluation.counting),
    }


bonus_rules = st.builds(
    BonusRule, st.sampled_from(BonusMode), st.integers(0, 60), st.integers(0, 60), st.integers(0, 100)
)
tables = st.tuples(st.sampled_from([3, 4]), st.sampled_from([3, 12, 15, 20])).flatmap(
    lambda table: st.tuples(st.just(table[1]), sheets(*table))
)


@given(tables, bonus_rules)
def test_every_list_adds_up_as_a_plain_count_does(table: tuple[int, ListSheet], bonus: BonusRule) -> None:
    games, sheet = table
    played = terms(games, bonus)
    assert as_dicts(evaluate(sheet, played)) == brute_force(sheet, played)


@given(tables, bonus_rules)
def test_sums_hold_together_whatever_was_entered(table: tuple[int, ListSheet], bonus: BonusRule) -> None:
    games, sheet = table
    evaluation = evaluate(sheet, terms(games, bonus))
    for sums in evaluation.totals:
        assert sums.total == sums.minus - sums.bonus - sums.handromme_bonus + sums.penalties
        assert sums.handromme_bonus == sums.handrommes * bonus.handromme
        assert 0 <= sums.handrommes <= sums.finished <= games
    assert sum(sums.finished for sums in evaluation.totals) <= len(sheet.games)
    assert evaluation.complete == (not evaluation.missing)
    if evaluation.violations or evaluation.missing:
        assert not any(evaluation.counting)


@given(tables, bonus_rules, st.randoms(use_true_random=False))
def test_the_order_in_which_rows_are_given_does_not_matter(
    table: tuple[int, ListSheet], bonus: BonusRule, random: Random
) -> None:
    games, sheet = table
    shuffled = list(sheet.games)
    random.shuffle(shuffled)
    other = ListSheet(sheet.seats, tuple(shuffled), sheet.penalties, (), sheet.vacancies, sheet.ruled)
    assert evaluate(other, terms(games, bonus)) == evaluate(sheet, terms(games, bonus))


@given(tables, st.sampled_from(list(RULE_SYSTEMS)))
def test_every_rule_system_gives_known_codes(table: tuple[int, ListSheet], key: str) -> None:
    games, sheet = table
    evaluation = evaluate(sheet, terms(games, ruleset=key))
    for violation in (*evaluation.violations, *evaluation.ruled, *evaluation.warnings):
        assert set(violation.params) == CODES[violation.code]
