"""Names as lists write them."""

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.people.written_names import WrittenName, parse_name, parse_part


@pytest.mark.parametrize(
    ("text", "first", "last", "remark"),
    [
        ("Petra Sommer", "Petra", "Sommer", ""),
        ("Sommer, Petra", "Petra", "Sommer", ""),
        ("Anna Maria von der Heide", "Anna Maria", "von der Heide", ""),
        ("Ludwig van Beethoven", "Ludwig", "van Beethoven", ""),
        ("Madonna", "", "Madonna", ""),
        ("Dr. Fuchs, Ingeborg", "Ingeborg", "Fuchs", ""),
        ("Fuchs, Dr. Ingeborg (Gast)", "Ingeborg", "Fuchs", "Gast"),
        ("Prof. Dr. Hans von der Heide [neu]", "Hans", "von der Heide", "neu"),
        ("Dipl.-Ing. Otto Kühn", "Otto", "Kühn", ""),
        ("Frau Petra Sommer", "Petra", "Sommer", ""),
        ("Frauke Drechsler", "Frauke", "Drechsler", ""),
        ("1. Hartwig, Liesel (RC Nord)", "Liesel", "Hartwig", "RC Nord"),
        ("12) Liesel Hartwig", "Liesel", "Hartwig", ""),
        ("17 Liesel Hartwig", "Liesel", "Hartwig", ""),
        ("(2) Liesel Hartwig", "Liesel", "Hartwig", ""),
        ("Nr. 7: Hartwig, Liesel", "Liesel", "Hartwig", ""),
        ("#4 Liesel Hartwig", "Liesel", "Hartwig", ""),
        ("8 – Hartwig, Liesel", "Liesel", "Hartwig", ""),
        ("3. (Gast) Liesel Hartwig", "Liesel", "Hartwig", "Gast"),
        ("• Liesel Hartwig", "Liesel", "Hartwig", ""),
        ("- Hartwig, Liesel", "Liesel", "Hartwig", ""),
        ("HARTWIG Liesel", "Liesel", "Hartwig", ""),
        ("Liesel HARTWIG", "Liesel", "Hartwig", ""),
        ("HARTWIG, LIESEL", "Liesel", "Hartwig", ""),
        ("VON DER AUE Marlies", "Marlies", "von der Aue", ""),
        ("Marlies von der AUE", "Marlies", "von der Aue", ""),
        ("von der Aue Marlies", "Marlies", "von der Aue", ""),
        ("DE LUCA Gina", "Gina", "de Luca", ""),
        ("BÖTTCHER-GROẞ Kuno", "Kuno", "Böttcher-Groß", ""),
        ("OßWALD Gerd", "Gerd", "Oßwald", ""),
        ("D’ANGELO Luigi", "Luigi", "D’Angelo", ""),
        ("JP Müller", "JP", "Müller", ""),
        ("K. Müller", "K.", "Müller", ""),
        ("Otto Kühn III", "Otto Kühn", "III", ""),
        ("", "", "", ""),
    ],
)
def test_name_comes_apart_without_titles_and_brackets(text: str, first: str, last: str, remark: str) -> None:
    name = parse_name(text)
    assert (name.first, name.last, name.remark) == (first, last, remark)


def test_known_first_names_tell_which_of_two_words_is_which() -> None:
    assert parse_name("Schmidt Peter", {"Peter"}) == WrittenName("Peter", "Schmidt")
    assert parse_name("Peter Schmidt", {"Peter"}) == WrittenName("Peter", "Schmidt")
    assert parse_name("Otto Peter", {"Peter", "Otto"}) == WrittenName("Otto", "Peter")
    assert parse_name("Anna Maria Peter", {"Peter"}) == WrittenName("Anna Maria", "Peter")


def test_part_of_a_name_loses_title_and_brackets() -> None:
    assert parse_part("Dr. Fuchs (Gast)") == WrittenName("", "Fuchs", "Gast")
    assert parse_part("3. HARTWIG") == WrittenName("", "Hartwig", "", "3.")


@given(st.text(max_size=60))
def test_no_letter_is_added_to_a_name(text: str) -> None:
    name = parse_name(text)
    assert {*(name.first + name.last + name.remark).casefold()} <= {*text.casefold(), " ", ","}
