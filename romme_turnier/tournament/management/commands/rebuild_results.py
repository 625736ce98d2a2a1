"""Derives the results of all events and the players of all organisers again, and reports the changes."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.register.organiser_players import rebuild_organiser_players
from romme_turnier.tournament.standings.results import rebuild_results


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = (
        "Bildet die Ergebnisse aller Turniere für Saisons neu aus den freigegebenen Ranglisten, und das Register jedes "
        "Veranstalters aus den Meldungen. Endet mit 1, wenn sich dabei etwas geändert hat; das Programm selbst hält "
        "beides immer auf dem neuesten Stand."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        events = Event.objects.order_by("pk")
        changed = 0
        for event in events:
            for difference in rebuild_results(event, by=None):
                changed += 1
                self.stdout.write(f"{event.slug}: {difference}")
        for player in rebuild_organiser_players(by=None):
            changed += 1
            words = _("Register, Eintrag %(pk)d: Veranstalter neu bestimmt") % {"pk": player.pk}
            self.stdout.write(words)
        if changed:
            self.stderr.write(_("Geändert: %(count)d") % {"count": changed})
            sys.exit(1)
        self.stdout.write(_("Geprüfte Turniere: %(count)d. Alles stimmt.") % {"count": len(events)})
