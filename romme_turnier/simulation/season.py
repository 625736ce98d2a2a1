"""Plays a season of club evenings through the services that pages use, with the incidents of a year."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.utils import timezone

from romme_turnier.core.json_questions import Fields
from romme_turnier.core.lists.notation import format_row, parse_row
from romme_turnier.core.lists.scoring_points import USUAL
from romme_turnier.core.seasons.formula import Formula
from romme_turnier.core.seasons.formula_json import STORED_KEYS, read_formula
from romme_turnier.simulation.deck import play_game
from romme_turnier.simulation.participants.names import operator
from romme_turnier.simulation.simulated_event import make_accounts
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import Announcement, create_event, publish_event, unpublish_event
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.checking.checks import check_faultless
from romme_turnier.tournament.organisers.hierarchy import OrganiserDetails, add_second_organiser
from romme_turnier.tournament.participants.members.memberships import MembershipDetails, add_member
from romme_turnier.tournament.participants.names.consents import Speaker, change_season_consent
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.participants.registrations import Entry, register, update_registration
from romme_turnier.tournament.participants.start_numbers import give_numbers
from romme_turnier.tournament.seasons import editions, rankings, seasons
from romme_turnier.tournament.seasons.evenings import evening, seats as evening_seats
from romme_turnier.tournament.seating import draws, series as series_services
from romme_turnier.tournament.standings.releases import release_standings

Json = dict[str, Any]
Kind = models.Event.Kind
Of = models.Ranking.Of
Watcher = Callable[[models.Season], None]

_CLUBS = "Rommé-Club Ahorn", "Rommé-Club Birke"
_WEEK = timedelta(days=7)
_GUESTS = 5
# Formulas by scoring. If the fewest points win, sums and missing lists that count 0 are refused.
_FORMULAS: dict[str, tuple[Json, ...]] = {
    "sum": (
        {"join": {"mean_of_at_least": 6, "missing": "worst"}, "ties": ["ended", "handrommes", "last"]},
        {"join": {"mean_of_at_least": 5, "missing": "own_worst"}, "ties": ["fewer_units"]},
        {"join": "mean", "need": 4, "minus": {"over": 1, "power": 2, "times": "0.25"}, "ties": ["last"]},
        {"unit": "event", "keep": {"best": 3}, "need": 3},
        {"unit": "month", "month_needs": 3, "join": "mean", "who": {"guests": True}},
        {"take": {"series": [1]}, "join": "mean", "need": {"need": 4, "of": 6}, "ties": ["handrommes", "ended"]},
    ),
    "scoring_points": (
        {"value": "scoring_points", "keep": {"drop": 2}, "ties": ["ended", "last"]},
        {"value": "scoring_points", "join": {"mean_of_at_least": 6}, "who": {"guests": True}},
        {"value": "scoring_points", "unit": "event", "minus": {"over": 2, "from": 4, "power": 2}},
        {"value": "scoring_points", "unit": "month", "month_needs": 2, "keep": {"best": 2}},
    ),
    "table_points": (
        {"value": "table_points", "positive": True, "ties": ["fewer_units"]},
        {"value": "table_points", "unit": "event", "join": "mean", "need": 2, "ties": ["last"]},
    ),
}
# Names of cups. The two cups of the previous season are held again in these weeks; the rounds are different events.
_CUPS_BEFORE = "1. Ahorncup 2025", "1. Birkencup 2025"
_CUPS = {1: "2. Ahorncup 2026", 2: "1. Vorrunde", 3: "2. Birkencup 2026", 4: "2. Vorrunde"}
_UNTIL_AGAIN: Json = {"until_again": True, "take": {"kinds": ["tournament"]}, "unit": "event", "join": "mean"}
_LISTS: Json = {"value": "lists", "who": {"guests": True}, "ties": ["ended"]}
# Fields of stored formulas only, for any scoring; the value and the cut-off date are added later.
_SELECTIONS: tuple[Json, ...] = (
    {"unit": "event", "places": "percent"},
    {"unit": "event", "places": "percent", "member_months": 0, "organisers_below": True},
    {"months": 1},
    {"months": 1, "organisers_below": True},
    {"member_months": 12, "ties": ["last"]},
    {"organisers_below": True, "who": {"guests": True}, "ties": ["ended"]},
    {"organisers_below": True},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonScenario:
    """The plan of a season. All random choices follow from `seed`.

    An evening has one or two `series`; `games` is the number of games of a list. With `has_club_below`, some people
    also play at a club below, and some of its evenings are public. With `has_cups`, tournaments of the previous season
    are held again. `happens` gives the chance of each incident in a week, or the weeks in which it happens.
    """

    seed: int = 1
    evenings: int = 6
    members: int = 9
    series: int = 2
    games: int = 2
    scoring: str = "sum"
    guest_evenings_count: bool = True
    seating: str = models.Season.Seating.NEVER
    has_club_below: bool = False
    has_cups: bool = False
    happens: dict[str, float | tuple[int, ...]] = field(default_factory=lambda: dict(_USUAL))


_USUAL: dict[str, float | tuple[int, ...]] = {
    "corrected": 0.3,
    "taken_back": 0.2,
    "abandoned": 0.1,
    "club_changed": 0.2,
    "joined": 0.3,
    "merged": 0.2,
    "erased": 0.15,
    "formula_changed": 0.2,
    "adjusted": 0.3,
    "withdrawn": 0.2,
    "consented": 0.4,
}


def any_season(seed: int) -> SeasonScenario:
    """Returns a random small season."""
    rng = random.Random(f"season {seed}")  # noqa: S311 - repeatable, not secret
    return SeasonScenario(
        seed=seed,
        evenings=rng.randint(3, 6),
        members=rng.randint(6, 11),
        games=rng.randint(1, 2),
        scoring=rng.choice(sorted(_FORMULAS)),
        guest_evenings_count=rng.random() < 0.7,
        seating=rng.choice([models.Season.Seating.NEVER, models.Season.Seating.ALWAYS]),
        has_club_below=rng.random() < 0.6,
        has_cups=rng.random() < 0.5,
    )


@dataclass
class SimulatedSeason:
    """A running simulation of a season. `members` play on most evenings, `guests` on few."""

    scenario: SeasonScenario
    season: models.Season
    director: Any
    rng: random.Random
    watch: Watcher
    members: list[models.Player] = field(default_factory=list)
    guests: list[models.Player] = field(default_factory=list)
    clubs: dict[int, str] = field(default_factory=dict)
    below: models.Season | None = None
    tally: Counter[str] = field(default_factory=Counter)

    def happens(self, what: str, week: int) -> bool:
        """Returns whether an incident happens in this week, and counts it."""
        plan = self.scenario.happens.get(what, ())
        happens = week in plan if isinstance(plan, tuple) else self.rng.random() < plan
        self.tally[what] += happens
        return happens


def simulate_season(scenario: SeasonScenario, watch: Watcher = lambda _season: None) -> SimulatedSeason:
    """Plays a season that ended some weeks ago; `watch` is called after each act that may issue editions.

    Raises TournamentError if a service refuses a legitimate act.
    """
    people = make_accounts()
    rng = random.Random(repr(scenario.seed))  # noqa: S311 - repeatable, not secret
    first_day = timezone.localdate() - _WEEK * (scenario.evenings + 3)
    details = seasons.SeasonDetails(
        name=f"Saison {scenario.seed}",
        first_day=first_day,
        last_day=first_day + _WEEK * scenario.evenings,
        weekday=first_day.weekday(),
        guest_evenings_count=scenario.guest_evenings_count,
        seating=scenario.seating,
    )
    days = [first_day + _WEEK * week for week in range(scenario.evenings)]
    before = _season_before(details, people.director) if scenario.has_cups else None
    season = (
        seasons.next_season(before, details, days=days, by=people.director)
        if before is not None
        else seasons.create_season(details, days=days, by=people.director)
    )
    simulated = SimulatedSeason(scenario, season, people.director, rng, watch)
    _invite(simulated)
    if before is not None:
        for number, name in enumerate(_CUPS_BEFORE):
            _play_cup(simulated, before, name, before.first_day + _WEEK * number)
    if scenario.has_club_below:
        simulated.below = _season_below(simulated, details)
    for name, of, formula in _first_rankings(simulated):
        rankings.create_ranking(season, name, _formula(formula), of=of, by=people.director)
    for week, day in enumerate(days):
        _play_evening(simulated, week, day)
        if before is not None and week in _CUPS:
            _play_cup(simulated, season, _CUPS[week], day + timedelta(days=3))
            editions.reissue_outdated(season, by=people.director)
            watch(season)
        if simulated.below is not None and rng.random() < 0.7:
            _play_below(simulated, simulated.below, day + timedelta(days=rng.randint(1, 2)))
        for what, act in _INCIDENTS.items():
            if simulated.happens(what, week):
                act(simulated)
                watch(season)
    editions.reissue_outdated(season, by=people.director)
    watch(season)
    return simulated


def _invite(simulated: SimulatedSeason) -> None:
    for number in range(simulated.scenario.members):
        member = add_member(
            simulated.season.organiser,
            None,
            f"Vera{number}",
            f"Stamm{simulated.scenario.seed}-{number}",
            MembershipDetails(),
            other_person=True,
            by=operator(),
        )
        simulated.members.append(member.player)
    for player in simulated.members[::3]:
        simulated.clubs[player.pk] = _CLUBS[0]


def _first_rankings(simulated: SimulatedSeason) -> list[tuple[str, str, Json]]:
    formulas = _FORMULAS[simulated.scenario.scoring]
    first, second = simulated.rng.sample(formulas, 2)
    third = simulated.rng.choice([each for each in _SELECTIONS if simulated.below or "organisers_below" not in each])
    third = third | {"value": formulas[0].get("value", "result"), "join": "mean"}
    if simulated.rng.random() < 0.4:
        third["key_day"] = str(simulated.season.first_day + _WEEK * simulated.rng.randint(1, 3))
    return [
        ("Jahreswertung", Of.PLAYERS, first),
        ("Zweite Wertung", Of.PLAYERS, second),
        ("Meiste Listen", Of.PLAYERS, _LISTS),
        ("Clubs", Of.CLUBS, _LISTS),
        ("Auswahl", Of.PLAYERS, third),
        *([("Cups", Of.PLAYERS, _UNTIL_AGAIN | {"value": third["value"]})] if simulated.scenario.has_cups else []),
    ]


def _formula(formula: Json) -> Formula:
    return read_formula(Fields(formula, STORED_KEYS))


# --- Cups -----------------------------------------------------------------------------------------------------------


def _season_before(details: seasons.SeasonDetails, by: Any) -> models.Season:
    """Creates the season before this one, without evenings."""
    first_day = details.first_day - _WEEK * 10
    before = replace(
        details, name=f"{details.name} davor", first_day=first_day, last_day=details.first_day - timedelta(days=1)
    )
    return seasons.create_season(before, by=by)


def _play_cup(simulated: SimulatedSeason, season: models.Season, name: str, day: date) -> None:
    """Plays a tournament of one series, with some of the members."""
    scenario, rng, by = simulated.scenario, simulated.rng, simulated.director
    event = create_event(announcement_of(scenario, name, day, series=1), organiser=season.organiser, by=by)
    event = seasons.put_into_season(event, season, Kind.TOURNAMENT, by=by)
    for player in rng.sample(simulated.members, 4 if len(simulated.members) < 6 else rng.choice([4, 6])):
        register(event, Entry(player=player), by=by)
    play_event(simulated, event)
    simulated.tally["cups"] += 1


def play_event(simulated: SimulatedSeason, event: models.Event) -> None:
    """Gives the players their start numbers, draws, plays and closes all series, and releases the standings."""
    by = simulated.director
    give_numbers(event, "registration", by=by)
    for number in range(1, event.series_count + 1):
        draw = draws.propose_draw(event, number, seed=f"{simulated.rng.getrandbits(64):016x}", by=by)
        series = draws.apply_draw(draw, by=by)
        play_series(simulated, event, number)
        check_faultless(series, by=by)
        series_services.close_series(series, by=by)
    release_standings(event, event.series_count, by=by)


def announcement_of(scenario: SeasonScenario, name: str, day: date, *, series: int) -> Announcement:
    with_points = scenario.scoring == models.Event.Scoring.SCORING_POINTS
    return Announcement(
        name=name,
        starts_at=timezone.localtime().replace(year=day.year, month=day.month, day=day.day, hour=19),
        bonus_mode=models.Event.Bonus.PER_LIST,
        games_per_list=scenario.games,
        series_count=series,
        scoring=scenario.scoring,
        points_per_game=USUAL if with_points else None,
    )


# --- An evening -----------------------------------------------------------------------------------------------------


def _play_evening(simulated: SimulatedSeason, week: int, day: date) -> None:
    """Plays an evening; people come late, leave early, and bring guests."""
    rng, by = simulated.rng, simulated.director
    present = [player for player in simulated.members if rng.random() < 0.8]
    present = present if len(present) > 2 else simulated.members
    guests: list[models.Player | str] = list(
        rng.sample(simulated.guests, min(len(simulated.guests), rng.randint(0, 2)))
    )
    if len(simulated.guests) < _GUESTS and rng.random() < 0.5:
        guests.append(f"Gast{week} Neu{simulated.scenario.seed}")
    late = present[6:] if len(present) > 8 and rng.random() < 0.5 else []
    present = [player for player in present if player not in late]
    event = _open(simulated, day, present, guests)
    brought = event.registrations.filter(guest=True).select_related("player").order_by("pk")
    simulated.guests += [row.player for row in brought if row.player not in simulated.guests]
    simulated.tally["guests"] += len(brought)
    play_series(simulated, event, 1)
    for row in event.registrations.filter(player__in=simulated.clubs).select_related("player", "club").order_by("pk"):
        entry = replace(Entry.of(row), club=simulated.clubs[row.player_id])  # on this evening, not on earlier ones
        update_registration(row, entry, by=by)
    if simulated.scenario.series == 2 and not simulated.happens("abandoned", week):
        playing = list(event.registrations.order_by("number"))
        staying = {row.pk for row in playing if len(playing) < 6 or rng.random() < 0.9}
        evening_seats.seat_series(event, 2, staying=staying, present=late, by=by)
        play_series(simulated, event, 2)
    evening.close_evening(event, ends_after=event.series.last_drawn(), by=by)
    simulated.tally["evenings"] += 1
    simulated.watch(simulated.season)


def _season_below(simulated: SimulatedSeason, details: seasons.SeasonDetails) -> models.Season:
    """Adds a club below the organiser of the season, and a season of that club on the same days."""
    above = {"kind": "federation", "name": "Verband", "number": "1", "slug": "verband"}
    club = {"kind": "club", "name": "RC Unten", "number": "1-01", "slug": "unten"}
    organiser = add_second_organiser(OrganiserDetails(**club), OrganiserDetails(**above), by=operator())
    simulated.season.refresh_from_db()
    return seasons.create_season(details, organiser=organiser, by=operator())


def _play_below(simulated: SimulatedSeason, season: models.Season, day: date) -> None:
    """Plays an evening of the club below, then publishes or unpublishes this evening and a random one."""
    if not season.includes(day):
        return
    rng, of_club = simulated.rng, replace(simulated, season=season, director=operator())
    people = [*simulated.members, *simulated.guests]
    present = rng.sample(people, rng.randint(4, min(6, len(people))))
    guests: list[models.Player | str] = [player for player in present if player in simulated.guests]
    event = _open(of_club, day, [player for player in present if player not in guests], guests)
    play_series(of_club, event, 1)
    evening.close_evening(event, ends_after=1, by=of_club.director)
    for turned in {event, rng.choice(list(season.events.order_by("starts_at")))}:
        (unpublish_event if turned.is_public else publish_event)(turned, by=of_club.director)
    simulated.tally["below"] += 1
    if rng.random() < 0.6:
        editions.reissue_outdated(simulated.season, by=simulated.director)
        simulated.watch(simulated.season)


def _open(
    simulated: SimulatedSeason, day: date, present: Sequence[models.Player], guests: Sequence[models.Player | str]
) -> models.Event:
    scenario, by = simulated.scenario, simulated.director
    if evening.last_evening(simulated.season) is not None:
        return evening.open_evening(simulated.season, day, present, guests, by=by)
    # The first evening has short lists, and the next ones take its terms.
    announcement = announcement_of(scenario, f"Abend {scenario.seed}", day, series=scenario.series)
    created = create_event(announcement, organiser=simulated.season.organiser, by=by)
    event = seasons.put_into_season(created, simulated.season, Kind.EVENING, by=by)
    evening_seats.seat_series(event, 1, staying=(), present=present, guests=guests, by=by)
    return event


def play_series(simulated: SimulatedSeason, event: models.Event, number: int) -> None:
    """Enters and completes all lists of a series, without the mistakes that the simulation of events makes."""
    rules = event.rules
    lists = models.Spielliste.objects.filter(table__series__event=event, table__series__number=number)
    for spielliste in lists.order_by("table__number"):
        seats = spielliste.table.seats.count()
        for game in range(1, event.games_per_list + 1):
            cells = format_row(play_game(rules, seats, game, simulated.rng), highest_wins=rules.highest_wins)
            _enter(simulated, spielliste, game, cells, expected=0)
        entries.complete(spielliste, expected=None, by=simulated.director)
        simulated.tally["lists"] += 1


def _enter(
    simulated: SimulatedSeason,
    spielliste: models.Spielliste,
    game: int,
    cells: Sequence[str],
    *,
    expected: int,
    reason: str = "",
) -> None:
    row = parse_row(game, cells, highest_wins=spielliste.table.series.event.rules.highest_wins)
    entries.save_row(spielliste, row, expected=expected, by=simulated.director, reason=reason)


# --- Between evenings -----------------------------------------------------------------------------------------------


def correct(simulated: SimulatedSeason) -> None:
    """Corrects a list of an event of the season and releases its standings again; may also reissue editions."""
    rng, by = simulated.rng, simulated.director
    event = rng.choice(list(simulated.season.events.order_by("starts_at")))
    last = event.series.get(number=event.series_count)
    series_services.reopen_series(last, by=by)
    _correct_list(simulated, last)
    series_services.close_series(last, by=by)
    release_standings(event, last.number, by=by)
    if rng.random() < 0.5:
        editions.reissue_outdated(simulated.season, "Berichtigung", by=by)


def _correct_list(simulated: SimulatedSeason, series: models.Series) -> None:
    lists = models.Spielliste.objects.filter(table__series=series).order_by("table__number")
    spielliste = simulated.rng.choice(list(lists))
    rules, seats = series.event.rules, spielliste.table.seats.count()
    row = spielliste.rows.order_by("number")[0]
    cells = format_row(play_game(rules, seats, row.number, simulated.rng), highest_wins=rules.highest_wins)
    _enter(simulated, spielliste, row.number, cells, expected=row.version, reason="Der Tisch hat sich verschrieben")


def _take_back(simulated: SimulatedSeason) -> None:
    """Reopens the last evening unless it was abandoned, corrects a list, and closes the evening again."""
    event = evening.last_evening(simulated.season)
    if event is None or event.series.count() < simulated.scenario.series:
        return  # it was abandoned; once reopened, it would need its second series
    evening.reopen_evening(event, by=simulated.director)
    simulated.watch(simulated.season)
    _correct_list(simulated, event.series.order_by("number")[0])
    evening.close_evening(event, by=simulated.director)


def _change_club(simulated: SimulatedSeason) -> None:
    player = simulated.rng.choice(simulated.members)
    simulated.clubs[player.pk] = _CLUBS[1] if simulated.clubs.get(player.pk) == _CLUBS[0] else _CLUBS[0]


def _join(simulated: SimulatedSeason) -> None:
    """Makes a guest a member of the club."""
    if simulated.guests:
        player = simulated.guests.pop(0)
        add_member(simulated.season.organiser, player, "", "", MembershipDetails(), by=operator())
        simulated.members.append(player)
        editions.reissue_outdated(simulated.season, by=simulated.director)


def _merge(simulated: SimulatedSeason) -> None:
    """Merges a guest with another guest or a member who never came on the same evening."""
    rng = simulated.rng
    for drop in rng.sample(simulated.guests, len(simulated.guests)):
        evenings = set(drop.registrations.values_list("event", flat=True))
        others = [player for player in (*simulated.members, *simulated.guests) if player != drop]
        apart = [player for player in others if not player.registrations.filter(event__in=evenings).exists()]
        if apart:
            merge_players(rng.choice(apart), drop, by=None)
            simulated.guests.remove(drop)
            return
    simulated.tally["merged"] -= 1


def _erase(simulated: SimulatedSeason) -> None:
    if len(simulated.members) > 6:
        player = simulated.members.pop(simulated.rng.randrange(len(simulated.members)))
        simulated.clubs.pop(player.pk, None)
        erase_player(player, by=None)
    else:
        simulated.tally["erased"] -= 1


def _change_formula(simulated: SimulatedSeason) -> None:
    ranking = simulated.season.rankings.get(name="Jahreswertung")
    current = editions.current_version(ranking).formula
    others = [_formula(formula) for formula in _FORMULAS[simulated.scenario.scoring]]
    formula = simulated.rng.choice([formula for formula in others if formula != current])
    rankings.change_formula(ranking, formula, by=simulated.director)


def _adjust(simulated: SimulatedSeason) -> None:
    ranking = simulated.season.rankings.order_by("position")[simulated.rng.randrange(3)]
    players = models.Player.objects.filter(results__season=simulated.season).distinct().order_by("pk")
    points = Decimal(simulated.rng.choice([-1000, -250, -33, 50, 700])) / 100
    rankings.adjust(ranking, simulated.rng.choice(list(players)), points, "Regelverstoß", by=simulated.director)


def _withdraw(simulated: SimulatedSeason) -> None:
    in_force = models.Adjustment.objects.filter(ranking__season=simulated.season, withdrawn_at=None).order_by("pk")
    if adjustment := in_force.first():
        rankings.withdraw_adjustment(adjustment, "Irrtum", by=simulated.director)


def _consent(simulated: SimulatedSeason) -> None:
    """Records a player's consent to the full name in the table, or its withdrawal."""
    named = simulated.season.players.current().filter(player__erased_at=None).order_by("number")
    if named:
        entrant = simulated.rng.choice(list(named))
        change_season_consent(entrant, agreed=not entrant.publish_name, speaker=Speaker.PLAYER)


_INCIDENTS: dict[str, Callable[[SimulatedSeason], None]] = {
    "taken_back": _take_back,
    "corrected": correct,
    "club_changed": _change_club,
    "joined": _join,
    "merged": _merge,
    "erased": _erase,
    "formula_changed": _change_formula,
    "adjusted": _adjust,
    "withdrawn": _withdraw,
    "consented": _consent,
}
