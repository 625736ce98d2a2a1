from django.urls import URLPattern, path

from romme_turnier.web.organiser.hall import calls, views

_EVENT = "<slug:slug>/saal/"
_ONE = _EVENT + "durchsage/<int:pk>/"
_CALL = _EVENT + "rufe/<int:pk>/"

urlpatterns: list[URLPattern] = [
    path(_EVENT, views.hall, name="hall"),
    path(_EVENT + "uhr/<int:number>/", views.clock, name="hall_clock"),
    path(_EVENT + "leinwand/", views.programme, name="hall_wall"),
    path(_EVENT + "leinwand/halten/", views.hold, name="hall_hold"),
    path(_EVENT + "rufe/", calls.calls, name="hall_calls"),
    path(_EVENT + "rufe/jetzt/", calls.calls_now, name="hall_calls_now"),
    path(_CALL + "kommt/", calls.answer, name="hall_call_answer"),
    path(_CALL + "kommt/zuruecknehmen/", calls.take_back_answer, name="hall_call_take_back_answer"),
    path(_CALL + "erledigt/", calls.end, name="hall_call_end"),
    path(_CALL + "erledigt/zuruecknehmen/", calls.take_back_end, name="hall_call_take_back_end"),
    path(_EVENT + "durchsage/", views.announce, name="hall_announce"),
    path(_ONE + "beenden/", views.end, name="hall_end"),
    path(_ONE + "zuruecknehmen/", views.withdraw, name="hall_withdraw"),
    path(_ONE + "noch-einmal/", views.again, name="hall_again"),
]
