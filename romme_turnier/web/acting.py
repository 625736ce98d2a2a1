"""The one way for a page to run a service and to show what it refuses.

    if form.is_valid():
        with errors_in(form):
            entry = book(event, form.cleaned_data["amount"], by=request.user)
            messages.success(request, …)
            return redirect(…)
    return render(request, …, {"form": form})

A `TournamentError` ends the block and is shown; then the page below the block, with what was typed. Other errors pass.
`errors.RefusedMiddleware` shows what no page catches on a page of its own.
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
    """A block that a `TournamentError` ends; `tell` shows it to the user, `error` holds it afterwards.

    Errors of the class `but` pass: a caller handles those.
    """

    def __init__(self, tell: Tell | None = None, *, but: tuple[Family, ...] = ()) -> None:
        self.error: TournamentError | None = None
        self._tell = tell
        self._but = but

    @property
    def message(self) -> str:
        """The refusal, "" if there was none."""
        return self.error.message if self.error else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> bool:
        if not isinstance(error, TournamentError) or isinstance(error, self._but):
            return False
        self.error = error.with_traceback(None)  # its frames hold this object, and all that the view has read
        if self._tell is not None:
            self._tell(error)
        return True


def errors_in(form: forms.BaseForm, field: str | None = None, *, but: tuple[Family, ...] = ()) -> Attempt:
    """Shows errors at the field that they concern, else at `field`, else above the form."""

    def tell(error: TournamentError) -> None:
        form.add_error(error.about if error.about in form.fields else field, error.message)

    return Attempt(tell, but=but)


def errors_as_messages(request: HttpRequest) -> Attempt:
    """Shows errors as a message on the next page."""
    return Attempt(lambda error: messages.error(request, error.message))
