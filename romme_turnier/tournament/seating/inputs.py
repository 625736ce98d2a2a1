"""The inputs of a seating (players, their earlier meetings, table numbers and sizes), and the obstacles to it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.seating import hall_tables
from romme_turnier.core.seating.draw import (
    FOUR,
    Candidate,
    SeatingImpossible,
    SeatingPlan,
    TiesImpossible,
    demand_room,
    nearest_seatable,
    quality,
    table_sizes,
)
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.participants.unpaid import unpaid, unpaid_in_words
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings import reading as standings_reading


def _earlier_tables(event: models.Event, series_number: int) -> Iterable[list[int]]:
    tables: dict[int, list[int]] = {}
    seats = models.Seat.objects.filter(series__event=event, series__number__lt=series_number)
    for table, registration in seats.order_by("table_id", "number").values_list("table_id", "registration_id"):
        tables.setdefault(table, []).append(registration)
    return tables.values()


def small_tables_before(event: models.Event, series_number: int) -> Counter[int]:
    """Returns how often each player sat at a small table before this series, by primary key of the registration."""
    tables = _earlier_tables(event, series_number)
    return Counter(player for order in tables if len(order) < event.rules.table_size for player in order)


def sat_before(event: models.Event, series_number: int) -> tuple[Counter[int], set[int]]:
    """Returns each player's number of earlier series, and the players at a small table in the previous series.

    Primary keys of registrations identify the players.
    """
    played = Counter(player for order in _earlier_tables(event, series_number) for player in order)
    last = small_tables_before(event, series_number) - small_tables_before(event, series_number - 1)
    return played, set(last)


def meetings(event: models.Event, series_number: int) -> list[list[int]]:
    """Returns [start number, start number, times] for each pair that shared a table before this series."""
    numbers = dict(event.registrations.values_list("pk", "number"))
    met: Counter[tuple[int, int]] = Counter()
    for order in _earlier_tables(event, series_number):
        seated = sorted(numbers[registration] or 0 for registration in order)  # seated players have a number
        met.update(combinations(seated, 2))
    return [[first, other, times] for (first, other), times in sorted(met.items())]


def player_input(registration: models.Registration, small_tables: int) -> dict[str, Any]:
    """Returns the facts about a player that a draw uses, as JSON values; "table" only for players tied to a table.

    "threes" counts small tables of any size. The name dates from tables of four, whose small tables have three seats.
    """
    membership = getattr(registration, "team_membership", None)
    tied = {"table": registration.fixed_table} if registration.fixed_table is not None else {}
    return {
        "number": registration.number,
        "club": registration.club_id,
        "team": membership.team_id if membership else None,
        "threes": small_tables,
        **tied,
    }


def candidate(player: dict[str, Any]) -> Candidate:
    """Converts a player from the inputs of a draw to a `Candidate` of the core."""
    return Candidate(
        player["number"],
        player["club"],
        player["team"],
        player["threes"],
        player.get("table"),
        player.get("played", 0),
        player.get("spared", False),
    )


def candidates(inputs: dict[str, Any]) -> list[Candidate]:
    """Returns the players in the inputs of a draw as `Candidate`s of the core."""
    return [candidate(player) for player in inputs["players"]]


def met_of(meetings: list[list[int]]) -> dict[frozenset[int], int]:
    """Returns the number of meetings by pair, from the result of `meetings`."""
    return {frozenset(pair): times for *pair, times in meetings}


def wanted_size(inputs: dict[str, Any]) -> int:
    """Returns the wanted size of a table; four if the record of a draw does not name a size."""
    return int(inputs.get("wanted", FOUR))


def orders_of(places: Iterable[Sequence[int]], tables: Iterable[int]) -> list[list[int]]:
    """Returns the start numbers by table, seat 1 first; `places` are [start number, table, seat]."""
    by_seat = sorted(places, key=itemgetter(2))
    return [[number for number, table, _seat in by_seat if table == wanted] for wanted in tables]


def plan_of(tables: Iterable[Iterable[int]], inputs: dict[str, Any]) -> SeatingPlan:
    """Returns a plan with these start numbers by table, seat 1 first, and the quality of this seating."""
    seated = tuple(map(tuple, tables))
    return SeatingPlan(seated, quality(seated, candidates(inputs), met_of(inputs["met"]), wanted_size(inputs)))


def numbers_of_hall(event: models.Event) -> tuple[int, ...]:
    """Returns the table numbers of the hall; () if the announcement does not list them."""
    return hall_tables.parse(event.hall_tables)


def table_numbers(event: models.Event, count: int, tied: Iterable[int]) -> list[int]:
    """Returns the numbers of `count` tables in hall order: existing tables in `tied`, and the first other tables.

    Raises TournamentError if the hall has fewer tables.
    """
    hall = numbers_of_hall(event)
    if hall and len(hall) < count:
        words = _(
            "Gebraucht werden %(needed)d Tische, die Ausschreibung nennt nur %(there)d Tischnummern: %(numbers)s. "
            "Ergänzen Sie dort die Tischnummern im Saal."
        )
        raise TournamentError(words % {"needed": count, "there": len(hall), "numbers": event.hall_tables})
    wanted = sorted(set(tied))
    numbers = hall or tuple(sorted({*range(1, count + 1), *wanted}))
    taken = [number for number in wanted if number in numbers][:count]
    others = [number for number in numbers if number not in taken][: count - len(taken)]
    return [number for number in numbers if number in taken or number in others]


def obstacles(event: models.Event, series_number: int) -> list[str]:
    """Returns all obstacles to drawing a series, as texts, some of them with a remedy."""
    registrations = playing(event, series_number)
    owing = unpaid_in_words(unpaid(registrations))
    return [*([owing] if owing else []), *seating_obstacles(event, registrations)]


def seating_obstacles(event: models.Event, registrations: Sequence[models.Registration]) -> list[str]:
    """Returns the obstacles to seating these players as texts, except unpaid fees."""
    obstacles = []
    nameless = [registration.name for registration in registrations if registration.number is None]
    if nameless:
        words = _("Diese Teilnehmer haben noch keine Startnummer: %(names)s.")
        obstacles.append(words % {"names": ", ".join(nameless)})
    try:
        sizes = table_sizes(len(registrations), event.rules)
        fixed = [r.fixed_table for r in registrations if r.fixed_table is not None]
        numbers = table_numbers(event, len(sizes), fixed)
    except SeatingImpossible as impossible:
        return [*obstacles, sizes_in_words(impossible)]
    except TournamentError as error:
        return [*obstacles, error.message]
    if not nameless:
        players = [candidate(player_input(registration, 0)) for registration in registrations]
        try:
            demand_room(players, sizes, numbers)
        except TiesImpossible as impossible:
            obstacles.append(_tie_in_words(impossible, registrations, event))
    return obstacles


def demand_drawable(event: models.Event, series_number: int) -> None:
    """Raises TournamentError with all obstacles to drawing a series."""
    if reasons := obstacles(event, series_number):
        raise TournamentError(" ".join(reasons))


def sizes_in_words(impossible: SeatingImpossible) -> str:
    return _(
        "%(players)s Spieler lassen sich nicht auf Tische zu %(least)d bis %(most)d Spielern verteilen%(clause)s. "
        "Möglich ist es mit %(possible)s Spielern: Melden Sie jemanden nach, lassen Sie jemanden "
        "außer Konkurrenz mitspielen, oder tragen Sie einen Rückzug ein."
    ) % {"players": impossible.players, **allowed_sizes(impossible.players, impossible.ruleset)}


def _tie_in_words(impossible: TiesImpossible, registrations: Sequence[models.Registration], event: models.Event) -> str:
    tied = [
        f"{registration.number} {registration.name}"
        for registration in registrations
        if registration.fixed_table == impossible.table
    ]
    facts = {"names": ", ".join(tied), "table": impossible.table, "room": impossible.room, "numbers": event.hall_tables}
    match impossible.code:
        case "no_such_table" if event.hall_tables:
            words = _("Tisch %(table)d ist fest für %(names)s, im Saal stehen aber nur die Tische %(numbers)s.")
        case "no_such_table":
            words = _("Tisch %(table)d ist fest für %(names)s, so viele Tische werden aber nicht gebraucht.")
        case "all_threes":
            words = _(
                "Tisch %(table)d ist fest für %(names)s, in dieser Serie ist aber kein so großer Tisch mehr frei. "
                "Lösen Sie jemanden von diesem Tisch."
            )
        case _code:
            words = _(
                "Tisch %(table)d ist fest für %(names)s, dort ist aber nur Platz für %(room)d. "
                "Lösen Sie jemanden von diesem Tisch."
            )
    return words % facts


def standing_order(event: models.Event, series_number: int) -> list[int]:
    """Returns start numbers in the order of the standings before this series, best first.

    Tied players are in order of start number. They are followed by players without a rank, and then by players who are
    not in the standings, such as substitutes called in for this series.
    """
    rows = standings_reading.standings(event, series_number - 1)
    named = {row.entrant.number: None for row in rows if row.entrant.number is not None}
    numbers = event.registrations.filter(number__isnull=False).order_by("number").values_list("number", flat=True)
    return list(named | dict.fromkeys(number for number in numbers if number is not None))


def small_tables(wanted: int) -> dict[str, str]:
    """Returns the words for tables with fewer seats than wanted: "small" (plural), "at_one" ("at such a table")."""
    return {
        "small": _("Dreiertische") if wanted == FOUR else _("kleinere Tische"),
        "at_one": _("an einem Dreiertisch") if wanted == FOUR else _("an einem kleineren Tisch"),
    }


def allowed_sizes(players: int, rules: RuleSet) -> dict[str, object]:
    """Returns facts for messages: the limits of table sizes, their clause, and possible numbers of players."""
    return {
        "least": rules.seats_min,
        "most": rules.seats_max,
        "clause": " (§ 2.1.1)" if rules.size_fixed else "",
        "possible": _(" oder ").join(map(str, nearest_seatable(players, rules))),
    }


def so_many(size: int) -> str:
    """Returns the size of a table as a phrase, such as "zu viert" in "drei Tische zu viert"."""
    known = {2: _("zu zweit"), 3: _("zu dritt"), 4: _("zu viert"), 5: _("zu fünft"), 6: _("zu sechst")}
    return known.get(size) or _("mit %(n)d Spielern") % {"n": size}
