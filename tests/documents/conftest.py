"""An event whose papers are drawn: eight players at two tables, two games a list."""

from io import BytesIO
from typing import cast

import pytest
from django.test import Client
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from pytest_django import DjangoDbBlocker

from romme_turnier.documents import jobs, worker
from romme_turnier.documents.models import Job
from romme_turnier.tournament import models
from tests.cast import Cast, signed_in
from tests.documents import papers
from tests.documents.papers import Papers
from tests.factories import make_event


@pytest.fixture
def event(db: None) -> models.Event:
    event = make_event(games_per_list=2, organiser="Rommé-Club 1", venue="Bürgerhaus")
    event.registrations.filter(number=2).update(publish_name=True)
    return event


@pytest.fixture
def official(cast: Cast) -> Client:
    """Ella types lists: any task at the event is enough to print."""
    return signed_in(cast.ella)


@pytest.fixture(scope="session")
def every_paper(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Papers:
    with django_db_blocker.unblock():
        return papers.every_paper()


def work_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes this process do jobs when they are placed, without a worker."""

    def hand_out() -> None:
        for job in Job.objects.filter(state=Job.State.OPEN):
            worker.work(str(job.pk))

    monkeypatch.setattr(worker, "_tell", jobs._note)
    monkeypatch.setattr(jobs, "hand_out", hand_out)


def read(content: bytes) -> PdfReader:
    return PdfReader(BytesIO(content))


def words_of(reader: PdfReader, page: int) -> str:
    """The text of a page (counted from 1) with single blanks; PDFium reads it in a hundredth of pypdf's time."""
    document = PdfDocument(cast(BytesIO, reader.stream).getvalue())
    text = document[page - 1].get_textpage().get_text_range().replace("\ufffe", "- ")  # a hyphen at the end of a line
    return " ".join(text.split())
