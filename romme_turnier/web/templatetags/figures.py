"""`{{ total|figure }}`: see `romme_turnier.tournament.shared.numbers`."""

from django import template

from romme_turnier.tournament.shared.numbers import number_format

register = template.Library()

register.filter("figure", number_format)
