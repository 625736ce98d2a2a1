"""Figures as people read them, `{{ total|figure }}` (see `romme_turnier.tournament.shared.numbers`), and addresses of
players.
"""

from functools import lru_cache

from django import template
from django.urls import reverse

from romme_turnier.tournament.shared.numbers import number_format

register = template.Library()

register.filter("figure", number_format)


@register.filter
def player_address(number: int, slug: str) -> str:
    """Returns the address of a player's public page: one lookup for all players of an event."""
    before, after = _around_number(slug)
    return f"{before}{number}{after}"


@lru_cache(maxsize=64)
def _around_number(slug: str) -> tuple[str, str]:
    before, _number, after = reverse("public:player", args=[slug, 0]).rpartition("0")
    return before, after
