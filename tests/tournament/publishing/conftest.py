import pytest

from tests.tournament.publishing.receivers import Net


@pytest.fixture
def net(tmp_path, monkeypatch, settings) -> Net:
    settings.MODE = "public"
    return Net(tmp_path, monkeypatch)
