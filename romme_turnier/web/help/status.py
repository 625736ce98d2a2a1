"""The status page: the version, the machine, and the safety of stored data."""

import platform
import shutil
import sqlite3
from pathlib import Path

import django
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from romme_turnier import __version__
from romme_turnier.backup.of_sqlite import live_file
from romme_turnier.documents.render.page import pdf_is_possible
from romme_turnier.sqlite import is_own, wal_is_safe
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.web.help.backups import Fact, backup_context

_LOW_SPACE = 500 * 1024**2  # bytes
_SYNCHRONOUS = {0: "OFF", 1: "NORMAL", 2: "FULL", 3: "EXTRA"}
_JOURNALS = {"WAL": "Write-Ahead-Log", "DELETE": "Rollback-Journal"}


@login_required
@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    context = {"facts": facts(), "are_several": are_several(), **backup_context(request)}
    return render(request, "help/status.html", context)


def facts() -> list[Fact]:
    storage = _sqlite() if connection.vendor == "sqlite" else _server()
    folder = live_file().parent if connection.vendor == "sqlite" else Path(settings.DATA_DIR)
    free = shutil.disk_usage(folder).free
    low = free < _LOW_SPACE
    why = _("Schaffen Sie Platz, bevor Sie weiter eingeben.") if low else ""
    return [
        Fact(_("Version"), __version__),
        _mode(),
        *storage,
        Fact(_("Freier Platz"), filesizeformat(free), why, problem=low),
        _printing(),
        _clock(),
        Fact(_("Turniere"), str(Event.objects.count())),
        Fact(_("Grundlage"), f"Python {platform.python_version()}, Django {django.get_version()}"),
    ]


def _mode() -> Fact:
    words = {
        "local": (_("nur dieser Rechner"), _("Andere Geräte erreichen das Programm nicht.")),
        "hall": (
            _("im Saal"),
            _("Alle Geräte im selben Netz erreichen das Programm. Ohne HTTPS ist die Verbindung nicht verschlüsselt."),
        ),
        "public": (_("im Internet"), _("Jede Verbindung ist verschlüsselt (HTTPS).")),
    }
    value, why = words[settings.MODE]
    return Fact(_("Betrieb"), f"{value} (MODE={settings.MODE})", why)


def _sqlite() -> list[Fact]:
    journal, level = _pragma("journal_mode").upper(), int(_pragma("synchronous"))
    synchronous = _SYNCHRONOUS.get(level, str(level))
    safe = (journal == "WAL" and wal_is_safe() and level >= 2) or (journal == "DELETE" and level == 3)
    whose = _("vom Programm mitgebracht") if is_own() else _("die des Systems")
    return [
        Fact(_("Datenbank"), f"SQLite {sqlite3.sqlite_version} ({whose})", _where(journal)),
        Fact(
            _("Sicherheit des Speicherns"),
            f"{_JOURNALS.get(journal, journal)} (journal_mode={journal}, synchronous={synchronous})",
            _why(journal, safe=safe),
            problem=not safe,
        ),
    ]


def _where(journal: str) -> str:
    words = {"path": live_file()}
    if journal != "WAL":
        return _("Eine Datei: %(path)s") % words
    return (
        _(
            "%(path)s; was zuletzt gespeichert wurde, liegt daneben, mit -wal am Ende. Kopieren Sie nie eine allein, "
            "nehmen Sie eine Sicherung."
        )
        % words
    )


def _why(journal: str, *, safe: bool) -> str:
    if not safe:
        return _("In dieser Einstellung kann ein Stromausfall bestätigte Eingaben kosten.")
    if journal == "WAL":
        return _(
            "Was bestätigt ist, übersteht einen Stromausfall. Diese Fassung von SQLite schreibt ihr Protokoll sicher."
        )
    return _(
        "Was bestätigt ist, übersteht einen Stromausfall. Diese Fassung von SQLite hat einen Fehler im schnelleren "
        "Verfahren (WAL); deshalb läuft das langsamere, das ihn nicht hat."
    )


def _pragma(name: str) -> str:
    with connection.cursor() as cursor:
        return str(cursor.execute(f"PRAGMA {name}").fetchone()[0])


def _server() -> list[Fact]:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        version = cursor.fetchone()[0]
        cursor.execute("SHOW synchronous_commit")
        commit = cursor.fetchone()[0]
    why = (
        _("Eingaben werden bestätigt, bevor sie sicher liegen; ein Stromausfall kann die letzten kosten.")
        if commit == "off"
        else _("Was bestätigt ist, übersteht einen Stromausfall.")
    )
    return [
        Fact(_("Datenbank"), f"{connection.display_name} {version}"),
        Fact(_("Sicherheit des Speicherns"), f"synchronous_commit={commit}", why, problem=commit == "off"),
    ]


def _printing() -> Fact:
    if pdf_is_possible():
        return Fact(_("Drucken"), _("PDF ist möglich"))
    why = _("Für PDF-Dateien fehlen auf diesem Rechner Programmteile. Jedes Blatt öffnet sich als Seite zum Drucken.")
    return Fact(_("Drucken"), _("mit dem Browser"), why)


def _clock() -> Fact:
    now = timezone.localtime()
    return Fact(
        _("Uhrzeit"),
        f"{date_format(now, 'DATETIME_FORMAT')} ({settings.TIME_ZONE})",
        _("Nach dieser Uhr werden Eingaben und Ausgaben gestempelt. Stimmt sie nicht, stellen Sie die des Rechners."),
    )
