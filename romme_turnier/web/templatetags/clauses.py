"""Paragraphs that a text quotes, as links to what they say."""

import re

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_QUOTED = re.compile(r"§ (\d+(?:\.\d+)*)|(III\.\d)")


@register.filter
def clauses(text: str) -> SafeString:
    """Links "§ 6.4" and "III.5" to the rulebook; everything else of the text is escaped."""
    address = reverse("rulebook:rulebook")
    linked = _QUOTED.sub(
        lambda found: f'<a href="{address}#{found[1] or found[2]}">{found[0]}</a>', str(conditional_escape(text))
    )
    return mark_safe(linked)  # noqa: S308 - escaped above
