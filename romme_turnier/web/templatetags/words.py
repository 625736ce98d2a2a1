"""Filters and tags for words, figures and addresses on pages and papers."""

from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import format_html_join

from romme_turnier.documents.render.typography import css_string, typeset
from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.organisers.reading import are_several, shown_organiser
from romme_turnier.tournament.shared.hyphens import shy
from romme_turnier.tournament.shared.numbers import figure_or_dash
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.web.form_words import errors_of, explains_required, marks_required, summary_of
from romme_turnier.web.rule_check.case import address_of

register = template.Library()

register.filter("figure", figure_or_dash)  # {{ total|figure }}
register.filter("money", amount)  # {{ amount|money:event.currency }}
# {% filter cited:event.rules %}…{% endfilter %}: text with the sections of the event's rules.
register.filter("cited", cited, is_safe=True)
register.filter("shy", shy)  # allows hyphenation of long words in narrow columns
# {% filter typeset %}…{% endfilter %}: a page, or a part of one that a script fetches.
register.filter("typeset", typeset, is_safe=True)
# {% filter css_string %}…{% endfilter %}: text for a string of a style sheet, without the quotation marks.
register.filter("css_string", css_string, is_safe=True)
register.filter("errors_of", errors_of)
register.filter("summary_of", summary_of)
register.filter("marks_required", marks_required)
register.filter("explains_required", explains_required)


@register.filter
def shy_words(words: object) -> str:
    """Returns HTML in which each word moves to the next line before it is hyphenated."""
    return format_html_join(" ", '<span class="word">{}</span>', ((shy(word),) for word in str(words).split()))


@register.filter
def usual_instead(usual: Mapping[str, str], name: str) -> str:
    """Returns the usual value of a field or of rows as text; "" if they already have that value."""
    return usual.get(name, "")


@register.simple_tag
def rule_check_of(event: Event) -> str:
    """Returns the address of Regel-Check with the rules and agreements of an event."""
    return address_of(event.rules)


register.simple_tag(are_several, name="several_organisers")


@register.simple_tag
def organiser_of(event: Event | str) -> Organiser | None:
    """Returns the event's organiser; None if the program has only one organiser, or if the page has no event."""
    return shown_organiser(event) if isinstance(event, Event) else None


@register.filter
def player_address(number: int, slug: str) -> str:
    """Returns the address of a player's public page, with one URL lookup for all players of an event."""
    before, after = _around_number(slug)
    return f"{before}{number}{after}"


@lru_cache(maxsize=64)
def _around_number(slug: str) -> tuple[str, str]:
    before, _number, after = reverse("public:player", args=[slug, 0]).rpartition("0")
    return before, after
