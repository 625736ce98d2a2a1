"""Simulates the desk where lists are typed: the mistakes on paper and in typing, and the second reading."""

import random
from dataclasses import replace
from functools import partial

from romme_turnier.core.lists.notation import format_row, parse_row
from romme_turnier.simulation import paper as papers
from romme_turnier.simulation.paper import Cells, Leaving, Paper
from romme_turnier.simulation.simulated_event import SimulatedEvent, Unexpected, refused
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.checking import second_reading
from romme_turnier.tournament.lists.entries import SeatClaim
from romme_turnier.tournament.shared.errors import Conflict, KeyReused

WRONG_ROW, TYPING_SLIP, UNNOTICED = 0.03, 0.02, 0.01  # for each row
CLAIMED, WRONG_CLAIM, WRONG_CLAIM_TYPED = 0.8, 0.12, 0.05  # for each list


def hand_over(
    simulated: SimulatedEvent, seats: int, leaving: Leaving | None, mirror: random.Random | None = None
) -> Paper:
    """Lets a table play its list and returns the paper, with some mistakes.

    `mirror` is a random generator that deals the same cards as at another table.
    """
    event, rng = simulated.event, simulated.rng
    paper = papers.play_list(event.terms, seats, mirror or rng, leaving)
    simulated.tally["games"] += len(paper.games)
    simulated.tally["handrommes"] += sum(game.handromme for game in paper.games.values())
    if rng.random() < CLAIMED:
        for seat, sums in enumerate(papers.sums_of(paper, event.terms), start=1):
            paper.claims[seat] = SeatClaim(sums.minus, sums.total, sums.finished)
    _spoil(simulated, paper)
    return paper


def _spoil(simulated: SimulatedEvent, paper: Paper) -> None:
    """Adds mistakes of the scorer and of the typist to a paper."""
    rules, rng = simulated.event.rules, simulated.rng
    for number, game in paper.games.items():
        vacant = paper.vacant(number)
        if simulated.happens(WRONG_ROW):
            what = simulated.rng.choice(list(papers.IMPOSSIBLE))
            cells = papers.IMPOSSIBLE[what](rng, game, rules, vacant)
            if cells is not None:
                paper.written[number] = cells
                simulated.tally[what] += 1
        elif simulated.happens(UNNOTICED) and not paper.claims:
            if cells := papers.transposed_digits(rng, game, rules, vacant):
                paper.written[number] = cells
                simulated.tally["unnoticed"] += 1
        elif (
            paper.claims
            and simulated.happens(TYPING_SLIP)
            and (cells := papers.transposed_digits(rng, game, rules, vacant))
        ):
            paper.typed[number] = cells
            simulated.tally["typing_slips"] += 1
    if paper.claims and simulated.happens(WRONG_CLAIM, "wrong_sums"):
        _spoil_claim(simulated, paper)


def _spoil_claim(simulated: SimulatedEvent, paper: Paper) -> None:
    seat = simulated.rng.choice(sorted(paper.claims))
    claim = paper.claims[seat]
    match simulated.rng.choice(["total", "carried", "result", "finished"]):
        case "total":
            off = papers.transposed(claim.total or 0) - (claim.total or 0)
            claim = replace(claim, total=(claim.total or 0) + off, result=(claim.result or 0) + off)
        case "carried":
            claim = replace(claim, total=(claim.total or 0) + 10)
        case "result":
            claim = replace(claim, result=(claim.result or 0) + 20)
        case _finished:
            claim = replace(claim, finished=(claim.finished or 0) + 1)
    paper.claims[seat] = claim


def type_in(simulated: SimulatedEvent, spielliste: models.Spielliste, paper: Paper) -> None:
    """Enters a list: its rows, with the errors of `paper.typed`, a departure, and the sums below the games."""
    numbers = list(paper.games)
    if simulated.happens(0.1):
        simulated.rng.shuffle(numbers)
    left_late = paper.leaving is not None and simulated.rng.random() < 0.5
    if paper.leaving is not None and not left_late:
        _leave(simulated, spielliste, paper.leaving)
    for number in numbers:
        cells = paper.typed.get(number) or paper.written.get(number) or true_cells(simulated, paper, number)
        _type_row(simulated, spielliste, number, cells)
    if paper.leaving is not None and left_late:
        _leave(simulated, spielliste, paper.leaving)
    if paper.claims:
        typed = dict(paper.claims)
        if simulated.happens(WRONG_CLAIM_TYPED, "claims_mistyped"):
            seat = simulated.rng.choice(sorted(typed))
            typed[seat] = replace(typed[seat], total=(typed[seat].total or 0) + 1)
        entries.save_claims(spielliste, typed, expected=None, by=simulated.people.entry)


def true_cells(simulated: SimulatedEvent, paper: Paper, number: int) -> Cells:
    """Returns the correct cells of a game."""
    return format_row(paper.games[number], highest_wins=simulated.event.rules.highest_wins)


def _type_row(simulated: SimulatedEvent, spielliste: models.Spielliste, number: int, cells: Cells) -> None:
    row = parse_row(number, cells, highest_wins=simulated.event.rules.highest_wins)
    by, key = simulated.people.entry, simulated.key()
    answer = entries.save_row(spielliste, row, expected=0, by=by, key=key)
    if simulated.happens(0.02, "sent_twice"):
        again = entries.save_row(spielliste, row, expected=0, by=by, key=key)
        if again != answer:
            raise Unexpected("the same request was answered twice, differently")
    if simulated.happens(0.01, "key_reused"):
        with refused("a key was accepted with different content", KeyReused):
            entries.save_row(spielliste, row, expected=1, by=by, key=key)
    elif simulated.happens(0.02, "conflicts"):
        blank = parse_row(number, [""] * len(cells), highest_wins=simulated.event.rules.highest_wins)
        with refused("a row was stored over a newer one", Conflict):
            entries.save_row(spielliste, blank, expected=0, by=simulated.people.referee)


def _leave(simulated: SimulatedEvent, spielliste: models.Spielliste, leaving: Leaving) -> None:
    leave = partial(
        decisions.leave_seat,
        spielliste,
        seat=leaving.seat,
        from_game=leaving.from_game,
        reason="Unwohlsein",
        expected=None,
    )
    vacancy = leave(counts=False, by=simulated.people.referee)
    simulated.tally["seats_left"] += 1
    if simulated.happens(0.1, "vacancies_noted_anew"):
        decisions.return_to_seat(vacancy, reason="noch nicht sicher", expected=None, by=simulated.people.referee)
        leave(counts=simulated.rng.random() < 0.5, by=simulated.people.director)


def read_again(simulated: SimulatedEvent, spielliste: models.Spielliste, paper: Paper) -> None:
    """Lets another official type the list a second time from the same paper, and resolves the differences."""
    reading = second_reading.begin(spielliste, by=simulated.people.referee)
    cells = {number: paper.written.get(number) or true_cells(simulated, paper, number) for number in paper.games}
    second_reading.save_rows(reading, cells, by=simulated.people.referee)
    for difference in second_reading.compare(reading):
        version = spielliste.rows.values_list("version", flat=True).get(number=difference.game)
        second_reading.take_second(reading, difference.game, expected=version, by=simulated.people.referee)
        paper.typed.pop(difference.game, None)
        simulated.tally["second_reader_right"] += 1
    if not second_reading.finish(reading, by=simulated.people.referee):
        raise Unexpected("two readings that were made alike still differ")
    simulated.tally["second_readings"] += 1
