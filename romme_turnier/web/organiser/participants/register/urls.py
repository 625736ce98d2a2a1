from django.urls import path

from romme_turnier.web.organiser.participants.register import bans, clubs, erasing, views

_PLAYERS = "register/spieler/<int:keep>/<int:drop>/"
_CLUBS = "register/clubs/<int:keep>/<int:drop>/"

urlpatterns = [
    path("register/", views.register, name="register"),
    path(_PLAYERS, views.merge, name="merge_players"),
    path(f"{_PLAYERS}verschieden/", views.differ, name="players_differ"),
    path(_CLUBS, clubs.merge, name="merge_clubs"),
    path(f"{_CLUBS}verschieden/", clubs.differ, name="clubs_differ"),
    path("register/spieler/<int:pk>/sperren/", bans.player_ban, name="player_ban"),
    path("register/spieler/<int:pk>/loeschen/", erasing.player_erase, name="player_erase"),
    path("register/sperren/<int:pk>/", bans.ban_lift, name="ban_lift"),
]
