"""A registered player at the front desk: the fee and the start number in one step."""

from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants.front_desk import hand_out
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.participants.forms import ParticipantForm


class HandOutForm(ParticipantForm):
    """What is still open of a registration: which fee, whether it is paid, the number. Nothing else."""

    def __init__(self, registration: Registration, data: QueryDict | None = None, *, books: bool) -> None:
        super().__init__(data, initial={"fee": registration.fee_id})
        self.registration = registration
        self.ask_about_fee(registration.event, books=books)
        for name in set(self.fields) - {"fee", "paid", "number"}:
            del self.fields[name]
        if registration.paid or fees.owed(registration) <= 0:
            for name in {"fee", "paid"} & set(self.fields):
                del self.fields[name]
        if registration.number is not None:
            del self.fields["number"]
        else:
            self.fields["number"].help_text = _("Leer lassen, dann ist es die kleinste freie.")
        self.order_fields(["fee", "paid", "number"])
        if self.fields and data is None:
            first = "paid" if "paid" in self.fields else "number"
            self.fields[first].widget.attrs["autofocus"] = True


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.REGISTER)
def participant_hand_out(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Goes back to the empty desk, which shows the number; players who left or wait are shown instead."""
    rows = Registration.objects.select_related("player", "club", "event", "fee", "team_membership__team")
    registration = get_object_or_404(rows, event=event, pk=pk)
    if registration.status != Registration.Status.ACTIVE:
        return redirect("organiser:participant", event.slug, pk)
    may_cash = may(request.user, Right.CASH, event)
    form = HandOutForm(registration, request.POST if request.method == "POST" else None, books=may_cash)
    if form.is_valid():
        cleaned = form.cleaned_data
        with errors_in(form, "number" if cleaned.get("number") else None):
            handed = hand_out(
                registration,
                fee=cleaned.get("fee", registration.fee),
                paid=cleaned.get("paid", False),
                number=cleaned.get("number"),
                book=may_cash,
                by=request.user,
            )
            address = reverse("organiser:participant_create", args=[event.slug])
            return HttpResponseRedirect(f"{address}?neu={handed.registration.pk}")
    context = {
        "event": event,
        "registration": registration,
        "form": form,
    }
    return render(request, "organiser/participants/hand_out.html", context)
