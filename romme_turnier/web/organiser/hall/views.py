"""The officials' pages for the hall: the clock of the series, messages, and the boards of the wall."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, assert_never

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.tournament import models
from romme_turnier.tournament.events.timetable_words import items_to_come
from romme_turnier.tournament.hall import clock as clocks, messages as hall_messages
from romme_turnier.tournament.hall.calls_reading import open_calls
from romme_turnier.tournament.hall.reading import hall_tables
from romme_turnier.tournament.hall.wall import (
    SECONDS_MAX,
    SECONDS_MIN,
    Programme,
    Slot,
    hold_board,
    programme_of,
    set_programme,
    usual_seconds,
)
from romme_turnier.tournament.models import Board
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import number_input
from romme_turnier.web.organiser.hall.call_lines import lines_of


class _TableField(forms.ModelChoiceField[models.Table]):
    def label_from_instance(self, table: models.Table) -> str:
        return _("Tisch %(number)d") % {"number": table.number}


class MessageForm(forms.Form):
    """The form for a message to everybody or to a table of `series`: a typed text, or a button's ready-made `call`.

    `chosen` is the number of the preselected table as text, or "".
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
        widget=number_input(maxlength=3),
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
    """A board with its form fields for visibility, position and seconds.

    `is_held` is true while the wall shows only this board.
    """

    board: Board
    shown: forms.BoundField
    place: forms.BoundField
    seconds: forms.BoundField
    is_held: bool


class ProgrammeForm(forms.Form):
    """The form for the colours and boards of the wall; boards with the same position keep their usual order."""

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
        """Returns the chosen boards and their seconds, in order."""
        cleaned = self.cleaned_data
        chosen = [board for board in Board if cleaned[f"shown-{board}"]]
        return [
            (board, cleaned[f"seconds-{board}"])
            for board in sorted(chosen, key=lambda board: cleaned[f"place-{board}"])
        ]


def _small_number(label: str, initial: int, least: int, most: int) -> forms.IntegerField:
    widget = number_input(maxlength=3, **{"class": "input"})
    return forms.IntegerField(label=label, initial=initial, min_value=least, max_value=most, widget=widget)


_PAST_MAX = 10  # the public page shows earlier messages
_CALL_MINUTES = 10  # the duration of a ready-made message for which the official typed none


@require_safe
@for_officials(Right.SEE)
def hall(request: OfficialRequest, event: models.Event) -> HttpResponse:
    """Shows the page of the hall; `?tisch=7` preselects that table for the message."""
    form = MessageForm(series=series_played(event), chosen=request.GET.get("tisch", ""))
    return show(request, event, form)


def series_played(event: models.Event) -> models.Series | None:
    """Returns the first series that is drawn and not closed, or None."""
    return event.series.drawn().filter(closed_at=None).order_by("number").first()


def show(
    request: OfficialRequest, event: models.Event, form: MessageForm, wall: ProgrammeForm | None = None
) -> HttpResponse:
    series = series_played(event)
    wall = wall or ProgrammeForm(programme=programme_of(event))
    tables = hall_tables(series) if series else []
    context = {
        "event": event,
        "series": series,
        "clock": clocks.clock_of(series) if series else None,
        "playing": sum(table.plays for table in tables),
        "missing": sum(table.shown is models.ListState.AT_TABLE for table in tables),
        "tables": len(tables),
        "shown": hall_messages.shown_messages(event),
        "past": hall_messages.past_messages(event)[:_PAST_MAX],
        "lines": lines_of(open_calls(event), request.user, event, series),
        "may_answer": may(request.user, Right.ENTER, event),
        "calls": models.HallMessage.Call.choices,
        "form": form,
        "wall": wall,
        "held_but": why_not_shown(event, wall.held) if wall.held else "",
    }
    return render(request, "organiser/hall/hall.html", context)


def why_not_shown(event: models.Event, board: models.Board) -> str:
    """Returns the reason why a board is empty, as text; "" if it has content.

    The cases must agree with `Boards.pages_of` in web/public/wall, called with `asked=True`.
    """
    release = event.releases.in_force().first()
    match board:
        case models.Board.CLOCK:
            return ""
        case models.Board.SEATS | models.Board.TABLES:
            released = event.series.filter(seats_released_at__isnull=False).order_by("number").last()
            if released is None or released.is_closed:
                return _("Erst sind die Plätze der nächsten Serie freizugeben.")
            return ""
        case models.Board.STANDINGS:
            return "" if release else _("Noch ist keine Rangliste freigegeben.")
        case models.Board.NEXT:
            return "" if items_to_come(event, timezone.now()) else _("Im Zeitplan kommt heute nichts mehr.")
        case models.Board.MESSAGES:
            return "" if hall_messages.shown_messages(event) else _("Gerade gibt es keine Durchsage.")
        case models.Board.PLAY_OFF:
            called = release is not None and release.is_final and event.play_offs.filter(played=False).exists()
            return "" if called else _("Gerade ist niemand zu einem Entscheidungsspiel gerufen.")
        case unknown:
            assert_never(unknown)


@require_POST
@for_officials(Right.RULE)
def clock(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    """Starts, stops or resets the clock of a series (`what`), or sets its playing time (`minutes`)."""
    series = get_object_or_404(event.series, number=number)
    turn, done = {
        "start": (clocks.start_clock, _("Die Uhr läuft.")),
        "stop": (clocks.stop_clock, _("Die Uhr ist angehalten.")),
        "reset": (clocks.reset_clock, _("Die Uhr steht wieder am Anfang.")),
    }.get(request.POST.get("what", ""), (None, ""))
    with errors_as_messages(request):
        if turn is None:
            clocks.set_minutes(series, whole_number(request.POST.get("minutes", "")) or 0, by=request.user)
            done = _("Die Spielzeit ist gespeichert.")
        else:
            turn(series, by=request.user)
        messages.success(request, done)
    return redirect("organiser:hall", event.slug)


@require_POST
@for_officials(Right.ENTER)
def announce(request: OfficialRequest, event: models.Event) -> HttpResponse:
    form = MessageForm(request.POST, series=series_played(event))
    if form.is_valid():
        cleaned = form.cleaned_data
        minutes = cleaned["minutes"] or (_CALL_MINUTES if cleaned["call"] else None)
        with errors_in(form, "text"):
            hall_messages.announce(
                event, cleaned["text"], call=cleaned["call"], table=cleaned["table"], minutes=minutes, by=request.user
            )
            messages.success(request, _("Die Durchsage steht auf der Leinwand und auf den Telefonen."))
            return redirect("organiser:hall", event.slug)
    return show(request, event, form)


@require_POST
@for_officials(Right.ENTER)
def end(request: OfficialRequest, event: models.Event, pk: int) -> HttpResponse:
    hall_messages.end(get_object_or_404(event.hall_messages, pk=pk), by=request.user)
    messages.success(request, _("Die Durchsage ist beendet."))
    return redirect("organiser:hall", event.slug)


@require_POST
@for_officials(Right.ENTER)
def withdraw(request: OfficialRequest, event: models.Event, pk: int) -> HttpResponse:
    hall_messages.withdraw(get_object_or_404(event.hall_messages, pk=pk), by=request.user)
    messages.success(request, _("Die Durchsage ist zurückgenommen."))
    return redirect("organiser:hall", event.slug)


@require_POST
@for_officials(Right.ENTER)
def again(request: OfficialRequest, event: models.Event, pk: int) -> HttpResponse:
    """Repeats a message as a new one, so that everybody notices it. A ready-made one ends after `_CALL_MINUTES`."""
    past = get_object_or_404(event.hall_messages, pk=pk)
    minutes = _CALL_MINUTES if past.call else None
    with errors_as_messages(request):
        hall_messages.announce(event, past.text, call=past.call, table=past.table, minutes=minutes, by=request.user)
        messages.success(request, _("Die Durchsage steht noch einmal auf der Leinwand und auf den Telefonen."))
    return redirect("organiser:hall", event.slug)


@require_POST
@for_officials(Right.RULE)
def programme(request: OfficialRequest, event: models.Event) -> HttpResponse:
    form = ProgrammeForm(request.POST, programme=programme_of(event))
    if form.is_valid():
        with errors_in(form):
            set_programme(event, form.slots(), look=form.cleaned_data["look"], by=request.user)
            messages.success(request, _("Die Leinwand ist eingerichtet."))
            return redirect("organiser:hall", event.slug)
    return show(request, event, MessageForm(series=series_played(event)), form)


@require_POST
@for_officials(Right.RULE)
def hold(request: OfficialRequest, event: models.Event) -> HttpResponse:
    """Holds the posted board on the wall; if none is posted, lets the boards rotate again."""
    wanted = request.POST.get("board", "")
    if wanted and wanted not in models.Board.values:
        raise Http404
    board = models.Board(wanted) if wanted else None
    hold_board(event, board, by=request.user)
    if board is None:
        messages.success(request, _("Die Tafeln wechseln wieder."))
    else:
        say, words = messages.success, _("Die Leinwand bleibt bei: %(board)s.") % {"board": board.label}
        if why := why_not_shown(event, board):
            others = _("So lange wechseln die anderen Tafeln weiter.")
            say, words = messages.warning, f"{words} {why} {others}"
        say(request, words)
    return redirect("organiser:hall", event.slug)
