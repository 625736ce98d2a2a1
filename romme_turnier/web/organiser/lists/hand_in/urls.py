from django.urls import URLPattern, path

from romme_turnier.web.organiser.lists.hand_in import views

_HAND_IN = "<slug:slug>/serie/<int:number>/abgabe/"

urlpatterns: list[URLPattern] = [
    path(_HAND_IN, views.hand_in, name="hand_in"),
    path(_HAND_IN + "<int:table>/", views.hand_in_table, name="hand_in_table"),
]
