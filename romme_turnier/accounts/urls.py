from django.urls import include, path

from romme_turnier.accounts import views

urlpatterns = [
    path("einrichten/", views.set_up, name="set_up"),
    path("", include("allauth.urls")),
]
