from django.urls import URLPattern, path

from romme_turnier.web.organiser.lists.notices import views

_NOTICES = "<slug:slug>/mitteilungen/"

urlpatterns: list[URLPattern] = [
    path(_NOTICES, views.notices, name="notices"),
    path(_NOTICES + "<int:pk>/unterrichtet/", views.notice_told, name="notice_told"),
]
