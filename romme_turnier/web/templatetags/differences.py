"""`{% differences desk as found %}`: what the page of a list says about its sums."""

from django import template

from romme_turnier.web.organiser.lists.common import Desk
from romme_turnier.web.organiser.lists.differences import Shown, shown

register = template.Library()


@register.simple_tag
def differences(desk: Desk) -> Shown:
    return shown(desk)
