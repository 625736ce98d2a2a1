"""The pages that give, end and take back offices, create accounts for their holders, and set new passwords."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django_stubs_ext import StrOrPromise

from romme_turnier.tournament.models import Office, Organiser
from romme_turnier.tournament.offices import OfficeRole, OrganiserRight
from romme_turnier.tournament.organisers.access import for_organiser
from romme_turnier.tournament.organisers.holders import (
    create_holder,
    end_office,
    give_office,
    offices_at,
    renew_password,
    take_back_office,
    why_not_renewable,
)
from romme_turnier.tournament.organisers.right_words import rights_of_office
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.organisers.forms import EndForm, HolderForm, OfficeForm


@for_organiser(OrganiserRight.GIVE_OFFICES)
def office_give(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Gives an office to a person who has an account."""
    form = OfficeForm(request.POST or None, request.user)
    if form.is_valid():
        with errors_in(form):
            office = give_office(organiser, form.cleaned_data["username"], form.term(), by=request.user)
            words = _("%(name)s hat jetzt das Amt %(office)s.")
            messages.success(request, words % {"name": office.user, "office": office.get_role_display()})
            return redirect("organiser:organiser", organiser.number)
    context = {"organiser": organiser, "form": form, "rights": _rights_at(organiser)}
    return render(request, "organiser/organisers/office.html", context)


@sensitive_variables("password")
@never_cache
@for_organiser(OrganiserRight.GIVE_OFFICES)
def office_account(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Creates an account with an office. Only the response to the POST shows its initial password."""
    form = HolderForm(request.POST or None)
    if form.is_valid():
        account = {name: form.cleaned_data[name] for name in ("username", "display_name")}
        with errors_in(form):
            office, password = create_holder(organiser, **account, term=form.term(), by=request.user)
            title = _("Das Konto für %(name)s ist angelegt") % {"name": office.user}
            return _shown_once(request, office, title, password)
    context = {"organiser": organiser, "form": form, "rights": _rights_at(organiser)}
    return render(request, "organiser/organisers/account.html", context)


def _rights_at(organiser: Organiser) -> list[tuple[StrOrPromise, tuple[str, ...]]]:
    """Returns each office with its rights at the organiser as text."""
    return [(role.label, rights_of_office(role, organiser.kind)) for role in OfficeRole]


@for_organiser(OrganiserRight.GIVE_OFFICES)
def office_end(request: OfficialRequest, organiser: Organiser, pk: int) -> HttpResponse:
    """Sets the last day of an office."""
    office = get_object_or_404(offices_at(organiser), pk=pk)
    form = EndForm(request.POST or None)
    if form.is_valid():
        with errors_in(form, "until"):
            until = form.cleaned_data["until"]
            end_office(office, until=until, by=request.user)
            facts = {"name": office.user, "day": date_format(until, "d.m.Y")}
            messages.success(request, _("Das Amt von %(name)s endet mit dem %(day)s.") % facts)
            return redirect("organiser:organiser", organiser.number)
    facts = {"name": office.user, "office": office.get_role_display(), "organiser": organiser}
    return confirm(
        request,
        _("Amt beenden"),
        _("%(name)s: %(office)s, %(organiser)s") % facts,
        _("Die Rechte gelten bis zum Ende des letzten Tages. Aufgaben bei einzelnen Turnieren bleiben."),
        back=reverse("organiser:organiser", args=[organiser.number]),
        danger=True,
        form=form,
        organiser=organiser,
    )


@for_organiser(OrganiserRight.GIVE_OFFICES)
def office_take_back(request: OfficialRequest, organiser: Organiser, pk: int) -> HttpResponse:
    """Removes an office that was given by mistake; possible until the end of its first day.

    An account that was created with the office, was never used, and has no other office or role is deleted, too.
    """
    office = get_object_or_404(offices_at(organiser), pk=pk)
    facts = {"name": office.user, "office": office.get_role_display(), "organiser": organiser}
    if request.method == "POST":
        with errors_as_messages(request):
            take_back_office(office, by=request.user)
            messages.success(request, _("%(name)s hat hier nicht mehr das Amt %(office)s.") % facts)
        return redirect("organiser:organiser", organiser.number)
    what = [
        _("%(name)s: %(office)s, %(organiser)s") % facts,
        _("Die Rechte enden sofort, als hätte es das Amt nicht gegeben. Im Protokoll bleibt beides stehen."),
    ]
    if office.made_account:
        what.append(_("Das Konto wird gelöscht, wenn sich damit noch niemand angemeldet hat und es sonst nichts darf."))
    back = reverse("organiser:organiser", args=[organiser.number])
    return confirm(request, _("Amt zurücknehmen"), *what, back=back, danger=True, organiser=organiser)


@sensitive_variables("password")
@never_cache
@for_organiser(OrganiserRight.GIVE_OFFICES)
def office_password(request: OfficialRequest, organiser: Organiser, pk: int) -> HttpResponse:
    """Sets a new password for the holder of an office. Only the response to the POST shows the password.

    The holder is then signed out on all devices.
    """
    office = get_object_or_404(offices_at(organiser), pk=pk)
    if request.method == "POST":
        with errors_as_messages(request):
            password = renew_password(office.user, by=request.user)
            return _shown_once(request, office, _("Neues Passwort für %(name)s") % {"name": office.user}, password)
        return redirect("organiser:organiser", organiser.number)
    if why := why_not_renewable(office.user, request.user):
        messages.error(request, why)
        return redirect("organiser:organiser", organiser.number)
    return confirm(
        request,
        _("Neues Passwort für %(name)s") % {"name": office.user},
        _("Das Programm bildet ein Passwort und zeigt es Ihnen einmal. Geben Sie es persönlich weiter."),
        _("Das alte gilt dann nicht mehr, und die Person ist auf allen Geräten abgemeldet."),
        button=_("Neues Passwort vergeben"),
        back=reverse("organiser:organiser", args=[organiser.number]),
        danger=True,
        organiser=organiser,
    )


@sensitive_variables("password")
def _shown_once(request: OfficialRequest, office: Office, title: str, password: str) -> HttpResponse:
    context = {"organiser": office.organiser, "office": office, "title": title, "password": password}
    return render(request, "organiser/organisers/password.html", context)
