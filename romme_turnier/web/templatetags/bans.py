"""Bans beside a participant, on pages for officials only."""

from django import template
from django.template.context import Context

from romme_turnier.tournament.models import Registration
from romme_turnier.tournament.participants.register.ban_reading import BanWarning, warnings

register = template.Library()


@register.simple_tag(takes_context=True)
def ban_warnings(context: Context, registration: Registration) -> list[BanWarning]:
    return warnings([registration], context["request"].user).get(registration.pk, [])
