from django.urls import path

from romme_turnier.web.public.registering import own, teams, views

_EVENT = "t/<slug:slug>/"
_OWN = f"{_EVENT}anmeldung/<str:token>/"

urlpatterns = [
    path(f"{_EVENT}anmelden/", views.register, name="register"),
    path(f"{_EVENT}anmelden/mannschaft/", teams.register_team, name="register_team"),
    path(f"{_EVENT}einladung/<str:token>/", views.invited, name="invited"),
    path(_OWN, own.registration, name="registration"),
    path(f"{_OWN}aendern/", own.change, name="registration_change"),
    path(f"{_OWN}abmelden/", own.withdraw, name="registration_withdraw"),
]
