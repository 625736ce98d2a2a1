"""Sentences for moves refused at a table, with the clause of the rules."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _, gettext_noop

from romme_turnier.core.playing.refusals import TABLE_CODES
from romme_turnier.core.playing.table import Player
from romme_turnier.core.violations import Violation
from romme_turnier.tournament.shared.rule_words.play import say_at_table


def say_all_refused(refused: Sequence[Violation], players: Sequence[Player]) -> list[str]:
    """Returns a sentence for each violation; only one if it is another player's turn, which causes all others."""
    for violation in refused:
        if isinstance(turn := violation.params.get("turn"), int):
            said = _("Jetzt ist %(name)s an der Reihe") % {"name": players[turn - 1].name}
            return [f"{said} ({violation.clause})" if violation.clause else said]
    return [*map(say_refused, refused)]


def say_refused(violation: Violation) -> str:
    """Returns the sentence for a violation of the rules of the table or of the game."""
    if violation.code not in TABLE_CODES:
        return say_at_table(violation)
    said = _(_SENTENCES[violation.code])
    said = said % violation.params if violation.params else said
    return f"{said} ({violation.clause})" if violation.clause else said


_SENTENCES: Mapping[str, str] = {
    # before the first deal
    "already_open": gettext_noop("Dieser Tisch ist schon eröffnet"),
    "already_dealt": gettext_noop("Das geht nur, bevor zum ersten Mal gegeben ist"),
    "opener_alone": gettext_noop("Das bestimmt %(name)s: Wer den Tisch eröffnet hat, legt die Regeln fest"),
    "no_such_option": gettext_noop("„%(option)s“ lässt sich in diesem Regelwerk nicht vereinbaren"),
    "option_needs_number": gettext_noop("Zu „%(option)s“ gehört eine Zahl"),
    "not_that_value": gettext_noop("„%(option)s“: Möglich ist nur %(allowed)s"),
    "options_exclude": gettext_noop("„%(option)s“ passt nicht zu „%(other)s“"),
    "table_full": gettext_noop("Der Tisch ist voll, es spielen höchstens %(most)s"),
    "already_sits": gettext_noop("%(name)s sitzt schon am Tisch"),
    "name_taken": gettext_noop("Den Namen %(name)s trägt hier schon jemand"),
    "seat_kept": gettext_noop(
        "Das Programm spielt gerade mit den Karten von %(name)s. Auf diesen Platz kommt bis zum Ende des Spiels nur"
        " zurück, wer ihn verlassen hat, und zwar auf demselben Gerät"
    ),
    "name_missing": gettext_noop("Zum Mitspielen gehört ein Name"),
    "too_few_players": gettext_noop("Zu wenige am Tisch: %(players)s, nötig sind %(least)s"),
    # the deal
    "not_dealer": gettext_noop("Jetzt mischt und gibt %(name)s"),
    "game_goes_on": gettext_noop("Das Spiel läuft noch"),
    "word_after_deal": gettext_noop(
        "Gegeben ist schon; ein Wort fürs Mischen sagen Sie nach diesem Spiel, es zählt dann für das nächste"
    ),
    "no_cut_joker": gettext_noop("In diesem Regelwerk behält beim Abheben niemand einen Joker"),
    "match_over": gettext_noop("Alle Spiele sind gespielt"),
    # the game
    "officials_alone": gettext_noop("An einem Tisch des Turniers entscheidet das die Spielleitung"),
    "not_seated": gettext_noop("Das können nur Mitspieler, Sie sitzen noch nicht am Tisch"),
    "no_game": gettext_noop("Es läuft kein Spiel, es muss erst gemischt werden"),
    "turn_passed": gettext_noop("Inzwischen ist ein anderer Zug; sehen Sie bitte noch einmal hin"),
    "too_fast": gettext_noop("Das war zu schnell hintereinander; versuchen Sie es gleich noch einmal"),
    "too_many_moves": gettext_noop("An diesem Tisch sind %(most)s Züge gemacht, mehr gehen nicht"),
    "others_may_claim": gettext_noop("Die offene Karte können noch andere verlangen: %(names)s"),
    "nothing_to_claim": gettext_noop("Im Moment gibt es keine offene Karte zu verlangen"),
    "nothing_to_take_back": gettext_noop(
        "Zurücknehmen lässt sich nur, was Sie in diesem Zug selbst getan haben, und nichts, wonach Verdecktes"
        " zu sehen war"
    ),
    "no_rummy_hand": gettext_noop("Ein Handrommé kennt dieses Regelwerk nicht"),
    "rummy_hand_not_possible": gettext_noop("Alles auf einmal geht mit diesen Karten nicht"),
    "melds_not_named": gettext_noop("Im Turnier sucht das Programm nicht mit: Sagen Sie selbst, was Sie auslegen"),
    "not_the_whole_hand": gettext_noop("Zum Ordnen gehören alle Karten der Hand, jede so oft, wie Sie sie halten"),
    "not_beside": gettext_noop("Eine der beiden Karten ist nicht auf der Hand"),
    # seats and their players
    "no_such_player": gettext_noop("Am Tisch sitzt niemand mit dem Namen %(name)s"),
    "still_there": gettext_noop("%(name)s ist noch da"),
    "oneself": gettext_noop("Sich selbst kann niemand hinauswerfen, dafür gibt es „aussteigen“"),
    "plays_by_itself": gettext_noop("Für %(name)s spielt schon das Programm"),
}
