"""The state of the database copies as text, for the status page."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from romme_turnier.backup import clock, folder, memory, second
from romme_turnier.backup.engine import engine
from romme_turnier.backup.folder import Backup
from romme_turnier.backup.memory import Memory
from romme_turnier.tournament.models import Event

TOO_OLD = timedelta(minutes=30)  # on the day of an event
_STILL_PLAYING = timedelta(days=2)  # an event may last a weekend


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the status page. `why`: a sentence of explanation; `problem`: the line needs attention."""

    label: str
    value: str
    why: str = ""
    problem: bool = False


def backup_facts(backups: list[Backup]) -> list[Fact]:
    """`backups`: the newest first."""
    remembered = memory.recall()
    return [*_last(backups, remembered), _second(backups, remembered), _rhythm()]


def _last(backups: list[Backup], remembered: Memory) -> Iterator[Fact]:
    label, place = _("Letzte Sicherung"), _("Ordner: %(place)s") % {"place": memory.folder()}
    today = is_event_day(timezone.localdate())
    if backups:
        old = today and abs(timezone.now() - _all_in(backups[0], remembered)) > TOO_OLD
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
    return engine().why_not() or remembered.error or _unusable(memory.folder())


def problems() -> list[str]:
    """Returns the obstacles to copies, here and in the second place, for pages that are not about copies."""
    remembered = memory.recall()
    return [words for words in (_error(remembered), second.why_not_there() or remembered.second_error) if words]


def _unusable(place: Path) -> str:
    """Returns why the place cannot be written to, not even to record a failure; "" if it can."""
    if not place.exists() or (place.is_dir() and os.access(place, os.W_OK)):
        return ""
    return _("In %(place)s lässt sich nicht schreiben.") % {"place": place}


def _all_in(newest: Backup, remembered: Memory) -> datetime:
    """Returns the moment up to which a copy holds all data: the last look, if the database has not changed since the
    last copy. Looks from before the clock was set back do not count.
    """
    looked_at = remembered.looked_at
    return max(newest.made_at, looked_at) if looked_at and looked_at <= timezone.now() else newest.made_at


def _second(backups: list[Backup], remembered: Memory) -> Fact:
    label, place = _("Zweiter Ort"), second.target()
    if place is None:
        why = _("Ein USB-Stick übersteht, was den Rechner trifft. Stecken Sie einen ein und wählen Sie ihn unten.")
        return Fact(label, _("keiner"), why, problem=is_event_day(timezone.localdate()))
    if error := second.why_not_there() or remembered.second_error:
        return Fact(label, str(place), error, problem=True)
    there = folder.backups_in(place)
    if not there:
        return Fact(label, str(place), _("Dort liegt noch keine Sicherung."), problem=bool(backups))
    behind = bool(backups) and backups[0].made_at - there[0].made_at > TOO_OLD
    return Fact(label, str(place), _("Dort zuletzt: %(when)s") % {"when": _when(there[0].made_at)}, problem=behind)


def _rhythm() -> Fact:
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


def is_event_day(today: date) -> bool:
    """Returns whether an event begins today, or began a day or two ago and a series of it is still played."""
    around = Event.objects.filter(starts_at__date__range=(today - _STILL_PLAYING, today))
    begins = around.filter(starts_at__date=today)
    return begins.exists() or around.filter(series__closed_at=None, series__isnull=False).exists()


def place_of(name: str) -> Path | None:
    """Returns the file of a copy in the folder of copies, by its name; None if missing. Names cannot lead elsewhere."""
    return next((backup.path for backup in folder.backups_in(memory.folder()) if backup.name == name), None)
