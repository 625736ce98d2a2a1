"""Recompute what is stored beside the lists, and compare."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.management.lookup import event_of
from romme_turnier.tournament.models import Event


class Command(BaseCommand):
    requires_system_checks = ()  # the pages are not needed here
    help = "Rechnet alle Listen nach und prüft Protokolle und Prüfsummen. Endet mit 1, wenn etwas nicht stimmt."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", metavar="ADRESSE", help="nur dieses Turnier")

    def handle(self, *_args: Any, **options: Any) -> None:
        events = [event_of(options["slug"])] if options["slug"] else list(Event.objects.order_by("slug"))
        found = 0
        for event in events:
            for difference in differences(event):
                found += 1
                self.stdout.write(str(difference))
        if found:
            self.stderr.write(_("Abweichungen: %(count)d") % {"count": found})
            sys.exit(1)
        self.stdout.write(_("Geprüfte Turniere: %(count)d. Alles stimmt.") % {"count": len(events)})
