"""Simulates how officials react to each fault, until a list is checked or invalid."""

from romme_turnier.core.lists.claims import Difference
from romme_turnier.core.lists.endings import Ending
from romme_turnier.core.lists.evaluation import Evaluation
from romme_turnier.core.lists.notation import format_row, parse_row
from romme_turnier.simulation import paper as papers
from romme_turnier.simulation.disputes import penalise_after_dispute
from romme_turnier.simulation.paper import Cells, Paper
from romme_turnier.simulation.participants.desk import read_again, true_cells
from romme_turnier.simulation.simulated_event import SimulatedEvent, Unexpected, refused
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import decisions, entries as lists_entries
from romme_turnier.tournament.lists.checking import differences
from romme_turnier.tournament.lists.checking.open_differences import open_differences
from romme_turnier.tournament.lists.endings import doubt_ending, withdraw_doubt
from romme_turnier.tournament.lists.loaded_list import load

Status = models.Spielliste.Status
INVALID, PENALTY, CHECK_TAKEN_BACK, LATE_CORRECTION = 0.02, 0.06, 0.03, 0.06  # for each list
CHECKED_TOGETHER = 0.1  # left for the check of all lists without faults


def settle(simulated: SimulatedEvent, spielliste: models.Spielliste, paper: Paper) -> None:
    """Settles the faults of a typed list, and usually checks the list; some lists become invalid instead."""
    if simulated.happens(INVALID, "declared_invalid"):
        lists_entries.declare_invalid(
            spielliste, expected=None, by=simulated.people.referee, reason="nicht lesbar geführt"
        )
        if simulated.rng.random() < 0.7:
            return
        lists_entries.revoke_invalid(spielliste, expected=None, by=simulated.people.director, reason="doch lesbar")
        spielliste.refresh_from_db()
    if simulated.happens(0.05):
        read_again(simulated, spielliste, paper)
    _penalties(simulated, spielliste, paper)
    if simulated.rng.random() < 0.5:
        _mend_rows(simulated, spielliste, paper)
    _demand_refusal_of_gaps(simulated, spielliste)
    for last in (False, True):
        if _status(spielliste) == Status.OPEN and not _is_clean(spielliste):
            for game in evaluated(spielliste).missing:
                _mend_row(simulated, spielliste, paper, game, by_asking=last)
    if simulated.rng.random() < 0.5:
        _close_differences(simulated, spielliste, paper)
    if _status(spielliste) == Status.OPEN:
        lists_entries.complete(spielliste, expected=None, by=simulated.people.entry)
    _mend_rows(simulated, spielliste, paper)
    _close_differences(simulated, spielliste, paper)
    if simulated.rng.random() < CHECKED_TOGETHER:
        simulated.tally["checked_together"] += 1
    else:
        _check(simulated, spielliste)
    if simulated.happens(LATE_CORRECTION, "late_corrections"):
        correct_late(simulated, spielliste, paper)


def _status(spielliste: models.Spielliste) -> str:
    return models.Spielliste.objects.values_list("status", flat=True).get(pk=spielliste.pk)


def evaluated(spielliste: models.Spielliste) -> Evaluation:
    """Returns the evaluation of the current list."""
    return load(spielliste.pk).evaluation


def _is_clean(spielliste: models.Spielliste) -> bool:
    """Returns whether the hall overview shows the list as complete and without faults."""
    stored = models.Spielliste.objects.only("problems", "whole").get(pk=spielliste.pk)
    return stored.problems == 0 and stored.whole


def _demand_refusal_of_gaps(simulated: SimulatedEvent, spielliste: models.Spielliste) -> None:
    stored = models.Spielliste.objects.only("status", "whole").get(pk=spielliste.pk)
    if stored.status == Status.OPEN and not stored.whole:
        with refused("a list with missing games was completed"):
            lists_entries.complete(spielliste, expected=None, by=simulated.people.entry)


def _mend_rows(simulated: SimulatedEvent, spielliste: models.Spielliste, paper: Paper) -> None:
    """Settles every row that keeps the list from counting. Raises Unexpected if such a row remains."""
    for last in (False, True):
        if _is_clean(spielliste):
            return
        evaluation = evaluated(spielliste)
        for game in sorted({*evaluation.missing, *(int(v.params["game"] or 0) for v in evaluation.violations)}):
            _mend_row(simulated, spielliste, paper, game, by_asking=last)
    if not _is_clean(spielliste):
        raise Unexpected(f"rows of {spielliste} cannot be settled: {evaluated(spielliste).violations}")


def _mend_row(
    simulated: SimulatedEvent, spielliste: models.Spielliste, paper: Paper, game: int, *, by_asking: bool
) -> None:
    """Corrects a row, notes readings, doubts the ending, or has officials accept the row.

    With `by_asking`, officials neither doubt the ending nor accept the row, because they may revoke these decisions.
    """
    if not by_asking and simulated.chooses(0.2, "doubts") and _doubt_ending(simulated, spielliste, paper, game):
        return
    if not by_asking and simulated.rng.random() < 0.25:
        decisions.let_row_stand(
            spielliste, game=game, reason="Gegenprobe am Tisch", expected=None, by=simulated.people.referee
        )
        simulated.tally["rulings"] += 1
        if simulated.happens(0.1, "rulings_revoked"):
            ruling = models.RowRuling.objects.get(spielliste=spielliste, game=game)
            decisions.revoke_ruling(ruling, reason="zu früh entschieden", expected=None, by=simulated.people.referee)
        return
    cells = true_cells(simulated, paper, game)
    if simulated.chooses(0.3, "readings"):
        event = simulated.event
        cells = papers.with_readings(simulated.rng, paper.games[game], event.rules, paper.vacant(game))
        simulated.tally["readings"] += 1
    retype(simulated, spielliste, game, cells)


def _doubt_ending(simulated: SimulatedEvent, spielliste: models.Spielliste, paper: Paper, game: int) -> bool:
    """Notes possible endings of a game, including the true one; returns False if no other ending is possible.

    Some of these notes are withdrawn.
    """
    true, rules, rng = paper.games[game], simulated.event.rules, simulated.rng
    losers = [seat for seat, points in enumerate(true.points, start=1) if points is not None and seat != true.finisher]
    if true.finisher is None or not losers:
        return False
    endings = [Ending(true.finisher, true.handromme)]
    if rules.has_handromme and rng.random() < 0.4:
        endings.append(Ending(true.finisher, not true.handromme))
    if len(endings) < 2 or rng.random() < 0.3:
        endings.append(Ending(rng.choice(losers)))
    points: dict[int, list[int]] = {seat: [true.points[seat - 1] or 0] for seat in losers}
    if len({ending.finisher for ending in endings}) > 1:
        points[true.finisher] = [true.points[true.finisher - 1] or rules.left_min, rules.left_min + rng.randint(5, 9)]
    else:
        points[true.finisher] = [true.points[true.finisher - 1] or 0]
    doubt = doubt_ending(
        spielliste,
        game=game,
        endings=endings,
        points=points,
        reason="Der Tisch ist sich nicht einig",
        expected=None,
        by=simulated.people.referee,
    )
    simulated.tally["doubts"] += 1
    if simulated.happens(0.1, "doubts_withdrawn"):
        withdraw_doubt(doubt, reason="zu früh entschieden", expected=None, by=simulated.people.referee)
    return True


def retype(simulated: SimulatedEvent, spielliste: models.Spielliste, game: int, cells: Cells) -> None:
    """Changes the cells of a row, with the consent of all players or on the authority of officials."""
    row = parse_row(game, cells, highest_wins=simulated.event.rules.highest_wins)
    expected = models.GameRow.objects.filter(spielliste=spielliste, number=game).values_list("version", flat=True)
    version = expected.first() or 0
    reason = "Der Tisch hat sich verschrieben"
    seats = range(1, len(cells) + 1)
    simulated.tally["corrections"] += 1
    if simulated.rng.random() < 0.5:
        by, key = simulated.people.entry, simulated.key()
        lists_entries.save_row(spielliste, row, expected=version, by=by, reason=reason, consent=seats, key=key)
    else:
        agreed = [seat for seat in seats if simulated.rng.random() < 0.3]
        by = simulated.people.referee
        lists_entries.save_row(spielliste, row, expected=version, by=by, reason=reason, consent=agreed)


def _penalties(simulated: SimulatedEvent, spielliste: models.Spielliste, paper: Paper) -> None:
    if not simulated.chooses(min(0.9, PENALTY * simulated.scenario.trouble), "penalties"):
        return
    game = simulated.rng.choice(list(paper.games.values()))
    given = papers.fitting_penalty(simulated.rng, game, simulated.event.rules)
    if given is None:
        return

    def deed() -> models.Penalty:
        return decisions.add_penalty(
            spielliste,
            seat=given.seat,
            game=given.game,
            points=given.points,
            reason="falsch ausgelegt",
            expected=None,
            by=simulated.people.referee,
        )

    disputed = simulated.chooses(0.5, "disputes")
    penalty = (
        penalise_after_dispute(simulated, spielliste, seat=given.seat, game=given.game, deed=deed)
        if disputed
        else deed()
    )
    simulated.tally["penalties"] += 1
    if simulated.happens(0.1, "penalties_removed"):
        decisions.remove_penalty(penalty, reason="Irrtum", expected=None, by=simulated.people.referee)


def _close_differences(simulated: SimulatedEvent, spielliste: models.Spielliste, paper: Paper) -> None:
    """Corrects typing errors in rows and sums, and records mistakes of the scorer.

    Raises Unexpected if differences remain.
    """
    if not models.Claim.objects.filter(spielliste=spielliste).exists():
        return
    for _round in range(20):
        differences = open_differences(load(spielliste.pk))
        if not differences:
            return
        _close_difference(simulated, spielliste, paper, differences[0].difference)
    raise Unexpected(f"differences of {spielliste} cannot be closed: {differences}")


def _close_difference(
    simulated: SimulatedEvent, spielliste: models.Spielliste, paper: Paper, difference: Difference
) -> None:
    by = simulated.people.referee
    for game, cells in list(paper.typed.items()):
        right = paper.games[game].points
        typed = parse_row(game, cells, highest_wins=simulated.event.rules.highest_wins).game.points
        if typed[difference.seat - 1] != right[difference.seat - 1]:
            entries = {difference.seat: right[difference.seat - 1] or 0}
            differences.mend_entry(spielliste, game=game, entries=entries, expected=None, by=by)
            del paper.typed[game]
            simulated.tally["typing_slips_mended"] += 1
            return
    said = paper.claims.get(difference.seat)
    on_paper = getattr(said, difference.figure.value, None)
    if on_paper is not None and on_paper != difference.claimed:
        differences.mend_claim(
            spielliste, seat=difference.seat, figure=difference.figure, value=on_paper, expected=None, by=by
        )
        simulated.tally["claims_mended"] += 1
        return
    error = differences.blame_scorer(spielliste, difference, expected=None, by=by)
    simulated.tally["scorer_errors"] += 1
    if simulated.happens(0.05, "scorer_errors_taken_back"):
        differences.take_back(error, expected=None, by=by)


def _check(simulated: SimulatedEvent, spielliste: models.Spielliste) -> None:
    lists_entries.check(spielliste, expected=None, by=simulated.people.referee)
    if simulated.happens(CHECK_TAKEN_BACK, "checks_taken_back"):
        lists_entries.uncheck(spielliste, expected=None, by=simulated.people.referee, reason="zu früh geprüft")
        lists_entries.check(spielliste, expected=None, by=simulated.people.referee)


def settle_and_check(simulated: SimulatedEvent, spielliste: models.Spielliste, paper: Paper) -> None:
    """Settles and checks a list that the joint check at the end of the series left out because of a fault."""
    _mend_rows(simulated, spielliste, paper)
    _close_differences(simulated, spielliste, paper)
    _check(simulated, spielliste)


def correct_late(simulated: SimulatedEvent, spielliste: models.Spielliste, paper: Paper) -> None:
    """Corrects a wrong but possible row that a player reports; the other players must be informed.

    Does nothing if officials have accepted the chosen row, or if it allows no such mistake.
    """
    game = simulated.rng.choice(list(paper.games))
    cells = papers.transposed_digits(simulated.rng, paper.games[game], simulated.event.rules, paper.vacant(game))
    ruled = models.RowRuling.objects.filter(spielliste=spielliste, game=game).exists()
    if cells is None or ruled:
        return
    row = parse_row(game, cells, highest_wins=simulated.event.rules.highest_wins)
    version = models.GameRow.objects.values_list("version", flat=True).get(spielliste=spielliste, number=game)
    reason = "Einspruch eines Spielers, die Zeugen bestätigen es"
    lists_entries.save_row(spielliste, row, expected=version, by=simulated.people.referee, reason=reason)
    paper.games[game] = row.game
    paper.written[game] = format_row(row.game, highest_wins=simulated.event.rules.highest_wins)
    simulated.tally["told_later"] += 1
