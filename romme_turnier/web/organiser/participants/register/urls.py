from django.urls import path

from romme_turnier.web.organiser.participants.register import views

_PLAYERS = "register/spieler/<int:keep>/<int:drop>/"
_CLUBS = "register/clubs/<int:keep>/<int:drop>/"

urlpatterns = [
    path("register/", views.register, name="register"),
    path(_PLAYERS, views.players_merge, name="merge_players"),
    path(f"{_PLAYERS}verschieden/", views.players_differ, name="players_differ"),
    path(_CLUBS, views.clubs_merge, name="merge_clubs"),
    path(f"{_CLUBS}verschieden/", views.clubs_differ, name="clubs_differ"),
    path("register/spieler/<int:pk>/sperren/", views.player_ban, name="player_ban"),
    path("register/spieler/<int:pk>/loeschen/", views.player_erase, name="player_erase"),
    path("register/sperren/<int:pk>/", views.ban_lift, name="ban_lift"),
]
