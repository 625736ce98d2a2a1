from django.urls import path

from romme_turnier.web.organiser.disputes import views

_ONE = "<slug:slug>/streitfaelle/<int:number>/"

urlpatterns = [
    path("<slug:slug>/streitfaelle/", views.disputes, name="disputes"),
    path("<slug:slug>/streitfaelle/neu/", views.dispute_create, name="dispute_create"),
    path(_ONE, views.dispute, name="dispute"),
    path(_ONE + "angaben/", views.dispute_edit, name="dispute_edit"),
    path(_ONE + "entscheidung/", views.dispute_decide, name="dispute_decide"),
    path(_ONE + "berufung/", views.dispute_appeal, name="dispute_appeal"),
    path(_ONE + "berufung/entscheidung/", views.dispute_settle, name="dispute_settle"),
]
