"""Simulates the hall: the players of a series, their seats, and players who leave during the series."""

from collections.abc import Iterator

from romme_turnier.core.seating.draw import SeatingImpossible, table_sizes
from romme_turnier.simulation.cashier import give_back, take_fees
from romme_turnier.simulation.opening import come_late
from romme_turnier.simulation.paper import Leaving
from romme_turnier.simulation.participants.arrivals import check_everybody_in
from romme_turnier.simulation.participants.duplicates import register_somebody_twice
from romme_turnier.simulation.participants.names import change_consents
from romme_turnier.simulation.participants.online_registration import call_off, take_in_by_hand
from romme_turnier.simulation.participants.substitutions import call_substitutes_in
from romme_turnier.simulation.simulated_event import SimulatedEvent, refused
from romme_turnier.tournament import models
from romme_turnier.tournament.hall import clock
from romme_turnier.tournament.participants import absences, registrations, start_numbers, waiting_list
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.participants.registrations import Entry
from romme_turnier.tournament.seating import drawn_cards, draws, seats, series as series_services
from romme_turnier.tournament.seating.draws_by_rank import propose_by_standings
from romme_turnier.tournament.seating.draws_from_file import propose_from_file
from romme_turnier.tournament.seating.file import Place

Status = models.Registration.Status


def prepare(simulated: SimulatedEvent, number: int, waiting: Iterator[Entry]) -> None:
    """Prepares a series: lets players change consents, come, leave, sit out, pay and check in, and fills up tables."""
    change_consents(simulated, number)
    if number > 1:
        _come_and_go(simulated, number, waiting)
    for registration in playing(simulated.event, number):
        if simulated.happens(0.02) and len(playing(simulated.event, number)) > 6:
            absences.set_absent(registration, number, reason="kommt später", by=simulated.people.entry)
            simulated.tally["absences"] += 1
            if simulated.happens(0.2, "absences_taken_back"):
                absences.come_back(registration, number, by=simulated.people.entry)
    if number == 1:
        take_fees(simulated)
        call_off(simulated)  # a waiting player moves up
    # A player who has just been admitted has no number yet.
    start_numbers.give_numbers(simulated.event, "registration", by=simulated.people.entry)
    take_fees(simulated)
    check_everybody_in(simulated, number)
    call_substitutes_in(simulated, number)
    _fill_up(simulated, number, waiting)
    start_numbers.give_numbers(simulated.event, "registration", by=simulated.people.entry)
    take_fees(simulated)


def _come_and_go(simulated: SimulatedEvent, number: int, waiting: Iterator[Entry]) -> None:
    if simulated.happens(0.15):
        come_late(simulated, next(waiting))
    if simulated.happens(0.05):
        register_somebody_twice(simulated, playing=True)
    first = waiting_list.waiting(simulated.event).first()
    if first is not None and simulated.happens(0.1):
        take_in_by_hand(simulated, first)
    by = simulated.people.director
    for registration in playing(simulated.event, number):
        if simulated.happens(0.02, "withdrawn"):
            registrations.withdraw(registration, number, by=by)
            give_back(simulated, registration)
            if simulated.happens(0.2, "reinstated"):
                registrations.reinstate(registration, by=by)
        elif simulated.happens(0.004, "excluded"):
            registrations.exclude(registration, number, reason="Störung am Tisch (§ 1.4)", by=by)
            give_back(simulated, registration)


def _fill_up(simulated: SimulatedEvent, number: int, waiting: Iterator[Entry]) -> None:
    """Registers up to three helpers out of competition if the number of players requires it (§ 2.1.1)."""
    for _helper in range(3):
        try:
            table_sizes(len(playing(simulated.event, number)), simulated.event.rules)
        except SeatingImpossible:
            with refused("tables were drawn for a number of players that cannot be seated"):
                draws.propose_draw(simulated.event, number, by=simulated.people.director)
            come_late(simulated, next(waiting), out_of_competition=True)
        else:
            return


def draw(simulated: SimulatedEvent, number: int) -> models.Series:
    """Draws a series, occasionally twice, and releases the seats; sometimes swaps two players or starts the clock."""
    director = simulated.people.director
    series = _drawn(simulated, number)
    if simulated.happens(0.05, "draws_discarded"):
        draws.discard_draw(series, reason="falsche Teilnehmerliste", by=director)
        series = _drawn(simulated, number)
    if simulated.happens(0.05, "seats_swapped"):
        seat, other = simulated.rng.sample(list(series.seats.order_by("table__number", "number")), 2)
        seats.swap(seat, other, by=director)
    series_services.release_seats(series, by=director)
    if simulated.happens(0.1, "clocks"):
        clock.set_minutes(series, 90, by=director)
        clock.start_clock(series, by=director)
        clock.stop_clock(series, by=director)
    return series


def _drawn(simulated: SimulatedEvent, number: int) -> models.Series:
    if simulated.happens(0.05, "drawn_by_hand"):
        return _drawn_by_hand(simulated, number)
    seed = f"{simulated.rng.getrandbits(64):016x}"
    if number > 1 and simulated.happens(0.1, "seated_by_standings"):
        draw = propose_by_standings(simulated.event, number, by=simulated.people.director, seed=seed)
        return draws.apply_draw(draw, by=simulated.people.director)
    draw = draws.propose_draw(simulated.event, number, by=simulated.people.director, seed=seed)
    if simulated.happens(0.1, "previews_renewed"):
        draw = draws.propose_draw(simulated.event, number, by=simulated.people.director, seed=seed[::-1])
    if simulated.happens(0.05, "seated_from_file"):
        draw = propose_from_file(simulated.event, number, _as_file(simulated, draw), by=simulated.people.director)
    return draws.apply_draw(draw, by=simulated.people.director)


def _as_file(simulated: SimulatedEvent, draw: models.Draw) -> list[Place]:
    """Returns the tables of a preview as lines of a file, in random order."""
    places = [
        (table, seat, number)
        for table, order in zip(draw.numbers, draw.result, strict=True)
        for seat, number in enumerate(order, start=1)
    ]
    simulated.rng.shuffle(places)
    return [Place(line, *place) for line, place in enumerate(places, start=2)]


def _drawn_by_hand(simulated: SimulatedEvent, number: int) -> models.Series:
    """Lets each player draw a card with table and seat (§ 2.1.1); returns the series."""
    by = simulated.people.director
    draw = drawn_cards.start_cards(simulated.event, number, by=by)
    cards = list(draw.cards.filter(registration=None).order_by("table", "seat").values_list("table", "seat"))
    simulated.rng.shuffle(cards)
    for player, (table, seat) in zip(drawn_cards.still_to_draw(draw), cards, strict=True):
        drawn_cards.enter_card(draw, player.number or 0, table, seat, by=by)
        if simulated.happens(0.02, "cards_taken_back"):
            drawn_cards.take_back_last(draw, by=by)
            drawn_cards.enter_card(draw, player.number or 0, table, seat, by=by)
    return drawn_cards.apply_cards(draw, by=by)


def leave_in_the_middle(simulated: SimulatedEvent, spielliste: models.Spielliste, number: int) -> Leaving | None:
    """Occasionally lets a player fall ill, go home or be excluded during a list; returns the departure, or None."""
    event = simulated.event
    seats = spielliste.table.seats.count()
    games = event.length.games(seats)
    if games is None or games < 2 or seats < 3 or not simulated.happens(0.03):
        return None
    seat = simulated.rng.choice(list(spielliste.table.seats.order_by("number").select_related("registration")))
    leaving = Leaving(seat.number, simulated.rng.randint(2, games))
    registration, by = seat.registration, simulated.people.director
    # The first series that the player misses: this one, or the next.
    first = simulated.rng.choice([number, min(number + 1, event.series_count)])
    match simulated.rng.choice(["ill", "home", "excluded"]):  # ill players may come back
        case "home":
            registrations.withdraw(registration, first, by=by)
            simulated.tally["withdrawn"] += 1
        case "excluded":
            registrations.exclude(registration, first, reason="Beleidigungen am Tisch (§ 1.4)", by=by)
            simulated.tally["excluded"] += 1
    return leaving
