"""The record of a game (``.romme``): its text, its replay, the view of each seat, and the fair shuffle.

This example checks a game recorded act by act, and shows the part of it that seat 2 has seen.

>>> text = '''[Format "romme 1"]
... [System "classic"]
... [Options "simple"]
... [Seats "34 14"]
... [Dealer "2"]
... 0 deal 1 2C 3C 4C 5D 9S JS KH
... 0 deal 2 6C 6S 7D 8H 10C QD AC
... 0 turned 5C
... 1 take 5C
... 1 lay m1 2C 3C 4C 5C
... 1 discard KD
... '''
>>> [(fault.line, fault.text, fault.violations[0].code) for fault in replay(parse_record(text)).faults]
[(11, '1 discard KD', 'not_held')]
>>> print(format_record(view(parse_record(text.replace("KD", "KH")), 2)).splitlines()[5])
0 deal 1 ?? ?? ?? ?? ?? ?? ??
"""

from romme_turnier.core.rules.record.acts import DEALING, Act, Check, Line, Ruling, Verb, format_line
from romme_turnier.core.rules.record.fair import FairDraw, commitment
from romme_turnier.core.rules.record.judging import forbidden
from romme_turnier.core.rules.record.moments import Moment, as_one, laid_together
from romme_turnier.core.rules.record.next_moment import after
from romme_turnier.core.rules.record.notation import (
    Fault,
    Record,
    RecordError,
    digest,
    format_record,
    parse_record,
    with_line_numbers,
)
from romme_turnier.core.rules.record.reading import LineError, parse_line
from romme_turnier.core.rules.record.replay import Finding, Replay, moments, replay, row_of, steps
from romme_turnier.core.rules.record.row import Row, format_row, parse_row
from romme_turnier.core.rules.record.views import seen_line, view

__all__ = [
    "DEALING",
    "Act",
    "Check",
    "FairDraw",
    "Fault",
    "Finding",
    "Line",
    "LineError",
    "Moment",
    "Record",
    "RecordError",
    "Replay",
    "Row",
    "Ruling",
    "Verb",
    "after",
    "as_one",
    "commitment",
    "digest",
    "forbidden",
    "format_line",
    "format_record",
    "format_row",
    "laid_together",
    "moments",
    "parse_line",
    "parse_record",
    "parse_row",
    "replay",
    "row_of",
    "seen_line",
    "steps",
    "view",
    "with_line_numbers",
]
