from django.urls import path

from romme_turnier.web.rulebook import views

app_name = "rulebook"
urlpatterns = [
    path("", views.rulebook, name="rulebook"),
    path("<slug:key>/", views.rulebook, name="system"),
]
