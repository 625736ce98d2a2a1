"""Store the results of all events for seasons again from the released standings, and report what changed."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.standings.results import rebuild_results


class Command(BaseCommand):
    requires_system_checks = ()  # the pages are not needed here
    help = (
        "Bildet die Ergebnisse aller Turniere für Saisons neu aus den freigegebenen Ranglisten. Endet mit 1, wenn sich "
        "dabei etwas geändert hat; das Programm selbst hält sie immer auf dem neuesten Stand."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        events = Event.objects.order_by("pk")
        changed = 0
        for event in events:
            for difference in rebuild_results(event, by=None):
                changed += 1
                self.stdout.write(f"{event.slug}: {difference}")
        if changed:
            self.stderr.write(_("Geänderte Ergebnisse: %(count)d") % {"count": changed})
            sys.exit(1)
        self.stdout.write(_("Geprüfte Turniere: %(count)d. Alles stimmt.") % {"count": len(events)})
