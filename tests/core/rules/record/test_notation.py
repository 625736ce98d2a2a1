"""The text of a record: tolerant when it is read, always the same when it is written."""

from __future__ import annotations

import doctest
import hashlib
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.record.acts import Act, Ruling, Verb, format_line
from romme_turnier.core.rules.record.notation import Record, RecordError, digest, format_record, parse_record
from romme_turnier.core.rules.record.reading import LineError, parse_line
from romme_turnier.core.rules.record.row import Row, format_row, parse_row
from tests.core.rules.record.games import played
from tests.core.rules.record.told import DEAL, OPENING, TAGS
from tests.core.rules.written import rules

CANONICAL = TAGS + DEAL + OPENING


def test_a_canonical_record_is_written_as_it_was_read() -> None:
    assert format_record(parse_record(CANONICAL)) == CANONICAL
    assert digest(parse_record(CANONICAL)) == hashlib.sha256(CANONICAL.encode("utf-8")).hexdigest()


def test_blanks_comments_german_ranks_symbols_and_other_line_ends_make_no_difference() -> None:
    loose = (
        "\ufeff; Lindenhof, Tisch 7\r\n"
        + TAGS.replace("] [", "]\r\n   [").replace('"34 14 18"', '"34  14 18"')
        + DEAL.replace(" ", "   ").replace("JH", "b♥").replace("KD", "K♦️")
        + "\n\n"
        + OPENING.replace("\n", "  ; gut\n").replace("lay", "LAY").replace("QS QD", "d♠ QD")
    )
    assert format_record(parse_record(loose)) == CANONICAL


def test_tags_stand_in_a_fixed_order_whatever_was_written() -> None:
    lines = TAGS.splitlines()
    assert format_record(parse_record("\n".join(reversed(lines)))) == TAGS


def test_in_rommee_cards_are_read_in_its_own_signs() -> None:
    tags = '[Format "romme 1"]\n[System "rommee"]\n[Options "minimum=40"]\n[Seats "a b c"]\n'
    record = parse_record(tags + "= hand 1 10+ b+ 8* j\n")
    assert format_record(record) == tags + "= hand 1 10D JD 8H *\n"


@pytest.mark.parametrize(
    "line",
    [
        "3 discard 4C",
        "3 take 4C",
        "3 draw 9C",
        "3 lay m1 9H *10H JH",
        "3 add m2 8H 9H",
        "3 add m2 * front",
        "3 swap m1 10H",
        "3 build m1 m2: 8H 8S 8D 8C | 9H 9S 9D",
        "1 knock",
        "2 allow 3C 9D",
        "2 refuse",
        "1 claim 3C",
        "0 deal 2 7H 8H *",
        "0 turned 4C",
        "3 cut 47 *",
        "3 cut *",
        "3 cut",
        "0 shuffle",
        "0 shuffle 3C 4D",
        "1 ! 3 discard *",
        "0 ! 3 draw ??",
        '0 ruling §6.10 "Joker; \\"abgeworfen\\"" penalty 1 100',
        '0 ruling "Das Klopfen"',
        "0 block m1 10H",
        "0 position rommeordnung / hands KS, ?13, - / table 2 9H 10H(*) JH / stock 3 / turn 1 10 drawn",
        "3 announce 2C 3C 4C | 5H 5S 5D",
        "3 announce",
        "3 out",
        "3 out *",
        "3 pass",
        "0 end",
        "3 leave",
        '0 break "Feueralarm"',
        "0 break",
        "= stock 32",
        "= turn 3",
        "= pile 4C",
        "= hand 2 -",
        "= hand 2 7H ?? *",
        "= meld m2 7H 8H 9H",
        "= noted 18 0 30 5",
    ],
)
def test_every_kind_of_line_is_written_as_it_was_read(line: str) -> None:
    read = parse_line(line, 4)
    assert read is not None
    assert format_line(read) == line
    assert parse_line(f"  {line}  ; so", 4) == read


def test_who_noticed_need_not_be_named_and_a_clause_may_have_a_blank() -> None:
    assert parse_line("! 3 discard *", 4) == Act(3, Verb.DISCARD, (52,), marked=0)
    assert parse_line("0 ruling § 6.10", 4) == Ruling("§6.10")


@pytest.mark.parametrize(
    ("line", "found", "expected"),
    [
        ("5 draw 9C", "5", "a seat from 0 to 4"),
        ("draw 9C", "draw", "a seat"),
        ("3 legen 9C", "legen", "one of cut, draw"),
        ("0 draw 9C", "draw", "one of deal"),
        ("3 discard", "", "a card"),
        ("3 discard 1C", "1C", "a card"),
        ("3 discard 4C 5C", "4C 5C", "one card"),
        ("3 lay 4C 5C 6C", "4C", "the name of a meld"),
        ("3 add m2 4C left", "left", "a card"),
        ("3 add m2 4C back 5C", "5C", "the end of the line"),
        ("3 build m1 m2 8H", "8H", "the name of a meld"),
        ("3 build m1:", "", "a card"),
        ("0 ruling 6.10", "6.10", "a clause"),
        ('0 ruling §6.10 "x" penalty 9 100', "9", "a seat from 1"),
        ('0 ruling §6.10 "x', '"', "the end"),
        ("0 position rommeordnung / hands 2C", "rommeordnung / hands 2C", "place 24"),
        ("= cards 3", "cards", "one of stock"),
        ("= stock many", "many", "a number"),
        ("= noted 1 2", "", "a number"),
        ("= stock " + "1" * 5000, "1" * 5000, "a number"),
    ],
)
def test_a_line_that_is_not_understood_says_what_was_expected(line: str, found: str, expected: str) -> None:
    with pytest.raises(LineError) as error:
        parse_line(line, 4)
    assert error.value.found == found
    assert expected in error.value.expected


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ('[Format "romme 1"]', "", 1, "romme 1"),
        ("romme 1", "romme 2", 1, "romme 1"),
        ("rommeordnung", "skat", 2, "one of rommeordnung"),
        ('[Options ""]', '[Options "knocking"]', 3, "no option"),
        ('[Game "1"]', '[Game "one"]', 4, "a number from 1"),
        ("2026-11-21", "21.11.2026", 4, "a day"),
        ('[Table "7"]', '[Tisch "7"]', 4, "one of"),
        ('[Table "7"]', '[Game "7"]', 4, "one of"),
        ('[Table "7"]', "[Table 7]", 4, "[Name"),
        ('"34 14 18"', '"34 14"', 5, "3 to 4 names"),
        ('[Dealer "1"]', '[Dealer "4"]', 6, "a number from 1 to 3"),
        ('[Dealer "1"]', '[Shuffle "sha1:00"]', 6, "sha256"),
        ('[Dealer "1"]', '[Seed "00"]', 6, "64 hexadecimal digits"),
        ('[Dealer "1"]', '[Words "a b"]', 6, "3 words"),
        ('[Dealer "1"]', '[Result "1 2"]', 6, "3 entries"),
        ('[Dealer "1"]', '[Result "R1 R2 3"]', 6, "one seat"),
        ('[Dealer "1"]\n', "", 6, "[Dealer"),
        ("2 discard KC", "2 discard KX", 12, "a card"),
    ],
)
def test_every_fault_names_its_line_and_what_was_expected(old: str, new: str, line: int, expected: str) -> None:
    with pytest.raises(RecordError) as error:
        parse_record(CANONICAL.replace(old, new, 1))
    assert line in {fault.line for fault in error.value.faults}
    assert any(expected in fault.expected for fault in error.value.faults if fault.line == line), error.value


def test_all_faults_are_named_at_once_in_the_order_of_the_lines() -> None:
    text = CANONICAL.replace("2 discard KC", "2 discard KX").replace("0 deal 1 10C", "0 deal 1 1C")
    with pytest.raises(RecordError, match=r"line 7: .*; line 12: "):
        parse_record(text.replace("2026-11-21", "heute"))


def test_a_contract_has_the_number_of_its_game() -> None:
    tags = '[Format "romme 1"]\n[System "contract"]\n[Seats "a b c"]\n[Dealer "1"]\n'
    with pytest.raises(RecordError, match="from 1 to 7"):
        parse_record(tags + "2 draw 4C\n")
    assert parse_record(tags + '[Game "3"]\n2 draw 4C\n').round_number == 3


@pytest.mark.parametrize("text", ["", "\n", "; nothing", "[", '[Format "romme 1"]', "\x00", "2 discard 4C"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        parse_record(text)


# The row of a list


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("37 0 55 12", Row((37, 0, 55, 12), 2)),
        ("37 * 55 12", Row((37, 0, 55, 12), 2, True)),
        ("37 0 55 -", Row((37, 0, 55, None), 2)),
        ("0 0 55 12", Row((0, 0, 55, 12))),
        ("R7 20 30 12", Row((7, 20, 30, 12), 1)),
    ],
)
def test_a_row_is_written_as_in_a_list(text: str, row: Row) -> None:
    assert parse_row(text, 4, highest_wins=False) == row
    assert format_row(row, highest_wins=False) == text


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("75 0 R30", Row((75, 0, 30), 3)),
        ("75 0 H30", Row((75, 0, 30), 3, True)),
        ("75 0 30", Row((75, 0, 30))),
        ("75 R0 30", Row((75, 0, 30), 2)),
    ],
)
def test_where_the_most_points_win_the_finisher_is_marked(text: str, row: Row) -> None:
    assert parse_row(text, 3, highest_wins=True) == row
    assert format_row(row, highest_wins=True) == text


# Any text


NAMES = st.text(
    st.characters(exclude_categories=("Zs", "Zl", "Zp", "Cc", "Cs", "Cn", "Co", "Cf")), min_size=1, max_size=5
)
TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs", "Cn", "Co", "Cf")), max_size=12)


@given(st.lists(NAMES, min_size=3, max_size=4), TEXTS, TEXTS, TEXTS, st.integers(1, 9999))
@settings(max_examples=60)
def test_any_names_and_texts_come_back(seats: list[str], event: str, clause: str, text: str, game: int) -> None:
    lines = (Ruling(clause, text, (1, 100)),) if clause else ()
    record = Record(rules("rommeordnung", len(seats)), tuple(seats), event=event, game=game, lines=lines)
    written = format_record(record)
    assert parse_record(written) == record
    assert format_record(parse_record(written)) == written


@given(st.integers(0, 10**6), st.text(max_size=3))
@settings(max_examples=40)
def test_a_record_with_something_written_into_it_is_refused_or_a_record(place: int, noise: str) -> None:
    text = format_record(played("classic", 3)[0])
    at = place % len(text)
    try:
        record = parse_record(text[:at] + noise + text[at:])
    except RecordError:
        return
    assert parse_record(format_record(record)) == record


def test_the_page_about_records_has_an_example_in_canonical_form() -> None:
    page = (Path(__file__).parents[4] / "docs" / "rules" / "record.md").read_text("utf-8")
    example = page.partition("```romme\n")[2].partition("```")[0]
    assert format_record(parse_record(example)) == example


def test_the_examples_of_the_page_about_records_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[4]
    monkeypatch.chdir(root)
    found = doctest.testfile(str(root / "docs" / "rules" / "record.md"), module_relative=False, encoding="utf-8")
    assert found.attempted > 5
    assert found.failed == 0


def test_who_ended_a_game_is_told_where_another_player_has_nothing_left_either() -> None:
    row = Row((6, 0, 0), finisher=2)
    assert format_row(row, highest_wins=False) == "6 R0 0"
    assert parse_row("6 R0 0", 3, highest_wins=False) == row
