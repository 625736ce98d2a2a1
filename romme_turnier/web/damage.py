"""Replaces every page with the fault, the newest backup and instructions while the database is damaged.

This module never queries the database, so users cannot sign in. Only a user who is at the machine and has the setup
word can choose a backup and restore it.
"""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation
from django.views.decorators.csrf import csrf_protect, requires_csrf_token

from romme_turnier.accounts.restore_progress import asked_progress, progress_address, progress_page
from romme_turnier.accounts.setup_word import FIELD, has_shown_word, is_at_the_machine, is_setup_word, remember_word
from romme_turnier.backup import damage
from romme_turnier.backup.background import Progress, begin
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.folder import Backup

_SHOWN = 12


class DamageMiddleware:
    """Keeps requests away from a damaged database, since writing would damage it further.

    If the address contains the setup word, the response stores the word in a cookie and redirects to the choice of a
    backup.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._restoring = reverse("restore_copy")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not damage.is_damaged():
            return self.get_response(request)
        if is_setup_word(request.GET.get(FIELD, "")):
            answer = redirect(self._restoring)
            remember_word(answer)
            return answer
        with translation.override(translation.get_language_from_request(request)):
            return restore_copy(request) if request.path == self._restoring else damaged_page(request)


@requires_csrf_token
def damaged_page(request: HttpRequest, problem: str = "", chosen: str = "") -> HttpResponse:
    """Responds with 503, so that browsers keep unsent rows. `problem` is the reason why restoring `chosen` failed."""
    copies = damage.copies()[:_SHOWN]
    newest = next(iter(copies), None)
    context = {
        "sent": request.method not in ("GET", "HEAD") and not problem,
        "problem": problem,
        "newest": newest and _choice(newest),
        "choices": [_choice(copy) for copy in copies] if _may_restore(request) else [],
        "chosen": chosen,
        "command": damage.command_for(newest) if connection.vendor == "sqlite" else "",
    }
    return _page(request, context, status=503)


@csrf_protect
def restore_copy(request: HttpRequest) -> HttpResponse:
    """Starts to replace the damaged database with the chosen backup, and shows the progress and the outcome.

    Redirects to the home page if there is no such backup or the user may not restore one. Raises Http404 if the
    database is sound, unless the address names a restore.
    """
    progress = asked_progress(request)
    if progress:
        return _progress_or_end(request, progress)
    if not damage.is_damaged():
        raise Http404
    if request.method != "POST":
        return damaged_page(request)
    chosen = next((copy for copy in damage.copies() if copy.name == request.POST.get("copy")), None)
    if chosen is None or not _may_restore(request):
        return redirect("public:home")
    try:
        key = begin(nullcontext(chosen.path))
    except BackupError as error:
        return damaged_page(request, error.message, chosen.name)
    return redirect(progress_address("restore_copy", key or ""))


def _progress_or_end(request: HttpRequest, progress: Progress) -> HttpResponse:
    if not progress.is_over:
        return progress_page(progress)
    if progress.refused:
        return (
            damaged_page(request, progress.refused, progress.name) if damage.is_damaged() else redirect("public:home")
        )
    restored = next((copy for copy in damage.copies() if copy.name == progress.name), None)
    if restored is None or damage.is_damaged(restored=True):
        return redirect("public:home")
    return _page(request, {"restored": _choice(restored), "kept": progress.kept}, status=200)


def _may_restore(request: HttpRequest) -> bool:
    return is_at_the_machine(request) and has_shown_word(request.COOKIES)


def _choice(copy: Backup) -> dict[str, str | Path]:
    return {"name": copy.name, "moment": damage.moment_of(copy), "folder": copy.path.parent}


def _page(request: HttpRequest, context: dict[str, object], status: int) -> HttpResponse:
    page = get_template("damaged.html").render({"restored": None, "csrf_token": get_token(request), **context})
    return HttpResponse(page, status=status, headers={"Cache-Control": "no-store"})
