"""Copies of the database: making, fetching and directing them from a page."""

from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.backup import folder, memory, second
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.making import make_backup
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.program import BackupsTable
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders, has_right
from romme_turnier.web.help.backup_state import backup_facts, place_of

SHOWN = 12


def backup_context(request: HttpRequest) -> dict[str, Any]:
    """Returns the facts about copies that this visitor may see."""
    backups, in_charge = folder.backups_in(memory.folder()), has_right(request.user, ProgramRight.RUN)
    target = second.target()
    return {
        "backup_facts": backup_facts(backups),
        "may_back_up": has_right(request.user, ProgramRight.BACK_UP),
        "in_charge": in_charge,
        "backups": BackupsTable.table_for(
            Medium.PAGE,
            backups[:SHOWN] if in_charge else [],
            links={"name": lambda backup: reverse("help:backup_file", args=[backup.name])},
        ),
        "backups_more": max(0, len(backups) - SHOWN),
        "media": second.media() if in_charge else [],
        "medium_fixed": second.is_fixed(),
        "medium_chosen": str(target.parent) if target else "",
    }


@require_POST
@for_holders(ProgramRight.BACK_UP)
def backup_now(request: OfficialRequest) -> HttpResponse:
    try:
        backup = make_backup()
    except BackupError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Gesichert: %(name)s") % {"name": backup.name})
        if problem := memory.recall().second_error:
            messages.warning(request, problem)
    return redirect("help:status")


@never_cache
@require_safe
@for_holders(ProgramRight.RUN)
def backup_file(request: OfficialRequest, name: str) -> FileResponse:  # noqa: ARG001 the guard hands it over
    file = place_of(name)
    if file is None:
        raise Http404
    return FileResponse(file.open("rb"), as_attachment=True, filename=name, content_type="application/octet-stream")


@require_POST
@for_holders(ProgramRight.RUN)
def backup_medium(request: OfficialRequest) -> HttpResponse:
    """Chooses where second copies go, among the media plugged in now."""
    if second.is_fixed():
        messages.error(request, _("Der zweite Ort steht in den Einstellungen (BACKUP_SECOND_DIR)."))
        return redirect("help:status")
    try:
        second.choose(request.POST.get("medium", ""))
        if second.target():
            make_backup()
    except BackupError as error:
        messages.error(request, error.message)
        return redirect("help:status")
    if problem := memory.recall().second_error:
        messages.error(request, problem)
    elif target := second.target():
        messages.success(request, _("Gesichert wird ab jetzt auch hier: %(place)s") % {"place": target})
    else:
        messages.success(request, _("Es gibt keinen zweiten Ort mehr."))
    return redirect("help:status")
