"""The handbook within the program."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from romme_turnier.web.help.handbook import FOLDER, PICTURES, Chapter, chapters
from tests.factories import make_official
from tests.sources import trees

TRANSLATES = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy"}
EVERY = {chapter.slug: chapter for chapter in chapters()}


@pytest.fixture
def reader(client: Client, db: None) -> Client:
    make_official()
    return client


def write(folder: Path, text: str, name: str = "01-probe.md") -> Chapter:
    folder.joinpath(name).write_text(text, encoding="utf-8")
    return chapters(folder)[0]


def test_handbook_lists_its_chapters(reader: Client) -> None:
    page = reader.get(reverse("help:handbook")).content.decode()
    assert EVERY
    for chapter in EVERY.values():
        assert chapter.title in page
        assert reverse("help:handbook_page", args=[chapter.slug]) in page


@pytest.mark.parametrize("slug", EVERY)
def test_chapter_opens_and_has_one_title(reader: Client, slug: str) -> None:
    page = reader.get(reverse("help:handbook_page", args=[slug])).content.decode()
    assert page.count("<h1") == 1


def test_unknown_chapter_answers_404(reader: Client) -> None:
    assert reader.get("/hilfe/handbuch/gibt-es-nicht/").status_code == 404


@pytest.mark.parametrize("slug", EVERY)
def test_chapter_links_to_chapters_sections_and_pictures_that_are_there(slug: str) -> None:
    for target in re.findall(r'(?:href|src)="([^"]+)"', EVERY[slug].html):
        path, _, anchor = target.partition("#")
        if path.startswith("/hilfe/bilder/"):
            assert (PICTURES / Path(path).name).is_file(), target
            continue
        assert path == "" or path.startswith("/hilfe/handbuch/"), target
        chapter = EVERY[path.rstrip("/").rpartition("/")[2]] if path else EVERY[slug]
        assert not anchor or f'id="{unquote(anchor)}"' in chapter.html, target


def test_files_of_the_handbook_are_all_chapters() -> None:
    assert len(list(FOLDER.glob("*"))) == len(EVERY)


def as_shown(text: str) -> str:
    """A text of a page or of the handbook, with numbers, names and closing signs taken out."""
    return re.sub(r"%\(\w+\)[sd]|%[sd]|\d+", "1", text).rstrip(":?")


@pytest.mark.parametrize("slug", EVERY)
def test_words_in_bold_are_words_of_the_program(slug: str) -> None:
    bold = re.findall(r"<strong>(.+?)</strong>", EVERY[slug].html)
    assert [words for words in bold if as_shown(words) not in shown_words()] == []


@cache
def shown_words() -> frozenset[str]:
    """Every text that templates and modules mark for translation."""
    root = Path(settings.RESOURCES)
    texts = [text for path in root.joinpath("templates").rglob("*.html") for text in _of_template(path.read_text())]
    texts += [text for tree in trees().values() for text in _of_module(tree)]
    return frozenset(map(as_shown, texts))


def _of_template(source: str) -> Iterator[str]:
    for quoted in re.finditer(r"""\{% translate (["'])(.+?)\1""", source):
        yield quoted[2]
    for quoted in re.finditer(r"""\b_\((["'])(.+?)\1\)""", source):
        yield quoted[2]
    for block in re.findall(r"\{% blocktranslate.*?%\}(.+?)\{% endblocktranslate", source, re.DOTALL):
        for part in re.split(r"\{% plural %\}", block):
            yield re.sub(r"\{\{.+?\}\}", "1", " ".join(part.split()))


def _of_module(tree: ast.Module) -> Iterator[str]:
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in TRANSLATES:
            yield from (one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str))


def test_raw_html_in_a_chapter_is_shown_as_text(tmp_path: Path) -> None:
    chapter = write(tmp_path, "# Probe\n\n<script>alert(1)</script> und <b onclick=x>fett</b>\n")
    assert "<script" not in chapter.html
    assert "<b" not in chapter.html


def test_addresses_with_scripts_are_not_made_links(tmp_path: Path) -> None:
    assert "href" not in write(tmp_path, "# Probe\n\n[hier](javascript:alert(1))\n").html


def test_links_between_files_become_links_between_pages(tmp_path: Path) -> None:
    chapter = write(tmp_path, "# Probe\n\n[dort](02-dort.md#weiter-unten) ![Bild](../img/saal.png)\n")
    assert 'href="/hilfe/handbuch/dort/#weiter-unten"' in chapter.html
    assert 'src="/hilfe/bilder/saal.png"' in chapter.html


def test_chapter_changes_on_the_page_when_its_file_changes(tmp_path: Path) -> None:
    assert write(tmp_path, "# Alt\n").title == "Alt"
    assert write(tmp_path, "# Neu, und länger\n").title == "Neu, und länger"


@pytest.mark.parametrize("name", ["gibt-es-nicht.png", "../../manage.png", "..%2f..%2fmanage.png"])
def test_pictures_come_from_one_folder_only(reader: Client, name: str) -> None:
    assert reader.get(f"/hilfe/bilder/{name}").status_code == 404


def test_help_for_players_leads_to_the_page_that_checks_papers(reader: Client) -> None:
    assert f'href="{reverse("public:papers")}"' in reader.get(reverse("help:players")).text.partition("<main")[2]
