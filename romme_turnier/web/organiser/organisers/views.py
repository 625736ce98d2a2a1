"""Pages about organisers: the tree, the page of each organiser with its forms, the user's rights, and other programs.

If there is only one organiser, the tree is replaced by a page on which the operator can add a second one.
"""

from collections.abc import Iterable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from romme_turnier.accounts.models import User
from romme_turnier.core.organisers.numbers import chain_of
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.program import (
    HeldEventsTable,
    OfficesTable,
    OrganiserLine,
    OrganisersTable,
)
from romme_turnier.tournament.models import Organiser
from romme_turnier.tournament.offices import OrganiserRight, covered, may_at, organisers_with
from romme_turnier.tournament.organisers.access import OrganiserRightMissing, for_organiser
from romme_turnier.tournament.organisers.hierarchy import (
    add_organiser,
    add_second_organiser,
    change_organiser,
    faults_of_both,
    faults_of_change,
    faults_of_new,
    may_move,
)
from romme_turnier.tournament.organisers.holders import offices_at, renewable_accounts
from romme_turnier.tournament.organisers.public_face import describe_organiser
from romme_turnier.tournament.organisers.reading import are_several, at_and_below
from romme_turnier.tournament.organisers.right_words import offices_in_words, roles_in_words
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.publishing.forgetting import late_copies, late_hooks
from romme_turnier.tournament.shared.colours import GREEN
from romme_turnier.tournament.shared.logo import logo_from
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.organisers.forms import (
    FaceForm,
    OrganiserForm,
    PlaceForm,
    SecondOrganiserForm,
)


def _tree(rows: Iterable[Organiser], user: User, *, top: int = 0) -> OrganisersTable:
    """Returns the table of these organisers, indented by their levels below `top`.

    Organisers that no office of the user covers have no link and no number of events.
    """
    events = dict(covered(user).values_list("pk").annotate(Count("events")))
    return OrganisersTable.table_for(
        Medium.PAGE,
        [OrganiserLine(row, events.get(row.pk)) for row in rows],
        links={
            "name": lambda line: (
                reverse("organiser:organiser", args=[line.organiser.number]) if line.organiser.pk in events else ""
            )
        },
        row_attrs={"data-level": lambda line: str(len(chain_of(line.organiser.number)) - top)},
    )


@require_safe
@login_required
def organisers(request: HttpRequest) -> HttpResponse:
    """Lists the organisers that the user's offices cover as a tree, with the organisers above them.

    If there is only one, the page explains to the operator the effects of adding a second. Raises Http404 for other
    users, and for users without an office.
    """
    user = cast(User, request.user)
    if not are_several():
        if not user.is_superuser:
            raise Http404
        return render(request, "organiser/organisers/several.html")
    own = [organiser.number for organiser in covered(user)]
    if not own:
        raise Http404
    shown = {number for seen in own for number in chain_of(seen)}
    rows = Organiser.objects.filter(number__in=shown)
    context = {"table": _tree(rows, user), "may_add": _may_add(user), "is_narrowed": not user.is_superuser}
    return render(request, "organiser/organisers/organisers.html", context)


def _may_add(user: User) -> bool:
    """Returns whether the user may add an organiser anywhere in the tree."""
    return user.is_superuser or any(
        organiser.kind != Organiser.Kind.CLUB for organiser in organisers_with(user, OrganiserRight.GIVE_OFFICES)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def organiser_add(request: HttpRequest) -> HttpResponse:
    """Adds an organiser. For the second one of an installation, the form also asks for the details of the first.

    Raises Http404 for users without an office, and OrganiserRightMissing if the offices of the user do not allow it.
    """
    user = cast(User, request.user)
    if not are_several() and user.is_superuser:
        return _second_organiser(request, user)
    if not are_several() or not covered(user).exists():
        raise Http404
    if not _may_add(user):
        raise OrganiserRightMissing(OrganiserRight.GIVE_OFFICES)
    form = OrganiserForm(request.POST or None, initial={"number": request.GET.get("unter", "")[:14]})
    if form.is_valid():
        with errors_in(form):
            added = add_organiser(form.details(), by=user)
            messages.success(request, _("%(name)s ist angelegt.") % {"name": added})
            return redirect("organiser:organiser", added.number)
    elif form.is_bound:
        form.add_further_faults(faults_of_new(form.details(), by=user))
    return render(request, "organiser/organisers/add.html", {"form": form})


def _second_organiser(request: HttpRequest, user: User) -> HttpResponse:
    first = Organiser.objects.first()
    known = {"first_kind": first.kind, "first_name": first.name, "first_number": first.number} if first else {}
    form = SecondOrganiserForm(request.POST or None, initial=known)
    if form.is_valid():
        with errors_in(form):
            added = add_second_organiser(form.details(), form.details("first_"), by=user)
            messages.success(
                request, _("%(name)s ist angelegt. Das Programm hat jetzt zwei Veranstalter.") % {"name": added}
            )
            return redirect("organiser:organisers")
    elif form.is_bound:
        form.add_further_faults(faults_of_both(form.details(), form.details("first_")))
    return render(request, "organiser/organisers/second.html", {"form": form})


@require_safe
@for_organiser()
def organiser(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Shows an organiser with its offices, its events and the organisers below."""
    user = request.user
    may = {right.name.lower(): may_at(user, right, organiser) for right in OrganiserRight}
    below = at_and_below(organiser).exclude(pk=organiser.pk)
    holders = set(organiser.offices.values_list("user", flat=True)) if may["give_offices"] else set()
    context = {
        "organiser": organiser,
        "renewable": renewable_accounts(user, holders),
        "late_hooks": late_hooks(organiser) if may["give_offices"] else (),
        "late_copies": late_copies(organiser) if may["give_offices"] else (),
        "above": [
            (row, covered(user).filter(pk=row.pk).exists())
            for row in Organiser.objects.filter(number__in=chain_of(organiser.number)[:-1])
        ],
        "may": may,
        "may_add": organiser.kind != Organiser.Kind.CLUB and may["give_offices"],
        "offices": OfficesTable.table_for(
            Medium.PAGE,
            offices_at(organiser),
            query=request.GET,
            id="aemter",
            without=() if may["give_offices"] else ("username", "actions"),
        ),
        "events": HeldEventsTable.table_for(
            Medium.PAGE,
            organiser.events.all(),
            query=request.GET,
            id="turniere",
            links={"name": lambda event: reverse("organiser:event", args=[event.slug])},
        ),
        "below": _tree(below, user, top=len(chain_of(organiser.number))) if below else None,
    }
    return render(request, "organiser/organisers/organiser.html", context)


@for_organiser(OrganiserRight.GIVE_OFFICES)
def organiser_change(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Changes the name and, if the official has the same right at the organiser above, the kind and number.

    With a new number, the organisers below get new numbers, too.
    """
    initial = {"name": organiser.name, "kind": organiser.kind, "number": organiser.number}
    form = PlaceForm(request.POST or None, initial=initial, may_move=may_move(organiser, request.user))
    if form.is_valid():
        with errors_in(form):
            changed = change_organiser(organiser, **form.cleaned_data, by=request.user)
            messages.success(request, _("Gespeichert."))
            return redirect("organiser:organiser", changed.number)
    elif form.is_bound:
        typed = {name: form.typed(name) for name in ("kind", "name", "number")}
        form.add_further_faults(faults_of_change(organiser, **typed, by=request.user))
    context = {"organiser": organiser, "form": form, "below": organiser.children.exists()}
    return render(request, "organiser/organisers/change.html", context)


@for_organiser(OrganiserRight.DESCRIBE)
def organiser_face(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Changes contact, imprint, privacy, colour and logo."""
    initial = {
        "contact": organiser.contact,
        "imprint": organiser.imprint,
        "privacy": organiser.privacy,
        "own_colour": bool(organiser.accent),
        "accent": organiser.accent or GREEN,
    }
    form = FaceForm(request.POST or None, request.FILES or None, initial=initial)
    if form.is_valid():
        with errors_in(form, "logo"):
            chosen = form.cleaned_data
            describe_organiser(
                organiser,
                contact=chosen["contact"],
                imprint=chosen["imprint"],
                privacy=chosen["privacy"],
                accent=chosen["accent"],
                logo=logo_from(chosen["logo"].read()) if chosen["logo"] else None,
                without_logo=chosen["without_logo"],
                by=request.user,
            )
            messages.success(request, _("Der öffentliche Auftritt ist gespeichert."))
            return redirect("organiser:organiser", organiser.number)
    return render(request, "organiser/organisers/face.html", {"organiser": organiser, "form": form})


@require_safe
@login_required
def own_rights(request: HttpRequest) -> HttpResponse:
    """Shows the rights of the user's offices and roles as text. Raises Http404 if there is only one organiser."""
    if not are_several():
        raise Http404
    user = cast(User, request.user)
    context = {"offices": offices_in_words(user), "roles": roles_in_words(user), "runs_all": user.is_superuser}
    return render(request, "organiser/organisers/rights.html", context)


@for_organiser(OrganiserRight.MAKE_EVENTS, of_single=True)
def organiser_programs(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Shows links to the pages about other programs that read the organiser's data."""
    context = {
        "organiser": organiser,
        "several": are_several(),
        "may_give_offices": may_at(request.user, OrganiserRight.GIVE_OFFICES, organiser),
    }
    return render(request, "organiser/organisers/programs.html", context)
