"""The record of a game (``.romme``): its text, its replay, what each seat may see of it, and the fair shuffle."""

from romme_turnier.core.rules.record.acts import Act, Check, Line, Ruling, Verb, format_line
from romme_turnier.core.rules.record.fair import FairDraw, commitment
from romme_turnier.core.rules.record.following import after
from romme_turnier.core.rules.record.judging import forbidden
from romme_turnier.core.rules.record.moments import Moment, as_one, laid_together
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
from romme_turnier.core.rules.record.replay import Finding, Replay, moments, replay, row_of
from romme_turnier.core.rules.record.row import Row, format_row, parse_row
from romme_turnier.core.rules.record.views import view

__all__ = [
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
    "view",
    "with_line_numbers",
]
