"""`{{ amount|money:event.currency }}`: see `romme_turnier.tournament.money_words`."""

from django import template

from romme_turnier.tournament.money_words import amount

register = template.Library()

register.filter("money", amount)
