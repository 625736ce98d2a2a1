"""Prints the standings of an event."""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.criteria import Criterion, leading
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.exchange.event_file.standings_json import player_standings, team_standings
from romme_turnier.tournament.management.lookup import event_of
from romme_turnier.tournament.shared.numbers import signed
from romme_turnier.tournament.standings.criteria_words import (
    ranks_by_scoring_points,
    tie_break_words,
    tie_breaks_of,
    words_of,
)

LEFT = {"name", "club", "members"}


class Command(BaseCommand):
    requires_system_checks = ()  # the pages are not needed here
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
        standings = team_standings(event, after) if options["teams"] else player_standings(event, after)
        if options["format"] == "json":
            self.stdout.write(json.dumps(standings, ensure_ascii=False, indent=1))
        else:
            self.stdout.write(_("%(event)s, Stand nach Serie %(after)d") % {"event": event.name, "after": after})
            self.stdout.write(text_table(standings["rows"], event.rules, teams=options["teams"]))


def text_table(rows: Sequence[dict[str, Any]], rules: RuleSet, *, teams: bool) -> str:
    """Returns the rows as aligned columns. An asterisk marks the rank of players tied until a play-off."""
    head: dict[str, str] = {"rank": _("Platz"), **({} if teams else {"number": _("Nr.")}), "name": _("Name")}
    head |= {"members": _("Mitglieder")} if teams else {"club": _("Club")}
    head["lists"] = _("Listen")
    tie_breaks, lead = tie_breaks_of(rules), leading(rules.criteria)
    ties = {criterion.value: words.short for criterion, words in zip(tie_breaks, tie_break_words(rules), strict=True)}
    result = {lead.value: _("Ergebnis") if lead is Criterion.TOTAL else words_of(lead, rules).short}
    head |= {**result, **ties} if ranks_by_scoring_points(rules) else {**ties, **result}
    lines = [list(head.values()), *([_cell(row, name) for name in head] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            text.ljust(width) if name in LEFT else text.rjust(width)
            for name, text, width in zip(head, line, widths, strict=True)
        ).rstrip()
        for line in lines
    )


def _cell(row: dict[str, Any], name: str) -> str:
    value = row[name]
    if name == "members":
        return ", ".join(_figure(number) for number in value)
    if name == "rank" and row["play_off_needed"]:
        return f"{value}*"
    return _figure(value) if value is None or isinstance(value, int | float) else str(value)


def _figure(value: float | None) -> str:
    return "–" if value is None else signed(Fraction(value))
