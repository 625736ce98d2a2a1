"""The tokens of the API: shown once, stored as a hash, good until their last day or until they are revoked."""

from datetime import date, timedelta

import pytest
import time_machine
from django.utils import timezone

from romme_turnier.tournament.models import ApiToken, EventLog
from romme_turnier.tournament.organisers import api_tokens
from romme_turnier.tournament.organisers.api_tokens import make_token, revoke_token, token_of
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from tests.factories import make_office, make_official

pytestmark = pytest.mark.django_db


def _until(days: int = 30) -> date:
    return timezone.localdate() + timedelta(days=days)


@pytest.fixture
def made(organisers, chief) -> tuple[ApiToken, str]:
    return make_token(organisers["09-02"], name="Seite", scopes=["read"], until=_until(), by=chief)


def test_secret_opens_its_token_and_is_stored_nowhere(made):
    token, secret = made
    assert token_of(secret) == token
    assert secret.startswith(f"rt_{token.key}_")
    assert len(token.key) == 8
    stored = [str(value) for row in ApiToken.objects.values() for value in row.values()]
    logged = [f"{row.old} {row.new} {row.reason}" for row in EventLog.objects.all()]
    assert not any(secret[12:] in text for text in stored + logged)


def test_other_secrets_open_nothing(made):
    token, secret = made
    wrong = ["", "rt", "rt_", secret[:-1], f"{secret}x", secret.upper(), f"xx{secret[2:]}", token.key, token.hash]
    wrong += [
        f"rt_{token.key}_",
        f"rt_unknown9_{secret[12:]}",
        f"{secret}ä",
        "\0",
        "rt_\0\0\0\0\0\0\0\0_x",
        "rt_" + "9" * 9000,
    ]
    assert [text for text in wrong if token_of(text) is not None] == []


def test_hashes_are_compared_in_constant_time_for_unknown_keys_too(made, monkeypatch):
    _token, secret = made
    compared: list[tuple[str, str]] = []

    def compare(left: str, right: str) -> bool:
        compared.append((left, right))
        return left == right

    monkeypatch.setattr(api_tokens, "constant_time_compare", compare)
    for text in (secret, secret[:-1], "rt_unknown9_x", "anything"):
        token_of(text)
    assert [(len(left), len(right)) for left, right in compared] == [(64, 64)] * 4


def test_token_ends_with_its_last_day(made):
    _token, secret = made
    last = timezone.localtime() + timedelta(days=30)
    with time_machine.travel(last.replace(hour=23, minute=59), tick=False):
        assert token_of(secret) is not None
    with time_machine.travel(last.replace(hour=23, minute=59) + timedelta(minutes=2), tick=False):
        assert token_of(secret) is None


def test_revoked_token_opens_nothing_and_is_revoked_once(made, chief):
    token, secret = made
    revoke_token(token, by=chief)
    assert token_of(secret) is None
    with pytest.raises(TournamentError, match="schon widerrufen"):
        revoke_token(token, by=chief)


def test_use_is_noted_at_most_once_a_minute(made, django_assert_num_queries):
    token, secret = made
    noon = timezone.localtime().replace(hour=12)
    with time_machine.travel(noon, tick=False):
        token_of(secret)
        token.refresh_from_db()
        assert token.used_at == noon
    with time_machine.travel(noon + timedelta(seconds=59), tick=False), django_assert_num_queries(1):
        token_of(secret)
    with time_machine.travel(noon + timedelta(seconds=60), tick=False):
        token_of(secret)
    token.refresh_from_db()
    assert token.used_at == noon + timedelta(seconds=60)


def test_only_the_chair_here_or_above_makes_and_revokes_tokens(organisers, made):
    token, _secret = made
    for number, role, may in (("09", "chair", True), ("09-02", "press", False), ("08", "chair", False)):
        user = make_official(username=f"{number}-{role}")
        make_office(organisers[number], user, role)
        if may:
            make_token(organisers["09-02"], name="Seite", scopes=["read"], until=_until(), by=user)
            continue
        with pytest.raises(TournamentError, match="Vorsitz"):
            make_token(organisers["09-02"], name="Seite", scopes=["read"], until=_until(), by=user)
        with pytest.raises(TournamentError, match="Vorsitz"):
            revoke_token(token, by=user)


@pytest.mark.parametrize(
    ("changed", "about"),
    [
        ({"name": "  "}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["read", "admin"]}, "scopes"),
        ({"until": date(2020, 1, 1)}, "until"),
        ({"until": date(9999, 12, 31)}, "until"),
    ],
)
def test_faults_are_named_by_argument(organisers, chief, changed, about):
    usual = {"name": "Seite", "scopes": ["read"], "until": _until()}
    with pytest.raises(Faults) as refused:
        make_token(organisers["09-02"], **{**usual, **changed}, by=chief)
    assert list(refused.value.by_argument) == [about]
    assert not ApiToken.objects.exists()
