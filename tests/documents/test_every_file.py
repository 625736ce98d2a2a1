"""Every paper as the file that leaves the program: its typefaces, its tags and its reading order (PDF/UA-1).

And papers joined as one file: pages, tags and description are those of its pieces.
"""

import re
from collections.abc import Iterator
from typing import Any, cast

import pytest
from django.conf import settings
from django.test import override_settings
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, NullObject, PdfObject

from romme_turnier.documents.render import pdf
from romme_turnier.documents.render.paper_cache import keep, path_of
from romme_turnier.documents.render.pdf import render_batch
from tests.documents.conftest import read
from tests.documents.papers import Papers

BUNDLED = settings.RESOURCES / "static" / "fonts" / "paper"
SMALLEST = 6.0  # points
SUBSET = re.compile("^/[A-Z]{6}\\+")  # the letters before the name say that not the whole typeface is in the file


def _bundled() -> set[str]:
    """Returns the names that papers give to the bundled typefaces."""
    names = (TTFont(file)["name"] for file in BUNDLED.glob("*.ttf"))
    return {
        f"{one.getDebugName(1)}-{one.getDebugName(2)}".replace(" ", "-").removesuffix("-Regular").removesuffix("-Book")
        for one in names
    }


def _named_in(file: PdfReader) -> set[str]:
    found = set()
    for page in file.pages:
        fonts = cast(DictionaryObject, cast(DictionaryObject, page["/Resources"]).get("/Font", {}))
        found |= {
            SUBSET.sub("", str(cast(DictionaryObject, font.get_object())["/BaseFont"])) for font in fonts.values()
        }
    return {name.removesuffix(",-Semi-Bold") for name in found}  # a weight that the family's name has already


@pytest.fixture
def files(every_paper: Papers) -> dict[str, PdfReader]:
    return {name: paper.file for name, paper in every_paper.by_name.items()}


def _tags(file: PdfReader) -> PdfObject:
    tree = file.root_object["/StructTreeRoot"]
    assert isinstance(tree, DictionaryObject)
    return tree.raw_get("/K")


def _sizes(file: PdfReader) -> Iterator[float]:
    """The size of all letters in points; WeasyPrint writes pixels."""
    for page in file.pages:
        contents = page.get_contents()
        assert contents is not None
        yield from (float(size) * 0.75 for size in re.findall(rb" ([\d.]+) Tf", contents.get_data()))


def elements(holder: PdfObject | None) -> Iterator[dict[str, Any]]:
    """Every tag below, in the order in which they are read."""
    one = holder.get_object() if holder is not None else None
    if isinstance(one, ArrayObject):
        for each in one:
            yield from elements(each)
    elif isinstance(one, DictionaryObject) and "/S" in one:
        yield one
        yield from elements(one.raw_get("/K") if "/K" in one else None)


def test_every_typeface_of_every_paper_is_bundled(files: dict[str, PdfReader]) -> None:
    named = {name: _named_in(file) for name, file in files.items()}
    assert {name: fonts for name, fonts in named.items() if not fonts or not fonts <= _bundled()} == {}


def test_every_drawing_on_every_paper_says_what_it_shows(files: dict[str, PdfReader]) -> None:
    figures = {name: [one for one in elements(_tags(file)) if one["/S"] == "/Figure"] for name, file in files.items()}
    assert sum(map(len, figures.values())) > 20
    assert [name for name, drawn in figures.items() if not all(one.get("/Alt") for one in drawn)] == []


def test_nothing_hidden_is_in_a_paper(files: dict[str, PdfReader]) -> None:
    """The running foot stood in the text in letters of one point, and was read out before the title."""
    smallest = {name: min(_sizes(file)) for name, file in files.items()}
    assert {name: size for name, size in smallest.items() if size < SMALLEST} == {}


# Joined as one file

THREE = ("announcement", "registration_list", "start_cards")


@pytest.fixture(scope="module")
def joined(every_paper: Papers, tmp_path_factory: pytest.TempPathFactory) -> PdfReader:
    """Three papers that are kept already, so that the press only joins them."""
    with override_settings(KEPT_PAPERS=str(tmp_path_factory.mktemp("kept"))), pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf, "html_of", lambda template, _context: every_paper.by_name[template].html)
        for name in THREE:
            paper = every_paper.by_name[name]
            keep(paper.pdf, path_of(paper.html))
        return read(render_batch([(name, {}) for name in THREE], title="Drei Blätter"))


def test_joined_papers_are_tagged_and_described_as_one(joined: PdfReader) -> None:
    root: Any = joined.root_object
    assert root["/Lang"] == "de"
    assert root["/MarkInfo"] == {"/Marked": True}
    assert joined.metadata is not None
    assert joined.metadata.title == "Drei Blätter"
    described = joined.xmp_metadata
    assert described is not None
    assert described.dc_title == {"x-default": "Drei Blätter"}
    assert b"pdfuaid:part" in root["/Metadata"].get_object().get_data()


def test_every_page_of_joined_papers_finds_its_tags(joined: PdfReader) -> None:
    """Pages and links point into the tree by number: each to the tags of that page, with distinct numbers."""
    tree: Any = joined.root_object["/StructTreeRoot"]
    numbers = list(tree["/ParentTree"]["/Nums"])
    parents = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
    assert sorted(parents) == list(range(len(parents)))
    pages: list[Any] = list(joined.pages)
    kept = [page["/StructParents"] for page in pages]
    assert len({*kept}) == len(pages) >= 3
    for page in pages:
        of_page = parents[page["/StructParents"]].get_object()
        tags = [one.get_object() for one in of_page if not isinstance(one.get_object(), NullObject)]
        assert {tag["/Pg"].indirect_reference for tag in tags if "/Pg" in tag} == {page.indirect_reference}
    read_in_order = [one["/Pg"].indirect_reference for one in elements(tree.raw_get("/K")) if "/Pg" in one]
    order = [page.indirect_reference for page in pages]
    assert [order.index(one) for one in read_in_order] == sorted(order.index(one) for one in read_in_order)
