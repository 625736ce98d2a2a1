"""Keeps a section sign and its number on one line, and links references such as "§ 1.3" or "III.2" to the rulebook.

The texts of the program, of its translations and of officials stay unchanged, because the surrounding HTML elements
decide whether a reference may be a link.
"""

import re
from html import unescape
from typing import cast

from django.urls import reverse

from romme_turnier.core.rules.system.clauses import PARAGRAPHS

_QUOTED = re.compile(r"§[ \N{NO-BREAK SPACE}](\d+(?:\.\d+)*)|\b(III\.\d)\b")
_TAG = re.compile(r"(<[^>]*>)")  # in texts, < and > are escaped
_NAME = re.compile(r"<(/?)(\w*)")
_VERBATIM = frozenset({"script", "style", "textarea"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# Forms that store something have no links, so that the Tab key moves from field to field.
_WITHOUT_LINKS = _VERBATIM | _HEADINGS | {"a", "button", "form", "label", "option", "summary", "svg", "title"}


def glued(words: str) -> str:
    """Returns a text in which references such as "§ 1.3" do not break across lines."""
    return _QUOTED.sub(lambda quoted: quoted[0].replace(" ", "\N{NO-BREAK SPACE}"), words)


def css_string(html: str) -> str:
    """Returns escaped text (HTML without tags) as the contents of a CSS string, without its quotation marks."""
    return re.sub(r'["\\<\n]', lambda sign: f"\\{ord(sign[0]):x} ", unescape(html).strip())


def typeset(html: str) -> str:
    """Returns HTML in which references such as "§ 1.3" do not break, and are links where allowed. Idempotent."""
    if "§" not in html and "III." not in html:
        return html
    address = reverse("rulebook:rulebook")

    def linked(quoted: re.Match[str]) -> str:
        number, words = quoted[1] or quoted[2], glued(quoted[0])
        return f'<a href="{address}#{number}">{words}</a>' if quoted[2] or number in PARAGRAPHS else words

    parts = _TAG.split(html)  # texts and tags alternate
    inside: list[str] = []  # the elements around a text that keep it without links
    for place, part in enumerate(parts):
        if place % 2:
            slash, name = cast("re.Match[str]", _NAME.match(part)).groups()
            if slash and inside[-1:] == [name]:
                inside.pop()
            elif not slash and name in _WITHOUT_LINKS and (name != "form" or 'method="post"' in part):
                inside.append(name)
        elif not inside:
            parts[place] = _QUOTED.sub(linked, part)
        elif inside[-1] not in _VERBATIM:
            parts[place] = glued(part)
    return "".join(parts)
