"""Deletes old keys of requests, packs the lists of events in closed seasons, and reports the number of these events."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.tournament.exchange.packing import forget_old_keys, pack_seasons


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = (
        "Verpackt die Listen aller Turniere abgeschlossener Saisons, damit sie weniger Platz brauchen. Alle Seiten "
        "zeigen sie weiterhin; erst wenn die Spielleitung an einem Turnier etwas ändert, sind sie wieder ausgepackt."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--most", type=int, metavar="ANZAHL", help="höchstens so viele Turniere")

    def handle(self, *_args: Any, **options: Any) -> None:
        forget_old_keys(by=None)
        count = 0
        for _event in pack_seasons(by=None):
            count += 1
            if count == options["most"]:
                break
        self.stdout.write(_("Verpackte Turniere: %(count)d.") % {"count": count})
