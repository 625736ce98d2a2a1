"""The page of a series with its tables, and the pages for swaps, release, day and end of a series."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seats import DrawsTable
from romme_turnier.tournament.events import progress as events_progress
from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.lists import early_end
from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.lists.checking.hand_in_words import warnings
from romme_turnier.tournament.models import Event, Seat, Series
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials, may
from romme_turnier.tournament.seasons.evenings.evening import date_of
from romme_turnier.tournament.seasons.evenings.seats import said_sit_outs
from romme_turnier.tournament.seating.drawn_cards import draw_by_hand
from romme_turnier.tournament.seating.repairs import missing_in
from romme_turnier.tournament.seating.seats import has_entries, swap
from romme_turnier.tournament.seating.series import close_series, release_seats, reopen_series, set_day, withdraw_seats
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.web.acting import confirm, errors_in
from romme_turnier.web.organiser.fields import PersonField, ReasonForm, date_field, offer, reason_field
from romme_turnier.web.organiser.seating.common import carry_out, get_series, seated, series_url


@require_safe
@for_officials(Right.SEE)
def series(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Shows the tables or, before the draw, the ways of drawing."""
    demand_series(event, number)
    day = events_progress.progress_of(event)
    progress = day.series[number - 1]
    draws = progress.series.draws.select_related("author") if progress.series else ()
    context = {
        "event": event,
        "number": number,
        "draws": DrawsTable.table_for(Medium.PAGE, draws, part={"serie": number}),
        "day": day,
        "progress": progress,
        "may_direct": may(request.user, Right.DIRECT, event),
    }
    if progress.series is None or not progress.tables:
        draw = draw_by_hand(progress.series) if progress.series else None
        cards_left = draw.cards.filter(registration=None).count() if draw else None
        is_next = number == event.next_to_draw()
        before = {
            "playing": len(playing(event, number)),
            "cards": cards_left,
            "evening": date_of(event) if event.season_id and is_next else None,
        }
        return render(request, "organiser/seating/undrawn.html", {**context, **before})
    tables = hand_ins(event, number)
    context |= {
        "series": progress.series,
        "hall": seated(progress.series, tables),
        "missing": [] if progress.series.is_closed else missing_in(progress.series),
        "tables_in": sum(table.is_in for table in tables),
        "has_entries": has_entries(progress.series),
        "sit_outs": said_sit_outs(progress.series) if event.season_id else "",
    }
    return render(request, "organiser/seating/hall.html", context)


class SwapForm(forms.Form):
    first = PersonField(label=gettext_lazy("Diese Person"))
    second = PersonField(label=gettext_lazy("tauscht mit"))
    reason = reason_field(gettext_lazy("Nötig, wenn eine der beiden Listen schon abgeschlossen ist."), required=False)

    def __init__(self, series: Series, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        seats = Seat.objects.filter(series=series).select_related("table", "registration__player", "registration__club")
        self.seats = {seat.registration_id: seat for seat in seats.order_by("registration__number")}
        self.people = [seat.registration for seat in self.seats.values()]
        for name in ("first", "second"):
            cast(PersonField, self.fields[name]).people = self.people

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if cleaned.get("first") and cleaned.get("first") == cleaned.get("second"):
            self.add_error("second", _("Bitte nennen Sie zwei verschiedene Personen."))
        return cleaned

    @property
    def both(self) -> tuple[Seat, Seat]:
        """The two seats that are chosen in the valid form."""
        return self.seats[self.cleaned_data["first"].pk], self.seats[self.cleaned_data["second"].pk]


@for_officials(Right.DIRECT)
def series_swap(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    series = get_series(event, number)
    form = SwapForm(series, request.POST or None)
    if form.is_valid():
        first, other = form.both
        with errors_in(form):
            swap(first, other, by=request.user, reason=form.cleaned_data["reason"])
            messages.success(
                request,
                _("%(one)s und %(other)s haben die Plätze getauscht. Noch einmal tauschen macht es rückgängig.")
                % {"one": first.registration.name, "other": other.registration.name},
            )
            return redirect("organiser:series", event.slug, number)
    context = {"event": event, "number": number, "form": form, "has_entries": has_entries(series)}
    return render(request, "organiser/seating/swap.html", context)


@for_officials(Right.DIRECT)
def series_close(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    series = get_series(event, number)
    if request.method == "POST":
        return carry_out(request, series, close_series, _("Serie %(number)s ist abgeschlossen."))
    return confirm(
        request,
        _("Serie %(number)s abschließen") % {"number": number},
        _("Danach sind die Listen dieser Serie gesperrt, und die Rangliste kann freigegeben werden."),
        cited(_("Fehler berichtigt dann nur noch die Spielleitung oder ein Schiedsrichter (§ 2.2.5)."), event.rules),
        _("Die Spielleitung kann die Serie wieder öffnen."),
        back=series_url(event, number),
        template="organiser/seating/close.html",
        event=event,
        number=number,
        warnings=warnings(hand_ins(event, number), event.currency, event.rules),
    )


class EarlyEndForm(ReasonForm):
    """A form for choosing tables. A choice names a table and the first of its games; it is invalid if that has changed.

    `concerned` holds, by table, the games that are dropped, or that will be missing again.
    """

    tables = forms.MultipleChoiceField(label=gettext_lazy("Tische"), widget=forms.CheckboxSelectMultiple)
    field_order = ("tables", "reason")

    def __init__(self, concerned: Mapping[int, Sequence[int]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        single, several = _("Tisch %(table)d: Spiel %(first)d"), _("Tisch %(table)d: Spiele %(first)d bis %(last)d")
        choices = [
            (
                f"{table}-{games[0]}",
                (single if len(games) == 1 else several) % {"table": table, "first": games[0], "last": games[-1]},
            )
            for table, games in concerned.items()
        ]
        offer(self, "tables", choices)
        self.fields["tables"].initial = [value for value, _label in choices]
        self.fields["tables"].error_messages["invalid_choice"] = _(
            "Inzwischen hat sich eine dieser Listen geändert. Bitte sehen Sie noch einmal hin."
        )

    @property
    def numbers(self) -> list[int]:
        return [int(value.partition("-")[0]) for value in self.cleaned_data["tables"]]


@for_officials(Right.DIRECT)
def series_end_early(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Lists the missing games by table. A POST ends the chosen lists early, without these games."""
    series = get_series(event, number)
    missing, stays, lists = {}, [], early_end.lists_of(series)
    for loaded in lists:
        table, why = loaded.row.table.number, early_end.why_not_ended_early(loaded)
        if not why:
            missing[table] = loaded.evaluation.missing
        elif loaded.evaluation.missing:
            stays.append(_("Tisch %(table)d bleibt offen: %(why)s") % {"table": table, "why": why})
    form = EarlyEndForm(missing, request.POST or None)
    if form.is_valid():
        with errors_in(form):
            early_end.end_series_early(series, form.numbers, reason=form.cleaned_data["reason"], by=request.user)
            ended = ngettext(
                "%(count)d Liste ist vorzeitig beendet.", "%(count)d Listen sind vorzeitig beendet.", len(form.numbers)
            )
            messages.success(request, ended % {"count": len(form.numbers)})
            return redirect(series_url(event, number))
    can_undo = any(map(early_end.ended_early, lists))
    return confirm(
        request,
        _("Serie %(number)s vorzeitig beenden") % {"number": number},
        *early_end.meaning_of_fewer_games(event.terms),
        *stays,
        *([] if missing else [_("Keine Liste lässt sich vorzeitig beenden.")]),
        back=series_url(event, number),
        form=form if missing else None,
        template="organiser/seating/early_end.html",
        event=event,
        undo_url=reverse("organiser:series_play_on", args=[event.slug, number]) if can_undo else "",
        evening=date_of(event) if number < event.series_count else None,
    )


@for_officials(Right.DIRECT)
def series_play_on(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Undoes the early end of the lists at the chosen tables."""
    series = get_series(event, number)
    rulings = {loaded.row.table.number: early_end.ended_early(loaded) for loaded in early_end.lists_of(series)}
    form = EarlyEndForm(
        {table: [ruling.game for ruling in ended] for table, ended in rulings.items() if ended}, request.POST or None
    )
    if form.is_valid():
        with errors_in(form):
            early_end.play_series_on(series, form.numbers, reason=form.cleaned_data["reason"], by=request.user)
            messages.success(request, _("Die Listen gehen weiter."))
            return redirect(series_url(event, number))
    return confirm(
        request,
        _("Vorzeitiges Ende zurücknehmen"),
        _("Die entfallenen Spiele fehlen danach wieder."),
        back=series_url(event, number),
        form=form,
        event=event,
    )


@for_officials(Right.DIRECT)
def series_reopen(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    series = get_series(event, number)
    if request.method == "POST":
        return carry_out(request, series, reopen_series, _("Serie %(number)s ist wieder offen."))
    return confirm(
        request,
        _("Serie %(number)s wieder öffnen") % {"number": number},
        _("Die Listen können dann wieder berichtigt werden. Jede Berichtigung verlangt einen Grund."),
        _("Freigegebene Ranglisten bleiben, wie sie sind, bis Sie eine neue Ausgabe freigeben."),
        button=_("Serie %(number)s öffnen") % {"number": number},
        back=series_url(event, number),
        event=event,
    )


@require_POST
@for_officials(Right.DIRECT)
def series_release(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Releases the seats and, with `veroeffentlichen`, publishes the event; `zurueck` withdraws the release instead."""
    series = get_series(event, number)
    if "zurueck" in request.POST:
        return carry_out(
            request, series, withdraw_seats, _("Die Plätze der Serie %(number)s sind nicht mehr freigegeben.")
        )
    if "veroeffentlichen" in request.POST:
        publish_event(event, by=request.user)
    if event.published_at is None:
        messages.warning(
            request,
            _("Das Turnier ist nicht öffentlich: Die Plätze sieht nur die Leitung, bis Sie es veröffentlichen."),
        )
        return carry_out(request, series, release_seats, _("Die Plätze der Serie %(number)s sind freigegeben."))
    return carry_out(request, series, release_seats, _("Die Plätze der Serie %(number)s sind jetzt für alle sichtbar."))


class DayForm(forms.Form):
    held_on = date_field(
        gettext_lazy("Spieltag"),
        help_text=gettext_lazy("Leer lassen, wenn die Serie am Tag des Turniers gespielt wird."),
    )


@for_officials(Right.DIRECT)
def series_day(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    series = get_series(event, number)
    form = DayForm(request.POST if request.method == "POST" else None, initial={"held_on": series.held_on})
    if form.is_valid():
        set_day(series, form.cleaned_data["held_on"], by=request.user)
        messages.success(request, _("Der Spieltag von Serie %(number)d ist geändert.") % {"number": number})
        return redirect(series_url(event, number))
    return confirm(
        request,
        _("Spieltag von Serie %(number)d") % {"number": number},
        _("Das Turnier beginnt am %(day)s.") % {"day": date_format(timezone.localdate(event.starts_at), "j. F Y")},
        _("Nach dem Spieltag richten sich die Ranglisten nach Tagen und die Tagespreise."),
        button=_("Spieltag speichern"),
        back=series_url(event, number),
        form=form,
        event=event,
    )
