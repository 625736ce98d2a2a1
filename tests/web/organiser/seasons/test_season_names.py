"""Officials record who wants the full name in the tables of a season."""

import pytest

from romme_turnier.tournament.participants.names.consents import Speaker, change_season_consent
from romme_turnier.tournament.participants.register.merging import merge_players
from tests.cast import signed_in
from tests.factories import make_official
from tests.seasons import make_season_with_players

pytestmark = pytest.mark.django_db


def test_officials_tick_names_and_only_shown_people_change() -> None:
    season = make_season_with_players(players=3)
    change_season_consent(season.players.get(number=3), agreed=True, speaker=Speaker.PLAYER)
    client = signed_in(make_official(username="chefin", makes_events=True))
    page = f"/leitung/saison/{season.address}/namen/"
    assert "Vor2 Nach2" in client.get(page).text
    assert "Vor1 Nach1" not in client.get(f"{page}?q=nach2").text
    client.post(page, {"shown": ["1", "2"], "agrees": ["2"]})
    assert [entrant.publish_name for entrant in season.players.order_by("number")] == [False, True, True]
    assert season.players.get(number=2).consents.get().official is not None


def test_merged_person_appears_once() -> None:
    season = make_season_with_players(players=2)
    keep, drop = (entrant.player for entrant in season.players.order_by("number"))
    merge_players(keep, drop, by=None)
    client = signed_in(make_official(username="chefin", makes_events=True))
    page = f"/leitung/saison/{season.address}/namen/"
    assert client.get(page).text.count("Vor1 Nach1") == 1
    client.post(page, {"shown": ["1", "2"], "agrees": ["2"]})
    assert not season.players.filter(publish_name=True).exists()
