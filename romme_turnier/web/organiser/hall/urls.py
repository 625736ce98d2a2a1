from django.urls import URLPattern, path

from romme_turnier.web.organiser.hall import views

_EVENT = "<slug:slug>/saal/"

urlpatterns: list[URLPattern] = [
    path(_EVENT, views.hall, name="hall"),
    path(_EVENT + "uhr/<int:number>/", views.clock, name="hall_clock"),
    path(_EVENT + "durchsage/", views.announce, name="hall_announce"),
    path(_EVENT + "durchsage/<int:pk>/beenden/", views.withdraw, name="hall_withdraw"),
]
