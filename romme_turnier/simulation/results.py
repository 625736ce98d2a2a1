"""Simulates the end of a series: handing in, the last checks, standings, late corrections, and play-offs."""

from itertools import groupby

from romme_turnier.simulation.cashier import take_fines
from romme_turnier.simulation.paper import Paper
from romme_turnier.simulation.settling import correct_late, settle_and_check
from romme_turnier.simulation.simulated_event import SimulatedEvent
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.checking import checks, hand_in, notices
from romme_turnier.tournament.participants import reading as participants_reading
from romme_turnier.tournament.seating import series as series_services
from romme_turnier.tournament.standings import play_offs, reading as standings_reading, releases

Papers = dict[int, Paper]
Status = models.Spielliste.Status


def take_in(simulated: SimulatedEvent, spielliste: models.Spielliste) -> None:
    """Occasionally records the papers that the table handed in; missing cards and signatures follow (§ 2.3.3)."""
    if not simulated.happens(0.3, "hand_ins"):
        return
    seats = list(spielliste.table.seats.order_by("number").values_list("number", flat=True))
    missing = [seat for seat in seats if simulated.rng.random() < 0.1]
    unsigned = missing[1:]
    state = hand_in.record_hand_in(
        spielliste,
        paper=models.HandIn.Custody.IN,
        unsigned=unsigned,
        cards_missing=missing,
        expected=0,
        by=simulated.people.cashier,
    )
    if missing:
        hand_in.record_hand_in(
            spielliste, paper=models.HandIn.Custody.IN, expected=state.version, by=simulated.people.cashier
        )


def end_series(simulated: SimulatedEvent, series: models.Series, papers: Papers) -> None:
    """Settles open faults, takes fines, closes a series and releases its standings; may correct a list afterwards."""
    director = simulated.people.director
    _tell(simulated)
    checks.check_faultless(series, by=simulated.people.referee)
    waiting = models.Spielliste.objects.filter(table__series=series, status__in=(Status.COMPLETE, Status.SIGNED))
    for spielliste in waiting.order_by("table__number"):
        settle_and_check(simulated, spielliste, papers[spielliste.pk])
    take_fines(simulated, series)
    series_services.close_series(series, by=director)
    _release(simulated, series)
    if simulated.happens(0.12, "reopened"):
        series_services.reopen_series(series, by=director)
        _correct(simulated, series, papers)
        series_services.close_series(series, by=director)
        _release(simulated, series)
    elif simulated.happens(0.08, "corrected_when_closed"):
        _correct(simulated, series, papers)
        if simulated.rng.random() < 0.5:
            _release(simulated, series)
    _tell(simulated)


def _release(simulated: SimulatedEvent, series: models.Series) -> None:
    release = releases.release_standings(simulated.event, series.number, by=simulated.people.director)
    simulated.tally["releases"] += 1
    simulated.released(release)


def _correct(simulated: SimulatedEvent, series: models.Series, papers: Papers) -> None:
    """Corrects a random list of the series or declares it invalid, unless it is invalid already.

    Lists of tables that a player left are not corrected.
    """
    lists_of_series = models.Spielliste.objects.filter(table__series=series).order_by("table__number")
    spielliste = simulated.rng.choice(list(lists_of_series))
    if spielliste.status == Status.INVALID:
        return
    if simulated.rng.random() < 0.2:
        entries.declare_invalid(
            spielliste, expected=None, by=simulated.people.director, reason="nachträglich gefälscht"
        )
        simulated.tally["declared_invalid"] += 1
    elif not models.Vacancy.objects.filter(spielliste=spielliste).exists():
        correct_late(simulated, spielliste, papers[spielliste.pk])


def _tell(simulated: SimulatedEvent) -> None:
    """Informs most of the players affected by a correction (§ 2.2.5)."""
    for notice in models.Notice.objects.waiting().filter(registration__event=simulated.event).order_by("pk"):
        if simulated.rng.random() < 0.8:
            notices.record_told(notice, by=simulated.people.referee)
            simulated.tally["told"] += 1


def decide_ties(simulated: SimulatedEvent) -> None:
    """Decides most ties after the last series by play-offs (§ 1.5); if there are ties, releases the standings again."""
    event = simulated.event
    last = event.series.get(number=event.series_count)
    tied = [row for row in standings_reading.standings(event, last.number) if row.play_off_needed]
    by_pk = participants_reading.registrations_by_pk(event)
    for _rank, group in groupby(tied, key=lambda row: row.rank):
        players = [by_pk[int(str(row.entrant.key))] for row in group]
        if simulated.rng.random() < 0.2:
            continue  # no prize depends on it
        simulated.rng.shuffle(players)
        play_off = play_offs.enter_play_off(event, players, by=simulated.people.director)
        simulated.tally["play_offs"] += 1
        if simulated.happens(0.2, "play_offs_entered_anew"):
            if simulated.rng.random() < 0.5:
                play_offs.remove_play_off(play_off, by=simulated.people.director)
            play_offs.enter_play_off(event, players[::-1], by=simulated.people.director)
    if tied:
        _release(simulated, last)
