from django.urls import path

from romme_turnier.web.help import views

app_name = "help"
urlpatterns = [
    path("handbuch/", views.handbook, name="handbook"),
    path("handbuch/<slug:page>/", views.handbook_page, name="handbook_page"),
    path("bilder/<slug:name>.png", views.picture, name="picture"),
    path("status/", views.status, name="status"),
]
