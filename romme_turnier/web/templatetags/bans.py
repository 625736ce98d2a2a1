"""Bans beside a participant, on pages for officials only."""

from django import template

from romme_turnier.tournament.models import Registration
from romme_turnier.tournament.participants.register.ban_reading import BanWarning, warnings

register = template.Library()


@register.simple_tag
def ban_warnings(registration: Registration) -> list[BanWarning]:
    return warnings(registration.event, [registration]).get(registration.pk, [])
