"""The response time of Regel-Check: ``python -m benchmarks.day.rule_check``.

Each question in each rule system, about cards drawn from the pack at random and, every third time, about the cards of
one suit with all jokers, which can be laid in the most ways. Processor time of the answer and of the whole request of
the page's script while a user types: median and worst. The fixed loop of plain Python shows how fast the machine is; a
suggestion of melds is part of the answer.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable
from time import process_time

from django.test import RequestFactory

from benchmarks.timing import fixed_loop
from romme_turnier.core.rules import RULE_SYSTEMS, RuleSet, format_cards, with_options
from romme_turnier.core.rules.system.cards import JOKER, Card
from romme_turnier.web.rule_check.answers import answer
from romme_turnier.web.rule_check.case import FORMS, Ask, Case, Entry, asks_of
from romme_turnier.web.rule_check.questions import MOST_IN_HAND
from romme_turnier.web.rule_check.views import check

CASES = 45
HEARTS = 2
AGREED = {Ask.REARRANGE: ("rearranging",), Ask.ANNOUNCE: ("without_laying_out",), Ask.ONE_SUIT: ("one_suit",)}
RUNS = "3H 4H 5H 6H / 8H 9H 10H JH / 8D 9D 10D JD / 8S 9S 10S JS / 2C 2D 2S"  # to be rearranged


def drawn(rules: RuleSet, ask: Ask, random_: random.Random, *, one_suit: bool) -> Case:
    """Returns a case of this question as a user could type it."""
    pack = rules.pack()
    cards: list[Card] = [*range(52)] * pack.packs + [JOKER] * pack.jokers
    random_.shuffle(cards)
    if one_suit:
        cards = sorted((one for one in cards if one == JOKER or one // 13 == HEARTS), key=lambda one: one != JOKER)

    def some(count: int, after: int = 0) -> str:
        return format_cards(cards[after : after + count])

    long = ask in {Ask.MELD, Ask.HAND, Ask.BEST}
    texts = {
        Entry.CARDS: some(MOST_IN_HAND - 1 if long else 2),
        Entry.MELDS: f"{some(4)} / {some(3, 4)}",
        Entry.MELD: some(3, 4),
        Entry.TABLE: RUNS if ask in {Ask.REARRANGE, Ask.POSITION} else f"{some(3, 18)} / {some(4, 21)}",
        Entry.HAND: some(7 if ask in {Ask.OPENING, Ask.COMPLETE} else MOST_IN_HAND - 2, 8),
        Entry.CARD: some(1, 7),
        Entry.POINTS: " ".join(str(random_.randint(0, 120)) for _ in range(rules.table_size)),
    }
    form, options = FORMS[ask], AGREED.get(ask, ())
    rules = with_options(rules, dict.fromkeys(options, True))
    ticks = frozenset(form.ticks if random_.random() < 0.5 else ())
    return Case(ask, rules, {entry: texts[entry] for entry in form.entries}, ticks, options=options)


def milliseconds(call: Callable[[], object]) -> float:
    start = process_time()
    call()
    return (process_time() - start) * 1000


def main() -> None:
    sys.stdout.write(f"fixed loop: {fixed_loop():.1f} ms\n")
    random_ = random.Random("Regel-Check")  # noqa: S311 - cases to measure with
    requests = RequestFactory(headers={"X-Part": "answer"})
    check(
        requests.get(Case(Ask.MELD, RULE_SYSTEMS["rommeordnung"], {Entry.CARDS: "♥7"}).address)
    )  # templates, addresses
    for key, rules in RULE_SYSTEMS.items():
        for ask in asks_of(rules):
            cases = [drawn(rules, ask, random_, one_suit=not number % 3) for number in range(CASES)]
            alone = [milliseconds(lambda case=case: answer(case)) for case in cases]  # type: ignore[misc]
            whole = [milliseconds(lambda case=case: check(requests.get(case.address))) for case in cases]  # type: ignore[misc]
            sys.stdout.write(
                f"{key:13}{ask:13} answer {statistics.median(alone):6.1f} ms, worst {max(alone):7.1f}; "
                f"request {statistics.median(whole):6.1f} ms, worst {max(whole):7.1f}\n"
            )


if __name__ == "__main__":
    main()
