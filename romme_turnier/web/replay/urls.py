from django.urls import path

from romme_turnier.web.replay import views

app_name = "replay"
urlpatterns = [path("", views.replay_game, name="replay")]
