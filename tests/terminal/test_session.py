"""A match in the terminal: prompts, output and messages."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from unittest.mock import Mock

import pytest

from romme_turnier.core.playing.commands.cards import read_card
from romme_turnier.core.playing.game import MANY_SHUFFLES
from romme_turnier.core.playing.table import Plays, Table, draws_for_dealer
from romme_turnier.core.rules import play
from romme_turnier.core.rules.outcome.match import Match
from romme_turnier.core.rules.system.cards import format_cards
from romme_turnier.terminal.arguments import of_play, trial_of
from romme_turnier.terminal.play import main
from romme_turnier.terminal.style import WIDTH, Style
from tests.core.rules.record.games import SYSTEMS
from tests.core.rules.written import rules
from tests.terminal.typing import SECRET, played_by_hand, session, table_of

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("plain", [False, True])
def test_a_whole_match_is_played_on_80_columns(name: str, plain: bool) -> None:
    ruleset = SYSTEMS[name]
    games = None if ruleset.play.contracts or ruleset.play.rounds or ruleset.play.target else 1
    table = replace(table_of(ruleset, "Anna", games=games), rules=ruleset)
    screen = played_by_hand(table, style=Style(plain=plain, colours=0 if plain else 4), watch=_stop_after_two_games)
    assert "Spiel beendet" in screen.text
    assert all(len(_COLOUR.sub("", line)) <= WIDTH + 60 * ("> " in line) for line in screen.lines)
    assert not (plain and set("♣♠♥♦\x1b") & set(screen.text))


def _stop_after_two_games(table: Table) -> None:
    if len(table.finished) >= 2:
        raise EOFError


def test_enter_alone_deals_and_the_hand_is_shown_in_german_faces() -> None:
    running, screen = session(table_of(rules("rommeordnung"), "Anna"), [""])
    then = running.run()
    assert then.game is not None
    assert "Anna, Enter mischt und gibt> " in screen.lines
    assert "Spiel 1 · an der Reihe: " in screen.text
    assert re.search(r"Ihre 1[34] Karten: (\*|[0-9]*[ADKB]?[♣♠♥♦])", screen.text)


def test_cutter_says_whether_a_joker_is_left_and_the_cut_is_shown() -> None:
    table = table_of(rules("rommeordnung"), "Anna", "Bernd", "Cora", opponents=0, games=1)
    running, screen = session(table, ["liegen lassen", "Lassen", "joker nehmen", "joker lassen", ""])
    then = running.run()
    assert "joker: „liegen“ ist hier nicht zu verstehen: Erwartet wird nehmen oder lassen." in screen.text
    assert (
        "Cora hebt ab. Enter nimmt einen Joker, der unten liegt, „lassen“ lässt ihn dort (§ 5.5)> Lassen" in screen.text
    )
    assert [player.leaves_joker for player in then.players] == [True, False, True]
    assert "Sie nehmen den Joker." in screen.lines
    assert "Sie lassen den Joker liegen." in screen.lines
    assert "Cora hebt ab" in screen.lines


def test_cutter_is_asked_before_an_opponent_deals() -> None:
    table = table_of(rules("rommeordnung"), "Anna", games=2)
    screen = played_by_hand(table)
    assert screen.text.count("Anna hebt ab. Enter nimmt einen Joker") == 1
    ended, _ = session(replace(table, match=Match(table.rules, 3, 2, 2)), ["ende"])
    assert ended.run().game is None


def test_seed_is_promised_before_the_deal_and_a_word_said_for_it_stands_in_the_record() -> None:
    table = table_of(rules("rommeordnung"), "Anna", games=1)
    running, screen = session(table, ["wort Kleeblatt", "mitspieler", "", "wort zu spät"])
    then = running.run()
    assert then.game is not None
    assert screen.lines.index(table.commitment) < screen.lines.index("Ihr Wort: Kleeblatt")
    assert screen.lines.count(table.commitment) == 1
    assert "1) Anna (Wort fürs Mischen: Kleeblatt)" in screen.lines
    assert then.game.record.words[0] == "Kleeblatt"
    assert then.game.record.shuffle == table.commitment
    assert "Gegeben ist schon" in screen.text


def test_what_is_not_allowed_is_said_with_its_clause_and_asked_again() -> None:
    table = table_of(rules("classic"), "Anna", opponents=1, games=1)
    running, screen = session(table, ["", "ablegen", "anlegen 1 herz10", "quatsch"])
    running.run()
    assert "ablegen: Da fehlt noch etwas: Erwartet wird eine Karte" in screen.text
    assert re.search(r"Geht nicht: .* \(.+\)\.", screen.text.replace("\n  ", " "))
    assert "„quatsch“ ist hier nicht zu verstehen" in screen.text


def test_only_the_players_cards_and_open_cards_are_ever_shown() -> None:
    table = table_of(rules("rommeordnung"), "Anna", games=1)
    seen: list[Table] = []
    screen = played_by_hand(table, style=Style(), watch=seen.append)
    last = seen[-1]
    assert last.game is not None
    before_the_end = screen.text[: screen.text.rindex("beendet das Spiel")]
    assert "Ute zieht: eine Karte" in before_the_end
    assert not re.search(r"Ute zieht: [^e]", before_the_end)
    assert format_cards(last.game.position.hands[1]) not in before_the_end


def test_several_people_at_one_keyboard_do_not_see_each_others_cards() -> None:
    table = table_of(rules("classic"), "Anna", "Bernd", opponents=0, games=1)
    screen = played_by_hand(table)
    shown = screen.text.split("\x1b[2J\x1b[H")
    assert len(shown) > 3
    for part in shown[1:]:
        name = re.search(r"(Anna|Bernd) ist dran", part)
        assert name is not None
        other = {"Anna": "Bernd", "Bernd": "Anna"}[name[1]]
        assert not re.search(rf"{other} zieht: [^e]", part.split("beendet das Spiel")[0])


def test_help_explains_a_command_with_an_example_and_lists_those_of_the_rules() -> None:
    running, screen = session(table_of(rules("rommeordnung"), "Anna"), ["", "hilfe ablegen", "hilfe"])
    then = running.run()
    assert "Legt eine Karte der Hand offen ab" in screen.text
    [shown] = [line for line in screen.lines if line.startswith("Zum Beispiel: ablegen ")]
    assert read_card(shown.split()[-1], online=False) in then.hand(1)
    assert "ablegen *" not in shown
    assert "eröffnen, bestimmen, spiel abbrechen" in screen.text
    assert "umbauen" not in screen.text


def test_the_table_can_be_changed_before_the_first_deal() -> None:
    table = table_of(rules("rommee"), "Anna")
    lines = ["spiel mit klopfen", "bestimmen startwert 40", "gegner stark", "rauswerfen Ute", "mitspielen Bernd"]
    running, screen = session(table, [*lines, "sonderregeln", "mitspieler"])
    then = running.run()
    assert [player.name for player in then.players] == ["Anna", "Veit", "Anton", "Bernd"]
    assert "- Erstes Auslegen ab 40 Punkten" in screen.lines
    assert "- Klopfen" in screen.lines
    assert "3) Anton (Programm, stark)" in screen.lines


def test_agreements_sorting_and_draws_are_answered() -> None:
    running, screen = session(table_of(rules("rommee"), "Anna"), ["spiel mit klopfen", "mitspielen Bernd"])
    running.run()
    assert "- Klopfen" in screen.lines
    assert "4) Bernd" in screen.lines
    running, screen = session(table_of(rules("rommeordnung"), "Anna"), ["", "sortiere wert", "ziehen"])
    then = running.run()
    assert then.order(1).sorting == "wert"
    assert screen.text.count("Ihre 13 Karten: ") == 3  # dealt, sorted, before the draw
    assert "Ihre 14 Karten: " in screen.text


def test_one_of_several_who_leaves_is_told_to_the_others() -> None:
    running, screen = session(
        table_of(rules("rommeordnung"), "Anna", "Bernd", "Cora", opponents=0), ["", "", "", "aussteigen", ""]
    )
    then = running.run()
    left = next(player.name for player in then.players if player.plays is Plays.STRONG)
    assert f"{left} (Programm, stark, " in screen.text


def test_a_game_is_broken_off_only_after_a_yes() -> None:
    running, screen = session(table_of(rules("rommeordnung"), "Anna"), ["", "spiel abbrechen", "nein", "karten"])
    then = running.run()
    assert then.playing
    assert not then.finished
    assert "Wirklich? „ja“ bricht das Spiel ab> nein" in screen.text


@pytest.mark.parametrize("name", ["classic", "rommeordnung"])
def test_the_draw_for_the_dealer_is_shown(name: str) -> None:
    table = table_of(rules(name), "Anna")
    running, screen = session(table, [])
    running.run()
    draws = draws_for_dealer(table)
    assert screen.text.count("Um das erste Geben gezogen: Anna ") == sum(1 in drawn for drawn in draws)
    assert table.dealer is not None
    if draws:
        assert play.highest_card(draws[-1]) == (table.dealer,)
    assert f"Es gibt: {table.players[table.dealer - 1].name}" in screen.lines


def test_who_leaves_is_played_on_for_and_the_session_ends_without_people() -> None:
    running, screen = session(table_of(rules("classic"), "Anna", games=1), ["", "aussteigen"])
    then = running.run()
    assert then.players[0].plays is Plays.STRONG
    assert screen.lines[-1].endswith("aussteigen")


def test_breaking_off_is_offered_when_perhaps_nobody_can_end_the_game() -> None:
    began, first = session(table_of(rules("contract"), "Anna"), ["", "ende"])
    table = began.run()
    assert table.game is not None
    assert "Runde 1 · 2 Sätze" in first.text
    endless = replace(table, game=replace(table.game, shuffles=MANY_SHUFFLES))
    running, screen = session(endless, ["spiel abbrechen", "ja", "karten"])
    running.run()
    before, _, after = screen.text.partition("Das Spiel ist abgebrochen und zählt nicht")
    assert "„spiel abbrechen“: Es zählt nicht und wird neu gegeben." in before
    assert "Anna 10" in after  # dealt again
    assert "neu gemischt" not in after


def test_ende_stops_at_once() -> None:
    running, screen = session(table_of(rules("classic"), "Anna"), ["ENDE", "mischen"])
    assert running.run().game is None
    assert "mischen" not in screen.lines[-1]


def test_the_end_of_the_input_stops_while_the_next_player_is_asked_to_come() -> None:
    running, screen = session(table_of(rules("classic"), "Anna", "Bernd", opponents=0), [""])
    assert running.run().playing
    assert "ist dran. Enter" in screen.lines[-1]


def test_a_case_is_tried_from_its_position_on_and_nothing_is_said_twice() -> None:
    case = (
        "rommeordnung / hands KS 9H 8H, ?13, ?13 / table 2 5H 6H 7H / pile ?3 4C / stock 60 / turn 1 10 / opened 4 5 -"
    )
    read = of_play(["--position", case, "--people", "Ute,Veit"])
    table = trial_of(read, SECRET)
    seated = [(player.name, player.person) for player in table.players]
    assert seated == [("Ute", True), ("Veit", True), ("Anton", False)]
    running, screen = session(table, ["z", "anlegen 1 8h", "zurück", "ablegen ks", "", "sp ab", "nein", "sp ab", "ja"])
    assert running.run().over
    assert screen.lines.count("Ute legt ab: K♠") == 2  # to Ute and, when it is his turn, to Veit
    assert "Zurückgenommen." in screen.lines


def test_a_match_needs_no_editing_of_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no readline."""
    monkeypatch.setitem(sys.modules, "readline", None)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", Mock(side_effect=EOFError))
    assert main([]) == 0
