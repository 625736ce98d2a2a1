"""`{{ total|figure }}`: see `romme_turnier.tournament.shared.numbers`."""

from django import template

from romme_turnier.tournament.shared.numbers import figure

register = template.Library()

register.filter("figure", figure)
