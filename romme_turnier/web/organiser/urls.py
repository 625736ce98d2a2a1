"""The officials' desk, below /leitung/. One folder for each stretch of the day, one namespace for all."""

from romme_turnier.web.organiser.cash.urls import urlpatterns as cash
from romme_turnier.web.organiser.disputes.urls import urlpatterns as disputes
from romme_turnier.web.organiser.events.urls import urlpatterns as events
from romme_turnier.web.organiser.hall.urls import urlpatterns as hall
from romme_turnier.web.organiser.hand_in.urls import urlpatterns as hand_in
from romme_turnier.web.organiser.invitations.urls import urlpatterns as invitations
from romme_turnier.web.organiser.lists.urls import urlpatterns as lists
from romme_turnier.web.organiser.notices.urls import urlpatterns as notices
from romme_turnier.web.organiser.papers.urls import urlpatterns as papers
from romme_turnier.web.organiser.participants.urls import urlpatterns as participants
from romme_turnier.web.organiser.record.urls import urlpatterns as record
from romme_turnier.web.organiser.register.urls import urlpatterns as register
from romme_turnier.web.organiser.series.urls import urlpatterns as series
from romme_turnier.web.organiser.standings.urls import urlpatterns as standings

app_name = "organiser"
urlpatterns = [
    *record,
    *register,  # before the events, whose addresses begin with a name
    *events,
    *cash,
    *participants,
    *invitations,
    *series,
    *lists,
    *hand_in,
    *notices,
    *standings,
    *disputes,
    *hall,
    *papers,
]
