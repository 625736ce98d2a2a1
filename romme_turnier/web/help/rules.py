"""Looks up the decisions that the rules prescribe after a mistake at the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.core.organisers.addresses import is_address
from romme_turnier.core.rules.system.consequences import Consequence
from romme_turnier.tournament.disputes.words import case_named, look_up
from romme_turnier.tournament.shared.numbers import whole_number


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Shows incidents with the prescribed decisions. `?q=40 abgelegt` selects incidents.

    `?turnier=slug` offers to record a dispute about an incident; `&serie=2&tisch=7&spiel=3` names the list. With
    `&streitfall=3` it offers to adopt the decisions in dispute 3 instead. `?fall=` shows a single case to the players.
    """
    question = request.GET.get("q", "").strip()[:200]
    if shown := case_named(request.GET.get("fall", "")):
        return render(request, "help/rule_shown.html", {"entry": shown[0], "case": shown[1], "orders": shown[2]})
    incidents, errand = look_up(question), Errand.of(request)
    context = {
        "question": question,
        "found": {
            incident: [(*case, list(errand.ways(case[0]) if errand else ())) for case in cases]
            for incident, cases in incidents.items()
        },
        "count": sum(map(len, incidents.values())),
        "errand": errand,
    }
    return render(request, "help/rules.html", context)


@dataclass(frozen=True, slots=True)
class Errand:
    """The event for which an official looks something up, and the list and the dispute if they are known."""

    slug: str
    place: Mapping[str, int]  # series, table, game and dispute, by their parameters in addresses

    @classmethod
    def of(cls, request: HttpRequest) -> "Errand | None":
        slug = request.GET.get("turnier", "")
        if not is_address(slug) or not request.user.is_authenticated:
            return None
        numbers = {name: whole_number(request.GET.get(name, "")) for name in ("serie", "tisch", "spiel", "streitfall")}
        return cls(slug, {name: number for name, number in numbers.items() if number})

    @property
    def fields(self) -> dict[str, str | int]:
        """The parameters that the form for the next search sends again."""
        return {"turnier": self.slug, **self.place}

    @property
    def list_address(self) -> str:
        """The address of the list, or "" if no list is known."""
        if not {"serie", "tisch"} <= self.place.keys():
            return ""
        return reverse("organiser:list", args=[self.slug, self.place["serie"], self.place["tisch"]])

    @property
    def list_words(self) -> str:
        return _("Serie %(series)d, Tisch %(table)d") % {"series": self.place["serie"], "table": self.place["tisch"]}

    def ways(self, entry: Consequence) -> Iterator[tuple[str, str]]:
        """Yields the label and the address of each possible next step for a case."""
        query = urlencode({"vorfall": entry.case, **self.place})
        if number := self.place.get("streitfall"):
            words = _("Als Entscheidung in Streitfall %(number)d übernehmen") % {"number": number}
            yield words, f"{reverse('organiser:dispute', args=[self.slug, number])}?vorfall={entry.case}#entscheidung"
        else:
            yield _("Streitfall dazu aufnehmen"), f"{reverse('organiser:dispute_create', args=[self.slug])}?{query}"
        if entry.penalty and self.list_address:
            words = _("%(points)d Strafpunkte geben") % {"points": entry.penalty}
            where = [self.slug, self.place["serie"], self.place["tisch"]]
            yield words, f"{reverse('organiser:list_penalty', args=where)}?{query}"
