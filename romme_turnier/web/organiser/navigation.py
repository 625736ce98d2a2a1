"""The line of links below the event's name, the same on every page of the officials' desk."""

from django.urls import reverse
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Event

NavLink = tuple[str, str, bool]  # label, address, whether the page shown is this one


def event_nav(event: Event, current: str = "") -> list[NavLink]:
    """Returns the stages of the day, in order.

    `current` is the name of the page's address: "event", "participants", "teams", "standings", "cash", "disputes",
    "hall", "print_page", "event_edit", "officials", or "series-2" for everything that belongs to series 2.
    """
    links = [("event", _("Übersicht"), _url("event", event)), *_people(event)]
    for number in range(1, event.series_count + 1):
        label = _("Serie %(number)d") % {"number": number}
        links.append((f"series-{number}", label, _url("series", event, number=number)))
    links += [
        ("standings", _("Rangliste"), _url("standings", event)),
        ("cash", _("Kasse"), _url("cash", event)),
        ("disputes", _("Streitfälle"), _url("disputes", event)),
        ("hall", _("Saal"), _url("hall", event)),
        ("print_page", _("Papier"), _url("print_page", event)),
        ("event_edit", _("Ausschreibung"), _url("event_edit", event)),
        ("officials", _("Leitung"), _url("officials", event)),
    ]
    return [(label, url, key == current) for key, label, url in links]


def _people(event: Event) -> list[tuple[str, str, str]]:
    links = [("participants", _("Teilnehmer"), _url("participants", event))]
    if event.prizes != Event.Prizes.INDIVIDUAL:
        links.append(("teams", _("Mannschaften"), _url("teams", event)))
    return links


def _url(name: str, event: Event, **more: int) -> str:
    return reverse(f"organiser:{name}", kwargs={"slug": event.slug, **more})
