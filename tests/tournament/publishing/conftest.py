import pytest
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament.publishing import sending
from romme_turnier.tournament.publishing.transport import Answer, NoAnswer
from tests.tournament.publishing.receivers import Clock, Net


class Way:
    """The way from the laptop to the hosted program in the same test; `down` takes it away."""

    def __init__(self) -> None:
        self.down = False
        self.answers: list[int] = []

    def put(self, _address: str, organiser: str, path: str, data: bytes, token: str) -> Answer:
        if self.down:
            raise NoAnswer("Das Programm ist über das Netz nicht zu erreichen.")
        answer = Client().put(
            f"/api/v1/organisers/{organiser}/{path}/package",
            data,
            content_type="application/octet-stream",
            headers={"Authorization": f"Bearer {token}", "Accept-Language": "de"},
        )
        self.answers.append(answer.status_code)
        return Answer(answer.status_code, answer.json())


@pytest.fixture
def way(monkeypatch: pytest.MonkeyPatch) -> Way:
    made = Way()
    monkeypatch.setattr(sending, "put_package", made.put)
    return made


@pytest.fixture
def net(tmp_path, monkeypatch, settings) -> Net:
    settings.MODE = "public"
    return Net(tmp_path, monkeypatch)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(timezone.now())
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock
