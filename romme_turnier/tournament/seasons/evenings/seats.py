"""The players of a club evening's series: latecomers, early leavers, sit-outs, and seats by the season's table."""

import random
import secrets
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.people.written_names import parse_name
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.seasons.evenings import sit_outs
from romme_turnier.core.seating.draw import SeatingImpossible, nearest_seatable, table_sizes
from romme_turnier.tournament import models
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.participants.absences import come_back, set_absent
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.participants.registrations import Entry, register, reinstate, withdraw
from romme_turnier.tournament.participants.unpaid import owes, set_pays_later
from romme_turnier.tournament.seasons.editions import in_order
from romme_turnier.tournament.seating.draws import apply_draw, propose_draw
from romme_turnier.tournament.seating.draws_by_rank import propose_by_season
from romme_turnier.tournament.seating.series import release_seats
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from romme_turnier.tournament.shared.service import part_of_service, service

Status = models.Registration.Status
Seating = models.Season.Seating
People = Sequence[models.Player | str]  # people of the register, and typed names of new people


@service(gettext_lazy("Zum Abend dazugekommen"))
def join_evening(
    event: models.Event, person: models.Player | str, *, guest: bool = False, by: User
) -> models.Registration:
    """Registers a person for the coming series, with the smallest free start number; a typed name is a new person.

    Raises TournamentError as `register` does. An open fee may be paid later.
    """
    if isinstance(person, str):
        written = parse_name(person)
        entry = Entry(first_name=written.first, last_name=written.last, other_person=True, number=_free_number(event))
    else:
        entry = Entry(player=person, club=person.club.name if person.club else "", number=_free_number(event))
    registration = register(event, entry, by=by)
    if guest:
        registration.guest = True
        registration.save(update_fields=["guest"])
    if owes(registration):
        set_pays_later(registration, True, by=by)
    return registration


def _free_number(event: models.Event) -> int:
    taken = set(event.registrations.exclude(number=None).values_list("number", flat=True))
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


@service(gettext_lazy("Vom Abend gegangen"))
def leave_evening(registration: models.Registration, before_series: int, *, by: User) -> models.Registration:
    """Withdraws a player from this series and all later ones; earlier lists count. Raises the errors of `withdraw`."""
    return withdraw(registration, before_series, by=by)


@service(gettext_lazy("Serie des Abends ausgelost"))
def seat_series(
    event: models.Event,
    number: int,
    *,
    staying: Collection[int],
    present: People = (),
    guests: People = (),
    by: User,
) -> models.Series:
    """Seats the next series of an evening, and releases its seats.

    `staying` holds the primary keys of the registrations of players who play in this series, even if they were
    withdrawn before; all others are withdrawn. `present` and `guests` join them. Raises Faults about `present` and
    `guests`, and TournamentError if a player cannot be withdrawn or the series cannot be drawn.
    """
    models.Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    for registration in event.registrations.select_related("event", "player"):
        if registration.pk not in staying:
            if registration.belongs_to(number):
                leave_evening(registration, number, by=by)
        elif not registration.belongs_to(number):
            reinstate(registration, by=by)
        else:
            come_back(registration, number, by=by)
    bring_in(event, present, guests, by=by)
    return draw_evening(event, number, by=by)


@part_of_service
def bring_in(event: models.Event, present: People, guests: People, *, by: User) -> None:
    """Registers everybody, in the order of their names. Raises Faults about `present` and `guests`."""
    faults: dict[str, str] = {}
    people = [(person, "present") for person in present] + [(person, "guests") for person in guests]
    for person, about in sorted(people, key=lambda pair: _name_order(pair[0])):
        try:
            join_evening(event, person, guest=about == "guests", by=by)
        except TournamentError as error:
            faults[about] = " ".join(filter(None, (faults.get(about), error.message)))
    if faults:
        raise Faults(faults)


def _name_order(person: models.Player | str) -> Any:
    if isinstance(person, models.Player):
        return person.full_name.order
    written = parse_name(person)
    return models.Player(first_name=written.first, last_name=written.last).full_name.order


@part_of_service
def draw_evening(event: models.Event, number: int, *, by: User) -> models.Series:
    """Seats the players of a series by lot or, in the first series, by the season's table if its settings demand it.

    The seats are released. If the number of players does not fit any tables, the players who have sat out least often
    in the season sit out. A lot decides between equals, and the draw records this lot, too. Raises TournamentError if
    the series cannot be drawn.
    """
    seed = secrets.token_hex(8)
    lot = _let_sit_out(event, number, seed, by)
    planned = models.SeasonDate.objects.filter(event=event).select_related("season__organiser").first()
    ranks = season_ranks(planned.season) if planned and number == 1 and follows_table(planned) else None
    if planned is None or ranks is None:
        draw = propose_draw(event, number, by=by, seed=seed)
    else:
        order, basis = _by_season(planned.season, event, number, *ranks)
        draw = propose_by_season(event, number, order, basis=basis, by=by, seed=seed)
    if lot:
        draw.inputs |= {"sit_outs": lot}
        draw.save(update_fields=["inputs"])
    series = apply_draw(draw, by=by)
    release_seats(series, by=by)
    return series


# --- Sit-outs -----------------------------------------------------------------------------------------------------


def surplus(players: int, rules: RuleSet) -> int:
    """Returns the number of players left without a table; 0 if all players can be seated, or none."""
    try:
        table_sizes(players, rules)
    except SeatingImpossible:
        below = [possible for possible in nearest_seatable(players, rules) if possible < players]
        return players - below[0] if below else 0
    return 0


def times_sat_out(season: models.Season, players: Collection[int]) -> dict[int, int]:
    """Returns the number of series that each of these players has sat out in the season, by primary key."""
    absences = models.Absence.objects.filter(
        registration__event__season=season, registration__player__in=players, reason=Reason.SITS_OUT.stored()
    )
    counted = dict(absences.order_by().values_list("registration__player").annotate(Count("pk")))
    return {player: counted.get(player, 0) for player in players}


@part_of_service
def _let_sit_out(event: models.Event, number: int, seed: str, by: User) -> dict[str, Any]:
    """Marks the players who sit out as absent; returns the lot for the record, {} if no player sits out.

    If there are too few players for any table, none is marked. Players without a start number are never marked, because
    the draw refuses them.
    """
    players = playing(event, number)
    count = surplus(len(players), event.rules)
    if not count or event.season is None:
        return {}
    players = [player for player in players if player.number is not None]
    sat_out = times_sat_out(event.season, [player.player_id for player in players])
    times = {f"{player.number:04}": sat_out[player.player_id] for player in players}
    out = sit_outs(times, count, random.Random(f"{seed} sits out"))  # noqa: S311 - repeatable, not secret
    for player in players:
        if f"{player.number:04}" in out:
            set_absent(player, number, reason=Reason.SITS_OUT.stored(), by=by)
    return {"times": times, "out": sorted(out)}


# --- Seats by the table of the season -----------------------------------------------------------------------------


def follows_table(planned: models.SeasonDate) -> bool:
    """Returns whether the first series of this evening is seated by the table of the season."""
    match planned.season.seating:
        case Seating.ALWAYS:
            return True
        case Seating.FROM_DAY:
            return planned.season.seating_from is not None and planned.day >= planned.season.seating_from
        case Seating.LAST_OF_MONTH:
            day = planned.day
            of_month = planned.season.dates.filter(day__year=day.year, day__month=day.month, cancelled=False)
            return not of_month.filter(day__gt=day).exists()
    return False


def season_ranks(season: models.Season) -> tuple[models.Edition, dict[int, tuple[int, int | None]]] | None:
    """Returns the current edition of the season's first ranking of players, with (season number, rank) by player.

    The keys are primary keys of players, in the order of the table. Paused rankings are ignored, because their editions
    are old. Returns None if there is no edition yet.
    """
    main = in_order(season.rankings.filter(of=models.Ranking.Of.PLAYERS, rests=False)).first()
    edition = models.Edition.objects.filter(ranking=main).select_related("ranking").first()
    if edition is None:
        return None
    rows = edition.rows.exclude(entrant=None).order_by("position")
    return edition, {
        player: (number, rank)
        for player, number, rank in rows.values_list("entrant__player", "entrant__number", "rank")
    }


def _by_season(
    season: models.Season,
    event: models.Event,
    number: int,
    edition: models.Edition,
    ranks: dict[int, tuple[int, int | None]],
) -> tuple[list[int], dict[str, Any]]:
    """Returns the start numbers in the order of the table, and its basis for the record: edition and season numbers.

    The ranked players come first, then players below the minimum, players who are not in the table, and guests. If the
    season has `guests_from_table`, guests follow the players who fill the tables below that number.
    """
    players = playing(event, number)
    places = {player: place for place, player in enumerate(ranks)}
    regular = sorted(
        (player for player in players if not player.guest),
        key=lambda player: (places.get(player.player_id, len(places)), player.number or 0),
    )
    guests = [player for player in players if player.guest]
    at = len(regular)
    if season.guests_from_table is not None:
        at = sum(table_sizes(len(players), event.rules)[: season.guests_from_table - 1])
    order = [*regular[:at], *guests, *regular[at:]]
    basis = {
        "ranking": edition.ranking.slug,
        "edition": edition.number,
        "ranks": [[player.number, *ranks.get(player.player_id, (None, None))] for player in order],
    }
    return [player.number for player in order if player.number is not None], basis


def said_sit_outs(series: models.Series) -> str:
    """Returns a sentence about the players who sit out because there is no table for them; "" if there are none."""
    absences = models.Absence.objects.filter(
        registration__event=series.event_id, series_number=series.number, reason=Reason.SITS_OUT.stored()
    )
    names = [absence.registration.name for absence in absences.select_related("registration__player")]
    if not names:
        return ""
    words = _(
        "Setzt aus, weil die Zahl der Spieler nicht auf die Tische passt: %(names)s. Das nächste Mal trifft es "
        "zuerst andere."
    )
    return words % {"names": ", ".join(names)}
