"""On an empty program every page leads to the set-up."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from romme_turnier.accounts.first_visit import is_set_up


class FirstVisitMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.set_up_path = reverse("set_up")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # A signed-in visitor proves that there are users without asking the database.
        if request.path != self.set_up_path and not request.user.is_authenticated and not is_set_up():
            return redirect("set_up")
        return self.get_response(request)
