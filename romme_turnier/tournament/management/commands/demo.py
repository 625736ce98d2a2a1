"""Make an event to look around in."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from romme_turnier.tournament.exchange.demo import is_untouched, make_demo


class Command(BaseCommand):
    help = "Legt auf einer leeren Datenbank ein Turnier zum Ausprobieren an, mit einem Konto dafür."
    requires_system_checks = ()  # the pages are not needed here

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not is_untouched():
            self.stdout.write(_("Es gibt schon Turniere oder Konten. Das Vorführturnier wird nicht angelegt."))
            return
        try:
            demo = make_demo()
        except OSError as error:
            raise CommandError(_("Die Daten des Vorführturniers fehlen: %s") % error) from error
        self.stdout.write(_("Vorführturnier „%(event)s“ angelegt.") % {"event": demo.event})
        self.stdout.write(_("Anmelden als:  %(name)s") % {"name": demo.user.username})
        self.stdout.write(_("Passwort:      %(password)s") % {"password": demo.password})
        self.stdout.write(_("Das Passwort wird nur hier gezeigt und nirgends im Klartext gespeichert."))
