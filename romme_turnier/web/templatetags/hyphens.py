"""`{{ name|shy }}`: marks where a long word may be parted in a narrow column, with a hyphen. `{{ name|shy_words }}`: so
that it goes to the next line first, and is parted only where it is too long for that.
"""

from django import template
from django.utils.html import format_html_join

from romme_turnier.tournament.shared.hyphens import shy

register = template.Library()

register.filter("shy", shy)


@register.filter
def shy_words(words: object) -> str:
    return format_html_join(" ", '<span class="word">{}</span>', ((word,) for word in shy(words).split()))
