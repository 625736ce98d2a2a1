"""Checks that releases of the standings were right when they were made, are numbered, and have not changed."""

import copy
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from romme_turnier.simulation.checks.facts import Facts, Finding, Row, load_facts
from romme_turnier.simulation.checks.ranks import SUMS, count_standings, count_teams, unequal, without_series
from romme_turnier.tournament import models


@dataclass
class Witness:
    """Checks each new release, and remembers its content for a later comparison."""

    seen: dict[int, tuple[Any, Any, list[int]]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def __call__(self, release: models.StandingsRelease) -> None:
        """Recomputes the standings, compares them with the release, and remembers the release."""
        facts = load_facts(release.event)
        stored = next(row for row in facts.releases if row["id"] == release.pk)
        self.seen[release.pk] = copy.deepcopy((stored["rows"], stored["team_rows"], stored["revisions"]))
        after = release.series.number
        where = f"release {release.number} after series {after}"
        self.findings += unequal("releases", where, stored["rows"], count_standings(facts, after))
        teams = {row["key"]: row for row in stored["team_rows"]}
        for key, line in count_teams(facts, after).items():
            self.findings += unequal("releases", f"{where}, team {key}", [teams[key]], [without_series(line)])

    def compare(self, facts: Facts) -> Iterator[Finding]:
        """Yields all findings so far, and one for each release that is missing or changed."""
        yield from self.findings
        stored = {row["id"]: (row["rows"], row["team_rows"], row["revisions"]) for row in facts.releases}
        for pk, seen in self.seen.items():
            if stored.get(pk) != seen:
                yield Finding("releases", f"the release with key {pk} is not what was released")


def check_releases(facts: Facts) -> Iterator[Finding]:
    """Checks that releases are numbered without gaps, and show the sums of the revisions that they name."""
    numbers: dict[int, list[int]] = defaultdict(list)
    for release in facts.releases:
        numbers[release["series_id"]].append(release["number"])
        yield from _rests_on_lists(facts, release)
    for series, given in numbers.items():
        if given != list(range(1, len(given) + 1)):
            yield Finding("releases", f"releases of the series with key {series} are numbered {given}")


def _rests_on_lists(facts: Facts, release: Row) -> Iterator[Finding]:
    after = next(number for number, row in facts.series.items() if row["id"] == release["series_id"])
    contents = [
        revision["content"]
        for sheet in facts.sheets.values()
        for revision in sheet.revisions
        if revision["id"] in set(release["revisions"])
    ]
    sums: dict[int, dict[str, int]] = defaultdict(lambda: dict.fromkeys((*SUMS, "total", "lists"), 0))
    for content in contents:
        if content["status"] not in ("complete", "signed", "checked"):
            continue
        numbers = {seat["seat"]: seat["number"] for seat in content["seats"]}
        for totals in content["totals"]:
            if totals["counts"]:
                mine = sums[numbers[totals["seat"]]]
                mine["total"] += totals["result"]
                mine["lists"] += 1
                for name in SUMS:
                    mine[name] += {"half_points": 0, "scoring_points": 0, **totals}[name]  # only if they count
    for row in release["rows"]:
        counted = sums[row["number"]]
        if {name: row[name] for name in counted} != counted:
            where = f"release {release['number']} after series {after}, player {row['number']}"
            yield Finding("releases", f"{where}: the lists that it rests on give {counted}")
