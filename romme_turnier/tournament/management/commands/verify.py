"""Compares the data derived from lists with recomputed data and, with --seal, the lists with a printed seal.

Without a slug, the command checks all events, the register, offices, organisers and seasons.
"""

import sys
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.exchange.register_integrity import register_differences
from romme_turnier.tournament.exchange.season_integrity import season_differences
from romme_turnier.tournament.management.lookup import event_of
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.papers.seal import find_seal


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = (
        "Rechnet alle Listen nach und prüft Protokolle, Prüfsummen, Zustimmungen, das Register und die Saisons. Endet "
        "mit 1, wenn etwas nicht stimmt."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", metavar="ADRESSE", help="nur dieses Turnier")
        parser.add_argument("--seal", metavar="SIEGEL", help="das Siegel vom Abschlussbericht dieses Turniers")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["seal"] is not None and not options["slug"]:
            raise CommandError(_("Zu einem Siegel gehört die Adresse des Turniers."))
        events = [event_of(options["slug"])] if options["slug"] else list(Event.objects.order_by("slug"))
        beyond = () if options["slug"] else (register_differences(), season_differences())
        count = 0
        for difference in chain(*(differences(event) for event in events), *beyond):
            count += 1
            self.stdout.write(str(difference))
        if options["seal"] is not None:
            count += self._compare_seal(events[0], options["seal"])
        if count:
            self.stderr.write(_("Abweichungen: %(count)d") % {"count": count})
            sys.exit(1)
        self.stdout.write(_("Geprüfte Turniere: %(count)d. Alles stimmt.") % {"count": len(events)})

    def _compare_seal(self, event: Event, typed: str) -> int:
        """Prints the revisions since the seal. Returns 1, for a difference, if the lists never had it."""
        seal = find_seal(event, typed)
        if seal is None:
            self.stdout.write(_("%(event)s: Dieses Siegel hatten die Listen nie.") % {"event": event.slug})
            return 1
        at = date_format(localtime(seal.at), "j.n.Y, H:i")
        self.stdout.write(_("%(event)s: Das Siegel stimmt, Stand %(at)s Uhr.") % {"event": event.slug, "at": at})
        for revision in seal.later:
            series, table = revision.place
            words = {"series": series, "table": table, "number": revision.number}
            self.stdout.write(_("Seitdem neu: Serie %(series)d, Tisch %(table)d, Fassung %(number)d") % words)
        return 0
