"""Erasing a person at their request: the effects, and the button."""

from functools import partial

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods

from romme_turnier.backup.engine import overwrite_freed
from romme_turnier.documents.render import paper_cache
from romme_turnier.tournament.participants.register.erasing import (
    Erasure,
    erase_player,
    plan_erasure,
    why_not_erasable,
)
from romme_turnier.tournament.participants.register.own_people import people_seen_by
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders
from romme_turnier.web.acting import errors_as_messages


@require_http_methods(["GET", "HEAD", "POST"])
@for_holders(ProgramRight.KEEP_REGISTER)
def player_erase(request: OfficialRequest, pk: int) -> HttpResponse:
    """Shows the effects on results and texts; a confirmation then erases the person for good."""
    player = get_object_or_404(people_seen_by(request.user), pk=pk)
    if request.method == "POST":
        with errors_as_messages(request):
            erase_player(player, by=request.user)
            transaction.on_commit(partial(_clear, request))
            messages.success(request, _("Die Person ist gelöscht."))
        return redirect("organiser:register")
    if why := why_not_erasable(player, request.user):
        messages.error(request, why)
        return redirect("organiser:register")
    context = {
        "title": _("%(name)s löschen") % {"name": player.name},
        "what": _what(plan_erasure(player)),
        "button": _("Für immer löschen"),
        "danger": True,
        "cancel_url": reverse("organiser:register"),
    }
    return render(request, "components/confirm.html", context)


def _clear(request: OfficialRequest) -> None:
    paper_cache.forget_all()
    if not overwrite_freed():
        messages.warning(request, _("Gelesen werden kann der Name nur noch aus der Datei der Datenbank selbst."))


def _what(plan: Erasure) -> list[str]:
    lines = [_("Ergebnisse und Listen bleiben, mit „N. N.“ statt des Namens. Das lässt sich nicht zurücknehmen.")]
    if plan.events:
        lines.append(
            _("Betrifft: %(events)s") % {"events": ", ".join(dict.fromkeys(event.name for event in plan.events))}
        )
    lines.append(_("Gelöscht werden Name, E-Mail oder Telefon, Sperren und die Gründe eines Ausschlusses."))
    if plan.texts:
        words = ngettext(
            "In %(count)d Text steht … statt des Namens.", "In %(count)d Texten steht … statt des Namens.", plan.texts
        )
        lines.append(words % {"count": plan.texts})
    if not plan.family_name_alone:
        lines.append(_("Der Nachname allein bleibt in Texten stehen: Im Register hat ihn noch jemand."))
    lines.append(
        _(
            "Nicht gelöscht wird, was außerhalb liegt: ausgedrucktes Papier, Dateien, die jemand gespeichert hat, und "
            "Sicherungen. Löschen Sie alte Sicherungen, sobald es eine neue gibt."
        )
    )
    return lines
