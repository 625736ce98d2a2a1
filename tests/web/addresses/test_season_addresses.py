"""Every page of a season is found at its address, also if the season is called like a page of the program."""

import re

from django.urls import get_resolver, resolve, reverse

from romme_turnier.core.organisers.addresses import DESK_WORDS, PAGE_WORDS
from tests.web.addresses.test_event_addresses import routes

WORDS = sorted(
    {part for route in routes(get_resolver()) for part in route.split("/") if re.fullmatch("[-a-z0-9]+", part)}
)


def pages() -> list[tuple[str, dict[str, object], str]]:
    """Returns the name, the other arguments and the argument for the season of each page of a season."""
    below = []
    for namespace, (_prefix, resolver) in get_resolver().namespace_dict.items():
        for name, entries in resolver.reverse_dict.lists():
            for _parts, _route, _defaults, converters in entries:
                if isinstance(name, str) and "season" in converters:
                    others: dict[str, object] = {
                        key: "2026-01-06" if key == "day" else 7 if "Int" in type(converter).__name__ else "wort"
                        for key, converter in converters.items()
                        if key != "season"
                    }
                    below.append((f"{namespace}:{name}", others, type(converters["season"]).__name__))
    return below


def test_no_word_names_a_season_whose_pages_are_not_found() -> None:
    wrong = []
    assert {*PAGE_WORDS, *DESK_WORDS} <= {*WORDS}
    for name, others, converter in pages():
        for word in WORDS:
            season = f"verein/{word}" if converter == "SeasonConverter" else word
            address = reverse(name, kwargs={**others, "season": season})
            match = resolve(address)
            if (match.view_name, str(match.kwargs.get("season"))) != (name, season):
                wrong.append((address, match.view_name))
    assert wrong == []
