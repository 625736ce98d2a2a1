"""The answer to a case: the engine's, or a request for corrections if the case cannot be answered."""

from django.utils.translation import gettext as _

from romme_turnier.core.rules import supply
from romme_turnier.tournament.shared.rule_words.options import fault_in_words
from romme_turnier.web.rule_check.case import MOST_CARDS, Ask, Case
from romme_turnier.web.rule_check.questions import ANSWERS, OPTIONAL, said
from romme_turnier.web.rule_check.verdict import Answer, Verdict
from romme_turnier.web.rule_check.whole_position import whole_position


def answer(case: Case) -> Answer | None:
    """Returns the answer; None if the case is empty."""
    if case.is_empty:
        return None
    if asked_back := _asked_back(case):
        return asked_back
    if more := supply(case.used(), case.rules):
        return Answer(Verdict.NO, _("So viele Karten gibt es nicht"), said(more))
    return whole_position(case) if case.ask is Ask.POSITION else ANSWERS[case.ask](case)


def _asked_back(case: Case) -> Answer | None:
    """Returns the request to complete or correct the case; None if it can be answered."""
    if case.faults:
        faults = tuple(fault_in_words(case.rules, fault) for fault in case.faults)
        return Answer(Verdict.ASKED_BACK, _("Das lässt sich nicht zusammen vereinbaren"), faults)
    if unread := case.unread():
        words = ", ".join(f"„{word}“" for word in unread)
        reason = _("Eine Karte ist etwa „Herz 10“, „10H“ oder „Karo Dame“, ein Joker „Joker“ oder „*“.")
        return Answer(Verdict.ASKED_BACK, _("Nicht zu lesen: %(words)s") % {"words": words}, (reason,))
    if len(case.used()) > MOST_CARDS:
        return Answer(Verdict.ASKED_BACK, _("Das sind mehr als %(most)d Karten.") % {"most": MOST_CARDS})
    if not all(text or entry in OPTIONAL.get(case.ask, ()) for entry, text in case.texts.items()):
        return Answer(Verdict.ASKED_BACK, _("Es fehlt noch etwas: Füllen Sie alle Felder aus."))
    return None
