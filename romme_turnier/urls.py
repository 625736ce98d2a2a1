from django.contrib import admin
from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

from romme_turnier.core.organisers.addresses import ADDRESS
from romme_turnier.web.damage import restore_copy
from romme_turnier.web.invited import official
from romme_turnier.web.practice import views as practice
from romme_turnier.web.replay import views as replay
from romme_turnier.web.rule_check import views as rule_check


class EventConverter(StringConverter):
    """Matches the address of an event, one or two segments, in the addresses of its pages, as in `<event:slug>`."""

    regex = ADDRESS


class SeasonConverter(StringConverter):
    """Matches the address of a season, two segments such as "rc-herz/saison-2026", in the addresses of its pages."""

    regex = "[-a-zA-Z0-9_]+/[-a-zA-Z0-9_]+"


register_converter(EventConverter, "event")  # before the addresses below are read
register_converter(SeasonConverter, "season")

_PRACTICE = [
    path("", practice.overview, name="overview"),
    path("<str:day>/<slug:kind>/<int:level>/", practice.asked, name="problem"),
]

urlpatterns = [
    path("leitung/", include("romme_turnier.web.organiser.urls")),  # first: most requests save a row there
    path("", include("romme_turnier.web.public.urls")),
    path("leitung/", include("romme_turnier.documents.urls")),
    path("hilfe/", include("romme_turnier.web.help.urls")),
    path("regel-check/", include(([path("", rule_check.check, name="check")], "rule_check"))),
    path("ueben/", include((_PRACTICE, "practice"))),
    path("spiel-nachspielen/", include(([path("", replay.replay_game, name="replay")], "replay"))),
    path("regelwerk/", include("romme_turnier.web.rulebook.urls")),
    path("einladung/", include(([path("<str:token>/", official.official, name="official")], "invited"))),
    path("konto/zurueckspielen/", restore_copy, name="restore_copy"),
    path("konto/", include("romme_turnier.accounts.urls")),
    path("verwaltung/", admin.site.urls),
]

handler400 = "romme_turnier.web.errors.bad_request"
handler403 = "romme_turnier.web.errors.forbidden"
handler500 = "romme_turnier.web.storage_failure.error_page"
