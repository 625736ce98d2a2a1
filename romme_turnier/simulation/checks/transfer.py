"""Checks the event file: an import under another web address has the same standings, and exports the same file."""

import json
from collections.abc import Iterator

from django.db import transaction

from romme_turnier.simulation.checks.facts import Facts, Finding
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import read
from romme_turnier.tournament.exchange.event_file.standings_json import player_standings, team_standings


def check_transfer(facts: Facts) -> Iterator[Finding]:
    """Imports the exported event, rolls the import back, and yields the differences.

    The standings are not compared if the import may produce different scoring points.
    """
    written = export_event(facts.event)
    moved = {**written, "event": {**written["event"], "slug": f"{facts.event.own_slug[:70]}-copy"}}
    with transaction.atomic():
        copy = import_event(read(json.dumps(moved).encode())).event
        again = export_event(copy)
        findings = [
            Finding("transfer", f"what was imported is written differently under {part!r}")
            for part, before in moved.items()
            if again[part] != before
        ]
        points = facts.event.points_per_game
        # The file has no doubtful endings, so it may lead to other scoring points.
        loses_points = (
            points is not None
            and any(sheet.endings for sheet in facts.sheets.values())
            and (points.handromme < points.ended or facts.event.ruleset == "rommee")
        )
        if not loses_points:
            findings += _different_standings(facts, copy)
        transaction.set_rollback(True)
    yield from findings


def _different_standings(facts: Facts, copy: models.Event) -> Iterator[Finding]:
    for after in facts.series:
        benched = {facts.registrations[pk]["number"] for pk in facts.never_played(after)} - {None}
        for standings in (player_standings, team_standings):
            here, there = (standings(event, after)["rows"] for event in (facts.event, copy))
            if standings is player_standings:  # the file has no bench
                there = [row for row in there if row["number"] not in benched]
            if here != there:
                yield Finding("transfer", f"after series {after} the imported event has other standings")
