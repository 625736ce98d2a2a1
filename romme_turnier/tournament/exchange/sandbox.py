"""The sandbox for webmasters: an organiser with an invented event and its season, the same on each installation.

Everybody may read it through the API, with a token that the page for webmasters shows.
"""

import json
from datetime import date

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.seasons.formula import Formula, Join
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.exchange.demo import FIXTURES, play
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import read
from romme_turnier.tournament.organisers.api_tokens import make_sandbox_token
from romme_turnier.tournament.organisers.hierarchy import OrganiserDetails, add_organiser
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.organisers.retention import set_names_years
from romme_turnier.tournament.seasons.editions import issue_edition
from romme_turnier.tournament.seasons.rankings import change_formula
from romme_turnier.tournament.seasons.seasons import SeasonDetails, create_season, publish_season, put_into_season
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service

SLUG = "sandkasten"
_EVENT = {
    "slug": "musterpokal",
    "name": "Musterpokal",
    "organiser": "Sandkasten",
    "starts_at": "2026-10-17T10:00:00+02:00",
    "entry_fee": "0.00",
}
_PLAYED = 2  # series
_SEASON = SeasonDetails(name="Musterjahr 2026", first_day=date(2026, 1, 1), last_day=date(2026, 12, 31))


@service(gettext_lazy("Sandkasten angelegt"))
def make_sandbox(number: str, *, by: User) -> models.Organiser:
    """Creates the organiser with this number, its event, season and API token; returns the organiser.

    The names of its invented players stay public forever. Raises Faults about the number, or about the address of the
    sandbox if that is taken. Raises TournamentError if the program has a single organiser, because all its pages would
    begin to name organisers.
    """
    if not are_several():
        raise TournamentError(
            _("Das Programm hat nur einen Veranstalter. Mit einem Sandkasten würden alle Seiten beide nennen.")
        )
    kind = models.Organiser.Kind.CLUB
    organiser = add_organiser(OrganiserDetails(kind=kind, name="Sandkasten", number=number, slug=SLUG), by=by)
    set_names_years(organiser, None, by=by)
    content = read((FIXTURES / "demo-event.json").read_bytes())
    content["event"] |= _EVENT
    course = json.loads((FIXTURES / "demo-lists.json").read_text(encoding="utf-8"))
    event = import_event(content, organiser=organiser, by=by).event
    event.registrations.filter(number__in=course["consent"]).update(publish_name=True)
    publish_event(event, by=by)
    for series, facts in enumerate(course["series"][:_PLAYED], start=1):
        play(event, series, facts, by)
    season = create_season(_SEASON, organiser=organiser, by=by)
    put_into_season(event, season, models.Event.Kind.TOURNAMENT, by=by)
    ranking = season.rankings.get()
    change_formula(ranking, Formula(join=Join.MEAN), by=by)  # the usual one requires more lists than there are
    issue_edition(ranking, by=by)
    publish_season(season, by=by)
    make_sandbox_token(organiser)
    return organiser
