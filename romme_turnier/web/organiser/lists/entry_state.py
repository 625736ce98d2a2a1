"""The data for entering a list without reloading its page: the initial data, and the state after each save."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.template.context_processors import csrf
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from romme_turnier.core.lists import picture
from romme_turnier.core.lists.sheet import ListSheet, Terms
from romme_turnier.core.lists.sums import list_sums
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.documents.render.typography import glued, typeset
from romme_turnier.tournament.lists.early_end import ended_early
from romme_turnier.tournament.lists.remarks import decision_words
from romme_turnier.tournament.lists.words import factor_mark, figures_legend
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.web.organiser.lists import grid
from romme_turnier.web.organiser.lists.common import ListView
from romme_turnier.web.organiser.lists.sums import claim_name, claims_shown


class Decision(NamedTuple):
    """A decision of the officials about a list. `undo` is the address of the page that revokes it."""

    words: str
    undo: str


def state(request: OfficialRequest, view: ListView) -> dict[str, Any]:
    """Returns the stored list as texts and figures, and the HTML of the parts around it, for the page's scripts.

    `locked` is the HTML of a list that is no longer open.
    """
    shown = grid.build(view)
    context = {**view.context(), **sheet_context(view, shown)}
    answer = {**stored(view, shown), "fragments": _fragments(view, {**context, **csrf(request)})}
    if not view.is_open:
        answer["locked"] = typeset(render_to_string("organiser/lists/_locked.html", context, request))
    return answer


def sheet_context(view: ListView, shown: grid.Grid) -> dict[str, Any]:
    """Returns the context for the parts of the list's page, in addition to `ListView.context`."""
    rules = view.event.rules
    return {
        "grid": shown,
        "claims_shown": claims_shown(view.loaded.picture),
        "decisions": list(_decisions(view)) if view.may_rule else [],
        "figures_legend": figures_legend(view.event.terms),
        "factor_mark": factor_mark(rules.hand_factor),
    }


def stored(view: ListView, shown: grid.Grid) -> dict[str, Any]:
    """Returns the stored list, its rows and its sums for the page's script, including changes by other officials."""
    claimed = [line for line in shown.sums if line.claim]
    return {
        "list": {
            "version": view.spielliste.version,
            "open": view.is_open and view.may_write,
            "complete": view.loaded.evaluation.complete,
            "kind": view.spielliste.state.badge,
            "word": str(view.spielliste.state.label),
        },
        "rows": [
            {
                "game": row.number,
                "version": row.version,
                "cells": [cell.text for cell in row.facts.cells],
                "shown": row.shown,
                "wrong": [cell.seat for cell in row.facts.cells if cell.wrong],
                "css": row.css,
                "sign": row.sign,
                "lines": [glued(line) for line in row.lines],
                "remedy": row.remedy,
                "case": row.case,
                "doubt": doubt_of(row.facts),
            }
            for row in shown.rows
        ],
        "sums": [[cell.value for cell in line.cells] for line in shown.sums],
        "claims": {
            "version": claims_shown(view.loaded.picture),
            "cells": [cell.text for line in claimed for cell in line.cells],
            "wrong": [
                claim_name(line.facts.claim, cell.seat)
                for line in claimed
                for cell in line.cells
                if line.facts.claim and cell.wrong
            ],
            "lines": [[glued(words) for words in line.lines] for line in claimed],
        },
    }


def doubt_of(row: picture.Row) -> dict[str, Any] | None:
    """Returns a doubtful ending: its certain part, its readings, and each seat's factor; None if it is not in doubt."""
    if not row.in_doubt:
        return None
    return {
        "finisher": row.game.finisher,
        "handromme": row.game.handromme,
        "factors": [cell.factor for cell in row.cells],
        "endings": [[ending.finisher, ending.handromme] for ending in row.endings],
    }


def _fragments(view: ListView, context: dict[str, Any]) -> dict[str, str]:
    """Returns the HTML of the parts around the grid. They need only the CSRF token of the request."""
    has_wrong_sums = view.loaded.evaluation.differences or view.loaded.scorer_errors
    templates = {
        "differences": "organiser/lists/_differences.html" if has_wrong_sums else "",
        "next": "organiser/lists/_next_step.html" if view.next_step else "",
        "steps": "organiser/lists/_steps.html",
    }
    return {
        name: typeset(render_to_string(template, context)) if template else "" for name, template in templates.items()
    }


def _decisions(view: ListView) -> Iterator[Decision]:
    """Yields the decisions about the list. Several rulings on unplayed games are combined into one decision."""
    loaded, rules = view.loaded, view.event.rules
    for penalty in loaded.penalties:
        yield Decision(decision_words(penalty, rules).at_desk, view.url("list_penalty_remove", pk=penalty.pk))
    unplayed = ended_early(loaded)
    if len(unplayed) > 1:
        words = {"game": unplayed[0].game - 1, "reason": unplayed[0].reason}
        undo = view.url("list_play_on")
        yield Decision(_("Nach Spiel %(game)s vorzeitig beendet: %(reason)s") % words, undo)
    for ruling in loaded.rulings:
        if len(unplayed) == 1 or ruling not in unplayed:
            yield Decision(decision_words(ruling, rules).at_desk, view.url("list_ruling_revoke", game=ruling.game))
    for doubt in loaded.ending_readings:
        yield Decision(decision_words(doubt, rules).at_desk, view.url("list_ending_withdraw", game=doubt.game))
    for vacancy in loaded.vacancies:
        yield Decision(decision_words(vacancy, rules).at_desk, view.url("list_vacancy_revoke", seat=vacancy.seat))


def facts(request: OfficialRequest, view: ListView, shown: grid.Grid, *, correcting: bool) -> Mapping[str, Any]:
    """Returns the initial data for the page's scripts: addresses, terms of the running sums, and texts.

    `correcting` means that the cells of a complete list are unlocked for a correction.
    """
    return {
        "user": request.user.pk,
        # The primary key keeps text that was typed for a discarded draw out of the list of a new draw.
        "scope": f"{view.event.own_slug}/{view.number}/{view.table}/{view.spielliste.pk}",
        "number": view.number,
        "table": view.table,
        "urls": {
            "page": view.url(),
            "correct": f"{view.url()}?berichtigen",
            "row": view.url("list_row"),
            "claims": view.url("list_claims"),
            "finish": view.url("list_finish"),
            "state": view.url("list_state"),
            "sign_in": reverse("account_login"),
        },
        "terms": running_terms(view.sheet, view.event.terms),
        "running": view.is_open,
        "table_confirms": view.table_confirms,
        "correcting": correcting,
        "stored": stored(view, shown),
        "words": page_words(),
    }


def running_terms(sheet: ListSheet, terms: Terms) -> dict[str, Any]:
    """Returns the terms with which the script adds up the cells while officials type."""
    return {
        "seats": sheet.seats,
        "target": terms.length.target,
        "noting": _noting(terms.ruleset),
        "finisher_required": terms.ruleset.finisher_required,
        "hand_factor": terms.ruleset.hand_factor,
        "points_per_game": terms.points_per_game and terms.points_per_game.to_json(),
        "sums": [
            {
                "key": line.key.value,
                "counted": line.counted.value,
                "each": line.each,
                "sign": line.sign,
                "at_end": line.at_end,
                "claim": line.claim and line.claim.value,
            }
            for line in list_sums(terms, sheet.seats)
        ],
        "penalties": [
            sum(penalty.points for penalty in sheet.penalties if penalty.seat == seat)
            for seat in range(1, sheet.seats + 1)
        ],
        "left": sheet.left,
        "out": [vacancy.seat for vacancy in sheet.vacancies if not vacancy.counts],
        "ruled": sorted(sheet.ruled),
    }


def _noting(rules: RuleSet) -> dict[str, int] | None:
    """Returns the values of noted melds for the script, or None if the fewest points win."""
    if not rules.highest_wins:
        return None
    values = rules.values
    by_place = {"set": values.set_ace, "top": values.top_ace, "middle": values.middle_ace, "low": values.low_ace}
    return {**by_place, "stroke": rules.play.stroke_factor}


def page_words() -> dict[str, str]:
    """Returns the page's texts by name; its script replaces the placeholders in braces."""
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
        "completed_with_faults": _(
            "Die Liste ist eingegeben, aber noch nicht in Ordnung. Wie es weitergeht, sagt der Knopf oben."
        ),
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
