"""Rows are saved once, despite failures in between; each test fails with its guard off."""

from collections.abc import Callable

from tests.safety import checks
from tests.safety.conftest import Hall
from tests.safety.databases import percentile
from tests.safety.phones import Phones
from tests.safety.server import Form, Server, Writer
from tests.safety.sizes import CLIENTS, PHONES, SIZES

Serve = Callable[..., Server]
People = Callable[..., list[Writer]]
Say = Callable[[str], None]


def test_one_of_two_writers_gets_the_conflict_and_nothing_is_overwritten(
    hall: Hall, serve: Serve, people: People
) -> None:
    one, other = people(serve(), 2)
    checks.demand_one_winner_on_a_row(hall.database, one, other)
    checks.demand_one_winner_on_a_list(one, other)


def test_same_save_five_times_and_after_a_restart_has_one_effect(hall: Hall, serve: Serve, people: People) -> None:
    server = serve()
    replay = checks.Replay.of(people(server, 2))
    replay.again(5)
    replay.somebody_else()
    replay.again(1)
    server.stop()
    server.start()
    replay.again(5)
    replay.demand_one_effect(hall.database)


def test_fifty_people_save_on_fifty_lists_and_on_one_list_while_phones_poll(
    hall: Hall, serve: Serve, people: People, figure: Say
) -> None:
    server = serve()
    writers = people(server, CLIENTS)
    assert writers[0].call("POST", "/leitung/sicherheit/veroeffentlichen/", Form(public="yes")).status == 302
    with Phones(server, PHONES) as phones:
        checks.fifty_lists(writers, SIZES.each)
        checks.demand_fifty_lists(hall.database, SIZES.each)
        figure(f"50 clients on 50 lists: {_times(writers)}")
        for writer in writers:
            writer.seconds.clear()
        checks.fifty_on_one_list(writers, SIZES.each // 2, CLIENTS + 1)  # a list that is still empty
        checks.demand_no_lost_update(hall.database, SIZES.each // 2, CLIENTS + 1)
        figure(f"50 clients on one list: {_times(writers)}")
    p50, p99 = percentile(phones.seconds, 0.5), percentile(phones.seconds, 0.99)
    figure(f"{PHONES} phones beside them: {len(phones.seconds)} answers, p50 {p50:.0f} ms, p99 {p99:.0f} ms")
    assert set(phones.answers) == {304}
    assert sum(writer.refused for writer in writers) == 0
    checks.demand_agreement(hall.database, server)


def _times(writers: list[Writer]) -> str:
    seconds = [each for writer in writers for each in writer.seconds]
    return (
        f"{len(seconds)} saves, p50 {percentile(seconds, 0.5):.0f} ms, p99 {percentile(seconds, 0.99):.0f} ms, "
        f"5xx {sum(writer.refused for writer in writers)}"
    )
