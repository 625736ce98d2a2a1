"""Form fields for an event's scoring and for the scoring points of a game, with a row for each step."""

from collections.abc import Iterable, Mapping
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.lists.scoring_points import AMOUNT_MAX, USUAL, PointsPerGame, points_faults
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.events.term_examples import scoring_points_example, table_points_example
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.shared.rule_words.scoring_points import fault_in_words, scoring_points_refused
from romme_turnier.web.organiser.fields import complain_once, number_field
from romme_turnier.web.organiser.rows import RowForm, Rows, row_formset

POINTS = ("points_ended", "points_handromme")
_STEPS = "step"  # the prefix of the rows
_STEPS_SHOWN = f"{_STEPS}-TOTAL_FORMS"


def asked_points(rules: RuleSet) -> frozenset[str]:
    """Returns the names of the fields for scoring points that a rule system has."""
    return frozenset(POINTS if rules.has_handromme else ("points_ended",))


def shows_points(posted: QueryDict) -> bool:
    """Returns whether the page that sent the form showed the fields of scoring points."""
    return _STEPS_SHOWN in posted


class StepRow(RowForm):
    """A player with at most `most` card points in a game that another player ended gets `points`."""

    most = number_field(gettext_lazy("bis Augenpunkte"), 0, AMOUNT_MAX, required=False)
    points = number_field(gettext_lazy("Wertungspunkte"), 0, AMOUNT_MAX, required=False)
    needed = {
        "most": gettext_lazy("Bitte geben Sie an, bis zu wie vielen Augenpunkten."),
        "points": gettext_lazy("Bitte geben Sie auch die Wertungspunkte an."),
    }
    distinct = "most"
    twice = gettext_lazy("Bis %(name)s Augenpunkte steht oben schon eine Stufe.")


_StepRows = row_formset(StepRow, blank=2)


class PointsFields(forms.Form):
    """A form's fields for scoring points. The form's `row_sets` must include `steps` if it asks for scoring points."""

    steps: Rows

    points_ended = number_field(gettext_lazy("Wer ein Spiel beendet"), 0, AMOUNT_MAX)
    points_handromme = number_field(gettext_lazy("mit Handrommé"), 0, AMOUNT_MAX)

    def begin_points(
        self, stored: PointsPerGame | None, data: QueryDict | None, typed: QueryDict | None = None
    ) -> None:
        """Fills in the stored points, or else the usual ones; `typed` holds the rows of a page that is shown again."""
        self._before = points = stored or USUAL
        for name, amount in zip(POINTS, (points.ended, points.handromme), strict=True):
            if self.initial.get(name) is None:  # "" is an emptied field
                self.initial[name] = amount
        if typed is not None and shows_points(typed):
            self.steps = _StepRows.shown_again(typed, _STEPS)
        else:
            rows = [{"most": most, "points": given} for most, given in points.steps]
            self.steps = _StepRows(data, prefix=_STEPS, initial=rows)

    def lock_points(self) -> None:
        """Shows the stored points, which can no longer change, without blank rows for more steps."""
        self.steps.extra = 0
        for field in (
            *(self.fields[name] for name in POINTS),
            *(row.fields[name] for row in self.steps for name in row.fields),
        ):
            field.disabled = True

    def typed_points(self) -> PointsPerGame | None:
        """Returns the points as typed, for an example; None if a number is missing or faulty."""
        amounts = {name: _number(self[name]) for name in POINTS if name in self.fields}
        typed = [(_number(row["most"]), _number(row["points"])) for row in self.steps]
        steps = [(most, points) for most, points in typed if most is not None and points is not None]
        if None in amounts.values() or len(steps) < sum(step != (None, None) for step in typed):
            return None
        points = self._points(amounts, sorted(steps))
        return None if any(points_faults(points)) else points

    def points_per_game(self) -> PointsPerGame | None:
        """Returns the points entered in the form, with the steps sorted by card points; adds faults to their fields.

        Must be called during validation. Returns None if there is any fault. Faulty fields and rows do not hide the
        faults of the others.
        """
        sound = self.steps.is_valid() and self.errors.keys().isdisjoint(POINTS)
        rows = sorted(
            (row for row in self.steps.filled if not row.errors), key=lambda row: int(row.cleaned_data["most"])
        )
        steps = [(row.cleaned_data["most"], row.cleaned_data["points"]) for row in rows]
        amounts = {name: AMOUNT_MAX if name in self.errors else self.cleaned_data.get(name) for name in POINTS}
        points = self._points(amounts, steps)
        faults = list(points_faults(points))
        for fault in faults:
            name = "points" if fault.field == "points" else "most"
            complain_once(rows[-1 if fault.step is None else fault.step], name, fault_in_words(fault))
        return points if sound and not faults else None

    def _points(self, amounts: Mapping[str, int | None], steps: Iterable[tuple[int, int]]) -> PointsPerGame:
        """Returns the points; an amount that the form does not ask for keeps its previous value."""
        ended, handromme = (amounts.get(name) for name in POINTS)
        return PointsPerGame(
            self._before.ended if ended is None else ended,
            self._before.handromme if handromme is None else handromme,
            tuple(steps),
        )


def _number(bound: forms.BoundField) -> int | None:
    return whole_number(str(bound.value()).strip())


class ScoringFields(PointsFields):
    """The announcement's fields for the scoring. `counts_points` and `scored_rules` are valid after `ask_scoring`."""

    locked: bool
    instance: Event

    def ask_scoring(self, rules: RuleSet, data: QueryDict | None, typed: QueryDict | None) -> None:
        """Offers the scorings that the rule system allows, and fills in the points; see `begin_points`."""
        self.scored_rules = rules
        field = cast(forms.ChoiceField, self.fields["scoring"])
        field.required = False
        field.help_text = _(
            "Tischpunkte vergleichen nur, wer zusammen am Tisch saß; danach entscheidet die Summe. %(example)s"
        ) % {"example": table_points_example(rules)}
        if rules.highest_wins:
            refused, words = Event.Scoring.SCORING_POINTS.value, scoring_points_refused(rules)
            field.choices = [choice for choice in Event.Scoring.choices if choice[0] != refused]
            field.error_messages["invalid_choice"] = words
            field.help_text += f" {words}"
            if self.initial.get("scoring") == refused:  # chosen before this rule system
                self.initial["scoring"] = Event.Scoring.SUM.value
        self.begin_points(self.instance.points_per_game, data, typed)
        for name in POINTS:
            self.fields[name].required = self.counts_points
        self.fields["points_handromme"].required &= rules.has_handromme
        if self.locked:
            self.lock_points()

    def text_in(self, name: str) -> str:
        """Returns the current value of a field. `self[name]` would fix its help text too early."""
        return str(self.fields[name].get_bound_field(self, name).value() or "")

    @property
    def counts_points(self) -> bool:
        """Whether scoring points are chosen."""
        return self.text_in("scoring") == Event.Scoring.SCORING_POINTS

    def has_other_scoring_than(self, posted: QueryDict) -> bool:
        """Returns whether the page showed fields for scoring points that are not needed, or lacked needed ones.

        Returns False if the terms can no longer change (`locked`).
        """
        return not self.locked and self.counts_points != shows_points(posted)

    @property
    def points_example(self) -> str:
        """An example of the typed scoring points or, if these have faults, of the usual ones."""
        return scoring_points_example(self.typed_points() or USUAL, self.scored_rules)

    def announced_points(self) -> PointsPerGame | None:
        """Returns the points of the form, or the stored ones of a locked event; None for faults or a different scoring.

        Must be called during validation. Faults are added to their fields.
        """
        if self.locked:
            stored: PointsPerGame | None = self.instance.points_per_game
            return stored
        if self.counts_points:
            return self.points_per_game()
        for name in POINTS:
            self.errors.pop(name, None)
        return None
