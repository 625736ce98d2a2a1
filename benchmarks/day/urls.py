"""The program's addresses, and one that does nothing."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from romme_turnier.urls import urlpatterns as program


def nothing(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("nichts")


urlpatterns = [path("nichts/", nothing), *program]
