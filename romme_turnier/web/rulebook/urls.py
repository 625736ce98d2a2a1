from django.urls import path

from romme_turnier.web.rulebook import views

app_name = "rulebook"
urlpatterns = [
    path("", views.rulebook, name="rulebook"),
    path("<slug:key>/", views.rulebook, name="system"),
    path("<slug:key>/heft.pdf", views.booklet, name="booklet"),
    path("<slug:key>/heft-a4.pdf", views.booklet, {"to_fold": True}, name="booklet_to_fold"),
]
