"""Every page of an event is found below an address of one part and of two, and no address means two pages."""

import re
from collections.abc import Iterator

import pytest
from django.urls import NoReverseMatch, Resolver404, URLPattern, URLResolver, get_resolver, resolve, reverse
from django.urls.resolvers import RoutePattern
from hypothesis import assume, given, settings, strategies as st

from romme_turnier.core.organisers.addresses import DESK_WORDS, PAGE_WORDS
from tests.web.matrix import DESK, PUBLIC

BEFORE = ("t/", "leitung/")
# Segments of addresses besides the words of pages: names of events and organisers, numbers, files.
OTHERS = (
    "abend-1",
    "verein-a",
    "t",
    "neu",
    "register",
    "1",
    "23",
    "alles.pdf",
    "teilnehmer.csv",
    "Rangliste",
    "serie-1",
)
NAME = re.compile("[-a-zA-Z0-9_]+")


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = f"{before}{pattern.pattern}"
        yield from [route] if isinstance(pattern, URLPattern) else routes(pattern, route)


# The addresses of pages, without the event: "serie/<int:number>/listen/".
PAGES = {
    before: sorted({route.removeprefix(below) for route in routes(get_resolver()) if route.startswith(below)})
    for before in BEFORE
    for below in [f"{before}<event:slug>/"]
}


def test_words_of_pages_are_the_first_words_of_all_addresses_below_an_event() -> None:
    firsts = {page.partition("/")[0] for pages in PAGES.values() for page in pages} - {""}
    # A first part with a dot, such as "termine.ics", cannot be a part of an address.
    assert {first for first in firsts if "." not in first} == PAGE_WORDS


def test_words_of_the_desk_are_the_first_words_of_its_other_addresses() -> None:
    others = [route for route in routes(get_resolver()) if route.startswith(BEFORE) and "<event:slug>" not in route]
    assert set(filter(NAME.fullmatch, (route.split("/")[1] for route in others))) == DESK_WORDS


def test_address_of_an_event_is_taken_apart_nowhere_else() -> None:
    assert [route for route in routes(get_resolver()) if "<slug:slug>" in route] == []


NAMED = [(name, arguments) for table in (DESK, PUBLIC) for name, (arguments, *_rights) in table.items()]


@pytest.mark.parametrize("slug", ["abend-1", "verein-a/abend-1", "rangliste", "rangliste/abend-1", "t/neu-2"])
def test_every_page_is_found_below_every_form_of_address(slug: str) -> None:
    wrong = []
    for name, arguments in NAMED:
        where = {key: value if key != "pk" or isinstance(value, int) else 1 for key, value in arguments.items()}
        where |= {key: 1 for key, value in where.items() if key == "seat" and not isinstance(value, int)}
        try:
            url = reverse(name, kwargs={"slug": slug, **where})
        except NoReverseMatch:
            reverse(name, kwargs=where)  # of no event
            continue
        match = resolve(url)
        if match.view_name != name or not {"slug": slug, **where}.items() <= match.kwargs.items():
            wrong.append((name, url, match.view_name))
    assert wrong == []


@pytest.mark.parametrize("word", sorted(PAGE_WORDS))
def test_word_of_a_page_never_names_an_event_of_an_organiser(word: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse("public:event", args=[f"verein-a/{word}"])


def slug_of(path: str) -> str | None:
    """Returns the event's address that the program finds in a path; None for a path of no event."""
    try:
        return resolve(f"/{path}").kwargs.get("slug")
    except Resolver404:
        return None


@settings(max_examples=300)
@given(st.data())
def test_program_finds_the_one_reading_that_trying_all_of_them_finds(data: st.DataObject) -> None:
    """Each path is read in all ways: one segment or two as the address, and the rest as any page of an event."""
    word = st.sampled_from([*sorted(PAGE_WORDS), *OTHERS])
    before = data.draw(st.sampled_from(BEFORE))
    page = data.draw(st.sampled_from(PAGES[before]))
    address = data.draw(st.lists(word, min_size=1, max_size=2))
    assume(address[0] not in DESK_WORDS)  # other pages begin with these
    segments = [*address, *(re.sub("<[^>]+>", lambda _argument: data.draw(word), part) for part in page.split("/"))]
    readings = {
        "/".join(name)
        for name, rest in ((segments[:taken], "/".join(segments[taken:])) for taken in (1, 2))
        if all(map(NAME.fullmatch, name)) and name[1:2] not in [[word] for word in PAGE_WORDS]
        if any(RoutePattern(page, is_endpoint=True).match(rest) for page in PAGES[before])
    }
    slug = slug_of(f"{before}{'/'.join(segments)}")
    assert readings == ({slug} if slug is not None else set())
