"""The visible text of pages."""

import re
from typing import Any

_TO_THE_RULEBOOK = re.compile(r'<a href="/regelwerk/#[^"]*">(.*?)</a>')


def without_links_to_rules(page: str) -> str:
    """Returns a page whose paragraphs lead nowhere, for sentences that quote one."""
    return _TO_THE_RULEBOOK.sub(r"\1", page)


def sentences(answer: Any) -> str:
    """Returns a page with every white space as one blank, and paragraphs that lead nowhere."""
    return " ".join(without_links_to_rules(answer.content.decode()).split())
