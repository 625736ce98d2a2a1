from django.urls import URLPattern, path

from romme_turnier.web.organiser.hall import announcements, views, wall

_EVENT = "<slug:slug>/saal/"
_ONE = _EVENT + "durchsage/<int:pk>/"

urlpatterns: list[URLPattern] = [
    path(_EVENT, views.hall, name="hall"),
    path(_EVENT + "uhr/<int:number>/", views.clock, name="hall_clock"),
    path(_EVENT + "leinwand/", wall.programme, name="hall_wall"),
    path(_EVENT + "leinwand/halten/", wall.hold, name="hall_hold"),
    path(_EVENT + "durchsage/", announcements.announce, name="hall_announce"),
    path(_ONE + "beenden/", announcements.end, name="hall_end"),
    path(_ONE + "zuruecknehmen/", announcements.withdraw, name="hall_withdraw"),
    path(_ONE + "noch-einmal/", announcements.again, name="hall_again"),
]
