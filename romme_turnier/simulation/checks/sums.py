"""Adds up the columns of lists independently, and compares them with the stored totals and rows (§ 3.2, § 8.3)."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from romme_turnier.core.rules.outcome.check import check_outcome
from romme_turnier.simulation.checks.facts import CLOSED_LISTS, Facts, Finding, Sheet


@dataclass(frozen=True, slots=True)
class Column:
    """The sums of one seat of a list."""

    counts: bool
    minus: int
    bonus: int
    handromme_bonus: int
    penalties: int
    result: int
    finished: int
    handrommes: int
    half_points: int = 0
    scoring_points: int = 0


FIGURES = tuple(figure.name for figure in fields(Column))


def games_of(sheet: Sheet, facts: Facts) -> int:
    """Returns the number of games of a list: as announced, or until one player leads with the target score.

    Until the target is reached, the result is a number that leaves the list unfinished.
    """
    event, number = facts.event, facts.event.length_number or 0
    if event.length_unit == "rounds":
        return number * len(sheet.seats)
    if event.length_unit != "target":
        return event.length_number or event.games_per_list
    sums = dict.fromkeys(sheet.seats, 0)
    for game in range(1, max(sheet.games, default=0) + 1):
        if not _is_in(sheet, facts, game):
            return max(sheet.games)
        for seat in sums.keys() - _left(sheet, game):
            sums[seat] += sheet.points[game][seat]["points"] or 0
        best, *others = sorted(sums.values(), reverse=True)
        if best >= number and best not in others:
            return game
    return max(sheet.games, default=0) + 1


def columns(sheet: Sheet, facts: Facts) -> dict[int, Column]:
    """Returns the column of every seat of a list, by seat number."""
    whole = all(_is_in(sheet, facts, game) for game in range(1, games_of(sheet, facts) + 1))
    sound = whole and not any(is_faulty(sheet, facts, game) for game in sheet.games)
    counts = sound and sheet.row["status"] in CLOSED_LISTS
    columns = {seat: _column(sheet, facts, seat, whole=whole, counts=counts) for seat in sheet.seats}
    if not whole or facts.event.scoring != "table_points":
        return columns
    here = {seat for seat in columns if seat not in sheet.vacancies or sheet.vacancies[seat]["counts"]}
    return {
        seat: replace(column, half_points=_half_points(seat, columns, here, facts)) for seat, column in columns.items()
    }


def _half_points(seat: int, columns: dict[int, Column], here: set[int], facts: Facts) -> int:
    """Returns a seat's table points in halves: two for each worse player, one for each equal player.

    Players who left the table get none and count as behind, unless officials let their list count.
    """
    if seat not in here:
        return 0
    halves = 0
    for other, column in columns.items():
        mine, theirs = columns[seat].result, column.result
        if other not in here or (mine > theirs if facts.most_wins else mine < theirs):
            halves += 2
        elif other != seat and mine == theirs:
            halves += 1
    return halves


def _column(sheet: Sheet, facts: Facts, seat: int, *, whole: bool, counts: bool) -> Column:
    event = facts.event
    gone = sheet.vacancies.get(seat)
    until = gone["from_game"] if gone else max(sheet.games, default=0) + 1
    minus = finished = handrommes = scoring_points = 0
    for number in sheet.games:
        if number >= until:
            continue
        points = sheet.points[number][seat]["points"] or 0
        endings = _endings(sheet, number)
        # § Rommee: points of a Handrommé are entered undoubled and count twice. § 2.2.6: the worst for the player.
        lost = [mark for who, mark in endings if who != seat] or [mark for _who, mark in endings]
        minus += points * 2 if any(lost) and event.ruleset == "rommee" else points
        scoring_points += _scoring_points(sheet, facts, number, seat)
        if {who for who, _mark in endings} == {seat}:
            finished += 1
            handrommes += 1 if all(mark for _who, mark in endings) else 0
    penalties = sum(row["points"] for row in sheet.penalties if row["seat"] == seat)
    bonus = handromme_bonus = 0
    if facts.most_wins:
        penalties = -penalties
    if event.ruleset == "rommeordnung":  # § 3.2: no other source has a bonus
        once = {4: event.bonus_four, 3: event.bonus_three}.get(len(sheet.seats), 0)
        if whole and event.bonus_mode == "per_list" and gone is None:
            bonus = once
        if whole and event.bonus_mode == "per_finished_game":
            bonus = once * finished
        handromme_bonus = handrommes * event.bonus_handromme
    return Column(
        counts=counts and (gone is None or gone["counts"]),
        minus=minus,
        bonus=bonus,
        handromme_bonus=handromme_bonus,
        penalties=penalties,
        result=minus - bonus - handromme_bonus + penalties,
        finished=finished,
        handrommes=handrommes,
        scoring_points=scoring_points,
    )


def _scoring_points(sheet: Sheet, facts: Facts, game: int, seat: int) -> int:
    """Returns the points of a game for a seat: the least of all combinations of an ending and an entry (§ 2.2.6)."""
    announced, entry = facts.event.points_per_game, sheet.points[game][seat]["points"]
    if announced is None or entry is None:
        return 0
    possible = [entry]
    for row in sheet.readings:
        if (row["game"], row["seat"]) == (game, seat):
            possible += row["values"]
    outcomes: list[int] = []
    for who, mark in _endings(sheet, game):
        if who == seat:
            outcomes.append(announced.handromme if mark else announced.ended)
        else:
            outcomes += [max((n for most, n in announced.steps if left <= most), default=0) for left in possible]
    return min(outcomes)


def _endings(sheet: Sheet, game: int) -> list[tuple[int | None, bool]]:
    """Returns the possible finishers of a game with their Handrommé marks: from the row, or from readings (§ 2.2.6)."""
    if game in sheet.endings:
        return [(who, mark) for who, mark in sheet.endings[game]["endings"]]
    row = sheet.games[game]
    return [(row["finisher"], row["handromme"])]


def _left(sheet: Sheet, game: int) -> set[int]:
    return {seat for seat, row in sheet.vacancies.items() if row["from_game"] <= game}


def _is_in(sheet: Sheet, facts: Facts, game: int) -> bool:
    """Returns whether the game is completely entered, or accepted by the officials."""
    if game in sheet.rulings:
        return True
    row = sheet.games.get(game)
    if row is None:
        return False
    here = [entry["points"] for seat, entry in sheet.points[game].items() if seat not in _left(sheet, game)]
    if any(points is None for points in here):
        return False
    if row["finisher"] is None and game not in sheet.endings:
        return bool(facts.most_wins and here)
    return True


def is_faulty(sheet: Sheet, facts: Facts, game: int) -> bool:
    """Returns whether a game is impossible and not accepted (§ 6.2, § 8.2)."""
    return game not in sheet.rulings and breaks_rules(sheet, facts, game)


def breaks_rules(sheet: Sheet, facts: Facts, game: int) -> bool:
    """Returns whether an entered game is impossible.

    Bounds under the Romméordnung are checked independently, everything else by the rules engine.
    """
    row, entries = sheet.games[game], sheet.points[game]
    points = {seat: entry["points"] for seat, entry in entries.items()}
    if row["finisher"] is None and not row["handromme"] and all(entry is None for entry in points.values()):
        return False  # the game has no entries yet
    return all(_breaks_rules(sheet, facts, game, who, mark) for who, mark in _endings(sheet, game))


def _breaks_rules(sheet: Sheet, facts: Facts, game: int, finisher: int | None, handromme: bool) -> bool:
    """Returns whether the game is impossible with this ending.

    If the finisher is in doubt, the finisher of this ending is assumed to have the best possible points.
    """
    points = {seat: entry["points"] for seat, entry in sheet.points[game].items()}
    in_doubt = len({who for who, _mark in _endings(sheet, game)}) > 1
    if finisher is not None and in_doubt and facts.most_wins:
        read = [row["values"] for row in sheet.readings if (row["game"], row["seat"]) == (game, finisher)]
        points[finisher] = max(read[0]) if read else points[finisher]
    elif finisher is not None and in_doubt:
        points[finisher] = 0
    left = _left(sheet, game)
    if facts.event.ruleset == "rommeordnung" and _is_out_of_bounds(finisher, handromme, points, left):
        return True
    violations = check_outcome(
        facts.event.rules,
        finisher=finisher,
        handromme=handromme,
        points=[points[seat] for seat in sorted(points)],
        game=game,
        vacant=frozenset(left),
        options_known=facts.event.options is not None,
    )
    return bool(violations)


def _is_out_of_bounds(finisher: int | None, handromme: bool, points: dict[int, int | None], left: set[int]) -> bool:
    """Returns whether points break the Romméordnung.

    It allows one finisher with 0; the others have 2 to 197, or 31 to 197 after a Handrommé.
    """
    if finisher is None or finisher in left or points[finisher] != 0:
        return True
    for seat, entry in points.items():
        if seat in left:
            if entry is not None:
                return True
        elif seat != finisher and (entry is None or not (31 if handromme else 2) <= entry <= 197):
            return True
    return False


def check_sums(facts: Facts) -> Iterator[Finding]:
    """Checks that the totals stored with a list agree with its rows."""
    for sheet in facts.sheets.values():
        for seat, column in columns(sheet, facts).items():
            stored = sheet.totals.get(seat, {})
            for name in FIGURES:
                figure = getattr(column, name)
                if stored.get(name) != figure:
                    what = f"{sheet.where}, seat {seat}, {name}: stored {stored.get(name)}, added up {figure}"
                    yield Finding("sums", what)


def check_marks(facts: Facts) -> Iterator[Finding]:
    """Checks the number of games and the mark for faults of each list, and that checked lists are whole and sound."""
    for sheet in facts.sheets.values():
        games = games_of(sheet, facts)
        games_in = sum(_is_in(sheet, facts, game) for game in range(1, games + 1))
        if sheet.row["games_in"] != games_in:
            yield Finding("marks", f"{sheet.where}: {sheet.row['games_in']} games in, counted {games_in}")
        faulty = sorted(game for game in sheet.games if is_faulty(sheet, facts, game))
        if (sheet.row["problems"] > 0) != bool(faulty):
            yield Finding("marks", f"{sheet.where}: {sheet.row['problems']} problems, faulty games {faulty}")
        if sheet.row["status"] == "checked" and (faulty or games_in < games):
            yield Finding("marks", f"{sheet.where}: checked with faults in games {faulty}")


def check_rows(facts: Facts) -> Iterator[Finding]:
    """Checks for each row that `stands` is right, that every seat has an entry, and that the bounds fit the entries."""
    for sheet in facts.sheets.values():
        for game, row in sheet.games.items():
            decided = game in sheet.rulings or game in sheet.endings
            sound = _is_in(sheet, facts, game) and not decided and not breaks_rules(sheet, facts, game)
            if row["stands"] != sound:
                yield Finding("rows", f"{sheet.where}, game {game}: stands {row['stands']}, judged {sound}")
            if set(sheet.points[game]) != set(sheet.seats):
                yield Finding("rows", f"{sheet.where}, game {game}: entries of seats {sorted(sheet.points[game])}")
            for seat, entry in sheet.points[game].items():
                bound = sound and seat not in _left(sheet, game)
                held = entry["least"] is not None and entry["most"] is not None
                inside = held and entry["points"] is not None and entry["least"] <= entry["points"] <= entry["most"]
                if held != bound or (bound and not inside):
                    yield Finding("rows", f"{sheet.where}, game {game}, seat {seat}: bounds do not fit")


def check_endings(facts: Facts) -> Iterator[Finding]:
    """Checks that a row with a doubtful ending stores only the facts that all readings share (§ 2.2.6)."""
    for sheet in facts.sheets.values():
        for game, doubt in sheet.endings.items():
            who = {seat for seat, _mark in doubt["endings"]}
            marks = {mark for _seat, mark in doubt["endings"]}
            held = (next(iter(who)) if len(who) == 1 else None, marks == {True})
            row = sheet.games.get(game)
            if row is None or (row["finisher"], row["handromme"]) != held or len(doubt["endings"]) < 2:
                yield Finding("readings", f"{sheet.where}, game {game}: the row does not hold what is certain")


def check_readings(facts: Facts) -> Iterator[Finding]:
    """Checks that an entry with several readings stores the reading that is worst for the player (§ 2.2.6)."""
    for sheet in facts.sheets.values():
        for reading in sheet.readings:
            worst = min(reading["values"]) if facts.most_wins else max(reading["values"])
            entry = sheet.points[reading["game"]].get(reading["seat"]) if reading["game"] in sheet.games else None
            if entry is None or entry["points"] != worst:
                place = f"{sheet.where}, game {reading['game']}, seat {reading['seat']}"
                yield Finding("readings", f"{place}: {reading['values']}, entered {entry and entry['points']}")
