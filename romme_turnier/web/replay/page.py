"""The template context of a replayed game's page."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.rules.record import Record, replay
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.rules import RecordedResultTable
from romme_turnier.web.replay.drawing import Drawn, as_data, shown_position
from romme_turnier.web.replay.ending import ending_of
from romme_turnier.web.replay.record_text import seal
from romme_turnier.web.replay.steps import View, names_by_seat, steps_of
from romme_turnier.web.replay.submission import SPECTATORS, Submission
from romme_turnier.web.rule_check.trial import all_cards_known, to_try
from romme_turnier.web.rule_check.whole_position import case_of

MOST_FINDINGS = 20  # more findings suggest the wrong rule system, and each may take a search


class ReplayedGame:
    """A replayed record at the requested step, in the requested view."""

    def __init__(self, record: Record, given: Submission) -> None:
        self.record = record
        self.given = given
        seat = given.seat if given.seat and given.seat <= len(record.seats) else None
        self.view = View(seat, given.shows_all)
        self.names = names_by_seat(record)
        self.replayed = replay(record, most_findings=MOST_FINDINGS)
        self.steps = steps_of(record, self.replayed, self.view) if record.depth == 2 else []
        self.at = min(max((given.step or 1) - 1, 0), max(len(self.steps) - 1, 0))

    def leads_to(self, what: str) -> str:
        """Returns the address that opens the position in Regel-Check (``what`` is "fall") or at a table ("tisch").

        Returns "" if the position cannot be opened there.
        """
        moment = self.steps[self.at].moment if self.steps else None
        if moment is None:
            return ""
        position = self.view.position(moment.position)
        if what == "tisch":
            return to_try(position) if all_cards_known(position) else ""
        asked = case_of(position)
        return asked.address if asked else ""

    def context(self) -> dict[str, Any]:
        positions = [
            None if step.moment is None else shown_position(step.moment, self.view, self.names) for step in self.steps
        ]
        drawn = Drawn(positions)
        position = positions[self.at] if self.steps else None
        titles = [
            (_("Platz %(seat)d: %(name)s") if name == written else _("Platz %(seat)d, Nr. %(name)s"))
            % {"seat": seat, "name": written}
            for seat, (name, written) in enumerate(zip(self.names, self.record.seats, strict=True), start=1)
        ]
        given, own = self.given, self.view.seat
        views = [
            ("", _("Alle Karten (Schiedsrichter)"), given.shows_all),
            *(
                (str(seat), _("Nur was %(who)s sieht") % {"who": name}, own == seat)
                for seat, name in enumerate(self.names, start=1)
            ),
            (SPECTATORS, _("Nur was Zuschauer sehen"), not given.shows_all and own is None),
        ]
        ending = ending_of(self.record, self.replayed)
        return {
            "where": list(self._where()),
            "steps": list(enumerate(self.steps, start=1)),
            "step": self.steps[self.at] if self.steps else None,
            "number": self.at + 1,
            "last": len(self.steps),
            "position": None if position is None else drawn.position(position, titles),
            "doubtful": [number for number, step in enumerate(self.steps, start=1) if step.mark],
            "stopped": self._stopped(),
            "ending": ending,
            "result": RecordedResultTable.table_for(Medium.PAGE, ending.rows, without=() if self.steps else {"played"}),
            "data": as_data(self.steps, positions, drawn),
            "views": views,
            "view": next((words for _value, words, chosen in views if chosen), ""),
            "text": given.text if given.shows_all else "",
            "sealed": "" if given.shows_all else seal(given.text.rstrip()),
        }

    def _where(self) -> Iterator[str]:
        """Yields the event, rule system, series, table, game and date that the record contains."""
        record = self.record
        yield from filter(None, (record.event, str(record.rules.name)))
        if record.series:
            yield _("Serie %(n)s") % {"n": record.series}
        if record.table:
            yield _("Tisch %(table)s") % {"table": record.table}
        if record.game:
            yield _("Spiel %(n)s") % {"n": record.game}
        if record.date:
            year, month, day = record.date.split("-")
            yield f"{int(day)}.{int(month)}.{year}"

    def _stopped(self) -> str:
        if self.record.depth < 2 or len(self.replayed.moments) == len(self.record.lines):
            return ""
        if len(self.replayed.faults) + len(self.replayed.irregular) >= MOST_FINDINGS:
            words = _("Nach %(most)d Verstößen hört das Nachspielen auf. Ist das Regelwerk das richtige?")
            return words % {"most": MOST_FINDINGS}
        return _("Weiter lässt sich das Spiel nicht nachspielen.")
