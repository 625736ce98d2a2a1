from django.contrib import admin
from django.urls import include, path

from romme_turnier.web.damage import restore_copy

urlpatterns = [
    path("leitung/", include("romme_turnier.web.organiser.urls")),  # first, as rows are saved there
    path("", include("romme_turnier.web.public.urls")),
    path("leitung/", include("romme_turnier.documents.urls")),
    path("hilfe/", include("romme_turnier.web.help.urls")),
    path("regel-check/", include("romme_turnier.web.rule_check.urls")),
    path("ueben/", include("romme_turnier.web.practice.urls")),
    path("spiel-nachspielen/", include("romme_turnier.web.replay.urls")),
    path("regelwerk/", include("romme_turnier.web.rulebook.urls")),
    path("einladung/", include("romme_turnier.web.invited.urls")),
    path("konto/zurueckspielen/", restore_copy, name="restore_copy"),
    path("konto/", include("romme_turnier.accounts.urls")),
    path("verwaltung/", admin.site.urls),
]

handler400 = "romme_turnier.web.errors.bad_request"
handler403 = "romme_turnier.web.errors.forbidden"
handler500 = "romme_turnier.web.storage_failure.error_page"
