from django.urls import path

from romme_turnier.web.organiser.standings import play_off, rankings, views

urlpatterns = [
    path("<slug:slug>/rangliste/", views.standings, name="standings"),
    path("<slug:slug>/rangliste/<int:after>/", views.standings_after, name="standings_after"),
    path("<slug:slug>/rangliste/<int:after>/freigeben/", views.standings_release, name="standings_release"),
    path("<slug:slug>/rangliste/<int:after>/diagramme/", rankings.charts, name="standings_charts"),
    path("<slug:slug>/rangliste/<int:after>/<slug:key>/", rankings.ranking, name="standings_ranking"),
    path("<slug:slug>/entscheidungsspiel/", play_off.play_off, name="play_off"),
    path("<slug:slug>/entscheidungsspiel/<int:pk>/loeschen/", play_off.play_off_remove, name="play_off_remove"),
]
