"""Bans beside a participant, on pages for officials only."""

from django import template

from romme_turnier.tournament.ban_queries import BanWarning, warnings
from romme_turnier.tournament.models import Registration

register = template.Library()


@register.simple_tag
def ban_warnings(registration: Registration) -> list[BanWarning]:
    return warnings(registration.event, [registration]).get(registration.pk, [])
