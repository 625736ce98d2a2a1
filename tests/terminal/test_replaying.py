"""A recorded game in the terminal: the text of each line, its faults, and files of other kinds."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from romme_turnier.terminal import replaying

PAGE = Path("docs/rules/record.md")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "spiel.romme"
    file.write_text(PAGE.read_text("utf-8").partition("```romme\n")[2].partition("```")[0], "utf-8")
    return file


def changed(file: Path, old: str, new: str) -> Path:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    return file


def test_a_whole_game_is_told_line_by_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replaying.main([str(record), "--all"]) == 0
    told = capsys.readouterr().out
    assert "6. 12 legt aus: 2♦ 3♦ *" in told
    assert "9. Geprüft: " in told
    assert told.endswith("Kein Verstoß gegen die Regeln, alle Angaben stimmen.\n")


def test_what_is_against_the_rules_is_said_at_its_line_and_at_the_end(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replaying.main([str(changed(record, "QH KH AH\n", "KH AH\n")), "--all"]) == 1
    told = capsys.readouterr().out
    assert "! Kombination 2: Eine Sequenz hat mindestens 3 Karten" in told.replace("\n     ", " ")
    assert "Nicht in Ordnung, nach Zeilen der Datei:" in told


def test_one_seat_sees_only_its_own_cards(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replaying.main([str(record), "--all", "--seat", "1"]) == 0
    told = capsys.readouterr().out
    assert "1. 10 bekommt: 2♣ B♣" in told
    assert "2. 11 bekommt: 13 Karten" in told


def test_a_file_that_is_no_record_is_told_all_its_faults_in_german(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed(record, "3 out JS", "3 tanzt JS")
    assert replaying.main([str(changed(record, "lay m1", "lay ")), "--all"]) == 1
    told = capsys.readouterr().err
    assert told.count("Zeile ") == 2
    assert "„tanzt“ ist nicht zu verstehen, erwartet: " in told


@pytest.mark.parametrize("seat", ["4", "-1"])
def test_a_seat_that_is_not_there_is_refused(record: Path, seat: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert replaying.main([str(record), "--seat", seat]) == 2
    assert "0 … 3" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replaying.main([str(tmp_path / "nichts.romme")]) == 1
    assert "nichts.romme: Diese Datei ist nicht da oder kein Text." in capsys.readouterr().err


def test_an_interrupt_ends_it_like_the_end_of_the_input(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", Mock(side_effect=KeyboardInterrupt))
    assert replaying.main([str(record)]) == 0
    assert capsys.readouterr().out.startswith("1. ")
