from django.urls import path

from romme_turnier.web.organiser.seating import cards, draw, other_seatings, repair, views

_SERIES = "<slug:slug>/serie/<int:number>/"

urlpatterns = [
    path(_SERIES, views.series, name="series"),
    path(f"{_SERIES}auslosen/", draw.series_draw, name="series_draw"),
    path(f"{_SERIES}nach-rangliste/", other_seatings.series_by_standings, name="series_by_standings"),
    path(f"{_SERIES}aus-datei/", other_seatings.series_from_file, name="series_from_file"),
    path(f"{_SERIES}karten/", cards.series_cards, name="series_cards"),
    path(f"{_SERIES}karten/verwerfen/", cards.series_cards_discard, name="series_cards_discard"),
    path(f"{_SERIES}verwerfen/", draw.series_discard, name="series_discard"),
    path(f"{_SERIES}spieltag/", views.series_day, name="series_day"),
    path(f"{_SERIES}tauschen/", views.series_swap, name="series_swap"),
    path(f"{_SERIES}aenderung/", repair.series_repair, name="series_repair"),
    path(f"{_SERIES}aenderung/uebernehmen/", repair.series_repair_apply, name="series_repair_apply"),
    path(f"{_SERIES}aenderung/<int:pk>/zurueck/", repair.series_repair_undo, name="series_repair_undo"),
    path(f"{_SERIES}abschliessen/", views.series_close, name="series_close"),
    path(f"{_SERIES}oeffnen/", views.series_reopen, name="series_reopen"),
    path(f"{_SERIES}plaetze-freigeben/", views.series_release, name="series_release"),
]
