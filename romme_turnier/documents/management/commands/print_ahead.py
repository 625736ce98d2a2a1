"""`print_ahead seats|standings ID`: makes the papers of a series that come next. The server calls it (ahead.py)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from romme_turnier.documents import ahead
from romme_turnier.tournament.models import Series
from romme_turnier.tournament.shared.final import Final


class Command(BaseCommand):
    help = "Makes the papers of a series before anybody asks for them. The server calls this by itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", type=Final, choices=list(Final))
        parser.add_argument("series", type=int, help="the number of its row")

    def handle(self, *_args: Any, what: Final, series: int, **_options: Any) -> None:
        ahead.make(what, Series.objects.select_related("event").get(pk=series))
