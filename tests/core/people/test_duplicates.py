"""Names that may belong to one person: similarity, and complete lookup."""

import random
import time
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.people.duplicates import Likeness, NameIndex, club_of, distance, likeness, name_of, pairs


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Berta|Beispiel", "berta|BEISPIEL", Likeness.SAME),
        ("Jörg|Müller", "Joerg|Mueller", Likeness.SPELLING),
        ("Jörg|Müller", "Jorg|Muller", Likeness.SPELLING),
        ("Uwe|Groß", "Uwe|Gross", Likeness.SAME),
        ("René|Dupré", "Rene|Dupre", Likeness.SPELLING),
        ("Hans-Peter|Klein", "Hans Peter|Klein", Likeness.SPELLING),
        ("Anna|Lüders-Voß", "Anna|Lueders Voss", Likeness.SPELLING),
        ("Berta|Beispiel", "Beispiel|Berta", Likeness.SWAPPED),
        ("Anna Maria|Schulz", "Anna|Schulz", Likeness.PART),
        ("Ute|Kern-Wolff", "Ute|Wolff", Likeness.PART),
        ("Karl|Schmidt", "Karl|Schmitt", Likeness.ERRORS),
        ("Petra|Hoffmann", "Petra|Hofmann", Likeness.ERRORS),
        ("Petra|Sommer", "Perta|Sommer", Likeness.ERRORS),
        ("Katharina|Wagner", "Catarina|Wagner", Likeness.ERRORS),
        ("Ida|Maier", "Ina|Maier", None),
        ("Berta|Beispiel", "Berta|Muster", None),
        ("Vera7|Spieler7", "Vera8|Spieler8", None),
        ("Hans|Meier", "Hanna|Maier", None),
        ("|", "|", None),
    ],
)
def test_names_are_alike_when_spelling_order_or_few_letters_differ(one, other, expected):
    first, second = (name_of(*name.split("|")) for name in (one, other))
    assert likeness(first, second) == likeness(second, first) == expected


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("RC Nord", "Rommé-Club Nord e.V.", True),
        ("Romméfreunde Lübeck", "Lübecker Romméfreunde", True),
        ("Skatclub Süd", "Skatclub Sued", True),
        ("R.C. Nord", "RC Nord", True),
        ("T. S. V. Nord", "TSV Nord", True),
        ("Rommé-Club 1", "Rommé-Club 2", False),
        ("RC Nord", "RC Süd", False),
    ],
)
def test_clubs_are_alike_when_only_form_and_spelling_differ(one, other, alike):
    assert (likeness(club_of(one), club_of(other)) is not None) == alike


@pytest.mark.parametrize(
    ("one", "other", "errors"), [("", "", 0), ("ab", "ba", 1), ("abc", "", 3), ("kitten", "sitten", 1), ("a", "abc", 2)]
)
def test_distance_counts_letters_and_swapped_neighbours(one, other, errors):
    assert distance(one, other) == distance(other, one) == errors


words = st.text("aeinü- é1", max_size=10)
names = st.builds(name_of, words, words)


@given(st.lists(names, max_size=12))
def test_looking_up_finds_what_comparing_all_with_all_finds(everybody):
    numbered = dict(enumerate(everybody))
    brute = {
        (one, other): how
        for one, other in combinations(numbered, 2)
        if (how := likeness(numbered[one], numbered[other])) is not None
    }
    assert {(one, other): how for one, other, how in pairs(numbered)} == brute


@given(names, names)
def test_likeness_does_not_depend_on_who_is_asked_first(one, other):
    assert likeness(one, other) == likeness(other, one)


@given(names)
def test_everybody_with_a_name_is_like_oneself(name):
    assert likeness(name, name) == (Likeness.SAME if any(name.typed) else None)


def _typed(word: str, rng: random.Random) -> str:
    place = rng.randrange(len(word) - 1)
    return rng.choice(
        [
            word[:place] + word[place + 1 :],
            word[:place] + "x" + word[place:],
            word[:place] + word[place + 1] + word[place] + word[place + 2 :],
        ]
    )


@given(st.randoms(use_true_random=False))
def test_looking_up_misses_no_typing_error_in_long_names(rng):
    first, last = "friederike", "Hohenstaufen"
    wrong = [
        (_typed(first, rng), _typed(last, rng)),
        (first, _typed(_typed(last, rng), rng)),
        (_typed(_typed(first, rng), rng), last),
    ]
    everybody = {0: name_of(first, last)} | {n: name_of(*name) for n, name in enumerate(wrong, 1)}
    index = NameIndex({0: everybody[0]})
    for other in wrong:
        expected = likeness(everybody[0], name_of(*other))
        assert [how for _key, how in index.alike(name_of(*other))] == ([] if expected is None else [expected])


def test_register_of_five_thousand_is_looked_through_in_seconds():
    rng = random.Random(1)
    syllables = ["ber", "ta", "mül", "ler", "hof", "mann", "schu", "ster", "ge", "rin", "kla", "us", "pe", "tra"]
    firsts = ["".join(rng.choices(syllables, k=2)) for _n in range(150)]
    lasts = ["".join(rng.choices(syllables, k=3)) for _n in range(1500)]
    names = {n: name_of(rng.choice(firsts), rng.choice(lasts)) for n in range(5000)}
    begun = time.process_time()
    assert pairs(names)
    assert time.process_time() - begun < 10  # about one second on the machine it was written on
