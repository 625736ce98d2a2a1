"""Corrections of a completed list: required consent and notices to players (§ 2.2.3, § 2.2.5)."""

import pytest
from django.utils import timezone

from romme_turnier.core.lists.claims import Difference, Figure
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.checking.differences import blame_scorer, take_back
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.lists.checking.notices import record_told, take_back_told
from romme_turnier.tournament.lists.corrections import ConsentMissing
from romme_turnier.tournament.lists.entries import SeatClaim
from romme_turnier.tournament.lists.restoring import restore
from romme_turnier.tournament.seating import seats
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import Cast
from tests.factories import enter, fill, list_of, make_checked, make_complete

pytestmark = pytest.mark.django_db


@pytest.fixture
def spielliste(series: models.Series) -> models.Spielliste:
    return make_complete(list_of(series))


@pytest.fixture
def closed(series: models.Series) -> models.Spielliste:
    """The list of table 1 after the end of its series."""
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    return list_of(series)


def notices(spielliste: models.Spielliste) -> list[tuple[int, int | None, int | None]]:
    rows = models.Notice.objects.filter(revision__spielliste=spielliste)
    return list(rows.values_list("seat", "old_result", "new_result"))


# With consent, until the series ends


def test_scorer_corrects_with_the_consent_of_the_players_concerned(spielliste: models.Spielliste, cast: Cast) -> None:
    enter(spielliste, 1, "0 25 30 40", reason="verschrieben", consent=[2], by=cast.ella)
    assert spielliste.revisions.get(number=2).consent == [2]
    assert notices(spielliste) == []


def test_consent_that_is_missing_is_named_by_seat(spielliste: models.Spielliste, cast: Cast) -> None:
    with pytest.raises(ConsentMissing, match="der Plätze 2, 4") as caught:
        enter(spielliste, 1, "0 25 30 45", reason="verschrieben", consent=[1, 3], by=cast.ella)
    assert caught.value.seats == (2, 4)
    assert spielliste.revisions.count() == 1
    assert models.GameEntry.objects.get(row__spielliste=spielliste, row__number=1, seat=2).points == 20


def test_consent_of_both_is_needed_when_two_entries_change_and_no_sum_does(
    spielliste: models.Spielliste, cast: Cast
) -> None:
    enter(spielliste, 1, "0 30 20 40", reason="vertauscht", consent=[2, 3], by=cast.ella)
    with pytest.raises(ConsentMissing) as caught:
        enter(spielliste, 1, "0 20 30 40", reason="doch nicht", by=cast.ella)
    assert caught.value.seats == (2, 3)


def test_who_ended_the_game_is_concerned_by_a_mark_that_changes(spielliste: models.Spielliste, cast: Cast) -> None:
    with pytest.raises(ConsentMissing) as caught:
        enter(spielliste, 1, "* 50 60 70", reason="Handrommé vergessen", consent=[2, 3, 4], by=cast.ella)
    assert caught.value.seats == (1,)


def test_sums_of_the_scorer_concern_nobody(spielliste: models.Spielliste, cast: Cast) -> None:
    entries.save_claims(spielliste, {2: SeatClaim(total=1)}, expected=None, by=cast.ella, reason="nachgetragen")
    assert notices(spielliste) == []


def test_steps_of_a_list_concern_nobody(spielliste: models.Spielliste, cast: Cast) -> None:
    record_hand_in(spielliste, paper=models.HandIn.Custody.IN, expected=0, by=cast.ella)
    entries.check(spielliste, expected=None, by=cast.petra)
    entries.uncheck(spielliste, expected=None, by=cast.petra, reason="noch einmal")
    assert notices(spielliste) == []


def test_slip_of_ours_needs_nobody_while_nobody_has_seen_it(spielliste: models.Spielliste, cast: Cast) -> None:
    enter(spielliste, 1, "0 25 30 40", typo=True, by=cast.ella)
    assert spielliste.revisions.get(number=2).reason_words == "Tippfehler bei der Eingabe"
    assert notices(spielliste) == []


def test_slip_of_ours_that_was_released_is_told(event: models.Event, closed: models.Spielliste, cast: Cast) -> None:
    release_standings(event, 1, by=cast.petra)
    enter(closed, 1, "0 25 30 40", typo=True, reason="verlesen", by=cast.petra)
    assert notices(closed) == [(2, 220, 225)]


# By the officials


def test_officials_correct_without_consent_and_have_to_tell(spielliste: models.Spielliste, cast: Cast) -> None:
    enter(spielliste, 1, "0 25 30 45", reason="Rechenfehler", consent=[4], by=cast.rudi)
    assert notices(spielliste) == [(2, 220, 225)]


def test_penalty_is_reported_to_the_penalised_player(spielliste: models.Spielliste, cast: Cast) -> None:
    decisions.add_penalty(spielliste, seat=3, game=2, points=100, reason="geworfen", expected=None, by=cast.rudi)
    assert notices(spielliste) == [(3, 340, 440)]


def test_invalid_list_is_told_to_everybody_at_the_table(spielliste: models.Spielliste, cast: Cast) -> None:
    entries.declare_invalid(spielliste, expected=None, by=cast.petra, reason="unleserlich")
    assert notices(spielliste) == [(1, -20, None), (2, 220, None), (3, 340, None), (4, 460, None)]


def test_open_list_that_becomes_invalid_is_told_too(series: models.Series, cast: Cast) -> None:
    entries.declare_invalid(list_of(series), expected=None, by=cast.petra, reason="verloren")
    assert [seat for seat, _old, _new in notices(list_of(series))] == [1, 2, 3, 4]


def test_vacated_seat_is_reported_to_its_player(series: models.Series, cast: Cast) -> None:
    spielliste = fill(list_of(series), {12: "0 20 30 ?"})
    decisions.let_row_stand(spielliste, game=12, reason="Platz 4 war weg", expected=None, by=cast.petra)
    entries.complete(spielliste, expected=None, by=cast.petra)
    decisions.leave_seat(spielliste, seat=4, from_game=12, reason="krank", expected=None, by=cast.petra)
    assert notices(spielliste) == [(4, 420, None)]


def test_players_who_changed_places_are_told_their_own_figures(
    event: models.Event, spielliste: models.Spielliste, cast: Cast
) -> None:
    order = [event.registrations.get(number=number) for number in (2, 1, 3, 4)]
    seats.correct_seats(spielliste, order, reason="vertauscht", expected=None, by=cast.petra)
    told = models.Notice.objects.values_list("registration__number", "old_result", "new_result")
    assert sorted(told) == [(1, -20, 220), (2, 220, -20)]


# After the end of the series


def test_official_corrects_a_list_of_a_closed_series(closed: models.Spielliste, cast: Cast) -> None:
    enter(closed, 1, "0 25 30 40", reason="verlesen", by=cast.rudi)
    closed.refresh_from_db()
    assert closed.status == models.Spielliste.Status.CHECKED
    assert closed.table.series.is_closed
    assert notices(closed) == [(2, 220, 225)]


def test_scorer_does_not_even_with_consent(closed: models.Spielliste, cast: Cast) -> None:
    with pytest.raises(TournamentError, match="gesperrt"):
        enter(closed, 1, "0 25 30 40", reason="verlesen", consent=[2], by=cast.ella)


def test_reason_is_demanded(closed: models.Spielliste, cast: Cast) -> None:
    with pytest.raises(TournamentError, match="Grund"):
        enter(closed, 1, "0 25 30 40", by=cast.petra)


def test_correction_leaves_no_fault_behind(closed: models.Spielliste, cast: Cast) -> None:
    with pytest.raises(TournamentError, match="ohne Fehler oder ungültig"):
        enter(closed, 1, "0 1 30 40", reason="so steht es da", by=cast.petra)


def test_check_is_not_taken_back_while_the_series_is_closed(closed: models.Spielliste, cast: Cast) -> None:
    with pytest.raises(TournamentError, match="öffnet die Spielleitung die Serie wieder"):
        entries.uncheck(closed, expected=None, by=cast.petra, reason="noch einmal")


def test_reopened_series_with_an_release_stays_with_the_officials(
    event: models.Event, closed: models.Spielliste, cast: Cast
) -> None:
    release_standings(event, 1, by=cast.petra)
    models.Series.objects.filter(pk=closed.table.series_id).update(closed_at=None)
    entries.uncheck(closed, expected=None, by=cast.petra, reason="noch einmal")
    with pytest.raises(TournamentError, match="zu Ende"):
        enter(closed, 1, "0 25 30 40", reason="verlesen", consent=[2], by=cast.ella)


def test_released_standings_stay_as_they_were(event: models.Event, closed: models.Spielliste, cast: Cast) -> None:
    release = release_standings(event, 1, by=cast.petra)
    enter(closed, 1, "0 25 30 40", reason="verlesen", by=cast.petra)
    rows = models.StandingsRelease.objects.get(pk=release.pk).rows
    assert next(row for row in rows if row.number == 2).total == 220


# That it was done


@pytest.fixture
def notice(spielliste: models.Spielliste, cast: Cast) -> models.Notice:
    enter(spielliste, 1, "0 25 30 40", reason="Rechenfehler", by=cast.rudi)
    return models.Notice.objects.get()


def test_told_is_recorded_with_who_and_when(notice: models.Notice, cast: Cast) -> None:
    before = timezone.now()
    record_told(notice, by=cast.rudi)
    notice.refresh_from_db()
    assert (notice.told_by, notice.told_at and notice.told_at >= before) == (cast.rudi, True)


def test_told_twice_says_that_somebody_was_faster(notice: models.Notice, cast: Cast) -> None:
    record_told(notice, by=cast.rudi)
    with pytest.raises(TournamentError, match="schon jemand"):
        record_told(notice, by=cast.petra)


def test_told_by_mistake_is_taken_back(notice: models.Notice, cast: Cast) -> None:
    record_told(notice, by=cast.rudi)
    take_back_told(notice, by=cast.rudi)
    notice.refresh_from_db()
    assert (notice.told_by, notice.told_at) == (None, None)


# Undone before any notice was delivered


def waiting(spielliste: models.Spielliste) -> list[tuple[int, int | None, int | None]]:
    rows = models.Notice.objects.waiting().filter(revision__spielliste=spielliste)
    return list(rows.values_list("seat", "old_result", "new_result"))


def test_correction_undone_before_anybody_was_told_leaves_nothing_to_tell(
    spielliste: models.Spielliste, cast: Cast
) -> None:
    enter(spielliste, 1, "0 25 30 40", reason="Rechenfehler", by=cast.rudi)
    enter(spielliste, 1, "0 20 30 40", reason="doch richtig", by=cast.rudi)
    assert waiting(spielliste) == []
    assert notices(spielliste) == [(2, 220, 225), (2, 225, 220)]  # both are kept, withdrawn


def test_undoing_by_an_earlier_revision_withdraws_too(spielliste: models.Spielliste, cast: Cast) -> None:
    entries.declare_invalid(spielliste, expected=None, by=cast.petra, reason="unleserlich")
    restore(spielliste.revisions.get(number=1), reason="doch lesbar", expected=None, by=cast.petra)
    assert waiting(spielliste) == []
    assert len(notices(spielliste)) == 8


def test_undoing_one_of_two_corrections_withdraws_only_that_one(spielliste: models.Spielliste, cast: Cast) -> None:
    enter(spielliste, 1, "0 25 30 40", reason="Rechenfehler", by=cast.rudi)
    enter(spielliste, 2, "0 21 30 40", reason="noch einer", by=cast.rudi)
    enter(spielliste, 2, "0 20 30 40", reason="doch nicht", by=cast.rudi)
    assert waiting(spielliste) == [(2, 220, 225)]


def test_slip_of_ours_that_undoes_a_correction_withdraws_its_notice(spielliste: models.Spielliste, cast: Cast) -> None:
    enter(spielliste, 1, "0 25 30 40", reason="Rechenfehler", by=cast.rudi)
    enter(spielliste, 1, "0 20 30 40", typo=True, by=cast.rudi)
    assert waiting(spielliste) == []


def test_who_was_told_is_told_of_the_undoing_too(notice: models.Notice, cast: Cast) -> None:
    record_told(notice, by=cast.rudi)
    enter(notice.revision.spielliste, 1, "0 20 30 40", reason="doch richtig", by=cast.rudi)
    assert waiting(notice.revision.spielliste) == [(2, 225, 220)]


def test_who_agreed_in_between_is_told_of_the_undoing(spielliste: models.Spielliste, cast: Cast) -> None:
    enter(spielliste, 1, "0 25 30 40", reason="Rechenfehler", by=cast.rudi)
    enter(spielliste, 1, "0 27 30 40", reason="noch einmal", consent=[2], by=cast.ella)
    enter(spielliste, 1, "0 20 30 40", reason="doch richtig", by=cast.rudi)
    assert waiting(spielliste) == [(2, 220, 225), (2, 227, 220)]


def test_what_an_release_has_shown_is_told_though_it_is_undone(
    event: models.Event, closed: models.Spielliste, cast: Cast
) -> None:
    enter(closed, 1, "0 25 30 40", reason="verlesen", by=cast.petra)
    release_standings(event, 1, by=cast.petra)
    enter(closed, 1, "0 20 30 40", reason="doch richtig", by=cast.petra)
    assert waiting(closed) == [(2, 220, 225), (2, 225, 220)]


def test_scorers_error_that_is_taken_back_needs_no_telling(series: models.Series, cast: Cast) -> None:
    spielliste = fill(list_of(series))
    entries.save_claims(spielliste, {2: SeatClaim(total=340)}, expected=None, by=cast.ella)
    error = blame_scorer(spielliste, Difference(2, Figure.TOTAL, 340, 240), expected=None, by=cast.ella)
    entries.complete(spielliste, expected=None, by=cast.ella)
    assert len(waiting(spielliste)) == 1
    take_back(error, expected=None, by=cast.petra)
    assert waiting(spielliste) == []


def test_withdrawn_notice_is_not_recorded_as_told(notice: models.Notice, cast: Cast) -> None:
    enter(notice.revision.spielliste, 1, "0 20 30 40", reason="doch richtig", by=cast.rudi)
    with pytest.raises(TournamentError, match="nichts mehr zu sagen"):
        record_told(notice, by=cast.rudi)
