"""Expected answers of the pages of players' phones: the tables that test_matrix.py walks over.

One line for each address and method. No other circumstance matters: an account that is signed in, with or without a
role at the event, changes one answer only (`LEADS_OFFICIALS_ON`).
"""

from dataclasses import dataclass, field

# Answers.
MISSING = "missing"  # 404, as if there were nothing
WAY_IN = "way in"  # redirected to the join page, or to the form for a start card
OUT = "out"  # the same for scripts: 403
PAGE = "page"
ON = "led on"
LET_IN = "let in"  # a cookie that opens something
REFUSED = "refused"  # not stored: refused with a message, or stored before
STORED = "stored"
DESK = "desk"  # redirected to the officials' own page

# Which list the phone's cookie opens.
PEN, READER = "the pen of this list", "reads this list"
PHONES = (
    PEN,
    READER,
    "none",
    "another table of the series",
    "the same table in another series",
    "the same table of another event",
    "ended by a reset",
    "of a player who sits elsewhere now",
    "nobody's",
)

# Whose start card the phone has shown.
OF_TABLE, OF_OTHER_TABLE, WITHDRAWN = "of this table", "of another table", "withdrawn, still seated at another table"
CARDS = (OF_TABLE, OF_OTHER_TABLE, WITHDRAWN, "none", "of another event", "lost")

OFFICIALS = ("petra", "rudi", "ella", "karl")
ROLES = ("anybody", "frieda", *OFFICIALS)

# States of the series, and of its list.
RUNNING, WRITTEN, CHECKED, CLOSED = "running", "written, a player has called", "checked", "closed"
PAPER, DESK_WRITES = "lists on paper from now on", "officials write"
CONTRADICTED = "somebody says that the list is not right"
NOTHING_THERE = ("draw proposed", "seats not released", "event not published")
PROPOSED, UNRELEASED, UNPUBLISHED = NOTHING_THERE
STATES = (RUNNING, WRITTEN, CHECKED, CLOSED, PAPER, DESK_WRITES, CONTRADICTED, *NOTHING_THERE)
# All games are in, and the player who reads along has called.
CALLED = (WRITTEN, CONTRADICTED)
# Phones of the table read, and write nothing.
READ_ONLY = (CHECKED, CLOSED, PAPER, DESK_WRITES)

Answers = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """The answers while a series runs, and in states in which they are others."""

    running: Answers
    otherwise: dict[str, Answers] = field(default_factory=dict)

    def answers(self, state: str) -> Answers:
        return self.otherwise.get(state, self.running)


NO_MORE: Answers = (REFUSED, REFUSED, WAY_IN)
NOBODY_IN: Answers = (MISSING, MISSING, MISSING)
LOOK = Line((PAGE, PAGE, WAY_IN))

# The pages of a table's list: the answers to its pen, to another phone of the table, to everybody else.
# If the table has no list (NOTHING_THERE), all of them answer 404.
OF_THE_LIST: dict[tuple[str, str], Line] = {
    ("at_table_join", "get"): Line((ON, ON, PAGE), {PAPER: (ON, ON, MISSING)}),
    # With the PIN and the end of a start card, which together open a list.
    ("at_table_join", "post"): Line(
        (LET_IN, LET_IN, LET_IN),
        dict.fromkeys((CHECKED, CLOSED), (REFUSED, REFUSED, REFUSED)) | {PAPER: NOBODY_IN},
    ),
    ("at_table", "get"): LOOK,
    ("at_table", "post"): Line((STORED, REFUSED, WAY_IN), dict.fromkeys((*READ_ONLY, CONTRADICTED), NO_MORE)),
    ("at_table_row", "post"): Line(
        (STORED, REFUSED, OUT), dict.fromkeys((*READ_ONLY, CONTRADICTED), (REFUSED, REFUSED, OUT))
    ),
    # This table does not play in the browser and has no records.
    ("at_table_play", "get"): Line((ON, ON, WAY_IN)),
    ("at_table_play", "post"): Line(NO_MORE),
    ("at_table_record", "get"): Line((MISSING, MISSING, WAY_IN)),
    ("at_table_pen", "post"): Line((REFUSED, STORED, WAY_IN), dict.fromkeys(READ_ONLY, NO_MORE)),
    ("at_table_statement", "post"): Line(NO_MORE, dict.fromkeys(CALLED, (STORED, STORED, WAY_IN))),
    # For players without a phone, who confirm there with their own start cards.
    ("at_table_seat", "get"): Line((ON, ON, WAY_IN), dict.fromkeys(CALLED, LOOK.running)),
    ("at_table_seat", "post"): Line(NO_MORE, dict.fromkeys(CALLED, (STORED, STORED, WAY_IN))),
    ("at_table_call", "get"): LOOK,
    ("at_table_call", "post"): Line((STORED, STORED, WAY_IN), dict.fromkeys((*CALLED, CLOSED), NO_MORE)),
    ("at_table_call_back", "post"): Line(NO_MORE, dict.fromkeys(CALLED, (REFUSED, STORED, WAY_IN))),
}

# Joining with a start card instead of PIN and end of a card: a player of the table, everybody else.
WITH_OWN_CARD = ("at_table_join", "own")
OWN_CARD = Line((LET_IN, REFUSED), dict.fromkeys((CHECKED, CLOSED), (REFUSED, REFUSED)) | {PAPER: NOBODY_IN})

# "Mein Turnier": the answers to players of the table, of another table, to players who withdrew, to strangers.
# All of them are missing if the event is not published; the other states of NOTHING_THERE are not tried.
NO_CALL: Answers = (REFUSED, REFUSED, REFUSED, WAY_IN)
OF_THE_PLAYER: dict[tuple[str, str], Line] = {
    ("my_event", "get"): Line((PAGE, PAGE, PAGE, WAY_IN)),
    ("my_rank", "get"): Line((ON, ON, ON, WAY_IN)),
    ("my_lasting", "post"): Line((STORED, STORED, STORED, WAY_IN)),  # each opens the page of that phone's player
    ("my_years", "post"): Line((STORED, STORED, STORED, WAY_IN)),
    ("my_data", "get"): Line((PAGE, PAGE, PAGE, WAY_IN)),
    ("my_data", "post"): Line((STORED, STORED, STORED, WAY_IN)),
    ("my_card", "get"): Line((PAGE, PAGE, PAGE, PAGE)),
    ("my_card", "post"): Line((LET_IN, LET_IN, LET_IN, LET_IN)),  # with the number and the code of a card
    ("my_notice", "post"): Line((MISSING, STORED, MISSING, WAY_IN)),  # the notice is for the player of another table
    ("my_call", "get"): Line((PAGE, PAGE, PAGE, WAY_IN)),
    ("my_call", "post"): Line(
        (STORED, STORED, STORED, WAY_IN),
        dict.fromkeys(CALLED, (REFUSED, STORED, STORED, WAY_IN)) | {CLOSED: NO_CALL, UNRELEASED: NO_CALL},
    ),
    ("my_call_back", "post"): Line(NO_CALL, dict.fromkeys(CALLED, (STORED, REFUSED, REFUSED, WAY_IN))),
}

LEADS_OFFICIALS_ON = ("at_table_join", "get")  # in every state: they scan the paper, too
