"""The proof that the cards were dealt fairly: records of finished games, and a page that verifies them."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from romme_turnier.core.rules.record import RecordError, commitment, format_record, parse_record, replay
from romme_turnier.tournament.playing.tables import finished_game
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.registering.guard import personal
from romme_turnier.web.replay.record_text import record_file

_LONGEST = 100_000  # characters; a long game has about 20,000


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a check: whether it succeeded, and a sentence."""

    good: bool
    words: str


@require_safe
@personal
def record(request: HttpRequest, token: str, number: int) -> HttpResponse:  # noqa: ARG001 - as every view
    """Sends the record of a finished game, with its seed. Raises Http404 if the game is unknown or not finished."""
    return record_file(format_record(or_404(finished_game(token, number))), f"spiel-{number}")


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def fair(request: HttpRequest) -> HttpResponse:
    """Verifies a pasted record, or the record of game `?spiel=` at table `?tisch=`.

    Raises Http404 if that game is unknown or not finished.
    """
    text = request.POST.get("text", "")[:_LONGEST].replace("\r\n", "\n")
    token, number = request.GET.get("tisch", ""), whole_number(request.GET.get("spiel", ""), digits=4)
    if not text and token and number is not None:
        text = format_record(or_404(finished_game(token, number)))
    checks = checked(text) if text else []
    good = bool(checks) and all(check.good for check in checks)
    crumbs = [(_("Spielen"), reverse("public:play")), (_("Gab es faire Karten?"), None)]
    context = {"text": text, "checks": checks, "good": good, "crumbs": crumbs}
    return render(request, "public/playing/fair.html", context)


def checked(text: str) -> list[Check]:
    """Returns the results of checking a record.

    If the record cannot be read, or lacks the seed or its commitment, the result is a single failure.
    """
    try:
        read = parse_record(text)
    except RecordError as error:
        line = error.faults[0].line if error.faults else 1
        return [
            Check(
                False, _("Das ist keine Aufzeichnung eines Spiels: Zeile %(n)d ist nicht zu verstehen.") % {"n": line}
            )
        ]
    if read.seed is None or not read.shuffle:
        return [
            Check(False, _("In der Aufzeichnung steht nicht, woraus gemischt wurde. Das gibt es erst nach dem Spiel."))
        ]
    kept = commitment(read.seed) == read.shuffle
    promise = (
        _("Das Versprechen von vor dem Geben passt zu dem, woraus gemischt wurde.")
        if kept
        else _("Das Versprechen von vor dem Geben passt nicht zu dem, woraus gemischt wurde.")
    )
    said = [f"{name}: {word}" for name, word in zip(read.seats, read.words, strict=False) if word]
    words = [Check(True, _("Dazu kamen Wörter vom Tisch: %(words)s.") % {"words": ", ".join(said)})] if said else []
    replayed = replay(read)
    if replayed.valid:
        return [
            Check(kept, promise),
            *words,
            Check(True, _("Die Karten sind genau so gegeben und gezogen worden, und jeder Zug war erlaubt.")),
        ]
    wrong = replayed.faults[0]
    why = _("Zeile %(line)d stimmt nicht: %(text)s") % {"line": wrong.line, "text": wrong.text}
    return [Check(kept, promise), *words, Check(False, why)]
