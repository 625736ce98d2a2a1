"""The state of the backups as text, and the pages that make backups, download them and choose the second location."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.backup import clock, folder, memory, second
from romme_turnier.backup.engine import engine
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.folder import Backup
from romme_turnier.backup.making import make_backup
from romme_turnier.backup.memory import Memory
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.program import BackupsTable
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders, get_event, has_right
from romme_turnier.web.errors import or_404

TOO_OLD = timedelta(minutes=30)  # the last backup's age on the day of an event; the lag of the second location
_STILL_PLAYING = timedelta(days=2)  # an event may last a weekend


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the status page. `why` is an explanation; `problem` means that the line needs attention."""

    label: str
    value: str
    why: str = ""
    problem: bool = False


def backup_facts(backups: list[Backup]) -> list[Fact]:
    """Returns the lines about backups for the status page; `backups` has the newest first."""
    remembered = memory.recall()
    return [*_last(backups, remembered), _second(backups, remembered), _schedule()]


def _last(backups: list[Backup], remembered: Memory) -> Iterator[Fact]:
    label, place = _("Letzte Sicherung"), _("Ordner: %(place)s") % {"place": memory.folder()}
    today = _is_event_day()
    if backups:
        old = today and abs(timezone.now() - _complete_until(backups[0], remembered)) > TOO_OLD
        words = _("Die letzte Sicherung ist älter als 30 Minuten, und heute wird gespielt. Wählen Sie „Jetzt sichern“.")
        size = filesizeformat(backups[0].size).replace("\xa0", " ")
        yield Fact(label, f"{_when(backups[0].made_at)}, {size}", words if old else place, problem=old)
        if old:
            yield Fact(_("Ordner der Sicherungen"), str(memory.folder()))
    else:
        yield Fact(label, _("noch keine"), place, problem=today)
    if error := _error(remembered):
        yield Fact(_("Sichern ist gescheitert"), error, problem=True)


def _error(remembered: Memory) -> str:
    """Returns the reason why backups fail, or would fail because the folder is not writable; "" if they succeed."""
    place, words = memory.folder(), _("In %(place)s lässt sich nicht schreiben.")
    unusable = place.exists() and not (place.is_dir() and os.access(place, os.W_OK))
    return engine().why_not() or remembered.error or (words % {"place": place} if unusable else "")


def problems() -> list[str]:
    """Returns the reasons why backups or their copies in the second location fail, for a warning on other pages."""
    remembered = memory.recall()
    return [words for words in (_error(remembered), second.why_not_there() or remembered.second_error) if words]


def _complete_until(newest: Backup, remembered: Memory) -> datetime:
    """Returns the time until which the newest backup holds all data: the last check if no data had changed by then.

    A check in the future is ignored, because the clock must have been set back since then.
    """
    looked_at = remembered.looked_at
    return max(newest.made_at, looked_at) if looked_at and looked_at <= timezone.now() else newest.made_at


def _second(backups: list[Backup], remembered: Memory) -> Fact:
    label, place = _("Zweiter Ort"), second.target()
    if place is None:
        why = _("Ein USB-Stick übersteht, was den Rechner trifft. Stecken Sie einen ein und wählen Sie ihn unten.")
        return Fact(label, _("keiner"), why, problem=_is_event_day())
    if error := second.why_not_there() or remembered.second_error:
        return Fact(label, str(place), error, problem=True)
    there = folder.backups_in(place)
    if not there:
        return Fact(label, str(place), _("Dort liegt noch keine Sicherung."), problem=bool(backups))
    behind = bool(backups) and backups[0].made_at - there[0].made_at > TOO_OLD
    return Fact(label, str(place), _("Dort zuletzt: %(when)s") % {"when": _when(there[0].made_at)}, problem=behind)


def _schedule() -> Fact:
    label = _("Von selbst gesichert wird")
    if settings.BACKUP_MINUTES <= 0:
        return Fact(label, _("nie"), _("So ist es eingestellt (BACKUP_MINUTES=0)."), problem=True)
    if not clock.is_running():
        why = _("Der Takt läuft nur, wenn das Programm mit ./run gestartet wurde.")
        return Fact(label, _("zur Zeit nicht"), why, problem=True)
    minutes = number_format(settings.BACKUP_MINUTES, use_l10n=True).removesuffix(",0")
    words = _("alle %(minutes)s Minuten, wenn etwas geändert wurde, und nach jeder abgeschlossenen Serie")
    return Fact(label, words % {"minutes": minutes})


def _when(moment: datetime) -> str:
    now = timezone.now()
    if now - moment < timedelta(minutes=1):
        return _("eben gerade")
    age = timesince(moment, now, depth=1)
    words = {"age": age.replace("\xa0", " "), "at": date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")}
    return _("%(at)s Uhr (Alter: %(age)s)") % words


def _is_event_day() -> bool:
    """Returns whether an event begins today, or began up to two days ago and has an open series."""
    today = timezone.localdate()
    around = Event.objects.filter(starts_at__date__range=(today - _STILL_PLAYING, today))
    begins = around.filter(starts_at__date=today)
    return begins.exists() or around.filter(series__closed_at=None, series__isnull=False).exists()


SHOWN = 12


def backup_context(request: HttpRequest) -> dict[str, Any]:
    """Returns the context about backups, limited to the facts that this visitor may see."""
    backups, in_charge = folder.backups_in(memory.folder()), has_right(request.user, ProgramRight.RUN)
    target = second.target()
    return {
        "event": None,
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


def _page(request: OfficialRequest) -> str:
    """Returns the address of the sending page: the backup page of the posted event, or the status page.

    Raises Http404 if the user is not an official of that event.
    """
    if slug := request.POST.get("event", ""):
        return reverse("organiser:event_backup", args=[get_event(request.user, slug).slug])
    return reverse("help:status")


@require_POST
@for_holders(ProgramRight.BACK_UP)
def backup_now(request: OfficialRequest) -> HttpResponse:
    page = _page(request)
    try:
        backup = make_backup()
    except BackupError as error:
        messages.error(request, error.message)
    else:
        problem, place = memory.recall().second_error, second.target()
        words = _("Fertig: liegt auf %(place)s (%(name)s).")
        if problem or place is None:
            words, place = _("Fertig: liegt nur auf diesem Rechner, in %(place)s (%(name)s)."), memory.folder()
        messages.success(request, words % {"place": place, "name": backup.name})
        if problem:
            messages.warning(request, problem)
    return redirect(page)


@never_cache
@require_safe
@for_holders(ProgramRight.RUN)
def backup_file(request: OfficialRequest, name: str) -> FileResponse:  # noqa: ARG001 - the guard passes it
    """Sends the backup with this name. Only names of backups in the folder are accepted, so paths cannot leave it."""
    file = or_404(next((backup.path for backup in folder.backups_in(memory.folder()) if backup.name == name), None))
    return FileResponse(file.open("rb"), as_attachment=True, filename=name, content_type="application/octet-stream")


@require_POST
@for_holders(ProgramRight.RUN)
def backup_medium(request: OfficialRequest) -> HttpResponse:
    """Chooses a connected stick for copies of the backups, and makes a backup. An empty choice stops the copying."""
    page = _page(request)
    if second.is_fixed():
        messages.error(request, _("Der zweite Ort steht in den Einstellungen (BACKUP_SECOND_DIR)."))
        return redirect(page)
    try:
        second.choose(request.POST.get("medium", ""))
        if second.target():
            make_backup()
    except BackupError as error:
        messages.error(request, error.message)
        return redirect(page)
    if problem := memory.recall().second_error:
        messages.error(request, problem)
    elif target := second.target():
        messages.success(request, _("Gesichert wird ab jetzt auch hier: %(place)s") % {"place": target})
    else:
        messages.success(request, _("Es gibt keinen zweiten Ort mehr."))
    return redirect(page)
