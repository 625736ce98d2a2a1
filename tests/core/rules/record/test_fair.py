"""The fair shuffle: its test vectors, computed independently, and equal probabilities."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from romme_turnier.core.rules.play import whole_pack
from romme_turnier.core.rules.record.fair import FairDraw, commitment
from romme_turnier.core.rules.system.cards import format_cards
from tests.core.rules.written import rules

PAGE = Path(__file__).parents[4] / "docs" / "rules" / "record.md"
SEED = bytes(range(32))
WORDS = ("apfel", "", "Kirsche", "ß")


def by_hand(seed: bytes, lines: list[str], limits: list[int]) -> list[int]:
    """The method as the page tells it, written without a look at the program."""
    stream = b"".join(
        hmac.new(seed, "\n".join([*lines, str(block)]).encode("utf-8"), hashlib.sha256).digest() for block in range(200)
    )
    numbers = [int.from_bytes(stream[place : place + 4], "big") for place in range(0, len(stream), 4)]
    found = []
    for limit in limits:
        while numbers[0] >= 2**32 // limit * limit:
            numbers.pop(0)
        found.append(numbers.pop(0) % limit)
    return found


@pytest.mark.parametrize(("game", "shuffle", "words"), [(1, 0, ()), (5, 0, WORDS), (5, 1, WORDS), (12, 3, ("x",))])
def test_numbers_are_those_of_the_method_that_is_written_down(game: int, shuffle: int, words: tuple[str, ...]) -> None:
    limits = [110, 109, 7, 2**32, 2**31 + 1, 3, 1, *range(110, 1, -1)]
    draw = FairDraw(SEED, words, game, shuffle)
    assert [draw.below(limit) for limit in limits] == by_hand(
        SEED, ["romme 1", str(game), str(shuffle), *words], limits
    )


def test_test_vectors_of_the_page_are_true() -> None:
    text = PAGE.read_text("utf-8")
    vectors = dict(re.findall(r"^\| (commitment|below\(110\)|pack)[^|]*\| `([^`]+)` \|$", text, re.M))
    assert vectors["commitment"] == commitment(SEED) == "sha256:" + hashlib.sha256(SEED).hexdigest()
    draw = FairDraw(SEED, ("apfel", "", "birne"), 5)
    assert vectors["below(110)"] == " ".join(str(draw.below(110)) for _ in range(12))
    pack = FairDraw(SEED, ("apfel", "", "birne"), 5).order(whole_pack(rules("rommeordnung"), 3))
    assert vectors["pack"] == format_cards(pack[:-13:-1])


def test_the_order_has_every_card_and_depends_on_seed_words_game_and_shuffle() -> None:
    pack = whole_pack(rules("rommeordnung"), 4)
    orders = {
        FairDraw(seed, words, game, shuffle).order(pack)
        for seed in (SEED, SEED[::-1])
        for words in ((), ("a", "b"), ("b", "a"), ("ab", ""))
        for game in (1, 11)
        for shuffle in (0, 1)
    }
    assert len(orders) == 32
    assert all(tuple(sorted(order)) == pack for order in orders)


def test_every_order_of_four_cards_is_as_likely_as_the_other() -> None:
    draw, tries = FairDraw(SEED), 4800
    found = Counter(draw.order((1, 2, 3, 4)) for _ in range(tries))
    expected = tries / 24
    chi_square = sum((found[order] - expected) ** 2 / expected for order in permutations((1, 2, 3, 4)))
    assert chi_square < 49.7  # 23 degrees of freedom: more than that happens once in a thousand


def test_numbers_that_would_favour_the_low_ones_are_left_out() -> None:
    draw = FairDraw(SEED)
    found = [draw.below(3 * 2**30) for _ in range(900)]  # a quarter of all numbers is left out
    assert sum(number < 2**30 for number in found) < 0.4 * len(found)


def test_what_makes_no_fair_draw_is_refused() -> None:
    for seed, words in ((SEED[1:], ()), (SEED, ("zwei Worte",)), (SEED, ("a\nb",)), (SEED, (" ",))):
        with pytest.raises(ValueError, match=r"a (seed|word)"):
            FairDraw(seed, words)
    for limit in (0, 2**32 + 1):
        with pytest.raises(ValueError, match="a limit"):
            FairDraw(SEED).below(limit)
