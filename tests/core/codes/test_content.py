"""Contents of codes: one form in bytes, as many rows as fit, and names as marks."""

from dataclasses import replace

import cbor2
import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.codes.content import CodeError, Content, Kind, name_mark, name_marks, rows_named
from tests.core.codes.papers import contents, standings


@given(contents())
def test_content_is_read_as_it_was_written(content: Content) -> None:
    assert Content.from_bytes(content.to_bytes()) == content


@given(contents(), st.binary(min_size=1, max_size=4))
def test_bytes_behind_the_content_are_refused(content: Content, more: bytes) -> None:
    with pytest.raises(CodeError):
        Content.from_bytes(content.to_bytes() + more)


@given(st.binary(max_size=200))
def test_foreign_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(CodeError):
        Content.from_bytes(data)


def _fields() -> list[object]:
    fields = cbor2.loads(standings().to_bytes())
    assert isinstance(fields, list)
    return fields


@pytest.mark.parametrize(
    ("index", "value"),
    [
        (0, 2),  # another format
        (0, True),
        (1, 9),  # no such kind
        (2, b"short"),
        (3, -1),
        (3, 1.0),
        (3, 2**63),  # no database has such a number
        (8, 2**63),
        (4, "x" * 61),
        (4, b"Testpokal"),
        (7, []),  # standings after no series
        (7, [1, 2]),
        (9, 3),
        (9, True),
        (10, 1),  # fewer rows than the code has
        (11, [[1, 2]]),
        (11, [[1, 17, "812"], [2, 4, 901]]),
        (11, [[1, 17, True], [2, 4, 901]]),
        (11, {}),
        (12, b"abc"),  # a mark is missing
        (12, "abcdef"),
    ],
)
def test_wrong_fields_are_refused(index: int, value: object) -> None:
    fields = _fields()
    Content.from_bytes(cbor2.dumps(fields, canonical=True))
    fields[index] = value
    with pytest.raises(CodeError):
        Content.from_bytes(cbor2.dumps(fields, canonical=True))


def test_other_forms_of_the_same_values_are_refused() -> None:
    data = standings().to_bytes()
    longer = data.replace(b"\x19\x03\x2c", b"\x1a\x00\x00\x03\x2c")  # 812 in four bytes instead of two
    assert cbor2.loads(longer) == cbor2.loads(data)
    assert longer != data
    with pytest.raises(CodeError):
        Content.from_bytes(longer)
    small = replace(standings(), rows=((1, 17, 81), (2, 4, 90))).to_bytes()
    as_lists = cbor2.loads(small)
    as_lists[11] = [list(row) for row in as_lists[11]]
    with pytest.raises(CodeError):
        Content.from_bytes(cbor2.dumps(as_lists, canonical=True))


@given(contents(), st.integers(150, 400))
def test_rows_fit_into_the_bytes_and_the_next_row_would_not(content: Content, most: int) -> None:
    fitted = content.fitted(most)
    rows = len(fitted.rows)
    assert fitted.rows == content.rows[:rows]
    assert fitted.whole == content.whole
    if rows:
        assert len(fitted.to_bytes()) <= most
    if rows < len(content.rows) and content.kind is not Kind.LIST:
        longer = replace(content, rows=content.rows[: rows + 1], names=content.names[: 3 * (rows + 1)])
        assert len(longer.to_bytes()) > most
    if content.kind is Kind.LIST:
        assert rows in {0, len(content.rows)}


@pytest.mark.parametrize("typed", ["Müller, Anna", "Anna Müller", "anna  MÜLLER", "Mu\u0308ller Anna"])
def test_name_is_known_in_any_order_and_case(typed: str) -> None:
    assert name_mark(Kind.STANDINGS, 7, typed) == name_mark(Kind.STANDINGS, 7, "Müller, Anna")


def test_name_has_another_mark_on_another_paper() -> None:
    marks = {name_mark(kind, subject, "Anna Müller") for kind in Kind for subject in (1, 2)}
    assert len(marks) == 2 * len(Kind)


def test_typed_name_leads_to_its_rows_and_no_name_to_none() -> None:
    content = replace(standings(), names=name_marks(Kind.STANDINGS, 7, ["Anna Müller", ""]))
    assert list(rows_named(content, "Müller Anna")) == [0]
    assert list(rows_named(content, "Anna Meier")) == []
    assert list(rows_named(content, "")) == []
    assert list(rows_named(content, " – ")) == []
