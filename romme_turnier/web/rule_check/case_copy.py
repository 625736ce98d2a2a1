"""Copies a case and its answer, to be stored with a dispute."""

from collections.abc import Iterator

from django.http import QueryDict

from romme_turnier.core.rules.system.cards import Card
from romme_turnier.tournament.disputes.kept_case import KeptCard, KeptCase, KeptRow
from romme_turnier.web.rule_check.answers import answer
from romme_turnier.web.rule_check.card_images import SIGN_OF, shown_card
from romme_turnier.web.rule_check.case import NUMBER_WORDS, Case, Entry
from romme_turnier.web.rule_check.verdict import Answer, Verdict

LONGEST_ADDRESS = 3000


def kept_case(query: str) -> KeptCase | None:
    """Returns a copy of the case in an address's query; None if the case is empty or cannot be answered."""
    case = Case.read(QueryDict(query[:LONGEST_ADDRESS]))
    answered = answer(case)
    if answered is None or answered.verdict is Verdict.ASKED_BACK:
        return None
    form = case.form
    rows = []
    for entry, label in form.entries.items():
        if entry is Entry.POINTS and case.texts[entry]:
            rows.append(KeptRow(str(label), (), case.texts[entry]))
        elif case.texts[entry]:
            rows.append(KeptRow(str(label), tuple(tuple(map(_card, meld)) for meld in case.melds(entry))))
    rows += [KeptRow(str(NUMBER_WORDS[name]), (), str(number)) for name, number in case.numbers.items()]
    rows += [KeptRow(str(label), ()) for tick, label in form.ticks.items() if tick in case.ticks]
    return KeptCase(
        address=case.address,
        rules=case.rules.name,
        question=str(form.title),
        rows=tuple(rows),
        answer=answered.with_clause,
        reasons=tuple(_reasons(answered)),
    )


def _reasons(answered: Answer) -> Iterator[str]:
    """Yields the reasons and the remedy, then for each part of the answer its text and the cards of its melds."""
    yield from filter(None, (*answered.reasons, answered.remedy))
    for part in answered.parts:
        said = part.answer
        yield " ".join(filter(None, [part.question, said.with_clause, *said.reasons, said.remedy]))
        for meld in part.answer.melds:
            yield ", ".join(card.name for card in meld.cards)


def _card(placed: Card) -> KeptCard:
    shown = shown_card(placed)
    sign = SIGN_OF.get(shown.suit, "")
    written = f"{sign}{shown.rank}" if sign else shown.name
    return KeptCard(
        f"★{written}" if shown.is_joker and sign else written, shown.name, shown.suit in ("hearts", "diamonds")
    )
