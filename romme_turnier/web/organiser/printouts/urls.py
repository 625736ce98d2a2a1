from django.urls import URLPattern, path

from romme_turnier.web.organiser.printouts import views

urlpatterns: list[URLPattern] = [
    path("<slug:slug>/papier/", views.print_page, name="print_page"),
]
