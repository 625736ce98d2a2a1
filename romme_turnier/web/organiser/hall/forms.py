"""Forms of the hall."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.hall import clock as clocks, messages as hall_messages
from romme_turnier.tournament.hall.wall import SECONDS_MAX, SECONDS_MIN, Programme, Slot, usual_seconds
from romme_turnier.tournament.models import Board


class _TableField(forms.ModelChoiceField[models.Table]):
    def label_from_instance(self, table: models.Table) -> str:
        return _("Tisch %(number)d") % {"number": table.number}


class AnnouncementForm(forms.Form):
    """An announcement: a text, or with one of its buttons a `call`; to everybody or to a table of `series`. `chosen` is
    the initial table.
    """

    text = forms.CharField(
        label=gettext_lazy("Text der Durchsage"), required=False, max_length=hall_messages.TEXT_LENGTH
    )
    table = _TableField(
        label=gettext_lazy("An"),
        queryset=models.Table.objects.none(),
        to_field_name="number",
        required=False,
        empty_label=gettext_lazy("alle im Saal"),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minuten"),
        required=False,
        min_value=1,
        max_value=clocks.MINUTES_MAX,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 3}),
    )
    call = forms.ChoiceField(choices=[("", ""), *models.HallMessage.Call.choices], required=False)

    def __init__(self, data: Any = None, *, series: models.Series | None, chosen: str = "") -> None:
        super().__init__(data, initial={"table": chosen})
        if series is not None:
            table = self.fields["table"]
            assert isinstance(table, _TableField)  # noqa: S101 - for mypy
            table.queryset = series.tables.order_by("number")


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of the form: the board, and whether, in which place and for how long it is shown."""

    board: Board
    shown: forms.BoundField
    place: forms.BoundField
    seconds: forms.BoundField
    is_held: bool


class ProgrammeForm(forms.Form):
    """The boards of the wall. Boards with the same place keep their usual order."""

    look = forms.ChoiceField(
        label=gettext_lazy("Farben"), choices=models.Wall.Look.choices, widget=forms.Select(attrs={"class": "input"})
    )

    def __init__(self, data: Any = None, *, programme: Programme) -> None:
        super().__init__(data, prefix="wall", initial={"look": programme.look})
        self.held = programme.held
        seconds = dict(programme.slots)
        order = [*seconds, *(board for board in Board if board not in seconds)]
        self.order = order
        for place, board in enumerate(order, 1):
            named = {"board": board.label}
            self.fields[f"shown-{board}"] = forms.BooleanField(
                label=_("%(board)s zeigen") % named, required=False, initial=board in seconds
            )
            self.fields[f"place-{board}"] = _small_number(_("Stelle: %(board)s") % named, place, 1, 99)
            length = seconds.get(board, usual_seconds(board))
            self.fields[f"seconds-{board}"] = _small_number(
                _("Sekunden: %(board)s") % named, length, SECONDS_MIN, SECONDS_MAX
            )

    def rows(self) -> Iterator[BoardRow]:
        for board in self.order:
            shown, place, seconds = (self[f"{what}-{board}"] for what in ("shown", "place", "seconds"))
            yield BoardRow(board, shown, place, seconds, is_held=board == self.held)

    def slots(self) -> list[Slot]:
        """Returns the chosen boards, in order."""
        cleaned = self.cleaned_data
        chosen = [board for board in Board if cleaned[f"shown-{board}"]]
        return [
            (board, cleaned[f"seconds-{board}"])
            for board in sorted(chosen, key=lambda board: cleaned[f"place-{board}"])
        ]


def _small_number(label: str, initial: int, least: int, most: int) -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 3, "autocomplete": "off", "class": "input"})
    return forms.IntegerField(label=label, initial=initial, min_value=least, max_value=most, widget=widget)
