"""Made-up events whose games could have been played: the hands left in a game come from one pack."""

import random
from collections.abc import Callable
from typing import Any

from romme_turnier.core.rules.system.registry import get_ruleset

PACK = [*([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11] * 8), *([20] * 6)]  # values of 110 cards left in a hand
Json = dict[str, Any]
Change = Callable[[random.Random, Json], None]


def deal(rng: random.Random, number: int, seats: int) -> Json:
    """One game of a list without any fault."""
    handromme = rng.random() < 0.06
    finisher = rng.randint(1, seats)
    cards = rng.sample(PACK, 13 * seats)
    points = []
    for seat in range(1, seats + 1):
        held = 13 if handromme or rng.random() < 0.22 else rng.choice([1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9])
        points.append(0 if seat == finisher else sum(cards[13 * (seat - 1) :][:held]))
    return {"number": number, "finisher": finisher, "handromme": handromme, "points": points}


def full_list(rng: random.Random, seats: int, games: int) -> Json:
    rows = [deal(rng, number, seats) for number in range(1, games + 1)]
    totals = [sum(row["points"][seat] for row in rows) for seat in range(seats)]
    return {"status": "checked", "games": rows, "readings": [], "penalties": [], "claimed_totals": totals}


def sizes(players: int) -> list[int]:
    threes = {0: 0, 3: 1, 2: 2, 1: 3}[players % 4]
    return [4] * ((players - 3 * threes) // 4) + [3] * threes


def tables(rng: random.Random, numbers: list[int], games: int) -> list[Json]:
    order = rng.sample(numbers, len(numbers))
    made = []
    for number, size in enumerate(sizes(len(order)), start=1):
        seats, order = order[:size], order[size:]
        made.append({"number": number, "seats": seats, "list": full_list(rng, size, games)})
    return made


def event(
    seed: int,
    *,
    players: int = 11,
    series: int = 3,
    games: int = 12,
    mode: str = "per_list",
    ruleset: str = "rommeordnung",
) -> Json:
    """An event with everybody at every table, teams of four and all lists checked."""
    rng = random.Random(seed)
    numbers = list(range(1, players + 1))
    return {
        "format": "romme-turnier/event",
        "version": 1,
        "event": {
            "slug": f"probe-{seed}",
            "name": f"Probeturnier {seed}",
            "organiser": "Kartenrunde Probstdorf",
            "venue": "Gemeindehaus",
            "starts_at": "2026-03-07T10:00:00+01:00",
            "access": "closed",
            "ruleset": ruleset,
            "games_per_list": games,
            "series_count": series,
            "bonus": {"mode": mode, "four": 20, "three": 15, "handromme": 50},
            "entry_fee": "7.50",
            "currency": "EUR",
        },
        "clubs": [{"key": "A", "name": f"Club A {seed}"}, {"key": "B", "name": f"Club B {seed}"}],
        "teams": [
            {"key": f"T{first}", "name": f"Vierer {first}", "participants": numbers[first : first + 4]}
            for first in range(0, players - 3, 4)
        ],
        "participants": [
            {
                "number": number,
                "first_name": f"Vorname{number}",
                "last_name": f"Nachname{number}",
                "club": [None, "A", "B"][number % 3],
                "paid": number % 4 != 0,
                "status": "active",
            }
            for number in numbers
        ],
        "series": [{"number": number, "tables": tables(rng, numbers, games)} for number in range(1, series + 1)],
        "play_offs": [],
    }


def of_version_2(content: Json) -> Json:
    """The same as a file of version 2, with the bonus that its rule system has."""
    usual = get_ruleset(content["event"]["ruleset"]).usual_bonus
    content["event"]["bonus"] |= dict(zip(("four", "three", "handromme"), usual, strict=True))
    content["version"] = 2
    return content


def all_tables(content: Json) -> list[Json]:
    return [table for series in content["series"] for table in series["tables"]]
