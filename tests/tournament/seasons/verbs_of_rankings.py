"""Every verb of a ranking once, for test_verbs.py."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from romme_turnier.accounts.models import User
from romme_turnier.tournament.participants.names import consents
from romme_turnier.tournament.seasons import editions, rankings
from romme_turnier.tournament.seasons.years import page as years_page
from tests.factories import make_season
from tests.tournament.seasons.season_rows import formula, people, play


def keeping_rankings(did: Callable[..., Any], chief: User) -> None:
    season = make_season(slug="wertungen")
    (vera,) = people("Wertung")
    first = did(rankings.create_ranking, season, "Jahreswertung", at=None, by=chief)
    second = did(rankings.create_ranking, season, "Fleiß", formula(value="lists"), at=None, by=chief)
    did(rankings.rename_ranking, second, "Meiste Listen", at=None, by=chief)
    did(rankings.move_ranking_up, second, at=None, by=chief)
    did(rankings.delete_ranking, second, at=None, by=chief)
    play(season, {vera: 300})
    did(editions.reissue_outdated, season, at=None, by=chief)
    did(editions.issue_edition, first, at=None, by=chief)
    did(rankings.change_formula, first, formula(join="mean"), at=None, by=chief)
    adjustment = did(rankings.adjust, first, vera, Decimal("-2.5"), "Regelverstoß", at=None, by=chief)
    did(rankings.withdraw_adjustment, adjustment, "Irrtum", at=None, by=chief)
    did(rankings.set_resting, first, True, at=None, by=chief)
    entrant, speaker = season.players.get(player=vera), consents.Speaker.OFFICIAL
    did(consents.change_season_consent, entrant, agreed=True, speaker=speaker, at=None, by=chief)
    page = did(years_page.make_years_page, vera, token="v" * 32, at=None)
    did(years_page.change_years_page, page, public=True, compares=True, at=None)
    did(years_page.end_years_page, page, at=None)
