"""Pages for sitting out a series, for withdrawal and exclusion (§ 1.4), and for undoing each of these."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from romme_turnier.tournament.models import Event, Registration, Seat, Spielliste
from romme_turnier.tournament.participants.absences import come_back, set_absent
from romme_turnier.tournament.participants.register.bans import exclude_and_ban, may_ban_from
from romme_turnier.tournament.participants.registrations import reinstate, running_seats, withdraw
from romme_turnier.tournament.permissions import OfficialRequest, Right, RightMissing, for_officials, may
from romme_turnier.tournament.seating.seats import has_entry
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.disputes.effects import carry_out, named_dispute, reason_of
from romme_turnier.web.organiser.fields import date_field, offer, reason_field, series_choices
from romme_turnier.web.organiser.participants.panel import back_from, came_from


class LeavingForm(forms.Form):
    left_before_series = forms.TypedChoiceField(label=gettext_lazy("Spielt nicht mehr ab"), coerce=int)

    def __init__(self, registration: Registration, data: Any = None, **initial: str) -> None:
        super().__init__(data, initial={"left_before_series": _first_open_series(registration), **initial})
        offer(self, "left_before_series", series_choices(range(1, registration.event.series_count + 1)))


class ExclusionForm(LeavingForm):
    """The form for an exclusion, with a reason, which is recorded, and an optional ban from other events (§ 1.4)."""

    reason = reason_field(
        gettext_lazy("Was geschehen ist. Steht beim Teilnehmer, nie auf öffentlichen Seiten."), max_length=300
    )
    banned = forms.BooleanField(
        label=gettext_lazy("Auch für weitere Turniere sperren"),
        required=False,
        help_text=gettext_lazy("Wird die Person wieder gemeldet, sieht die Leitung einen Hinweis."),
    )
    until = date_field(gettext_lazy("gesperrt bis"), help_text=gettext_lazy("Leer: ohne Ende."))

    def __init__(self, *args: Any, may_ban: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_ban:
            self.fields["banned"].disabled = self.fields["until"].disabled = True
            self.fields["banned"].widget = self.fields["until"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if self.cleaned_data.get("until") and not self.cleaned_data.get("banned"):
            self.add_error("banned", _("Für eine Sperre setzen Sie hier den Haken."))
        return cleaned


def _first_open_series(registration: Registration) -> int:
    """Returns the first series after all closed ones and after the player's completed lists (§ 1.3), or the last."""
    event = registration.event
    closed = event.series.exclude(closed_at=None).order_by("-number").values_list("number", flat=True).first() or 0
    lists = Spielliste.objects.filter(table__seats__registration=registration).exclude(status=Spielliste.Status.OPEN)
    played = lists.order_by("-table__series__number").values_list("table__series__number", flat=True).first() or 0
    return min(max(closed, played) + 1, event.series_count)


@for_officials(Right.REGISTER)
def participant_withdraw(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    registration = get_object_or_404(Registration, event=event, pk=pk)
    name = {"name": registration.name}
    return _leave(
        request,
        registration,
        LeavingForm(registration, request.POST or None),
        withdraw,
        _("%(name)s zieht sich zurück") % name,
        _("Gespielte Listen bleiben in der Wertung. In der Rangliste steht %(name)s ohne Rang am Ende.") % name,
        button=_("Rückzug eintragen"),
    )


@for_officials(Right.DIRECT)
def participant_exclude(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    registration = get_object_or_404(Registration, event=event, pk=pk)
    name = {"name": registration.name}
    dispute = named_dispute(request, event)
    reason, may_ban = reason_of(dispute) if dispute else "", may_ban_from(event, registration.player, request.user)
    form = ExclusionForm(registration, request.POST or None, may_ban=may_ban, reason=reason)
    return _leave(
        request,
        registration,
        form,
        exclude_and_ban,
        _("%(name)s ausschließen") % name,
        cited(
            _("Ausgeschlossen wird bei nachweisbar groben Verstößen; das Startgeld wird nicht erstattet (§ 1.4)."),
            event.rules,
        ),
        _("%(name)s verliert den Rang in allen Ranglisten, die Sie von jetzt an freigeben.") % name,
        _("Der Grund wird festgehalten."),
        button=_("Ausschluss eintragen"),
    )


def _leave(
    request: OfficialRequest,
    registration: Registration,
    form: LeavingForm,
    verb: Callable[..., Registration],
    title: str,
    *what: str,
    button: str,
) -> HttpResponse:
    event = registration.event
    if form.is_valid():
        with errors_in(form):
            gone = carry_out(request, event, title, lambda: verb(registration, **form.cleaned_data, by=request.user))
            messages.success(request, _("Eingetragen. Sie können es hier wieder rückgängig machen."))
            for seat in running_seats(gone, gone.left_before_series or 1):
                if not has_entry(seat):
                    return after_leaving(request, gone, seat.series.number)
                messages.warning(request, _future_of_seat(gone, seat))
            return redirect("organiser:participant", event.slug, registration.pk)
    return confirm(
        request,
        title,
        *what,
        *(_future_of_seat(registration, seat) for seat in running_seats(registration, 1)),
        button=button,
        back=reverse("organiser:participant", args=[event.slug, registration.pk]),
        danger=True,
        form=form,
        event=event,
    )


def _future_of_seat(registration: Registration, seat: Seat) -> str:
    text = (
        _(
            "%(name)s sitzt in der laufenden Serie %(series)d an Tisch %(table)d. Der Platz bleibt, bis Sie auf dieser "
            "Liste eintragen, ab welchem Spiel er verlassen ist."
        )
        if has_entry(seat)
        else _(
            "%(name)s sitzt in Serie %(series)d an Tisch %(table)d, dort ist noch nichts eingetragen. "
            "Danach sehen Sie Vorschläge, wie der Platz frei wird und möglichst niemand wechselt."
        )
    )
    return text % {"name": registration.name, "series": seat.series.number, "table": seat.table.number}


@for_officials(Right.REGISTER)
def participant_reinstate(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Undoes a withdrawal or an exclusion, after a confirmation.

    Raises RightMissing for an exclusion if the official does not have the right to exclude players.
    """
    registration = get_object_or_404(Registration, event=event, pk=pk)
    if registration.status == Registration.Status.EXCLUDED and not may(request.user, Right.DIRECT, event):
        raise RightMissing(Right.DIRECT)
    name = {"name": registration.name}
    if request.method == "POST":
        with errors_as_messages(request):
            reinstate(registration, by=request.user)
            messages.success(request, _("%(name)s ist wieder dabei.") % name)
        return redirect("organiser:participant", event.slug, pk)
    return confirm(
        request,
        _("%(name)s ist wieder dabei") % name,
        _("%(name)s nimmt an den nächsten Auslosungen wieder teil und steht wieder mit Rang in der Wertung.") % name,
        button=_("Wieder aufnehmen"),
        back=reverse("organiser:participant", args=[event.slug, pk]),
        event=event,
    )


def open_series(event: Event) -> list[int]:
    """Returns the numbers of the series that are not closed."""
    closed = set(event.series.exclude(closed_at=None).values_list("number", flat=True))
    return [number for number in range(1, event.series_count + 1) if number not in closed]


class AbsenceForm(forms.Form):
    series = forms.TypedChoiceField(label=gettext_lazy("Setzt aus in"), coerce=int)
    reason = reason_field(required=False)

    def __init__(self, registration: Registration, data: Any = None) -> None:
        numbers = [number for number in open_series(registration.event) if registration.belongs_to(number)]
        super().__init__(data, initial={"series": numbers[0] if numbers else None})
        offer(self, "series", series_choices(numbers))


@for_officials(Right.REGISTER)
def participant_absent(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Records that a player sits out a series.

    Then redirects to the page from which the form was sent, or as `after_leaving` does.
    """
    registration = get_object_or_404(Registration.objects.select_related("player", "event"), event=event, pk=pk)
    form = AbsenceForm(registration, request.POST or None)
    name = {"name": registration.name}
    if form.is_valid():
        number = form.cleaned_data["series"]
        with errors_in(form, "series"):
            set_absent(registration, number, reason=form.cleaned_data["reason"], by=request.user)
            messages.success(
                request, _("%(name)s setzt in Serie %(number)d aus.") % {"name": registration.name, "number": number}
            )
            return back_from(request, event, pk) if came_from(request) else after_leaving(request, registration, number)
    if came_from(request):  # sent from another page, which shows the error
        messages.error(request, " ".join(map(str, form.errors.get("series", []))))
        return back_from(request, event, pk)
    return confirm(
        request,
        _("%(name)s setzt eine Serie aus") % name,
        _("Gespielte Listen bleiben in der Wertung; die ausgelassene Serie fehlt darin."),
        _("In der nächsten Serie ist %(name)s wieder dabei. Wer ganz aufhört, zieht sich zurück.") % name,
        button=_("Fehlen eintragen"),
        back=reverse("organiser:participant", args=[event.slug, pk]),
        form=form,
        event=event,
    )


def after_leaving(request: OfficialRequest, registration: Registration, number: int) -> HttpResponse:
    """Redirects to the participant, or to the repair of the series if the player has a seat there.

    Users who may not repair the series see a message on the participant's page instead.
    """
    participant = redirect("organiser:participant", registration.event.slug, registration.pk)
    return to_repair(request, registration, number) or participant


def to_repair(
    request: OfficialRequest, missing: Registration, number: int, *, coming: Registration | None = None
) -> HttpResponse | None:
    """Redirects to the repair of a series in which `missing` still has a seat; `coming` is the replacement.

    Returns None if there is no such seat, or after a message if the user may not repair.
    """
    event = missing.event
    if not missing.seats.filter(series__number=number).exists():
        return None
    if may(request.user, Right.DIRECT, event):
        query = {"fehlt": missing.pk} | ({"kommt": coming.pk} if coming else {})
        return redirect(reverse("organiser:series_repair", args=[event.slug, number], query=query))
    messages.warning(
        request,
        _("%(name)s sitzt in Serie %(number)d noch an einem Tisch. Die Spielleitung ändert dort die Plätze.")
        % {"name": missing.name, "number": number},
    )
    return None


@require_POST
@for_officials(Right.REGISTER)
def participant_back(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Undoes an absence. If the series has already been drawn, only a repair of its seating gives the player a seat."""
    registration = get_object_or_404(Registration.objects.select_related("player", "event"), event=event, pk=pk)
    number = whole_number(request.POST.get("series", ""), digits=3)
    if number is not None:
        come_back(registration, number, by=request.user)
        messages.success(
            request, _("%(name)s spielt in Serie %(number)d mit.") % {"name": registration.name, "number": number}
        )
    return back_from(request, event, pk) if came_from(request) else redirect("organiser:participant", event.slug, pk)
