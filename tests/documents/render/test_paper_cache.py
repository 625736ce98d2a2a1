"""Finished papers, kept by their contents."""

import os
import stat
import time
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from pytest_django import Settings

from romme_turnier.documents.render import paper_cache, pdf
from romme_turnier.documents.render.pdf import render_batch, render_pdf
from romme_turnier.documents.render.pieces import atomic_path
from tests.documents.conftest import read, words_of

TEMPLATE = "documents/base.html"


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.KEPT_PAPERS = str(tmp_path / "papers")
    return tmp_path / "papers"


@pytest.fixture(autouse=True)
def sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A paper whose only text is its context."""
    page = '<html lang="de"><head><title>Blatt</title></head><body><p>{words}</p></body></html>'
    monkeypatch.setattr(pdf, "html_of", lambda _template, context: page.format(**context))


def papers(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*"))


def test_paper_is_laid_out_once_while_nothing_on_it_changes(folder: Path) -> None:
    first = render_pdf(TEMPLATE, {"words": "Tisch 7"})
    (place,) = papers(folder)
    place.write_bytes(first + b"\n% kept")
    assert render_pdf(TEMPLATE, {"words": "Tisch 7"}).endswith(b"% kept")
    assert words_of(read(render_pdf(TEMPLATE, {"words": "Tisch 8"})), 1) == "Tisch 8"
    assert len(papers(folder)) == 2


def test_papers_ask_for_one_side_and_full_size(folder: Path) -> None:
    """A printer that prints on both sides by itself would put the lists of two tables on one sheet."""
    batch = render_batch([(TEMPLATE, {"words": f"Tisch {table}"}) for table in (1, 2)], title="Listen")
    for file in (render_pdf(TEMPLATE, {"words": "Tisch 7"}), batch):
        preferences: Any = read(file).root_object["/ViewerPreferences"]
        assert preferences == {"/DisplayDocTitle": True, "/Duplex": "/Simplex", "/PrintScaling": "/None"}


def test_everything_that_a_paper_loads_is_looked_at_for_changes() -> None:
    folder = Path(settings.RESOURCES, "templates", "documents")
    sources = {path.name: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    assert {name for name, source in sources.items() if "static:" in source} == {"style.html"}
    assert '{% with path="css/documents/"|add:name' in sources["style.html"]
    assert "css/documents" in paper_cache.LOOKS


def test_only_the_piece_that_changed_is_laid_out_again_when_many_are_joined(folder: Path) -> None:
    def printed(*tables: int) -> list[str]:
        file = read(render_batch([(TEMPLATE, {"words": f"Tisch {table}"}) for table in tables], title="Listen"))
        return [words_of(file, page) for page in range(1, len(file.pages) + 1)]

    assert printed(1, 2, 3) == ["Tisch 1", "Tisch 2", "Tisch 3"]
    before = {path: path.stat().st_ino for path in papers(folder)}
    assert printed(3, 4, 1) == ["Tisch 3", "Tisch 4", "Tisch 1"]
    after = {path: path.stat().st_ino for path in papers(folder)}
    assert len(before) == 3
    assert len(after) == 4
    assert before.items() <= after.items()


def test_kept_papers_are_for_the_account_of_the_server_alone(folder: Path) -> None:
    render_pdf(TEMPLATE, {"words": "Vera Vogt"})
    (place,) = papers(folder)
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700


def test_nothing_is_kept_under_the_same_name_when_the_look_has_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = paper_cache.path_of("<p>Tisch 7</p>")
    monkeypatch.setattr(paper_cache, "_edition", lambda: b"another style sheet")
    assert paper_cache.path_of("<p>Tisch 7</p>") != before


def test_paper_is_printed_when_it_cannot_be_kept(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "full").write_text("a file where the folder should be")
    settings.KEPT_PAPERS = str(tmp_path / "full")
    assert words_of(read(render_pdf(TEMPLATE, {"words": "Tisch 7"})), 1) == "Tisch 7"
    assert words_of(read(render_batch([(TEMPLATE, {"words": "Tisch 8"})], title="Listen")), 1) == "Tisch 8"


def test_what_nobody_asked_for_in_a_week_is_deleted(folder: Path) -> None:
    old, asked_for = (folder / "00" / f"{name}.pdf" for name in ("old", "asked_for"))
    for path in (old, asked_for):
        with atomic_path(path) as unfinished:
            unfinished.write_bytes(b"%PDF")
        week_ago = time.time() - (paper_cache.DAYS + 1) * 24 * 60 * 60
        os.utime(path, (week_ago, week_ago))
    assert paper_cache.fetch(asked_for) == b"%PDF"
    assert paper_cache.tidy() == 1
    assert papers(folder) == [asked_for]


def test_nothing_is_left_behind_when_writing_breaks_off(tmp_path: Path) -> None:
    def broken_off() -> None:
        with atomic_path(tmp_path / "one.pdf") as unfinished:
            unfinished.write_bytes(b"half")
            raise ValueError("power")

    with pytest.raises(ValueError, match="power"):
        broken_off()
    assert list(tmp_path.iterdir()) == []
