"""Papers of an event, laid out as files, name no people of another organiser, and their own organiser in the foot."""

import io
from itertools import chain

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.offices import OfficeRole
from tests.cast import make_cast, signed_in
from tests.factories import make_event, make_office, new_user
from tests.web.organiser.organisers.test_canaries import CANARY, Neighbours

pytestmark = pytest.mark.django_db


def texts_of(client: Client, key: str, event: Event, **more: object) -> str:
    """The text of all pages and facts about the file, without the places at which words are broken."""
    answer = client.get(reverse(f"documents:{key}_pdf", kwargs={"slug": event.slug, **more}))
    read = PdfReader(io.BytesIO(answer.content))
    texts = chain((page.extract_text() for page in read.pages), map(str, (read.metadata or {}).values()))
    return "".join("".join(texts).replace("\u00ad", "").replace("-\n", "").split())


def test_papers_of_one_organiser_name_nobody_elsewhere() -> None:
    neighbours = Neighbours()
    user = new_user("leser")
    user.save()
    make_office(Organiser.objects.get(number="09"), user, OfficeRole.CHAIR)
    client, papers = signed_in(user), {"registration_list": {}, "table_plan": {"series": 1}}
    own = "".join(texts_of(client, key, neighbours.event, **more) for key, more in papers.items())
    assert CANARY not in own
    assert "Vera1" in own
    chair = new_user("fremd")
    chair.save()
    make_office(Organiser.objects.get(number="08"), chair, OfficeRole.CHAIR)
    assert CANARY in texts_of(signed_in(chair), "registration_list", neighbours.foreign.event)


def test_foot_names_the_organiser_only_if_there_are_several() -> None:
    event = make_event(players=4, name="Abend", organiser="")
    Organiser.objects.update(name="RC Herz")
    client = signed_in(make_cast(event).petra)
    assert "RCHerz" not in texts_of(client, "registration_list", event)
    Organiser.objects.create(number="2", slug="zwei", name="RC Pik")
    assert "Abend,RCHerz" in texts_of(client, "registration_list", event)
