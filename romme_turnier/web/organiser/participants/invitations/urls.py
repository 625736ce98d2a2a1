from django.urls import path

from romme_turnier.web.organiser.participants.invitations import views

_ALL = "<slug:slug>/einladungen/"
_ONE = f"{_ALL}<int:pk>/"

urlpatterns = [
    path(_ALL, views.player_invitations, name="player_invitations"),
    path(_ONE, views.player_invitation, name="player_invitation"),
    path(f"{_ONE}zuruecknehmen/", views.player_invitation_withdraw, name="player_invitation_withdraw"),
]
