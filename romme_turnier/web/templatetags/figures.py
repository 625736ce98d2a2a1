"""`{{ total|figure }}`: see `romme_turnier.tournament.shared.numbers`. `{% for n, sum in series|beside:sums %}`."""

from collections.abc import Iterable

from django import template

from romme_turnier.tournament.shared.numbers import number_format

register = template.Library()

register.filter("figure", number_format)


@register.filter
def beside(first: Iterable[object], second: Iterable[object]) -> list[tuple[object, object]]:
    """Returns two rows of the same length in pairs."""
    return list(zip(first, second, strict=True))
