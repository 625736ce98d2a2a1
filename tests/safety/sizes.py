"""How much the tests of safety do: moderate sizes in every run, the large ones with SAFETY_SIZE=full."""

import os
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Sizes:
    """`rows`: acknowledged rows under kills; `kills` at least; `each`: saves of each of the 50 clients.

    `cuts` of the power; `lives` of lists in each batch; `at_tables`: tables of four that write on phones together,
    `other_tables` of each other kind, `games_at_table`; requests of a `hostile` phone.
    """

    tables: int
    rows: int
    kills: int
    each: int
    restarts: int
    cuts: int
    rows_on_full_disk: int
    games_on_bad_network: int
    lives: int
    batches_of_lives: int
    payments: int
    minutes: int
    at_tables: int
    other_tables: int
    games_at_table: int
    hostile: int

    @property
    def kills_of_a_day(self) -> int:
        """One after every ten minutes but the last."""
        return max(self.minutes - 1, 0) // 10


MODERATE = Sizes(
    tables=51,
    rows=160,
    kills=2,
    each=2,
    restarts=2,
    cuts=24,
    rows_on_full_disk=40,
    games_on_bad_network=4,
    lives=5,
    batches_of_lives=0,
    payments=1,
    minutes=0,
    at_tables=1,
    other_tables=1,
    games_at_table=6,
    hostile=60,
)
FULL = Sizes(
    tables=260,
    rows=3000,
    kills=30,
    each=12,
    restarts=20,
    cuts=500,
    rows_on_full_disk=600,
    games_on_bad_network=12,
    lives=20,
    batches_of_lives=8,
    payments=10,
    minutes=120,
    at_tables=10,
    other_tables=2,
    games_at_table=12,
    hostile=10_000,
)


@dataclass(frozen=True, slots=True)
class Attacks:
    """`mutated` requests of the pages, each mutated once (0: all of them, each `mutations` times); `tampered`: tries of
    each attack on stored lists; guessed `codes` of start cards; `pages` and papers that are looked at,
    `foreign` rows in fields, pages whose `forms` are read (0: all of each).
    """

    mutated: int
    mutations: int
    tampered: int
    codes: int
    letters: int  # every how many-th letter of a link is tried
    pages: int
    foreign: int
    forms: int


FEW = Attacks(mutated=150, mutations=0, tampered=1, codes=5_000, letters=6, pages=30, foreign=40, forms=25)
# 3,000 of each address take hours: SAFETY_MUTATIONS=3000 SAFETY_ADDRESSES=organiser:list_row takes one of them.
MUTATIONS = int(os.environ.get("SAFETY_MUTATIONS", "10"))
ADDRESSES = frozenset(os.environ.get("SAFETY_ADDRESSES", "").split())
MANY = Attacks(mutated=0, mutations=MUTATIONS, tampered=30, codes=1_000_000, letters=1, pages=0, foreign=1_000, forms=0)

IS_FULL = os.environ.get("SAFETY_SIZE") == "full"
_CHOSEN, ATTACKS = (FULL, MANY) if IS_FULL else (MODERATE, FEW)
# How long the day of test_long_day.py is: SAFETY_MINUTES=3 makes a short one, with the tables of either size.
SIZES = replace(_CHOSEN, minutes=int(os.environ.get("SAFETY_MINUTES", _CHOSEN.minutes)))
CLIENTS = 50
PHONES = 500
WRITERS = 4
GAMES = 12
