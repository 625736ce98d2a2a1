"""The one way for a page to run a service and to tell what the service refuses.

    if form.is_valid():
        with errors_in(form):
            entry = book(event, form.cleaned_data["amount"], by=request.user)
            messages.success(request, …)
            return redirect(…)
    return render(request, …, {"form": form})

A `TournamentError` ends the block and is told; the page below the block is shown, with what was typed. Everything else
passes. What no page catches, `errors.RefusedMiddleware` tells on a page of its own.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from romme_turnier.tournament.shared.errors import TournamentError

Tell = Callable[[TournamentError], object]
Family = type[TournamentError]


class Attempt:
    """A block that a `TournamentError` ends; `tell` says it to the user, `error` holds it afterwards.

    Errors of the family `but` pass: those that a page further up answers.
    """

    def __init__(self, tell: Tell | None = None, *, but: tuple[Family, ...] = ()) -> None:
        self.error: TournamentError | None = None
        self._tell = tell
        self._but = but

    @property
    def message(self) -> str:
        """What was refused, "" when nothing was."""
        return self.error.message if self.error else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> bool:
        if not isinstance(error, TournamentError) or isinstance(error, self._but):
            return False
        self.error = error
        if self._tell is not None:
            self._tell(error)
        return True


def errors_in(form: forms.BaseForm, field: str | None = None, *, but: tuple[Family, ...] = ()) -> Attempt:
    """At the field that the error is about, else at `field`, else above the form."""

    def tell(error: TournamentError) -> None:
        form.add_error(error.about if error.about in form.fields else field, error.message)

    return Attempt(tell, but=but)


def errors_as_messages(request: HttpRequest) -> Attempt:
    """As a message on the page that comes next."""
    return Attempt(lambda error: messages.error(request, error.message))
