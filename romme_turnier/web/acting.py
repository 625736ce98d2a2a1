"""Runs a service from a page, shows its refusal, and asks for a confirmation.

    if form.is_valid():
        with errors_in(form):
            entry = book(event, form.cleaned_data["amount"], by=request.user)
            messages.success(request, …)
            return redirect(…)
    return render(request, …, {"form": form})

A `TournamentError` ends the block and is shown. The code below the block then renders the page with the typed text.
Other exceptions propagate. A `TournamentError` that no view catches gets a page from `errors.RefusedMiddleware`.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from romme_turnier.tournament.shared.errors import Faults, TournamentError

Tell = Callable[[TournamentError], object]
Family = type[TournamentError]


class Attempt:
    """A context manager that catches a `TournamentError`, keeps it in `error`, and passes it to `tell`, if given.

    Errors of the classes in `but` propagate, so that the caller can handle them.
    """

    def __init__(self, tell: Tell | None = None, *, but: tuple[Family, ...] = ()) -> None:
        self.error: TournamentError | None = None
        self._tell = tell
        self._but = but

    @property
    def message(self) -> str:
        """The message of the refusal, or "" if there is none."""
        return self.error.message if self.error else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> bool:
        if not isinstance(error, TournamentError) or isinstance(error, self._but):
            return False
        self.error = error.with_traceback(None)  # its frames hold this object and everything read by the view
        if self._tell is not None:
            self._tell(error)
        return True


def errors_in(form: forms.BaseForm, field: str | None = None, *, but: tuple[Family, ...] = ()) -> Attempt:
    """Returns a context manager that adds a `TournamentError` to the form.

    The error goes to the field that it names in `about`, otherwise to `field`, or above the form if `field` is None;
    `Faults` go to several fields. Errors of the classes in `but` propagate.
    """

    def tell(error: TournamentError) -> None:
        faults = error.by_argument if isinstance(error, Faults) else {error.about: error.message}
        for about, message in faults.items():
            form.add_error(about if about in form.fields else field, message)

    return Attempt(tell, but=but)


def errors_as_messages(request: HttpRequest) -> Attempt:
    """Returns a context manager that shows a `TournamentError` as a message on the next page."""
    return Attempt(lambda error: messages.error(request, error.message))


def confirm(
    request: HttpRequest,
    title: str,
    *what: str,
    back: str,
    button: str = "",
    danger: bool = False,
    form: forms.BaseForm | None = None,
    template: str = "components/confirm.html",
    **context: object,
) -> HttpResponse:
    """Renders a page that asks for a confirmation, and for the fields of `form`, before a POST to the same address.

    `what` are paragraphs that explain the effects, and `back` is the address of "Abbrechen". `button` is the label of
    the button, by default the title; `danger` makes it red. `context` holds the `event` or `organiser` for the page's
    frame, and any other variables of a `template` that extends components/confirm.html.
    """
    page: dict[str, Any] = {"title": title, "what": what, "button": button or title, "danger": danger, "form": form}
    return render(request, template, {**page, "cancel_url": back, **context})
