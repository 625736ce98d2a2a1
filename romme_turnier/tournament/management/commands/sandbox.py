"""Makes the sandbox for webmasters."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament.exchange.sandbox import make_sandbox
from romme_turnier.tournament.shared.errors import Faults, TournamentError


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = (
        "Legt den Sandkasten für Webmaster an: einen Veranstalter mit einem erfundenen Turnier und einer Saison, den "
        "jeder über die API lesen darf. Die Seite /webmaster/ zeigt dann den Zugang."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--number", metavar="NUMMER", default="9999", help="des Veranstalters, sonst 9999")

    def handle(self, *_args: Any, **options: Any) -> None:
        by = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
        if by is None:
            raise CommandError(_("Noch gibt es kein Konto, das das Programm betreibt."))
        try:
            organiser = make_sandbox(options["number"], by=by)
        except Faults as error:
            raise CommandError(" ".join(error.by_argument.values())) from error
        except TournamentError as error:
            raise CommandError(error.message) from error
        self.stdout.write(_("Sandkasten angelegt: Veranstalter %(number)s.") % {"number": organiser.number})
