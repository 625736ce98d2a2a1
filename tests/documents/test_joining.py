"""Papers joined as one file: pages, tags and description are those of its pieces (PDF/UA-1)."""

from typing import Any

import pytest
from django.test import override_settings
from pypdf import PdfReader
from pypdf.generic import NullObject

from romme_turnier.documents.render import pdf
from romme_turnier.documents.render.kept import keep, place_of
from romme_turnier.documents.render.pdf import render_batch
from tests.documents.conftest import read
from tests.documents.papers import Papers
from tests.documents.test_every_file import elements

THREE = ("announcement", "registration_list", "start_cards")


@pytest.fixture(scope="module")
def joined(every_paper: Papers, tmp_path_factory: pytest.TempPathFactory) -> PdfReader:
    """Three that are kept already: what a press has to do is to join them."""
    with override_settings(KEPT_PAPERS=str(tmp_path_factory.mktemp("kept"))), pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf, "html_of", lambda template, _context: every_paper.by_name[template].html)
        for name in THREE:
            paper = every_paper.by_name[name]
            keep(paper.pdf, place_of(paper.html))
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
    """Pages and links point into the tree by number: each to tags of its own page, and no two alike."""
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
