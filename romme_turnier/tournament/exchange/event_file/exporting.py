"""Exports an event's facts as the content of an event file."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import count
from typing import Any, TypeVar

from django.db.models import Model
from django.utils import timezone

from romme_turnier.core.lists.rows import hand_factor
from romme_turnier.core.lists.sheet import Game
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.settings import SAME, VERSIONS, settings_of
from romme_turnier.tournament.lists.loaded_list import LoadedList, ending_reading_of, load_many
from romme_turnier.tournament.lists.words import say_doubt
from romme_turnier.tournament.standings import reading as standings_reading

_LONGEST = 300  # characters of a reason, by the schema


class Doubts:
    """Exports the games of a list whose ending is in doubt (§ 2.2.6). The file cannot express such doubts.

    The row gets the facts that all readings of the ending share, and the points that count; a ruling accepts the row.
    The ruling's reason names the readings. All sums are the same after an import, except the scoring points of such a
    game if a Handrommé is worth fewer of them than ending the game, or if it doubles the points in the row.
    """

    def __init__(self, rules: RuleSet, ending_readings: Iterable[models.EndingReading]) -> None:
        self._rules = rules
        self._rows = {row.game: row for row in ending_readings}

    def _times(self, game: int, seat: int) -> int:
        """Returns the factor that converts the stored points of a seat into the points in the exported row."""
        if game not in self._rows:
            return 1
        reading = ending_reading_of(self._rows[game])
        shown = self._rules.hand_factor if reading.certain.handromme else 1
        return hand_factor(seat, reading.endings, self._rules) // shown

    def counted(self, game: Game) -> Game:
        """Returns the game with the points that count."""
        points = (
            points and points * self._times(game.number, seat) for seat, points in enumerate(game.points, start=1)
        )
        return replace(game, points=tuple(points))

    def counted_values(self, reading: models.Reading) -> list[int]:
        """Returns the readings of an entry as points that count."""
        return [value * self._times(reading.game, reading.seat) for value in reading.values]

    def as_rulings(self, rulings: Iterable[models.RowRuling]) -> list[dict[str, int | str]]:
        """Returns the rulings of the list as JSON values, with one for each game whose ending is in doubt."""
        reasons = {ruling.game: ruling.reason for ruling in rulings}
        for game, row in self._rows.items():
            own = [reasons[game]] if game in reasons else []
            reasons[game] = "; ".join([*own, f"{say_doubt(row.endings, self._rules)}: {row.reason}"])[:_LONGEST]
        return [{"game": game, "reason": reason} for game, reason in reasons.items()]


FORMAT = "romme-turnier/event"
Row = TypeVar("Row", bound=Model)


def export_event(event: models.Event) -> dict[str, Any]:
    """Returns the event as JSON values. Importing these elsewhere and exporting again gives the same values.

    Raises DamagedPackError as `read_packed` does.
    """
    clubs = _clubs(event)
    settings = settings_of(event)
    return {
        "format": FORMAT,
        "version": VERSIONS[settings is not None],
        "event": announcement_of(event, settings),
        "clubs": [{"key": key, "name": club.name} for club, key in clubs.items()],
        "teams": _teams(event),
        "participants": _participants(event, clubs),
        "series": _series(event),
        "play_offs": _play_offs(event),
    }


def announcement_of(event: models.Event, settings: dict[str, Any] | None) -> dict[str, Any]:
    """Returns the announcement as JSON values; `settings` is the result of `settings_of`."""
    bonus = event.bonus if settings is None else event.terms.bonus
    facts = {
        "slug": event.own_slug,
        **{name: getattr(event, name) for name in SAME},
        "starts_at": timezone.localtime(event.starts_at).isoformat(),
        **(settings or {}),
        **({"games_per_list": event.games_per_list} if event.games_per_list else {}),
        "bonus": {"mode": bonus.mode.value, "four": bonus.four, "three": bonus.three, "handromme": bonus.handromme},
        "entry_fee": f"{event.entry_fee:.2f}",
    }
    steps = [[f"{step.amount:.2f}", step.from_game] for step in event.fine_steps.order_by("pk")]
    return {**facts, **({"fine": {"per_lost_game": steps}} if steps else {})}


def _clubs(event: models.Event) -> dict[models.Club, str]:
    """Returns the event's clubs with their keys in the file. Clubs that have no key get a new one."""
    clubs = {entry.club: entry.key for entry in event.event_clubs.select_related("club").order_by("pk")}
    taken = set(clubs.values())
    free = (key for key in (f"C{number}" for number in count(1)) if key not in taken)
    playing = event.registrations.taking_part().values("club")
    for club in models.Club.objects.filter(pk__in=playing).order_by("pk"):
        if club not in clubs:
            clubs[club] = next(free)
    return clubs


def _teams(event: models.Event) -> list[dict[str, Any]]:
    """Returns the teams with their members' start numbers. Omits waiting teams, and members without a number."""
    members: dict[int, list[int | None]] = defaultdict(list)
    memberships = models.TeamMember.objects.filter(team__event=event, registration__number__isnull=False)
    for team, number in memberships.order_by("position", "pk").values_list("team_id", "registration__number"):
        members[team].append(number)
    here = event.registrations.taking_part()
    waiting = models.TeamMember.objects.filter(team__event=event).exclude(team__memberships__registration__in=here)
    return [
        {"key": team.key, "name": team.name, "participants": members[team.pk]}
        for team in event.teams.exclude(pk__in=waiting.values("team")).order_by("position", "pk")
    ]


def _participants(event: models.Event, clubs: dict[models.Club, str]) -> list[dict[str, Any]]:
    registrations = event.registrations.taking_part().select_related("player", "club").order_by("pk")
    return [
        {
            "number": registration.number,
            **({"key": registration.player.key} if registration.player.key is not None else {}),
            "first_name": registration.player.first_name,
            "last_name": registration.player.last_name,
            "club": clubs[registration.club] if registration.club else None,
            "paid": registration.paid,
            "status": registration.status,
            **({"from_series": registration.left_before_series} if registration.left_before_series is not None else {}),
            **({"out_of_competition": True} if registration.out_of_competition else {}),
        }
        for registration in registrations
    ]


def _series(event: models.Event) -> list[dict[str, Any]]:
    tables: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for loaded in load_many(models.Spielliste.objects.filter(table__series__event=event).order_by("table__number")):
        table = loaded.row.table
        tables[table.series_id].append({"number": table.number, "seats": loaded.players, "list": _list(loaded)})
    stored = event.series.order_by("number")
    return [{"number": series.number, "tables": tables[series.pk]} for series in stored]


def _list(loaded: LoadedList) -> dict[str, Any]:
    doubts = Doubts(loaded.event.rules, loaded.ending_readings)
    games = map(doubts.counted, loaded.sheet.games)
    rulings = doubts.as_rulings(_as_entered(loaded.rulings))
    vacant = [
        {"seat": vacancy.seat, "from_game": vacancy.from_game, "reason": vacancy.reason}
        | ({"counts": True} if vacancy.counts else {})
        for vacancy in _as_entered(loaded.vacancies)
    ]
    return {
        "status": loaded.row.status,
        "games": [
            {"number": g.number, "finisher": g.finisher, "handromme": g.handromme, "points": list(g.points)}
            for g in sorted(games, key=lambda game: game.number)
        ],
        **({"rulings": rulings} if rulings else {}),
        **({"vacant": vacant} if vacant else {}),
        "readings": [
            {"game": r.game, "seat": r.seat, "values": doubts.counted_values(r)} for r in _as_entered(loaded.readings)
        ],
        "penalties": [
            {"seat": p.seat, "game": p.game, "points": p.points, "reason": p.reason}
            for p in _as_entered(loaded.penalties)
        ],
        **_claims(loaded),
    }


def _as_entered(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: row.pk)


def _claims(loaded: LoadedList) -> dict[str, list[int | None]]:
    by_seat = {claim.seat: claim for claim in loaded.claims}
    named = {"claimed_totals": "total", "claimed_results": "result", "claimed_finished": "finished"}
    columns = {
        name: [getattr(by_seat.get(seat), column, None) for seat in range(1, len(loaded.seats) + 1)]
        for name, column in named.items()
    }
    return {name: column for name, column in columns.items() if any(value is not None for value in column)}


def _play_offs(event: models.Event) -> list[dict[str, Any]]:
    decided = event.play_offs.filter(places__isnull=False).distinct()
    play_offs = decided.order_by("pk").prefetch_related("places__registration")
    stored = [
        {"participants": _numbers(play_off, "position"), "ranking": _numbers(play_off, "place")}
        for play_off in play_offs
    ]
    return stored + [{"participants": sorted(order), "ranking": order} for order in _completed(event)]


def _completed(event: models.Event) -> list[list[int]]:
    """Returns the orders, best first, of play-offs that ended in ties if later ones have resolved all of these."""
    latest = {play_off.participants: play_off.groups for play_off in standings_reading.play_offs(event)}

    def order(group: Collection[int]) -> list[int]:
        """Returns the players of a group in order; an empty list while some of them are tied."""
        if len(group) == 1:
            return list(group)
        groups = latest.get(frozenset(group), ())
        parts = [order(part) for part in groups] if len(groups) > 1 else []
        return [number for part in parts for number in part] if all(parts) else []

    tied = [players for players, groups in latest.items() if len(groups) < len(players)]
    return [numbers for numbers in map(order, tied) if numbers]


def _numbers(play_off: models.PlayOff, order: str) -> list[int | None]:
    places = sorted(play_off.places.all(), key=lambda place: getattr(place, order))
    return [place.registration.number for place in places]
