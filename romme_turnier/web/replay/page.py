"""What the page of a replayed game shows."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.rules.play import Position
from romme_turnier.core.rules.record import Record, replay
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.rules import RecordedResultTable
from romme_turnier.web.replay.ending import ending_of
from romme_turnier.web.replay.given import SPECTATORS, Given
from romme_turnier.web.replay.sealed import seal
from romme_turnier.web.replay.shown import Drawn, Row, ShownPosition, as_data, shown_position
from romme_turnier.web.replay.steps import Eyes, names_by_seat, steps_of
from romme_turnier.web.rule_check.to_try import all_cards_known, to_try
from romme_turnier.web.rule_check.whole_position import case_of

MOST_FINDINGS = 20  # whoever breaks more rules has not chosen the right ones; and each may have cost a search


class ReplayedGame:
    """A record that was gone through, and the step and view that are asked for."""

    def __init__(self, record: Record, given: Given) -> None:
        self.record = record
        self.given = given
        seat = given.seat if given.seat and given.seat <= len(record.seats) else None
        self.eyes = Eyes(seat, given.shows_all)
        self.names = names_by_seat(record)
        self.found = replay(record, most_findings=MOST_FINDINGS)
        self.steps = steps_of(record, self.found, self.eyes) if record.depth == 2 else []
        self.at = min(max((given.step or 1) - 1, 0), max(len(self.steps) - 1, 0))

    @property
    def position(self) -> Position | None:
        """How it stands after the step, as far as these eyes see it."""
        moment = self.steps[self.at].moment if self.steps else None
        return None if moment is None else self.eyes.position(moment.position)

    def leads_to(self, what: str) -> str:
        """Returns where the position of the step is asked about ("fall") or tried ("tisch"); "" where it cannot be."""
        position = self.position
        if position is None:
            return ""
        if what == "tisch":
            return to_try(position) if all_cards_known(position) else ""
        asked = case_of(position)
        return asked.address if asked else ""

    def context(self) -> dict[str, Any]:
        positions = [
            None if step.moment is None else shown_position(step.moment, self.eyes, self.names) for step in self.steps
        ]
        drawn = Drawn(positions)
        position = positions[self.at] if self.steps else None
        views, ending = list(self._views()), ending_of(self.record, self.found)
        return {
            "where": list(self._where()),
            "steps": list(enumerate(self.steps, start=1)),
            "step": self.steps[self.at] if self.steps else None,
            "number": self.at + 1,
            "last": len(self.steps),
            "position": None if position is None else self._drawn(position, drawn),
            "doubtful": [number for number, step in enumerate(self.steps, start=1) if step.mark],
            "stopped": self._stopped(),
            "ending": ending,
            "result": RecordedResultTable.table_for(Medium.PAGE, ending.rows, without=() if self.steps else {"played"}),
            "data": as_data(self.steps, positions, drawn),
            "views": views,
            "view": next((words for _value, words, chosen in views if chosen), ""),
            "text": self.given.text if self.given.shows_all else "",
            "sealed": "" if self.given.shows_all else seal(self.given.text.rstrip()),
        }

    def _drawn(self, position: ShownPosition, drawn: Drawn) -> dict[str, Any]:
        def row(one: Row) -> tuple[Row, str]:
            return one, drawn.items(one)

        return {
            "seats": [(name, *row(one)) for name, one in zip(self._titles(), position.seats, strict=True)],
            "melds": [row(one) for one in position.melds],
            "pile": row(position.pile),
            "stock": position.stock,
            "can_be_asked": position.can_be_asked,
            "can_be_tried": position.can_be_tried,
        }

    def _titles(self) -> Iterator[str]:
        """Seat and start number, or seat and name."""
        for seat, (name, written) in enumerate(zip(self.names, self.record.seats, strict=True), start=1):
            words = _("Platz %(seat)d: %(name)s") if name == written else _("Platz %(seat)d, Nr. %(name)s")
            yield words % {"seat": seat, "name": written}

    def _where(self) -> Iterator[str]:
        """Where and when it was played, as far as the record says so."""
        record = self.record
        yield from filter(None, (record.event, str(record.rules.name)))
        for words, what in (
            (_("Serie %(n)s"), record.series),
            (_("Tisch %(n)s"), record.table),
            (_("Spiel %(n)s"), record.game),
        ):
            if what:
                yield words % {"n": what}
        if record.date:
            year, month, day = record.date.split("-")
            yield f"{int(day)}.{int(month)}.{year}"

    def _views(self) -> Iterator[tuple[str, str, bool]]:
        """Whose view can be chosen: value, words, whether it is chosen."""
        yield "", _("Alle Karten (Schiedsrichter)"), self.given.shows_all
        for seat, name in enumerate(self.names, start=1):
            yield str(seat), _("Nur was %(who)s sieht") % {"who": name}, self.eyes.seat == seat
        yield SPECTATORS, _("Nur was Zuschauer sehen"), not self.given.shows_all and self.eyes.seat is None

    def _stopped(self) -> str:
        if self.record.depth < 2 or len(self.found.moments) == len(self.record.lines):
            return ""
        if len(self.found.faults) + len(self.found.irregular) >= MOST_FINDINGS:
            words = _("Nach %(most)d Verstößen hört das Nachspielen auf. Ist das Regelwerk das richtige?")
            return words % {"most": MOST_FINDINGS}
        return _("Weiter lässt sich das Spiel nicht nachspielen.")
