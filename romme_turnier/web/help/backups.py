"""Copies of the database: making, fetching and directing them from a page."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.backup import folder, memory, second
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.making import make_backup
from romme_turnier.tournament.permissions import directs_any, for_directors
from romme_turnier.web.help.backup_state import backup_facts, place_of

SHOWN = 12


class _NotInCharge(PermissionDenied):
    """A copy holds everything of every event: only whoever runs the program may take one."""

    needed = gettext_lazy("wer das Programm eingerichtet hat")


def backup_context(request: HttpRequest) -> dict[str, Any]:
    """Returns what the status page shows this visitor about copies."""
    backups, in_charge = folder.backups_in(memory.folder()), _in_charge(request)
    target = second.target()
    return {
        "backup_facts": backup_facts(backups),
        "may_back_up": directs_any(request.user),
        "in_charge": in_charge,
        "backups": backups[:SHOWN] if in_charge else [],
        "backups_more": max(0, len(backups) - SHOWN),
        "media": second.media() if in_charge else [],
        "medium_fixed": second.is_fixed(),
        "medium_chosen": str(target.parent) if target else "",
    }


def _in_charge(request: HttpRequest) -> bool:
    return request.user.is_active and request.user.is_superuser


@require_POST
@for_directors
def backup_now(request: HttpRequest) -> HttpResponse:
    try:
        backup = make_backup()
    except BackupError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Gesichert: %(name)s") % {"name": backup.name})
        if problem := memory.recall().second_error:
            messages.warning(request, problem)
    return redirect("help:status")


@login_required
@never_cache
@require_safe
def backup_file(request: HttpRequest, name: str) -> FileResponse:
    if not _in_charge(request):
        raise _NotInCharge
    file = place_of(name)
    if file is None:
        raise Http404
    return FileResponse(file.open("rb"), as_attachment=True, filename=name, content_type="application/octet-stream")


@login_required
@require_POST
def backup_medium(request: HttpRequest) -> HttpResponse:
    """Chooses where second copies go, among the media plugged in now."""
    if not _in_charge(request):
        raise _NotInCharge
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
