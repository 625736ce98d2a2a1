from django.urls import path

from romme_turnier.web.organiser.participants import (
    for_all,
    front_desk,
    importing,
    leaving,
    participant,
    substitutes,
    teams,
    waiting,
)
from romme_turnier.web.organiser.participants.invitations import views as invitations

_ALL = "<slug:slug>/teilnehmer/"
_ONE = f"{_ALL}<int:pk>/"
_TEAMS = "<slug:slug>/mannschaften/"
_INVITATIONS = "<slug:slug>/einladungen/"

urlpatterns = [
    path("<slug:slug>/einlass/", front_desk.front_desk, name="front_desk"),
    path(_ALL, front_desk.moved, name="participants_moved"),
    path("<slug:slug>/eintreffen/", front_desk.moved, name="check_in_moved"),
    path(f"{_ALL}import/", importing.participants_import, name="participants_import"),
    path(f"{_ALL}startnummern/", for_all.participants_numbers, name="participants_numbers"),
    path(f"{_ALL}zustimmung/", for_all.consent_for_all, name="consent_for_all"),
    path(f"{_ALL}warteliste/", waiting.waiting_list, name="waiting_list"),
    path(_ONE, participant.participant, name="participant"),
    path(f"{_ONE}bezahlt/", participant.participant_paid, name="participant_paid"),
    path(f"{_ONE}zahlt-spaeter/", participant.participant_pays_later, name="participant_pays_later"),
    path(f"{_ONE}einlass/", participant.participant_hand_out, name="participant_hand_out"),
    path(f"{_ONE}einlass/zurueck/", participant.participant_take_back, name="participant_take_back"),
    path(f"{_ONE}startkarte/", participant.participant_new_card, name="participant_new_card"),
    path(f"{_ONE}rueckzug/", leaving.participant_withdraw, name="participant_withdraw"),
    path(f"{_ONE}ausschluss/", leaving.participant_exclude, name="participant_exclude"),
    path(f"{_ONE}fehlt/", leaving.participant_absent, name="participant_absent"),
    path(f"{_ONE}spielt-doch/", leaving.participant_back, name="participant_back"),
    path(f"{_ONE}wieder-dabei/", leaving.participant_reinstate, name="participant_reinstate"),
    path(f"{_ONE}nachruecken/", waiting.participant_admit, name="participant_admit"),
    path(f"{_ONE}loeschen/", waiting.participant_delete, name="participant_delete"),
    path(_TEAMS, teams.teams, name="teams"),
    path(f"{_TEAMS}neu/", teams.team_create, name="team_create"),
    path(f"{_TEAMS}<int:pk>/", teams.team, name="team"),
    path(f"{_TEAMS}<int:pk>/einwechseln/", substitutes.team_call_in, name="team_call_in"),
    path(f"{_TEAMS}einwechslung/<int:pk>/zurueck/", substitutes.team_call_back, name="team_call_back"),
    path(f"{_TEAMS}<int:pk>/aufloesen/", teams.team_delete, name="team_delete"),
    path(_INVITATIONS, invitations.player_invitations, name="player_invitations"),
    path(f"{_INVITATIONS}<int:pk>/", invitations.player_invitation, name="player_invitation"),
    path(
        f"{_INVITATIONS}<int:pk>/zuruecknehmen/",
        invitations.player_invitation_withdraw,
        name="player_invitation_withdraw",
    ),
]
