from django.urls import path

from romme_turnier.web.organiser.record import views

urlpatterns = [
    path("register/protokoll/", views.register_record, name="register_record"),
    path("<slug:slug>/protokoll/", views.event_record, name="event_record"),
]
