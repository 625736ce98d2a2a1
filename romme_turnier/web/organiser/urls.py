"""The officials' desk, below /leitung/. One folder for each subject, one namespace for all."""

from django.urls import path

from romme_turnier.web.organiser.disputes.urls import urlpatterns as disputes
from romme_turnier.web.organiser.events.urls import urlpatterns as events
from romme_turnier.web.organiser.hall.urls import urlpatterns as hall
from romme_turnier.web.organiser.lists.urls import urlpatterns as lists
from romme_turnier.web.organiser.money.urls import urlpatterns as money
from romme_turnier.web.organiser.participants.register.urls import urlpatterns as register
from romme_turnier.web.organiser.participants.urls import urlpatterns as participants
from romme_turnier.web.organiser.printouts.print_page import print_page
from romme_turnier.web.organiser.record import views as record
from romme_turnier.web.organiser.seating.urls import urlpatterns as seating
from romme_turnier.web.organiser.standings.urls import urlpatterns as standings

app_name = "organiser"
urlpatterns = [
    *lists,  # first, because these are requested most often
    path("register/protokoll/", record.register_record, name="register_record"),
    path("<slug:slug>/protokoll/", record.event_record, name="event_record"),
    *register,  # before the events, whose addresses begin with a name
    *events,
    *money,
    *participants,
    *seating,
    *standings,
    *disputes,
    *hall,
    path("<slug:slug>/papier/", print_page, name="print_page"),
]
