"""What officials may do with a list beside typing it, and what they decided: the part of its page below the sums.

Every answer to a saved row carries it, and it hardly ever changes. So it is a value, rendered once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext as _

from romme_turnier.tournament.lists.doubt_words import say_doubt_in_game
from romme_turnier.web.organiser.lists.common import ListView, address_of_list
from romme_turnier.web.typography import typeset


class Decision(NamedTuple):
    words: str
    counts: bool  # of a seat that was left: whether the list counts for it
    undo: str  # address


@dataclass(frozen=True, slots=True)
class Steps:
    slug: str
    number: int
    table: int
    status: str
    closed: bool
    may_enter: bool
    may_rule: bool
    knows_penalties: bool
    to_tell: int
    decisions: tuple[Decision, ...]

    def url(self, name: str) -> str:
        return address_of_list(name, slug=self.slug, number=self.number, table=self.table)


def steps_of(view: ListView) -> Steps:
    return Steps(
        slug=view.event.slug,
        number=view.number,
        table=view.table,
        status=view.spielliste.status,
        closed=view.closed,
        may_enter=view.may_enter,
        may_rule=view.may_rule,
        knows_penalties=bool(view.event.rules.penalties),
        to_tell=view.to_tell,
        decisions=tuple(_decisions(view)) if view.may_decide else (),
    )


def html_of(steps: Steps) -> str:
    return _html(steps, get_language())


@lru_cache(maxsize=256)  # as many lists as are typed at the same time
def _html(steps: Steps, _language: str | None) -> str:
    return typeset(render_to_string("organiser/lists/_steps.html", {"steps": steps}).encode()).decode()


def _decisions(view: ListView) -> Iterator[Decision]:
    def undo(name: str, **which: int) -> str:
        return reverse(
            f"organiser:{name}",
            kwargs={"slug": view.event.slug, "number": view.number, "table": view.table, **which},
        )

    for penalty in view.loaded.penalties:
        words = _("%(points)s Strafpunkte für Platz %(seat)s in Spiel %(game)s: %(reason)s") % {
            "points": penalty.points,
            "seat": penalty.seat,
            "game": penalty.game,
            "reason": penalty.reason,
        }
        yield Decision(words, False, undo("list_penalty_remove", pk=penalty.pk))
    for ruling in view.loaded.rulings:
        words = _("Spiel %(game)s gilt: %(reason)s") % {"game": ruling.game, "reason": ruling.reason}
        yield Decision(words, False, undo("list_ruling_revoke", game=ruling.game))
    for doubt in view.loaded.ending_readings:
        words = f"{say_doubt_in_game(doubt.game, doubt.endings, view.event.rules)}: {doubt.reason}"
        yield Decision(words, False, undo("list_ending_withdraw", game=doubt.game))
    for vacancy in view.loaded.vacancies:
        words = _("Platz %(seat)s verlassen ab Spiel %(game)s: %(reason)s") % {
            "seat": vacancy.seat,
            "game": vacancy.from_game,
            "reason": vacancy.reason,
        }
        yield Decision(words, vacancy.counts, undo("list_vacancy_revoke", seat=vacancy.seat))
