"""Documents requested at the same time: none waits for another, and each is the same as by itself."""

import gc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event

import pytest

from romme_turnier.documents.events.papers import announcement_paper
from romme_turnier.documents.render import pdf as render
from romme_turnier.documents.render.pdf import Piece, html_of, render_batch, render_pdf
from romme_turnier.documents.render.pieces import LibrariesMissingError
from romme_turnier.documents.render.static_fetcher import StaticFetcher
from tests.factories import make_event

PATIENCE = 60  # seconds; a thread that waits for the other in vain fails then

ANNOUNCEMENT = "documents/events/announcement.html"


@pytest.fixture
def texts(db: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two documents as HTML; rendering takes the text unchanged, so that threads need no database."""
    events = (make_event(players=0, slug=name, name=f"{name} Pokal" * 9) for name in ("erster", "zweiter"))
    found = [html_of(ANNOUNCEMENT, announcement_paper(event)) for event in events]
    monkeypatch.setattr(render, "html_of", lambda _template, context: context["text"])
    return found


def both(make: Callable[[str], bytes], texts: list[str]) -> list[bytes]:
    with ThreadPoolExecutor(2) as threads:
        return list(threads.map(make, texts))


def pdf_of(text: str) -> bytes:
    return render_pdf("", {"text": text})


def test_two_documents_grow_at_the_same_time_and_are_what_each_is_alone(
    texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = [pdf_of(text) for text in texts]
    meeting, fetch = Barrier(2), StaticFetcher.fetch

    def fetch_together(self: StaticFetcher, url: str, headers: dict[str, str] | None = None) -> object:
        """In the middle of a document: a lock around documents would never let the second one come here."""
        meeting.wait(PATIENCE)
        return fetch(self, url, headers)

    monkeypatch.setattr(StaticFetcher, "fetch", fetch_together)
    assert both(pdf_of, texts) == alone
    assert alone[0] != alone[1]


def test_two_batches_are_printed_at_the_same_time(texts: list[str]) -> None:
    meeting = Barrier(2)

    def pieces(text: str) -> Iterator[Piece]:
        yield "", {"text": text}
        meeting.wait(PATIENCE)
        yield "", {"text": text}

    batches = both(lambda text: render_batch(pieces(text), title="Stapel"), texts)
    assert all(batch.startswith(b"%PDF") for batch in batches)


def test_large_document_is_made_outside_the_server_and_is_what_it_would_be_inside(
    texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = texts[0]
    inside = pdf_of(text)
    monkeypatch.setattr("weasyprint.HTML", lambda **_of: pytest.fail("laid out by this process"))
    monkeypatch.setattr(render, "LARGE", len(text) - 1)
    assert pdf_of(text) == inside
    monkeypatch.setattr(render, "LARGE", len(text))
    with pytest.raises(pytest.fail.Exception):
        pdf_of(text)


def test_garbage_collection_rests_until_the_last_document_is_done() -> None:
    collector, inside, first_is_done = render._Collector(), Event(), Event()

    def outlasts() -> bool:
        with collector.resting():
            inside.set()
            assert first_is_done.wait(PATIENCE)
            return gc.isenabled()

    with ThreadPoolExecutor(1) as threads:
        with collector.resting():
            second = threads.submit(outlasts)
            assert inside.wait(PATIENCE)
        first_is_done.set()
        assert second.result() is False
    assert gc.isenabled()


def test_document_leaves_no_garbage_while_others_still_grow() -> None:
    collector, inside, may_end = render._Collector(), Event(), Event()

    def outlasts() -> None:
        with collector.resting():
            inside.set()
            assert may_end.wait(PATIENCE)

    collected = []
    with ThreadPoolExecutor(1) as threads:
        second = threads.submit(outlasts)
        assert inside.wait(PATIENCE)
        gc.callbacks.append(note := lambda phase, info: collected.append((phase, info["generation"])))
        try:
            with collector.resting():
                pass
        finally:
            gc.callbacks.remove(note)
        may_end.set()
        second.result()
    assert ("stop", 2) in collected


def test_garbage_collection_works_again_after_a_document_that_failed() -> None:
    with pytest.raises(ZeroDivisionError), render._Collector().resting():
        raise ZeroDivisionError
    assert gc.isenabled()


def test_machine_without_the_libraries_of_the_press_is_told_from_a_mistake(
    texts: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "weasyprint.py").write_text('raise OSError("cannot load library")')
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(LibrariesMissingError):
        render_batch([("", {"text": texts[0]})], title="Stapel")
