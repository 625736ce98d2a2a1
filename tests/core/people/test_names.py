"""The order of names (DIN 5007-1), and the fold shared with searching."""

import random

import pytest
from hypothesis import example, given, strategies as st

from romme_turnier.core.people.names import (
    PersonName,
    holds,
    order_bytes,
    order_of,
    person_order,
    plain,
    split_prefix,
    tidy,
)

IN_ORDER = [
    "Adler, Zoe",
    "Ahrens, Uta",
    "Ährlich, Udo",
    "Arendt, Ida",
    "Çelik, Ayşe",
    "D’Amico, Lea",
    "De Luca, Gina",
    "Đorđević, Ana",
    "Dr. Fuchs, Ingeborg",
    "Gabler, Zoe",
    "Gäbler, Ada",
    "Groß, Änne",
    "Große, Ada",
    "Heide, Karl",
    "von der Heide, Karl",
    "Heide, Lena",
    "Von Der Heide, Mia",
    "Heidemann, Jan",
    "İnan, Can",
    "Işık, Can",
    "Łukasz, Łucja",
    "Maier, Bernd",
    "Maier-Huber, Anna",
    "Maierhof, Anna",
    "O’Brien, Pat",
    "Ødegaard, Ulla",
    "Œuvray, Marc",
    "Özdemir, Ali",
    "Schäfer, Ute",
    "Schröder, Anna",
    "da Silva, Rui",
    "Spieler2, Vera",
    "Spieler10, Vera",
    "Strasse, Eva",
    "Straße, Eva",
    "Zum Winkel, Ole",
]


def person(listed: str) -> PersonName:
    last, _comma, first = listed.partition(", ")
    return PersonName(first, last)


@pytest.mark.parametrize("reverse", [False, True])
def test_people_are_in_german_order_when_sorted(reverse: bool) -> None:
    mixed = sorted(IN_ORDER, reverse=reverse)
    assert [name.listed for name in sorted(map(person, mixed), key=lambda name: name.order)] == IN_ORDER


def test_clubs_are_sorted_by_number_where_words_are_equal() -> None:
    clubs = ["RC 10", "Öse", "RC 2", "Rommé-Club Nord", "Oslo", "rc 2 b", "Romme Club Abc"]
    assert sorted(clubs, key=order_of) == [
        "Öse",
        "Oslo",
        "RC 2",
        "rc 2 b",
        "RC 10",
        "Romme Club Abc",
        "Rommé-Club Nord",
    ]


@pytest.mark.parametrize(
    ("name", "before", "ordered_by"),
    [
        ("von der Heide", "von der", "Heide"),
        ("Von Der Heide", "Von Der", "Heide"),
        ("van der Berg-Groß", "van der", "Berg-Groß"),
        ("Graf von Hohenau", "", "Graf von Hohenau"),
        ("zu Salm", "zu", "Salm"),
        ("d’Alembert", "d’", "Alembert"),
        ("Zum Winkel", "", "Zum Winkel"),
        ("De Luca", "", "De Luca"),
        ("van", "", "van"),
        ("der", "", "der"),
        ("", "", ""),
    ],
)
def test_prefix_of_a_family_name_does_not_count_when_it_is_written_small(
    name: str, before: str, ordered_by: str
) -> None:
    assert split_prefix(name) == (before, ordered_by)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Petra Sommer", "Petra", "Sommer"),
        ("Karl Otto von der Heide", "Karl Otto", "von der Heide"),
        ("Sommer", "", "Sommer"),
        ("von Heide", "von", "Heide"),
        ("", "", ""),
    ],
)
def test_name_in_one_field_is_parted_before_the_prefixes(text: str, first: str, last: str) -> None:
    assert PersonName.of(text) == PersonName(first, last)


@pytest.mark.parametrize(
    ("first", "last", "short"),
    [("Petra", "Sommer", "Petra S."), ("Karl", "von der Heide", "Karl H."), ("Ota", "", "Ota"), ("", "Çelik", "Ç.")],
)
def test_short_name_ends_with_the_letter_that_the_person_is_looked_for_by(first: str, last: str, short: str) -> None:
    assert str(PersonName(first, last).short) == short


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("lukasz", "Łukasz"),
        ("Łukasz", "Lukasz"),
        ("celik", "Çelik"),
        ("isik", "Işık"),
        ("ISIK", "Işık"),
        ("inan", "İnan"),
        ("odegaard", "Ødegaard"),
        ("oedegaard", "Ødegaard"),
        ("dordevic", "Đorđević"),
        ("mueller", "Müller"),
        ("müller", "Mueller"),
        ("muller", "Müller"),
        ("gross", "Groß"),
        ("groß", "GROSS"),
        ("aerger", "Ærger"),
        ("Aerger", "\u0041\u0308rger"),
        ("oeuvray", "Œuvray"),
        ("groß hoe", "Höhne-Groß"),
        ("17 höhne", "Höhne"),
    ],
)
def test_search_finds_when_only_marks_and_strokes_differ(typed: str, text: str) -> None:
    assert holds(typed, text, numbers=[17])


def test_search_finds_nobody_when_a_word_is_nowhere() -> None:
    assert not holds("anna groß", "Anna Klein", numbers=[7])
    assert not holds("1", "Anna Klein", numbers=[17])


NAMES = st.text(alphabet="aAäÄbBzZßẞøØłŁıİiIæÆœéÉçÇ -’'019\u0308", max_size=8)


@given(NAMES, NAMES)
def test_key_tells_any_two_names_apart(one: str, other: str) -> None:
    assert (order_of(one) == order_of(other)) == (one == other)


@given(st.text(max_size=12))
def test_plain_is_small_without_marks_and_stays_so(text: str) -> None:
    assert plain(plain(text)) == plain(text)
    assert plain(text.lower()) == plain(text) or not text.isascii()


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyzABCÄÖÜßéłø", min_size=1, max_size=12))
def test_key_of_a_word_is_its_letters(word: str) -> None:
    table = {"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "é": "e", "ł": "l", "ø": "o"}
    assert order_of(word)[0] == "".join(table.get(letter, letter) for letter in word.lower())


@given(st.lists(st.tuples(NAMES, NAMES), max_size=8), st.randoms(use_true_random=False))
@example([("…", ""), ("", "…"), ("", " "), (" ", ""), ("", "")], random.Random(1))
def test_order_is_one_whatever_the_order_before(names: list[tuple[str, str]], chance: random.Random) -> None:
    mixed = chance.sample(names, len(names))
    assert sorted(names, key=lambda one: person_order(*one)) == sorted(mixed, key=lambda one: person_order(*one))


@given(st.lists(st.tuples(NAMES.map(tidy), NAMES.map(tidy)), max_size=8))
@example([("", "Ab"), ("b", "A"), ("", "A b"), ("𝔄", "\uffee"), ("", "")])
def test_bytes_keep_the_order_of_people(names: list[tuple[str, str]]) -> None:
    assert sorted(names, key=lambda name: order_bytes(*name)) == sorted(names, key=lambda name: person_order(*name))


@given(NAMES, NAMES)
def test_typed_name_is_found(first: str, last: str) -> None:
    assert holds(f"{first} {last}", last, first)
    assert holds(f"{last.upper()}, {first.casefold()}", first, last)


UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u202a\u202c\u2060\u2066\ufeff\ufe0f\u034f\u115f\u2800\u3164\U000e0041\x07"


@pytest.mark.parametrize("sign", UNSEEN)
def test_sign_that_nobody_sees_is_taken_out_of_a_name(sign: str) -> None:
    assert tidy(f"{sign}Hart{sign}wig {sign} Liesel{sign}") == "Hartwig Liesel"
    assert tidy(f" {sign}{sign} ") == ""
    assert holds("hartwig", f"Hart{sign}wig")


def test_name_that_is_seen_stays_as_it_is() -> None:
    for name in ("Ömer Yıldız", "Łukasz D’Amico-Groß", "N. N.", "李 小龙", "Ольга", "Vera1"):
        assert tidy(name) == name
    assert tidy("  Ju\u0308rgen \u00a0 Groß\n") == "Jürgen Groß"


@given(st.text(max_size=40))
def test_tidied_name_is_tidy(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)
