from django.urls import path

from romme_turnier.web.organiser.events import (
    appearance,
    officials,
    overview,
    terms_correction,
    views,
)
from romme_turnier.web.organiser.events.announcement import views as announcement

urlpatterns = [
    path("", overview.events, name="events"),
    path("turniere.<slug:kind>", overview.events_file, name="events_file"),
    path("neu/", views.event_new, name="event_new"),
    path("neu/ausfuehrlich/", announcement.event_create, name="event_create"),
    path("<slug:slug>/", views.event, name="event"),
    path("<slug:slug>/loeschen/", views.event_delete, name="event_delete"),
    path("<slug:slug>/schritt/", views.event_said, name="event_said"),
    path("<slug:slug>/mehr/", views.more, name="more"),
    path("<slug:slug>/ausschreibung/", announcement.event_edit, name="event_edit"),
    path("<slug:slug>/ausschreibung/berichtigen/", terms_correction.event_terms, name="event_terms"),
    path("<slug:slug>/aussehen/", appearance.event_appearance, name="event_appearance"),
    path("<slug:slug>/kopieren/", views.event_copy, name="event_copy"),
    path("<slug:slug>/veroeffentlichen/", views.event_publish, name="event_publish"),
    path("<slug:slug>/personen/", officials.officials, name="officials"),
    path("<slug:slug>/personen/konto/", officials.official_create, name="official_create"),
    path("<slug:slug>/personen/einladen/", officials.official_invite, name="official_invite"),
    path(
        "<slug:slug>/personen/einladungen/<int:pk>/zuruecknehmen/",
        officials.official_invite_withdraw,
        name="official_invite_withdraw",
    ),
    path("<slug:slug>/personen/<int:pk>/", officials.official, name="official"),
    path("<slug:slug>/personen/<int:pk>/entfernen/", officials.official_remove, name="official_remove"),
]
