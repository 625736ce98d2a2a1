"""Prints the standings of an event."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.criteria import Criterion, leading
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.standings.ranks import Standing, Tally, TeamStanding
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.standings_json import player_standings, team_standings
from romme_turnier.tournament.management.lookup import event_of
from romme_turnier.tournament.participants.reading import registrations_by_pk
from romme_turnier.tournament.shared.numbers import DASH, signed
from romme_turnier.tournament.standings import reading
from romme_turnier.tournament.standings.criteria_words import ranks_by_scoring_points, tie_breaks_of, words_of

Line = list[str]


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Zeigt die Rangliste eines Turniers (§ 1.5), wie sie jetzt wäre."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="ADRESSE", help="die Adresse des Turniers, etwa herbstpokal-2026")
        parser.add_argument("--after-series", type=int, metavar="N", help="nach Serie N; sonst nach der letzten")
        parser.add_argument("--teams", action="store_true", help="die Rangliste der Mannschaften")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *_args: Any, **options: Any) -> None:
        event = event_of(options["slug"])
        after = options["after_series"] if options["after_series"] is not None else event.series_count
        if not 1 <= after <= event.series_count:
            raise CommandError(_("Dieses Turnier hat %(count)d Serien.") % {"count": event.series_count})
        if options["format"] == "json":
            standings = team_standings(event, after) if options["teams"] else player_standings(event, after)
            self.stdout.write(json.dumps(standings, ensure_ascii=False, indent=1))
        else:
            self.stdout.write(_("%(event)s, Stand nach Serie %(after)d") % {"event": event.name, "after": after})
            self.stdout.write(text_table(event, after, teams=options["teams"]))


def text_table(event: models.Event, after: int, *, teams: bool) -> str:
    """Returns the standings as aligned columns. An asterisk marks the rank of players tied until a play-off."""
    head, lines = _team_lines(event, after) if teams else _player_lines(event, after)
    left = {head.index(_("Name")), head.index(_("Mitglieder") if teams else _("Club"))}
    rows = [head, *lines]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _player_lines(event: models.Event, after: int) -> tuple[Line, list[Line]]:
    registrations = registrations_by_pk(event)
    lines = []
    for row in reading.standings(event, after):
        registration = registrations[int(str(row.entrant.key))]
        club = registration.club.name if registration.club else DASH
        lines.append(_line(row, [_figure(registration.number), registration.name, club], event.rules))
    return _head([_("Nr."), _("Name"), _("Club")], event.rules), lines


def _team_lines(event: models.Event, after: int) -> tuple[Line, list[Line]]:
    names = dict(event.teams.values_list("key", "name"))
    lines = [
        _line(row, [names[row.team.key], ", ".join(map(_figure, row.members))], event.rules)
        for row in reading.team_standings(event, after)
    ]
    return _head([_("Name"), _("Mitglieder")], event.rules), lines


def _head(texts: Line, rules: RuleSet) -> Line:
    shorts = [
        _("Ergebnis") if criterion is Criterion.TOTAL is leading(rules.criteria) else words_of(criterion, rules).short
        for criterion in _figures_of(rules)
    ]
    return [_("Platz"), *texts, *shorts]


def _line(row: Standing | TeamStanding, texts: Line, rules: RuleSet) -> Line:
    tally = Tally(row.lists, row.sums, ())
    values = (words_of(criterion, rules).value for criterion in _figures_of(rules))
    figures = [signed(value(tally)) for value in values if value is not None]
    return [f"{_figure(row.rank)}{'*' if row.play_off_needed else ''}", *texts, *figures]


def _figures_of(rules: RuleSet) -> list[Criterion]:
    lead, tie_breaks = leading(rules.criteria), tie_breaks_of(rules)
    order = [lead, *tie_breaks] if ranks_by_scoring_points(rules) else [*tie_breaks, lead]
    return [Criterion.LISTS, *order]


def _figure(number: int | None) -> str:
    return DASH if number is None else signed(number)
