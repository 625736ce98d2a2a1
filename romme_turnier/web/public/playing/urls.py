from django.urls import path

from romme_turnier.web.public.playing import case, fair, opening, table

urlpatterns = [
    path("spielen/", opening.play, name="play"),
    path("spielen/fall/", case.case, name="play_case"),
    path("spielen/faire-karten/", fair.fair, name="play_fair"),
    path("spielen/tisch/<slug:token>/", table.table, name="play_table"),
    path("spielen/tisch/<slug:token>/spiel/<int:number>.romme", fair.record, name="play_record"),
]
