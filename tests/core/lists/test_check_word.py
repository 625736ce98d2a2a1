"""The check word of a list (core/lists/check_word.py)."""

from dataclasses import replace

from hypothesis import given, strategies as st

from romme_turnier.core.lists.check_word import ALPHABET, LENGTH, check_word, content_hash
from romme_turnier.core.lists.sheet import Game

SALT = "9f86d081884c7d659a2feaa0c55ad015"

points = st.none() | st.integers(0, 999)


@st.composite
def lists(draw: st.DrawFn) -> tuple[tuple[int | None, ...], tuple[Game, ...]]:
    seats = draw(st.integers(2, 10))
    numbers = draw(st.lists(st.integers(1, 999), min_size=seats, max_size=seats, unique=True))
    games = [
        Game(number, draw(st.none() | st.integers(1, seats)), draw(st.booleans()), tuple(draw(points) for _ in numbers))
        for number in range(1, draw(st.integers(1, 6)) + 1)
    ]
    return tuple(numbers), tuple(games)


@given(lists(), st.randoms(use_true_random=False))
def test_word_does_not_depend_on_the_order_in_which_games_were_written(list_, random) -> None:
    players, games = list_
    mixed = random.sample(games, len(games))
    word = check_word(players, games, SALT)
    assert check_word(players, mixed, SALT) == word
    assert content_hash(players, mixed) == content_hash(players, games)
    assert len(word) == LENGTH
    assert set(word) <= set(ALPHABET)


def _neighbours(players: tuple[int | None, ...], games: tuple[Game, ...]):
    """Every list that differs in exactly one respect."""
    yield (players[1], players[0], *players[2:]), games
    yield players, games[:-1]
    for at, game in enumerate(games):
        others = [replace(game, handromme=not game.handromme), replace(game, finisher=(game.finisher or 0) % 4 + 1)]
        for seat, one in enumerate(game.points):
            near = {0, 1, (one or 0) + 1, (one or 0) + 10, 10 * (one or 1)} - {one}
            others += [replace(game, points=(*game.points[:seat], other, *game.points[seat + 1 :])) for other in near]
        others.append(replace(game, points=(game.points[1], game.points[0], *game.points[2:])))
        for other_game in others:
            if other_game != game:
                yield players, (*games[:at], other_game, *games[at + 1 :])


def test_word_is_another_one_when_a_figure_is_another_one() -> None:
    players = (3, 14, 27, 40)
    games = tuple(Game(number, 1 + number % 4, False, (number, 20, 37, 3 * number)) for number in range(1, 13))
    word, content = check_word(players, games, SALT), content_hash(players, games)
    changed = list(_neighbours(players, games))
    assert len(changed) > 250
    assert all(check_word(who, what, SALT) != word and content_hash(who, what) != content for who, what in changed)


OF_OLD = (
    Game(1, 2, False, (20, 0, 37, 4)),
    Game(2, 1, True, (0, 80, 65, 12)),
    Game(3, None, False, (1, None, 2, 3)),
)


def test_word_stays_what_was_written_on_papers_of_old() -> None:
    assert check_word((1, 2, 3, None), OF_OLD, "") == "TFTHR"


def test_word_is_that_of_a_list_with_this_salt_alone() -> None:
    assert check_word((1, 2, 3, None), OF_OLD, SALT) == "EDRAXCX"
    assert check_word((1, 2, 3, None), OF_OLD, SALT[::-1]) != check_word((1, 2, 3, None), OF_OLD, SALT)


def test_hash_stays_what_revisions_hold() -> None:
    assert content_hash((1, 2, 3, None), OF_OLD) == ("8e7c5d4d20d7227fe9cf4614484665a6e99fc9a4b7a427b6b7962d8a48337bc6")
