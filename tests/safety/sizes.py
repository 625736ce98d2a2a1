"""How much the tests of safety do: moderate sizes in every run, the large ones with SAFETY_SIZE=full."""

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """`rows`: acknowledged rows under kills; `kills` at least; `each`: saves of each of the 50 clients.

    `cuts` of the power, within the saving of `rows_before_cuts`.
    """

    tables: int
    rows: int
    kills: int
    each: int
    restarts: int
    cuts: int
    rows_before_cuts: int
    rows_on_full_disk: int


MODERATE = Sizes(tables=51, rows=160, kills=2, each=2, restarts=2, cuts=30, rows_before_cuts=90, rows_on_full_disk=60)
FULL = Sizes(
    tables=260, rows=3000, kills=30, each=12, restarts=20, cuts=500, rows_before_cuts=600, rows_on_full_disk=600
)

SIZES = FULL if os.environ.get("SAFETY_SIZE") == "full" else MODERATE
CLIENTS = 50
WRITERS = 4
GAMES = 12
