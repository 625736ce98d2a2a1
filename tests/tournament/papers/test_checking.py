"""Codes on papers against the stored rows: valid, replaced, withdrawn, or not of this installation."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from romme_turnier.accounts.models import User
from romme_turnier.core.codes.content import Content, rows_named
from romme_turnier.core.codes.signing import Code, sign
from romme_turnier.tournament import models
from romme_turnier.tournament.models import Event, SigningKey, Spielliste, StandingsRelease
from romme_turnier.tournament.models.standing_rows import TeamRow
from romme_turnier.tournament.organisers.signing_keys import change_key, private_key
from romme_turnier.tournament.papers import checking
from romme_turnier.tournament.papers.checking import State, check, digits_in
from romme_turnier.tournament.papers.contents import (
    edition_content,
    honour_content,
    honours_content,
    signed,
    team_certificate_content,
)
from romme_turnier.tournament.papers.seal import seal_now
from romme_turnier.tournament.papers.words import places_named, seal_in
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.seasons.year_end import Most
from romme_turnier.tournament.seating.series import reopen_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.core.codes.papers import standings
from tests.factories import enter, list_of, make_event, make_organiser, one
from tests.seasons import issue, make_season_with_players
from tests.tournament.papers.papers import (
    add_lists,
    code_of_certificate,
    code_of_league,
    code_of_list,
    code_of_report,
    code_of_standings,
    correct,
    release_day,
    released_event,
    released_league,
    sign_for,
)

pytestmark = pytest.mark.django_db

# Attempts of each way to forge, shared by the kinds of paper that it is tried on: figures are altered on four kinds.
FORGERIES = 1_004
CODES = [code_of_standings, code_of_list, code_of_certificate, code_of_report]


@pytest.fixture
def event() -> Event:
    return released_event()


@pytest.mark.parametrize("code_of", CODES)
def test_code_of_an_issued_paper_is_valid(event: Event, code_of: Callable[[Event], Code]) -> None:
    code = code_of(event)
    result = check(code.digits)
    assert result.state is State.VALID
    assert result.content == code.content
    assert result.key is not None
    assert result.key.organiser == event.held_by


@pytest.mark.parametrize("text", ["https://turnier.example/beleg/{}", "  {} \n", "beleg:{}", "Serie 3: {}"])
def test_code_is_read_out_of_the_text_around_it(event: Event, text: str) -> None:
    digits = code_of_standings(event).digits
    assert digits_in(text.format(digits)) == digits


def test_code_is_read_although_a_mail_program_broke_its_line(event: Event) -> None:
    digits = code_of_standings(event).digits
    assert check(f"{digits[:70]}\n{digits[70:140]} \r\n{digits[140:]}").state is State.VALID


@pytest.mark.parametrize("text", ["", "hallo", "123", "1" * 200, "1" * 5000])
def test_other_texts_are_no_codes(text: str) -> None:
    assert check(text).state is State.NO_CODE


@pytest.mark.parametrize("code_of", [code_of_standings, code_of_list, code_of_report])
def test_code_is_replaced_after_a_correction(event: Event, code_of: Callable[[Event], Code]) -> None:
    code = code_of(event)
    correct(event)
    result = check(code.digits)
    assert result.state is State.REPLACED
    assert result.current is not None
    assert code.content.number < result.current
    assert not result.same_figures
    assert check(code_of(event).digits).state is State.VALID


@pytest.mark.parametrize("code_of", [code_of_standings, code_of_list])
def test_changed_figures_are_noticed_although_the_code_had_no_room_for_them(
    event: Event, code_of: Callable[[Event], Code]
) -> None:
    key = private_key(event.held_by)
    assert key is not None
    code = sign(replace(code_of(event).content, rows=(), names=b""), key)
    assert check(code.digits).state is State.VALID
    correct(event)
    result = check(code.digits)
    assert (result.state, result.same_figures) == (State.REPLACED, False)


def test_standings_released_again_without_a_change_have_the_same_figures(event: Event) -> None:
    code = code_of_standings(event)
    release_standings(event, 1, by=None)
    result = check(code.digits)
    assert (result.state, result.current, result.same_figures) == (State.REPLACED, 2, True)


def test_certificate_is_replaced_if_its_figures_changed_and_stays_valid_otherwise(event: Event) -> None:
    """The correction gives the player of seat 2 at the first table more points."""
    changed = event.series.get(number=1).tables.get(number=1).seats.get(number=2).registration.number
    rows = event.releases.get().posted_rows
    codes = {row.number: code_of_certificate(event, row.number) for row in rows if row.number is not None}
    before = {row.number: (row.rank, row.total) for row in rows}
    correct(event)
    after = {row.number: (row.rank, row.total) for row in event.releases.order_by("-number")[0].posted_rows}
    assert before[changed] != after[changed]
    assert any(before[number] == after[number] for number in before)
    for number, code in codes.items():
        state = State.VALID if before[number] == after[number] else State.REPLACED
        assert check(code.digits).state is state


@pytest.mark.parametrize("code_of", [code_of_standings, code_of_report])
def test_replayed_codes_are_never_valid_after_a_correction(event: Event, code_of: Callable[[Event], Code]) -> None:
    """Every printout of the old state, again and again with other names on it."""
    key = private_key(event.held_by)
    assert key is not None
    old = code_of(event).content
    correct(event)
    codes = [sign(replace(old, names=number.to_bytes(len(old.names))), key) for number in range(FORGERIES // 2)]
    assert {check(code.digits).state for code in codes} == {State.REPLACED}


def test_replayed_codes_pass_without_the_comparison_with_stored_rows(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above notices if the number of the newest release, or the figures, are no longer compared."""

    def believed(content: Content, _organiser: object) -> checking._Stored:
        table = checking._Table(content.rows)
        return checking._Stored(table, table, current=content.number, issued=content.issued, unit=content.unit)

    monkeypatch.setattr(checking, "_stored", believed)
    monkeypatch.setattr(checking, "_agree", lambda _content, _rows: True)
    with pytest.raises(AssertionError, match="VALID"):
        test_replayed_codes_are_never_valid_after_a_correction(event, code_of_standings)
    with pytest.raises(AssertionError, match="VALID"):
        test_figures_that_are_not_stored_are_refused_even_with_the_key(event)


def test_exchanged_codes_are_never_valid(event: Event) -> None:
    other = released_event(slug="anderer")
    ours, theirs = code_of_standings(event), code_of_standings(other)
    for one_code, another in ((ours, theirs), (theirs, ours)):
        assert check(Code(one_code.content, another.signature).digits).state is State.FOREIGN
    for number in range(FORGERIES):  # our figures under the name of the other event, with any signature of ours
        forged = replace(ours.content, subject=other.pk, number=1 + number)
        assert check(Code(forged, ours.signature).digits).state is State.FOREIGN


def test_figures_that_are_not_stored_are_refused_even_with_the_key(event: Event) -> None:
    key = private_key(event.held_by)
    assert key is not None
    content = code_of_standings(event).content
    (rank, number, total), *others = content.rows
    assert total is not None
    raised = replace(content, rows=((rank, number, total + 1), *others))
    another_unit = replace(content, unit=100)  # the page would show 812 points as 8,12
    earlier = replace(content, issued=content.issued - 30)
    for altered in (raised, replace(content, whole=content.whole + 1), another_unit, earlier):
        assert check(sign(altered, key).digits).state is State.DIFFERENT
    for gone in (replace(content, number=99), replace(content, subject=10**6), replace(content, subject=2**63 - 1)):
        assert check(sign(gone, key).digits).state is State.GONE


def test_event_of_another_organiser_is_not_vouched_for(event: Event) -> None:
    """A key speaks for the events of its organiser only."""
    other = make_organiser(name="Rommé-Club Pik", number="01-02", slug="pik")
    foreign = released_event(slug="fremd", held_by=other)
    key = private_key(other)
    assert key is not None
    content = replace(code_of_standings(event).content, key=key.public_key().public_bytes_raw()[:8])
    assert check(sign(content, key).digits).state is State.GONE
    assert check(code_of_standings(foreign).digits).state is State.VALID


def test_invalid_list_is_withdrawn(event: Event) -> None:
    code = code_of_list(event)
    Spielliste.objects.filter(table__series__event=event, table__number=1).update(status=Spielliste.Status.INVALID)
    assert check(code.digits).state is State.WITHDRAWN


@pytest.mark.parametrize("code_of", [code_of_standings, code_of_certificate])
def test_release_of_an_evening_that_was_taken_back_is_withdrawn(event: Event, code_of: Callable[[Event], Code]) -> None:
    code, season = code_of(event), make_season_with_players(organiser=event.held_by)
    planned = season.dates.create(day=season.first_day, event=event, taken_back=event.releases.get())
    result = check(code.digits)
    assert result.state is State.WITHDRAWN
    assert result.content == code.content
    correct(event)
    assert planned.taken_back != event.releases.order_by("-number")[0]
    assert check(code_of_standings(event).digits).state is State.VALID
    if code_of is code_of_standings:
        assert (check(code.digits).state, check(code.digits).current) == (State.REPLACED, 2)


def test_foreign_key_is_not_of_here(event: Event) -> None:
    code = code_of_standings(event)
    SigningKey.objects.all().delete()
    result = check(code.digits)
    assert (result.state, result.content) == (State.FOREIGN, None)


def test_paper_stays_valid_after_the_key_was_changed_or_revoked(event: Event, chief: User) -> None:
    code, organiser = code_of_standings(event), event.held_by
    for revoked in (False, True):
        change_key(organiser, reason="Neuer Vorsitz", revoked=revoked, by=chief)
        result = check(code.digits)
        assert result.state is State.VALID
        assert result.key is not None
        assert result.key.ended_at is not None
    newer = code_of_standings(event)
    assert newer.content.key != code.content.key
    assert check(newer.digits).state is State.VALID


def test_erased_person_leaves_figures_that_still_agree(event: Event, chief: User) -> None:
    code = code_of_standings(event)
    number = code.content.rows[0][1]
    assert number is not None
    player = one(event, number).player
    assert list(rows_named(code.content, player.name)) == [0]
    erase_player(player, by=chief)
    assert check(code.digits).state is State.VALID
    printed_later = code_of_standings(event)
    assert printed_later.content.names[:3] == bytes(3)
    assert check(printed_later.digits).state is State.VALID


def test_report_is_replaced_when_a_list_changes_although_the_standings_stay(event: Event) -> None:
    code = code_of_report(event)
    reopen_series(event.series.get(), by=None)
    enter(list_of(event.series.get()), 1, "0 99 30 40", reason="Rechenfehler")
    result = check(code.digits)
    assert (result.state, result.current) == (State.REPLACED, code.content.number)
    assert check(code_of_report(event).digits).state is State.VALID


def test_report_with_a_seal_that_the_lists_never_had_is_refused_even_with_the_key(event: Event) -> None:
    key, content = private_key(event.held_by), code_of_report(event).content
    assert key is not None
    series, revisions, first, second = content.part
    for number in range(1, 1 + FORGERIES // 4):
        others = [(revisions, first + number, second), (revisions + number, first, second), (0, first, second)]
        part = (series, *others[number % 3])
        assert check(sign(replace(content, part=part), key).digits).state is State.DIFFERENT


def test_report_with_any_seal_passes_without_its_comparison(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    monkeypatch.setattr(checking, "_with_seal", lambda _content, _release, stored: stored)
    with pytest.raises(AssertionError, match="VALID"):
        test_report_with_a_seal_that_the_lists_never_had_is_refused_even_with_the_key(event)


def test_report_shows_its_seal_as_printed(event: Event) -> None:
    assert seal_in(code_of_report(event).content) == seal_now(event)
    assert seal_in(code_of_standings(event).content) == ""


def test_tables_of_a_league_are_valid_until_the_next_match_day(chief: User) -> None:
    league = released_league(chief, groups=2)
    code = code_of_league(league)
    assert code.content.rows[:2] == ((1, 1, 18), (1, 2, 12))
    assert (code.content.rows[4][0], code.content.whole) == (2, 8)
    assert check(code.digits).state is State.VALID
    release_day(league, chief, 2)
    assert check(code.digits).state is State.CHANGED
    assert check(code_of_league(league).digits).state is State.VALID


def test_league_table_that_is_not_that_of_today_is_never_valid_even_with_the_key(chief: User) -> None:
    league = released_league(chief)
    key, content = private_key(league.season.organiser), code_of_league(league).content
    assert key is not None
    (group, rank, points), *others = content.rows
    assert points is not None
    for number in range(1, 1 + FORGERIES // 4):
        altered = [
            replace(content, rows=((group, rank, points + number), *others)),
            replace(content, whole=content.whole + number),
            replace(content, number=content.number + number),
            replace(content, issued=content.issued - number),
        ][number % 4]
        assert check(sign(altered, key).digits).state is State.CHANGED
    for altered in (replace(content, unit=1), replace(content, day=content.day + 1)):
        assert check(sign(altered, key).digits).state is State.CHANGED
    assert check(sign(replace(content, subject=league.pk + 1), key).digits).state is State.GONE
    assert (
        check(sign(replace(content, rows=content.rows[:2], names=content.names[:6]), key).digits).state is State.VALID
    )


def test_league_table_passes_without_its_comparison(chief: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    monkeypatch.setattr(checking, "_compared", lambda _content, _today: State.VALID)
    with pytest.raises(AssertionError, match="VALID"):
        test_league_table_that_is_not_that_of_today_is_never_valid_even_with_the_key(chief)


def test_honour_is_valid_until_somebody_has_more_and_after_its_holder_is_erased(chief: User) -> None:
    season = make_season_with_players()
    sign_for(season.organiser)
    key = private_key(season.organiser)
    first, second = (models.SeasonPlayer.objects.get(season=season, number=number).player for number in (1, 2))
    add_lists(season, first, 3)
    add_lists(season, second, 2)

    def code(number: int, name: str) -> str:
        made = signed(key, honour_content(season, Most.LISTS, number, name))
        assert made is not None
        return made.digits

    printed = code(3, first.name)
    assert check(printed).state is State.VALID
    others = (number for number in range(1 + FORGERIES // 4) if number != 3)
    assert {check(code(number, first.name)).state for number in others} == {State.CHANGED}
    erase_player(first, by=chief)
    assert check(printed).state is State.VALID
    assert check(code(2, second.name)).state is State.VALID
    add_lists(season, second, 2)
    assert check(printed).state is State.CHANGED
    assert check(code(4, second.name)).state is State.VALID


def test_table_of_honours_is_valid_while_it_is_that_of_today_and_after_an_erasure(chief: User) -> None:
    season = make_season_with_players()
    issue(season, ["812.50", "900.00", "", "1000.25"])
    sign_for(season.organiser)
    first, second = (models.SeasonPlayer.objects.get(season=season, number=number).player for number in (1, 2))
    add_lists(season, first, 3)
    key = private_key(season.organiser)
    code = signed(key, honours_content(season, ["Vor1 Nach1", "Vor2 Nach2", "Vor4 Nach4", "Vor1 Nach1"]))
    assert key is not None
    assert code is not None
    assert code.content.rows == ((1, 81250), (2, 90000), (3, 100025), (4, 300))
    assert places_named(code.content, "Nach1 Vor1") == ["Zeile 1", "Zeile 4"]
    assert check(code.digits).state is State.VALID
    rows = code.content.rows
    for number in range(1, 1 + FORGERIES // 4):
        raised = replace(code.content, rows=(*rows[:3], (4, 300 + number)))
        assert check(sign(raised, key).digits).state is State.CHANGED
    erase_player(first, by=chief)
    assert check(code.digits).state is State.VALID
    add_lists(season, second, 4)
    assert check(code.digits).state is State.CHANGED


def test_edition_is_valid_until_the_next_one() -> None:
    event = released_event()
    season = make_season_with_players(organiser=event.held_by)
    edition = issue(season, ["812.50", "900.00", "", "1000.25"])
    rows = list(edition.rows.filter(rank__isnull=False))
    names = ["Vor1 Nach1", "Vor2 Nach2", "Vor4 Nach4"]
    table = signed(private_key(event.held_by), edition_content(edition, rows, names))
    title = signed(private_key(event.held_by), edition_content(edition, rows[:1], names[:1], certificate=True))
    assert table is not None
    assert title is not None
    assert table.content.rows == ((1, 81250), (2, 90000), (3, 100025))
    assert check(table.digits).state is State.VALID
    assert check(title.digits).state is State.VALID
    issue(season, ["812.50", "700.00", "", "1000.25"])
    assert (check(table.digits).state, check(table.digits).current) == (State.REPLACED, 2)
    assert check(title.digits).state is State.REPLACED


def test_certificate_is_replaced_when_another_player_takes_over_rank_and_value() -> None:
    season = make_season_with_players()
    sign_for(season.organiser)
    edition = issue(season, ["812.50", "900.00", "", ""])
    first = edition.rows.filter(rank=1)
    content = edition_content(edition, list(first), ["Vor1 Nach1"], certificate=True)
    title = signed(private_key(season.organiser), content)
    assert title is not None
    issue(season, ["812.50", "700.50", "", "900.00"])  # now player 2 is first
    issue(season, ["812.50", "900.00", "", ""])
    assert check(title.digits).state is State.VALID
    issue(season, ["900.00", "812.50", "", ""])  # the values of both were exchanged
    assert (check(title.digits).state, check(title.digits).current) == (State.REPLACED, 4)


def test_certificate_of_a_team_is_replaced_when_another_team_takes_over_rank_and_figure(event: Event) -> None:
    release = event.releases.get()
    tally = release.rows[0].tally
    team = TeamRow(rank=1, key="a", name="Herz", tally=tally, members=(1, 2, 3), size=3)
    StandingsRelease.objects.update(team_rows=[team])
    content = team_certificate_content(StandingsRelease.objects.get(), team)
    code = signed(private_key(event.held_by), content)
    assert code is not None
    assert check(code.digits).state is State.VALID
    correct(event)
    StandingsRelease.objects.filter(number=2).update(team_rows=[replace(team, name="Herz Dame")])
    assert check(code.digits).state is State.VALID
    StandingsRelease.objects.filter(number=2).update(team_rows=[replace(team, key="b", name="Pik")])
    assert check(code.digits).state is State.REPLACED


def test_no_code_without_a_key() -> None:
    event = make_event(series_count=1)
    assert private_key(event.held_by) is None
    assert signed(private_key(event.held_by), standings()) is None
