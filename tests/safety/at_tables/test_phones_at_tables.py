"""Tables that keep their lists on phones: no game lost or doubled, complete lists are as confirmed."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import pytest

from tests.safety import checks
from tests.safety.at_tables.phone import Phone
from tests.safety.at_tables.played import OF_FOUR, OF_TEN, TO_A_SCORE
from tests.safety.at_tables.tables import (
    TableAtPlay,
    confirm_a_changed_list,
    demand_confirmed,
    demand_games,
    tables_of,
)
from tests.safety.conftest import Hall, Shared
from tests.safety.databases import percentile
from tests.safety.paper import Paper
from tests.safety.server import Reached, Server, Writer, at_once
from tests.safety.sizes import IS_FULL, SIZES, WRITERS
from tests.safety.test_lives_of_lists import TOTALS

_PAUSE = 4.0 if IS_FULL else 0.0  # seconds between two games; people play for minutes
_ROWS = 100 if IS_FULL else 2  # that an official types at most in that time
_ASK = 5.0  # seconds, as at_table.js asks
_SOON = 500  # milliseconds


def every_table(server: Reached, hall: Hall) -> list[TableAtPlay]:
    """Tables of four, others whose list ends with a score, others of ten."""
    counts = ((OF_FOUR, SIZES.at_tables), (TO_A_SCORE, SIZES.other_tables), (OF_TEN, SIZES.other_tables))
    return [table for played, count in counts for table in tables_of(server, hall, count, played)]


def play(
    tables: Sequence[TableAtPlay], desk: Sequence[Writer], readers: list[Phone], *more: Callable[[], None]
) -> None:
    """All tables together, phones that only read, officials who type into the same lists, and incidents."""

    def type_beside(official: Writer, number: int) -> None:
        rng = random.Random(number)
        for _row in range(_ROWS):
            if not (unwritten := [table for table in tables if not table.written.is_set()]):
                return
            rng.choice(unwritten).type(official, rng)
            unwritten[0].written.wait(_PAUSE or 0.1)

    works = [partial(table.play, _PAUSE) for table in tables]
    works += [partial(type_beside, official, number) for number, official in enumerate(desk)]
    at_once(*works, partial(ask_beside, tables, readers), *more)


def ask_beside(tables: Sequence[TableAtPlay], readers: list[Phone]) -> None:
    """Every phone asks for news as long as games are played."""
    phones = [phone for table in tables for phone in table.every_phone]
    while _PAUSE and not all(table.written.is_set() for table in tables):
        if len(readers) < len(phones):
            readers[:] = [eyes for phone in phones if (eyes := phone.eyes())]
        for reader in readers:
            reader.read()
            tables[0].written.wait(_ASK / len(phones))


def kill_in_the_middle(server: Server, tables: Sequence[TableAtPlay]) -> None:
    half = sum(table.played.games for table in tables) // 2
    while sum(len(table.known.acknowledged) for table in tables) < half:
        assert not tables[0].written.wait(0.01), "nothing to kill"
    server.kill()
    server.start()


def demand_sums(hall: Hall, tables: Sequence[TableAtPlay]) -> None:
    """The sums of every list are those of the games that were acknowledged last."""
    for table in tables:
        stored = hall.database.query(TOTALS.replace("sicherheit", table.played.slug))
        totals = {(number, seat): figures for number, seat, *figures in stored}
        versions = {game: table.known.last(game) for game in range(1, table.played.games + 1)}
        paper = Paper(
            rows={game: (row, version) for game, (version, row) in versions.items()}, games=table.played.games
        )
        for place in table.places:
            counted = [*paper.totals(place.seat - 1), 0]
            known = slice(None) if table.played is OF_FOUR else slice(1)  # its bonus is that of no other kind
            assert totals[table.number, place.seat][known] == counted[known], f"sums of {place}"


def test_no_game_is_lost_or_doubled_and_what_is_complete_was_confirmed(
    shared: Shared, figure: Callable[[str], None]
) -> None:
    tables, desk = every_table(shared.server, shared.hall), shared.people(WRITERS)
    readers: list[Phone] = []
    play(tables, desk, readers, partial(kill_in_the_middle, shared.server, tables))
    games = demand_games(shared.hall.database, tables)
    demand_confirmed(shared.hall.database, tables)
    demand_sums(shared.hall, tables)
    checks.demand_no_halves(shared.hall.database)
    checks.demand_agreement(shared.hall.database, shared.server)
    phones = [phone for table in tables for phone in table.every_phone]
    assert sum(writer.refused for writer in [*phones, *desk, *readers]) == 0
    figure(f"{len(phones)} phones at {len(tables)} tables, a kill: {games} games, lost, doubled 0; {_told(phones)}")
    _say_times(figure, phones, desk)


@pytest.mark.skipif(not IS_FULL, reason="takes a machine with nothing else to do; ./run test has other steps beside it")
def test_table_waits_half_a_second_at_most_for_a_game(
    hall: Hall, serve: Callable[..., Server], people: Callable[..., list[Writer]], figure: Callable[[str], None]
) -> None:
    server = serve()
    (first, *tables), desk = every_table(server, hall), people(server, WRITERS)
    confirm_a_changed_list(hall.database, first)  # a server that has just begun reads its pages first
    readers: list[Phone] = []
    play(tables, desk, readers)
    demand_games(hall.database, tables)
    phones = [phone for table in tables for phone in table.every_phone]
    answers = sum((reader.answers for reader in readers), Counter[int]())
    figure(f"{len(phones)} phones at {len(tables)} tables, a game every {_PAUSE:.0f} s each, and {WRITERS} officials:")
    _say_times(figure, phones, desk)
    figure(f"  phones that ask for news: {answers[304]} times nothing new, {answers[200]} times the list")
    assert percentile(_seconds(phones), 0.99) <= _SOON


def _say_times(figure: Callable[[str], None], phones: Sequence[Phone], desk: Sequence[Writer]) -> None:
    for who, seconds in (("a game at a table", _seconds(phones)), ("beside it at the desk", _seconds(desk))):
        figure(f"  {who}: {_times(seconds)}")


def _seconds(writers: Sequence[Writer]) -> list[float]:
    return [each for writer in writers for each in writer.seconds]


def _told(phones: Sequence[Phone]) -> str:
    happened = sum((phone.happened for phone in phones), Counter[str]())
    return ", ".join(f"{count} {what}" for what, count in sorted(happened.items()) if what != "through")


def _times(seconds: Sequence[float]) -> str:
    return f"{len(seconds)} saves, p50 {percentile(seconds, 0.5):.0f} ms, p99 {percentile(seconds, 0.99):.0f} ms"
