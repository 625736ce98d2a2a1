"""Figures as people read them, `{{ total|figure }}` (see `romme_turnier.tournament.shared.numbers`), and the cells of
standings: what all rows have in common is made once for the table, as there may be a thousand.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from romme_turnier.tournament.shared.numbers import figures_or_dashes, number_format
from romme_turnier.tournament.standings.lines import StandingLine, TieBreak

register = template.Library()

register.filter("figure", number_format)


@register.simple_tag
def figure_columns(word: str, series: Iterable[int], tie_breaks: Iterable[TieBreak]) -> list[SafeString]:
    """`{% figure_columns series_word series tie_breaks as columns %}`: how each cell begins; phones show its label."""
    labels = [*(f"{word} {number}" for number in series), *(one.short for one in tie_breaks)]
    parts = [format_html('<td class="number part" data-label="{}">', label) for label in labels]
    return [*parts, mark_safe('<td class="number total">')]


@register.filter
def figures(line: StandingLine, columns: Sequence[SafeString]) -> SafeString:
    """Returns the cells of a row behind its club: each series, what decides between equals, the sum."""
    total = line.total if line.lists else None
    numbers = figures_or_dashes([*line.series, *[one.value for one in line.tie_breaks], total])
    cells = [f"{begin}{number}</td>" for begin, number in zip(columns, numbers, strict=True)]
    return mark_safe("".join(cells))  # noqa: S308 - figures, and what `figure_columns` escaped


@register.filter
def player_address(number: int, slug: str) -> str:
    """Returns the address of a player's public page: one lookup for all players of an event."""
    before, after = _around_number(slug)
    return f"{before}{number}{after}"


@lru_cache(maxsize=64)
def _around_number(slug: str) -> tuple[str, str]:
    before, _number, after = reverse("public:player", args=[slug, 0]).rpartition("0")
    return before, after
