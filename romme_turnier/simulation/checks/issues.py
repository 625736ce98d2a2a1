"""Issues of the standings: true when they were released, numbered, and never changed afterwards."""

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
    """Looks at each issue in the moment of its release, and remembers it."""

    seen: dict[int, tuple[Any, Any, list[int]]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def __call__(self, issue: models.StandingsIssue) -> None:
        """Count the standings by hand, compare, remember."""
        facts = load_facts(issue.event)
        stored = next(row for row in facts.issues if row["id"] == issue.pk)
        self.seen[issue.pk] = copy.deepcopy((stored["rows"], stored["team_rows"], stored["revisions"]))
        after = issue.series.number
        where = f"issue {issue.number} after series {after}"
        self.findings += unequal("issues", where, stored["rows"], count_standings(facts, after))
        teams = {row["key"]: row for row in stored["team_rows"]}
        for key, line in count_teams(facts, after).items():
            self.findings += unequal("issues", f"{where}, team {key}", [teams[key]], [without_series(line)])

    def compare(self, facts: Facts) -> Iterator[Finding]:
        """Every issue is there still, as it was released."""
        yield from self.findings
        stored = {row["id"]: (row["rows"], row["team_rows"], row["revisions"]) for row in facts.issues}
        for pk, seen in self.seen.items():
            if stored.get(pk) != seen:
                yield Finding("issues", f"the issue with key {pk} is not what was released")


def check_issues(facts: Facts) -> Iterator[Finding]:
    """Issues are numbered without gaps, and give what the lists gave as they stood then."""
    numbers: dict[int, list[int]] = defaultdict(list)
    for issue in facts.issues:
        numbers[issue["series_id"]].append(issue["number"])
        yield from _rests_on_lists(facts, issue)
    for series, found in numbers.items():
        if found != list(range(1, len(found) + 1)):
            yield Finding("issues", f"issues of the series with key {series} are numbered {found}")


def _rests_on_lists(facts: Facts, issue: Row) -> Iterator[Finding]:
    """The rows of an issue are the sums of the revisions that it names."""
    after = next(number for number, row in facts.series.items() if row["id"] == issue["series_id"])
    contents = [
        revision["content"]
        for sheet in facts.sheets.values()
        for revision in sheet.revisions
        if revision["id"] in set(issue["revisions"])
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
                    mine[name] += totals[name]
    for row in issue["rows"]:
        counted = sums[row["number"]]
        if {name: row[name] for name in counted} != counted:
            where = f"issue {issue['number']} after series {after}, player {row['number']}"
            yield Finding("issues", f"{where}: the lists that it rests on give {counted}")
