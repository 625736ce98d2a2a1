"""The page that checks papers and archives without a server: a single file that users can keep for years.

It holds public keys of organisers; its script is `static/js/paper_codes.js`.

jsQR 1.4.0 (`static/vendor/jsqr`, Apache License 2.0, unchanged) reads codes on photos.
"""

import base64
import hashlib
import re
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from romme_turnier.paths import RESOURCES
from romme_turnier.tournament.models import Organiser, SigningKey
from romme_turnier.tournament.papers.words import TITLES
from romme_turnier.tournament.participants.card_code import ALPHABET

_JSQR = "/* jsQR 1.4.0, github.com/cozmo/jsQR, under the Apache License 2.0: www.apache.org/licenses/LICENSE-2.0 */\n"
_FIRST_DAY = date(1970, 1, 1)
_PLACEHOLDER = re.compile(r"%\((\w+)\)[ds]")


def check_page(organisers: Iterable[Organiser] | None = None) -> str:
    """Returns the page as HTML, in the current language, with the keys of these organisers or of all."""
    script, reader = _static("js/paper_codes.js"), _JSQR + _static("vendor/jsqr/jsQR.js")
    style = _static("css/tokens.css") + _static("css/papers/saved_page.css")
    titles = {int(kind): _with_braces(str(title)) for kind, title in TITLES.items()}
    context = {
        "policy": f"default-src 'none'; script-src '{_hash(reader)}' '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'",
        "reader": mark_safe(reader),  # noqa: S308 - files of the program
        "script": mark_safe(script),  # noqa: S308
        "style": mark_safe(style),  # noqa: S308
        "day": date_format(timezone.localdate(), "DATE_FORMAT"),
        "data": {"words": _words(), "titles": titles, "keys": _keys(organisers), "signs": ALPHABET},
    }
    return render_to_string("public/papers/offline.html", context)


def _static(name: str) -> str:
    return (RESOURCES / "static" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Returns the hash of an inline script or style, in the form that the page's content security policy uses."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _keys(organisers: Iterable[Organiser] | None) -> list[dict[str, Any]]:
    keys = SigningKey.objects.select_related("organiser")
    return [
        {
            "organiser": key.organiser.name,
            "public": key.public,
            "ended": (timezone.localdate(key.ended_at) - _FIRST_DAY).days if key.ended_at else None,
            "revoked": key.revoked,
        }
        for key in (keys if organisers is None else keys.filter(organiser__in=organisers))
    ]


def _with_braces(text: str) -> str:
    """Returns a text with {name} instead of %(name)s."""
    return _PLACEHOLDER.sub(r"{\1}", text)


def _words() -> dict[str, str]:
    return {
        "organiser": _("Veranstalter"),
        "rank": _("Rang"),
        "number": _("Startnummer"),
        "result": _("Ergebnis"),
        "group": _("Gruppe"),
        "points": _("Punkte"),
        "count": _("Anzahl"),
        "line": _("Zeile"),
        "figure": _("Zahl"),
        "in_line": _with_braces(_("Zeile %(row)d")),
        "in_group": _with_braces(_("Gruppe %(group)s, Rang %(rank)s")),
        "honoured": _("als Geehrte oder Geehrter"),
        "seal": _("Siegel der Listen, ebenfalls zum Vergleichen:"),
        "game": _("Spiel"),
        "hand": _("Hand"),
        "ended": _("beendet von"),
        "seat": _with_braces(_("Platz %(seat)d")),
        "seat_number": _with_braces(_("Platz %(seat)d: Nr. %(number)s")),
        "compare": _("Vergleichen Sie die Zahlen mit dem Papier"),
        "left_out": _with_braces(_("Im Code nicht enthaltene Zeilen: %(n)d.")),
        "no_figures": _(
            "Die Zahlen hatten im Code keinen Platz. Vergleichen Sie das Papier mit der Liste des Turniers."
        ),
        "named": _("Der Name stand auf dem Papier:"),
        "not_named": _(
            "Der Name stand so nicht in diesen Zeilen. Achten Sie auf die genaue Schreibweise, auch auf Abkürzungen."
        ),
        "genuine": _with_braces(
            _(
                "✓ Unterschrift echt, ausgestellt am %(issued)s. Ob das Papier seitdem ersetzt wurde, "
                "sagt nur die Seite im Internet."
            )
        ),
        "revoked": _with_braces(
            _(
                "Der Schlüssel ist seit dem %(ended)s widerrufen, weil ihn Fremde haben könnten. Das Papier nennt den "
                "%(issued)s, aber allein beweist die Unterschrift nichts mehr: Prüfen Sie es mit der Seite im Internet."
            )
        ),
        "foreign": _(
            "✗ Nicht von hier: Kein Veranstalter, dessen Schlüssel diese Seite hat, hat den Code unterschrieben, "
            "oder er ist verändert. Lesen Sie ihn noch einmal."
        ),
        "archive_genuine": _with_braces(_("✓ Archiv echt und in jedem Byte unverändert, unterschrieben am %(made)s.")),
        "archive_revoked": _with_braces(
            _(
                "Der Schlüssel ist seit dem %(ended)s widerrufen, weil ihn Fremde haben könnten. Das Archiv nennt den "
                "%(made)s, aber allein beweist die Unterschrift nichts mehr."
            )
        ),
        "archive_changed": _(
            "✗ Verändert oder nicht von hier: Die Datei ist nicht mehr die, die unterschrieben wurde, oder kein "
            "Veranstalter, dessen Schlüssel diese Seite hat, hat sie unterschrieben."
        ),
        "no_archive": _("Das ist kein Archiv dieses Programms, oder die Datei ist nicht vollständig."),
        "no_code": _("Das ist kein vollständiger Code eines Papiers. Lesen Sie ihn noch einmal."),
        "no_photo": _(
            "Auf dem Foto ist kein Code eines Papiers zu erkennen. Fotografieren Sie ihn groß, gerade und allein, oder "
            "lesen Sie ihn mit der Kamera und fügen Sie den Text ein."
        ),
        "cannot": _("Dieser Browser kann keine Unterschriften prüfen. Öffnen Sie die Seite in einem neueren."),
    }
