"""The officials' handbook: the Markdown files of docs/handbuch/, which are also readable as files.

A file name such as 04-auslosen.md gives the order and address of a chapter; the first heading is its title. The
handbook is in German.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER = Path(settings.RESOURCES, "docs", "handbuch")
PICTURES = Path(settings.RESOURCES, "docs", "img")

_FILE = re.compile(r"\d\d-([a-z-]+)\.md")
_LINK = re.compile(r"(?:\d\d-([a-z-]+)\.md)?(#.+)?")
_PICTURE = re.compile(r"\.\./img/([a-z0-9-]+)\.png")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, with pairs of anchor and heading as `sections`. `html` is safe: raw HTML in the source is escaped."""

    slug: str
    title: str
    lead: str
    html: str
    sections: tuple[tuple[str, str], ...]


def chapters(folder: Path = FOLDER) -> list[Chapter]:
    """Returns all chapters in the order of their files."""
    files = [(path, name[1]) for path in sorted(folder.iterdir()) if (name := _FILE.fullmatch(path.name))]
    return [_chapter(path, slug, path.stat().st_mtime_ns) for path, slug in files]


@lru_cache(maxsize=64)
def _chapter(path: Path, slug: str, _changed: int) -> Chapter:
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    headings = [(opening, text) for opening, text in pairwise(tokens) if opening.type == "heading_open"]
    title = next((text.content for opening, text in headings if opening.tag == "h1"), slug)
    lead = next(
        (token.content for token in tokens if token.type == "inline" and token.level == 1 and token.content != title),
        "",
    )
    for opening, text in headings:
        if opening.tag != "h1":
            opening.attrSet("id", slugify(text.content, allow_unicode=True))
    _adapt_to_pages(tokens)
    return Chapter(
        slug=slug,
        title=title,
        lead=lead,
        html=markdown.renderer.render(tokens, markdown.options, {}),
        sections=tuple((str(opening.attrGet("id")), text.content) for opening, text in headings if opening.tag == "h2"),
    )


def _adapt_to_pages(tokens: list[Token]) -> None:
    """Turns links to chapters and pictures into addresses of the program, and gives tables their CSS class."""
    for token in tokens:
        if token.type == "table_open":
            token.attrSet("class", "table")
        for child in token.children or ():
            link = _LINK.fullmatch(str(child.attrGet("href"))) if child.type == "link_open" else None
            picture = _PICTURE.fullmatch(str(child.attrGet("src"))) if child.type == "image" else None
            if link and link[1]:
                child.attrSet("href", reverse("help:handbook_page", args=[link[1]]) + (link[2] or ""))
            elif picture:
                child.attrSet("src", reverse("help:picture", args=[picture[1]]))


@require_safe
def handbook(request: HttpRequest) -> HttpResponse:
    """Lists the chapters of the handbook."""
    return render(request, "help/handbook.html", {"chapters": chapters()})


@require_safe
def handbook_page(request: HttpRequest, page: str) -> HttpResponse:
    """Shows a chapter, with links to the other chapters. Raises Http404 if it does not exist."""
    every = chapters()
    places = {chapter.slug: place for place, chapter in enumerate(every)}
    if page not in places:
        raise Http404
    place = places[page]
    context = {
        "chapters": every,
        "chapter": every[place],
        "before": every[place - 1] if place else None,
        "after": every[place + 1] if place + 1 < len(every) else None,
    }
    return render(request, "help/handbook_page.html", context)


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Shows only the chapter for players."""
    chapter = next(chapter for chapter in chapters() if chapter.slug == "fuer-spieler")
    return render(request, "help/players.html", {"chapter": chapter})


@require_safe
def picture(_request: HttpRequest, name: str) -> FileResponse:
    """Sends a picture of the handbook. Raises Http404 if there is none with this name.

    `name` is a slug, so it cannot lead out of the folder.
    """
    file = PICTURES / f"{name}.png"
    if not file.is_file():
        raise Http404
    return FileResponse(file.open("rb"), headers={"Cache-Control": "public, max-age=3600"})
