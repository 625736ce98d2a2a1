"""`{{ total|figure }}`: see `romme_turnier.tournament.figures`."""

from django import template

from romme_turnier.tournament.figures import figure

register = template.Library()

register.filter("figure", figure)
