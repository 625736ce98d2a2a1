"""Texts about commands: their effects, their arguments, and the answer to an unreadable line."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _, gettext_noop

from romme_turnier.core.playing.commands.reading import CommandError, Expected
from romme_turnier.core.playing.commands.words import Word


def explain(word: Word) -> str:
    """Returns the effect of a command in a sentence or two."""
    return _(_EXPLAINED[word])


_EXPLAINED: Mapping[Word, str] = {
    Word.OPEN: gettext_noop(
        "Eröffnet einen Tisch, an dem gespielt werden kann; dahinter steht, wenn Sie wollen, das Regelwerk."
    ),
    Word.SET: gettext_noop("Bestimmt vor dem ersten Geben eine Zahl, etwa den Startwert oder wie lange gespielt wird."),
    Word.PLAY_WITH: gettext_noop(
        "Vereinbart vor dem ersten Geben eine Sonderregel, zum Beispiel klopfen oder umbauen."
    ),
    Word.PLAY_WITHOUT: gettext_noop("Hebt eine Sonderregel vor dem ersten Geben wieder auf."),
    Word.BREAK_OFF: gettext_noop(
        "Bricht das Spiel ab, sobald alle es wollen, die am Tisch sitzen. Es zählt dann nicht und wird neu gegeben."
    ),
    Word.JOIN: gettext_noop("Setzt Sie mit Ihrem Namen an den Tisch, oder zurück auf Ihren Platz."),
    Word.SHUFFLE: gettext_noop("Mischt und gibt das nächste Spiel. Das tut, wer mit Geben an der Reihe ist."),
    Word.DISCARD: gettext_noop(
        "Legt eine Karte der Hand offen ab und beendet damit Ihren Zug; mit der letzten Karte endet das Spiel."
    ),
    Word.DRAW: gettext_noop("Zieht die oberste Karte des verdeckten Stapels."),
    Word.TAKE: gettext_noop(
        "Nimmt die oberste offene Karte. Wo mehrere erlaubt sind, steht dahinter, wie viele, oder die Karte, die Sie "
        "möchten: Was darauf liegt, kommt mit."
    ),
    Word.LAY_OUT: gettext_noop(
        "Legt einen Satz oder eine Folge aus der Hand auf den Tisch; mehrere auf einmal trennt ein Strich |."
    ),
    Word.LAY_OFF: gettext_noop(
        "Legt Karten an eine Kombination an, deren Nummer davor steht; wo beides geht, sagt „vorn“ oder "
        "„hinten“, an welches Ende."
    ),
    Word.SWAP: gettext_noop("Holt den Joker aus einer Kombination mit der Karte, für die er liegt."),
    Word.CARDS: gettext_noop(
        "Zeigt alles, was Sie sehen dürfen: Ihre Hand, den Tisch, die offene Karte, wie viele Karten die "
        "anderen halten."
    ),
    Word.SCORE: gettext_noop("Zeigt den Spielstand."),
    Word.SORT: gettext_noop(
        "Ordnet Ihre Hand nach farbe oder wert, in der Reihenfolge, in der Sie alle Karten nennen, oder "
        "stellt eine Karte vor oder hinter eine andere."
    ),
    Word.LEAVE: gettext_noop(
        "Steht vom Tisch auf. Läuft schon ein Spiel, spielt das Programm mit Ihren Karten weiter, bis Sie zurückkommen."
    ),
    Word.THROW_OUT: gettext_noop(
        "Nimmt jemanden vom Tisch, der nicht mehr da ist; das Programm spielt für ihn weiter."
    ),
    Word.KNOCK: gettext_noop(
        "Meldet, dass Sie die offene Karte haben möchten, obwohl Sie nicht an der Reihe sind. Sie kostet "
        "verdeckte Karten dazu."
    ),
    Word.ALLOW: gettext_noop(
        "Überlässt die offene Karte dem, der geklopft hat. Wer es nicht erlauben will, nimmt sie selbst."
    ),
    Word.REBUILD: gettext_noop(
        "Nimmt Kombinationen auseinander und legt sie neu: erst ihre Nummern, hinter „mit“ die Karten der "
        "Hand, hinter „zu“ alles, was dann liegt, mehrere Kombinationen durch einen Strich | getrennt."
    ),
    Word.SPECIAL_RULES: gettext_noop("Zeigt, was an diesem Tisch vereinbart ist."),
    Word.PLAYERS: gettext_noop("Zeigt, wer am Tisch sitzt und wie viele Karten jeder hält."),
    Word.ANNOUNCE: gettext_noop("Sagt zu Beginn Ihres Zuges das Ende an, wo nicht ausgelegt wird."),
    Word.RUMMY_HAND: gettext_noop(
        "Legt alles auf einen Schlag aus und beendet das Spiel; ohne Angabe sucht das Programm die Kombinationen."
    ),
    Word.GO_OUT: gettext_noop("Beendet das Spiel, mit einer letzten Karte oder ohne, wo das erlaubt ist."),
    Word.PASS: gettext_noop("Beendet den Zug, wenn keine Karte abgelegt werden darf und nichts mehr zu legen ist."),
    Word.WAIVE: gettext_noop(
        "Verzichtet auf die offene Karte, auch schon bevor Sie gefragt werden. „weiter immer“ gilt für das ganze "
        "Spiel, „weiter fragen“ nimmt das zurück; klopfen können Sie trotzdem."
    ),
    Word.OPPONENT: gettext_noop(
        "Setzt Gegner an den Tisch, für die das Programm spielt: einfach oder stark, dahinter wie viele."
    ),
    Word.SHUFFLE_WORD: gettext_noop(
        "Gibt ein eigenes Wort in das nächste Mischen, nachdem das Programm seine Zahl versprochen hat; alle am Tisch "
        "sehen es. Ohne Wort dahinter nehmen Sie Ihres zurück."
    ),
    Word.CUT_JOKER: gettext_noop(
        "Sagt vor dem Geben, ob Sie beim Abheben einen Joker nehmen, der unten liegt (§ 5.5), oder ihn liegen lassen: "
        "nehmen oder lassen. Ohne Ihr Wort nehmen Sie ihn."
    ),
    Word.UNDO: gettext_noop(
        "Nimmt Ihre letzte Handlung in diesem Zug zurück, solange seitdem nichts Verdecktes zu sehen war."
    ),
    Word.HELP: gettext_noop("Erklärt einen Befehl mit einem Beispiel; allein zeigt es alle, die es hier gibt."),
}


def say_unread(error: CommandError) -> str:
    """Returns a sentence about the text that was expected instead of the unreadable or missing text."""
    choice = ", ".join(error.choice)
    expected = _EXPECTED[error.expected]() % ({"choice": choice} if choice else {})
    if error.found:
        said = _("„%(found)s“ ist hier nicht zu verstehen: %(expected)s") % {"found": error.found, "expected": expected}
    else:
        said = _("Da fehlt noch etwas: %(expected)s") % {"expected": expected}
    return f"{error.word}: {said}" if error.word else said


_EXPECTED: Mapping[Expected, Callable[[], str]] = {
    Expected.COMMAND: lambda: _("Erwartet wird ein Befehl, „hilfe“ zeigt alle."),
    Expected.CLEAR_COMMAND: lambda: _("Das kann mehreres heißen: %(choice)s."),
    Expected.NOTHING: lambda: _("Dahinter kommt nichts mehr."),
    Expected.CARD: lambda: _("Erwartet wird eine Karte, zum Beispiel 10H, Herz-10 oder B♠; ein Joker ist *."),
    Expected.NATURAL_CARD: lambda: _("Erwartet wird eine Karte, die kein Joker ist."),
    Expected.CARDS: lambda: _("Erwartet werden Karten, zum Beispiel 5H 6H 7H; ein Joker ist *."),
    Expected.MELD: lambda: _("Erwartet wird zuerst die Nummer einer Kombination auf dem Tisch."),
    Expected.MELDS: lambda: _("Erwartet werden zuerst die Nummern der Kombinationen, die auseinandergenommen werden."),
    Expected.NUMBER: lambda: _("Erwartet wird eine Zahl."),
    Expected.HOW_MANY: lambda: _("Erwartet wird eine Zahl, oder die offene Karte, die Sie möchten."),
    Expected.SYSTEM: lambda: _("Erwartet wird ein Regelwerk: %(choice)s."),
    Expected.OPTION: lambda: _("Erwartet wird eines von: %(choice)s."),
    Expected.NAME: lambda: _("Erwartet wird ein Name."),
    Expected.SORTING: lambda: _(
        "Erwartet wird farbe, wert, alle Karten der Reihe nach, oder eine Karte vor oder hinter einer anderen."
    ),
    Expected.OPPONENT: lambda: _("Erwartet wird, wie stark: %(choice)s."),
    Expected.NEW_MELDS: lambda: _(
        "Erwartet wird „zu“ und dahinter alles, was dann liegen soll, mehrere Kombinationen durch | getrennt."
    ),
    Expected.SHUFFLE_WORD: lambda: _("Erwartet wird ein Wort aus Buchstaben und Ziffern, höchstens %(choice)s."),
    Expected.CUT_JOKER: lambda: _("Erwartet wird nehmen oder lassen."),
    Expected.SHORTER: lambda: _("Erwartet wird ein kürzerer Befehl."),
}
