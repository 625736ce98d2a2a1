"""`{{ amount|money:event.currency }}`: see `romme_turnier.tournament.money.words`."""

from django import template

from romme_turnier.tournament.money.words import amount

register = template.Library()

register.filter("money", amount)
