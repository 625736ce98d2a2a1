"""Checks the records of an event: revisions and versions of lists (§ 2.2.3, § 2.2.5), disputes, and the log."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator

from romme_turnier.simulation.checks.facts import Facts, Finding, Sheet

_COMPLETING = ("complete", "invalid")
_APPLYING = ("draws.apply_draw", "drawn_cards.apply_cards")


def check_chains(facts: Facts) -> Iterator[Finding]:
    """Checks that revisions are numbered from 1, include the previous hash, and end with the current list."""
    for sheet in facts.sheets.values():
        before = ""
        for number, revision in enumerate(sorted(sheet.revisions, key=lambda row: int(row["number"])), start=1):
            text = json.dumps(revision["content"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            expected = hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()
            if revision["number"] != number or revision["content"]["revision"] != number:
                yield Finding("chains", f"{sheet.where}: revision {revision['number']} in place of {number}")
            if revision["previous_hash"] != before or revision["hash"] != expected:
                yield Finding("chains", f"{sheet.where}: the hash of revision {number} is not that of its content")
            before = revision["hash"]
        yield from _last_is_current(sheet)


def _last_is_current(sheet: Sheet) -> Iterator[Finding]:
    if sheet.row["status"] == "open":
        return
    if not sheet.revisions:
        yield Finding("chains", f"{sheet.where}: {sheet.row['status']} without a revision")
        return
    content = max(sheet.revisions, key=lambda row: int(row["number"]))["content"]
    games = {
        number: (
            row["finisher"],
            row["handromme"],
            [sheet.points[number][seat]["points"] for seat in sorted(sheet.seats)],
        )
        for number, row in sheet.games.items()
    }
    recorded = {game["number"]: (game["finisher"], game["handromme"], game["points"]) for game in content["games"]}
    if games != recorded or content["status"] != sheet.row["status"]:
        yield Finding("chains", f"{sheet.where}: the last revision shows other games or another status")
    doubts = {game: row["endings"] for game, row in sheet.endings.items()}
    if doubts != {row["game"]: row["endings"] for row in content["endings"]}:
        yield Finding("chains", f"{sheet.where}: the last revision shows other ends in doubt")
    penalties = [(row["seat"], row["game"], row["points"]) for row in sheet.penalties]
    if penalties != [(row["seat"], row["game"], row["points"]) for row in content["penalties"]]:
        yield Finding("chains", f"{sheet.where}: the last revision shows other penalties")


def check_versions(facts: Facts) -> Iterator[Finding]:
    """Checks that the log and the revisions account for every version of a list and of its rows."""
    for sheet in facts.sheets.values():
        versions = [row["version"] for row in sheet.log]
        unlogged = set(range(1, sheet.row["version"] + 1)) - set(versions)
        completing = sum(row["what"] in _COMPLETING for row in sheet.log)
        if len(unlogged) != len(sheet.revisions) - completing or versions != sorted(set(versions)):
            what = f"version {sheet.row['version']}, {len(versions)} in the log, {len(sheet.revisions)} revisions"
            yield Finding("versions", f"{sheet.where}: {what}")
        if any(version > sheet.row["version"] for version in versions):
            yield Finding("versions", f"{sheet.where}: the log goes beyond version {sheet.row['version']}")
        yield from _row_versions(sheet)


def _row_versions(sheet: Sheet) -> Iterator[Finding]:
    logged: dict[int, list[int]] = defaultdict(list)
    for row in sheet.log:
        if row["row_version"] is not None:
            logged[row["game"]].append(row["row_version"])
    for game, row in sheet.games.items():
        versions = logged[game]
        ruled_first = game in {entry["game"] for entry in sheet.log if entry["what"] == "ruling"}
        first = versions[0] if versions else 1
        gapless = versions == list(range(first, first + len(versions)))
        if not gapless or first > 1 + ruled_first:
            yield Finding("versions", f"{sheet.where}, game {game}: versions {versions} in the log")
        newest = versions[-1] if versions else 0
        if not newest <= row["version"] <= newest + len(sheet.revisions) + ruled_first:
            yield Finding("versions", f"{sheet.where}, game {game}: version {row['version']}, logged {versions}")


def check_disputes(facts: Facts) -> Iterator[Finding]:
    """Checks that disputes are numbered without gaps, and that appeals are against decisions (§ 1.2, § 2.3.2).

    A dispute must name as many players as seats.
    """
    numbers = [row["number"] for row in facts.disputes]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Finding("disputes", f"they are numbered {numbers}")
    for row in facts.disputes:
        if row["appeal"] != "none" and row["decided_at"] is None:
            yield Finding("disputes", f"dispute {row['number']}: an appeal without a decision")
        if len(row["players"]) != len(row["seats"]):
            yield Finding("disputes", f"dispute {row['number']}: {row['seats']} are not {row['players']}")


def check_acts(facts: Facts) -> Iterator[Finding]:
    """Checks that the log is numbered from 1, and names every receipt, release of standings and applied draw."""
    numbers = [row["number"] for row in facts.acts]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Finding("acts", f"the log is numbered {numbers}")
    receipts = [key for row in facts.acts for key in row["new"].get("receipts", ())]
    if sorted(receipts) != sorted(f"ledgerentry:{row['id']}" for row in facts.ledger):
        yield Finding("acts", f"{len(facts.ledger)} receipts, the log names {len(receipts)}")
    released = [row for row in facts.acts if row["verb"] == "releases.release_standings"]
    if len(released) != len(facts.releases):
        yield Finding("acts", f"{len(facts.releases)} releases of the standings, the log names {len(released)}")
    applied = {
        key
        for row in facts.acts
        if row["verb"] in _APPLYING
        for key, fields in row["new"].items()
        if key.startswith("draw:") and fields.get("status") == "applied"
    }
    for draw in facts.draws:
        if draw["applied_at"] is not None and f"draw:{draw['id']}" not in applied:
            yield Finding("acts", f"draw {draw['id']} was applied, and the log does not say by whom")
