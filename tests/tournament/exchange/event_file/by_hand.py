"""Standings computed in the plainest way from a file, as a second opinion."""

from typing import Any

Json = dict[str, Any]
SUMS = ("minus", "bonus", "handromme_bonus", "penalties", "finished", "handrommes")


def _counts(table: Json, seat: int, event: Json) -> bool:
    """Rommeordnung only: all games in, nothing impossible but by a ruling, the seat not left."""
    content = table["list"]
    if content["status"] in ("open", "invalid"):
        return False
    rows = {row["number"]: row for row in content["games"]}
    ruled = {ruling["game"] for ruling in content.get("rulings", [])}
    left = {v["seat"]: v for v in content.get("vacant", [])}
    for number in range(1, event["games_per_list"] + 1):
        if number in ruled:
            continue
        row = rows.get(number)
        if row is None or row["finisher"] is None:
            return False
        for place, points in enumerate(row["points"], start=1):
            ended = row["finisher"] == place
            if place in left and left[place]["from_game"] <= number:
                possible = not ended
            elif ended:
                possible = points == 0
            else:
                possible = points is not None and (31 if row["handromme"] else 2) <= points <= 197
            if not possible:
                return False
    return seat not in left or left[seat].get("counts", False)


def result(table: Json, seat: int, event: Json) -> Json | None:
    """The sums of one seat, or None if its list does not count."""
    if not _counts(table, seat, event):
        return None
    content = table["list"]
    left = next((v["from_game"] for v in content.get("vacant", []) if v["seat"] == seat), 999)
    rows = [row for row in content["games"] if row["number"] < left]
    ended = [row for row in rows if row["finisher"] == seat]
    once = {4: event["bonus"]["four"], 3: event["bonus"]["three"]}[len(table["seats"])]
    times = len(ended) if event["bonus"]["mode"] == "per_finished_game" else int(left == 999)
    handrommes = len([row for row in ended if row["handromme"]])
    return {
        "minus": sum(row["points"][seat - 1] or 0 for row in rows),
        "bonus": once * times,
        "handromme_bonus": event["bonus"]["handromme"] * handrommes,
        "penalties": sum(p["points"] for p in content["penalties"] if p["seat"] == seat),
        "finished": len(ended),
        "handrommes": handrommes,
    }


def scoring_points(table: Json, seat: int, event: Json) -> int:
    """The points of one seat, game by game, as the event announces them."""
    announced, content = event["points_per_game"], table["list"]
    points = 0
    for row in content["games"]:
        entry = row["points"][seat - 1]
        if entry is None:
            continue  # left the table, or not readable
        if row["finisher"] == seat:
            points += announced["handromme" if row["handromme"] else "ended"]
            continue
        for reading in content["readings"]:
            if (reading["game"], reading["seat"]) == (row["number"], seat):
                entry = max(entry, *reading["values"])
        points += next((given for most, given in announced["steps"] if entry <= most), 0)
    return points


def total(sums: Json) -> int:
    return int(sums["minus"] - sums["bonus"] - sums["handromme_bonus"] + sums["penalties"])


def lists_of(content: Json, number: int | None, after: int) -> list[Json | None]:
    """The counting lists of a start number, by series."""
    found: list[Json | None] = []
    for series in range(1, after + 1):
        seated = [
            (table, place)
            for entry in content["series"]
            if entry["number"] == series
            for table in entry["tables"]
            for place, who in enumerate(table["seats"], start=1)
            if who == number
        ]
        sums = result(*seated[0], content["event"]) if seated else None
        if sums is not None and by_points(content):
            sums["scoring_points"] = scoring_points(*seated[0], content["event"])
        found.append(sums)
    return found


def by_points(content: Json) -> bool:
    return bool(content["event"].get("scoring") == "scoring_points")


def _row(content: Json, person: Json, after: int) -> Json:
    lists = lists_of(content, person["number"], after)
    counting = [sums for sums in lists if sums is not None]
    sums = {name: sum(entry[name] for entry in counting) for name in SUMS}
    clubs = {club["key"]: club["name"] for club in content["clubs"]}
    points = (
        {
            "scoring_points": sum(entry["scoring_points"] for entry in counting),
            "series_scoring_points": [None if entry is None else entry["scoring_points"] for entry in lists],
        }
        if by_points(content)
        else {}
    )
    return {
        "number": person["number"],
        "name": f"{person['first_name']} {person['last_name']}",
        "club": clubs.get(person["club"]),
        "lists": len(counting),
        **sums,
        "total": total(sums),
        "series": [None if entry is None else total(entry) for entry in lists],
        **points,
    }


def standings(content: Json, after: int) -> list[Json]:
    """The rows as `manage.py standings` prints them; each rank is one more than the number of better players."""
    rows = [(_row(content, person, after), person) for person in content["participants"]]
    ranked: list[Json] = []
    others: list[Json] = []
    for row, person in rows:
        gone = person["status"] == "excluded" or (person["status"] == "withdrawn" and person["from_series"] <= after)
        (others if gone or not row["lists"] else ranked).append(row)
    first = "scoring_points" if by_points(content) else "lists"
    value = {id(row): (-row[first], row["total"], -row["finished"], -row["handrommes"]) for row in ranked}
    place: dict[int, int] = {}
    decided: set[int] = set()
    for row in ranked:
        tied = [other for other in ranked if value[id(other)] == value[id(row)]]
        numbers = [other["number"] for other in tied]
        held = [p for p in content["play_offs"] if sorted(p["participants"]) == sorted(numbers)]
        if after == content["event"]["series_count"] and held and len(tied) > 1:
            place[id(row)] = held[-1]["ranking"].index(row["number"])
            decided.add(id(row))
        elif len(tied) == 1:
            decided.add(id(row))
    for row in ranked:
        mine = (value[id(row)], place.get(id(row), 0))
        row["rank"] = 1 + len([o for o in ranked if (value[id(o)], place.get(id(o), 0)) < mine])
        row["play_off_needed"] = id(row) not in decided
    for row in others:
        row["rank"], row["play_off_needed"] = None, False
    ranked.sort(key=lambda row: (row["rank"], row["number"]))
    others.sort(key=lambda row: (row["number"] is None, row["number"] or 0))
    return ranked + others
