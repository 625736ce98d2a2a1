from django.urls import path

from romme_turnier.web.practice import views

app_name = "practice"
urlpatterns = [
    path("", views.overview, name="overview"),
    path("<str:day>/<slug:kind>/<int:level>/", views.asked, name="problem"),
]
