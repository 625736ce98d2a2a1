"""The texts that the scripts of the entry page show."""

from django.utils.translation import gettext as _


def page_words() -> dict[str, str]:
    """Returns the texts by name; the page replaces the placeholders in braces."""
    return {
        "saved": _("gespeichert"),
        "waiting": _("wartet"),
        "typing": _("in Arbeit"),
        "all_saved": _("Alles ist gespeichert."),
        "all_but_begun": _("Gespeichert bis auf angefangene Zeilen."),
        "one_waits": _("Eine Eingabe wartet auf das Speichern."),
        "some_wait": _("{n} Eingaben warten auf das Speichern."),
        "no_connection": _("Der Server antwortet nicht. {n} Eingaben warten; es geht nichts verloren."),
        "one_without_connection": _("Der Server antwortet nicht. Eine Eingabe wartet; es geht nichts verloren."),
        "no_room": _(
            "Der Speicher des Servers ist voll. {n} Eingaben warten hier und werden gespeichert, sobald Platz ist."
        ),
        "one_without_room": _(
            "Der Speicher des Servers ist voll. Eine Eingabe wartet hier und wird gespeichert, sobald Platz ist."
        ),
        "signed_out": _("Sie sind nicht mehr angemeldet. Es geht nichts verloren."),
        "sign_in": _("Wieder anmelden"),
        "try_again": _("Erneut versuchen"),
        "conflict": _("Konflikt"),
        "conflict_in": _("Konflikt in Spiel {game}: Bitte entscheiden Sie, welche Zeile gilt."),
        "conflict_in_claims": _("Konflikt bei den Summen laut Liste: Bitte entscheiden Sie, welche gelten."),
        "stored_row": _("gespeichert ist"),
        "mine": _("Meine Eingabe gilt"),
        "theirs": _("Die gespeicherte gilt"),
        "problem_in": _("Spiel {game} ist noch nicht gespeichert, der Grund steht daneben."),
        "problem_in_claims": _("Die Summen laut Liste sind noch nicht gespeichert, der Grund steht daneben."),
        "refused": _("Nicht gespeichert: {why}"),
        "other_list": _("Serie {number}, Tisch {table}: Hier liegt noch etwas, das nicht gespeichert ist."),
        "open_list": _("Liste öffnen"),
        "kept": _("Auf diesem Gerät liegt eine Eingabe, die nicht gespeichert ist: {what}"),
        "take": _("In die Liste übernehmen"),
        "drop": _("Verwerfen"),
        "game": _("Spiel {game}"),
        "claims": _("Summen laut Liste"),
        "completed": _("Die Liste ist vollständig. Weiter mit der nächsten Tischnummer."),
        "closed_meanwhile": _(
            "Die Liste ist inzwischen vollständig oder gesperrt. Was Sie getippt haben, bleibt hier."
        ),
        "unsaved": _("noch nicht gespeichert"),
        "one_unsaved": _("Eine Änderung ist noch nicht gespeichert."),
        "some_unsaved": _("{n} Änderungen sind noch nicht gespeichert."),
        "reload": _("Liste neu laden"),
        "correct": _("Liste berichtigen"),
        "gone": _("Diese Liste gibt es nicht mehr, oder Sie gehören nicht mehr zu diesem Turnier."),
        "not_kept": _(
            "Dieser Browser kann nichts aufbewahren: Schließen Sie die Seite erst, wenn alles gespeichert ist."
        ),
        "rule_check": _("Regel-Check"),
        "not_understood": _("Platz {seat}: „{text}“ lässt sich nicht lesen, siehe „Was Sie eingeben können“"),
        "points_too_large": _("Platz {seat}: „{text}“ ist zu groß, höchstens vier Ziffern"),
        "reading_incomplete": _("Platz {seat}: „{text}“ ist unvollständig, gemeint ist etwa 37/87"),
        "no_number": _("Platz {seat}: keine ganze Zahl"),
        "undone": _("Rückgängig gemacht: {where}"),
    }
