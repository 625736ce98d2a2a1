"""The parts of the announcement's form, the most important first."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

if TYPE_CHECKING:
    from romme_turnier.web.organiser.events.announcement.form import AnnouncementForm


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the form. `key` is its anchor. `rows` is the prefix of its formset or of its option fields."""

    key: str
    title: Promise
    fields: tuple[str, ...]
    rows: str = ""

    def holds(self, name: str) -> bool:
        return name in self.fields or bool(self.rows and name.startswith(self.rows))


PARTS = (
    Part(
        "termin",
        gettext_lazy("Termin und Ort"),
        ("name", "starts_at", "registration_closes_at", "is_over", "venue", "organiser"),
    ),
    Part("anmeldung", gettext_lazy("Anmeldung"), ("access", "self_registration", "capacity")),
    Part(
        "spielmodus",
        gettext_lazy("Spielmodus"),
        ("ruleset", "table_size", "series_count", "length_number", "games_per_list", "series_minutes", "hall_tables"),
    ),
    Part("listen", gettext_lazy("Listen"), ("phone_lists", "confirmations", "blind_check")),
    Part("vereinbarungen", gettext_lazy("Vereinbarungen"), (), "option_"),
    Part("wertung", gettext_lazy("Wertung"), ("scoring", "points_ended", "points_handromme"), "step"),
    Part("bonus", gettext_lazy("Bonus"), ("bonus_mode", "bonus_four", "bonus_three", "bonus_handromme")),
    Part(
        "startgeld",
        gettext_lazy("Startgeld"),
        ("entry_fee", "currency", "stake", "stake_booked", "bank_details"),
        "fee",
    ),
    Part("bussgeld", gettext_lazy("Bußgeld"), (), "fine"),
    Part("preise", gettext_lazy("Preise"), ("prizes", "categories")),
    Part("zeitplan", gettext_lazy("Zeitplan"), (), "item"),
    Part("veroeffentlichung", gettext_lazy("Veröffentlichung"), ("names", "slug", "announcement")),
)


@dataclass(frozen=True, slots=True)
class PartState:
    """A part with the number of its faults and of its unusual values (`changed`).

    `fixed` is a note for the list of parts, which says that all or some terms of the part can no longer change; it is
    "" if all can change. `said` holds the sentences above the fields about terms that are fixed or can still change.
    """

    part: Part
    faults: int
    changed: int
    fixed: str
    said: tuple[str, ...]


def parts_of(form: "AnnouncementForm", changed: Mapping[str, str]) -> dict[str, PartState]:
    """Returns the state of each part that the chosen rule system has, by the part's key."""
    notes = _notes(form)
    rows = [row for rows in form.row_sets for row in rows]
    faulty = [*form.errors, *(row.add_prefix(name) for row in rows for name in row.errors)]
    return {
        part.key: PartState(
            part,
            faults=sum(part.holds(name) for name in faulty),
            changed=sum(part.holds(name) for name in changed),
            fixed=_fixed(form, part),
            said=tuple(notes.get(part.key, ())),
        )
        for part in PARTS
        if (part.key != "bonus" or form.asks_for_bonus) and (part.key != "vereinbarungen" or form.option_names())
    }


def _fixed(form: "AnnouncementForm", part: Part) -> str:
    fixed = [field.disabled for name, field in form.fields.items() if part.holds(name)]
    if fixed and all(fixed):
        return _("fest")
    return _("zum Teil fest") if any(fixed) or ("series_count" in part.fields and form.drawn) else ""


def _notes(form: "AnnouncementForm") -> dict[str, list[str]]:
    """Returns sentences about terms that are fixed or can still change, by the part's key."""
    sentences: dict[str, list[str]] = {}
    if form.drawn:
        n = {"n": form.drawn}
        sentences["anmeldung"] = [_("Serie 1 ist ausgelost. Von der Warteliste rückt niemand mehr von selbst nach.")]
        sentences["spielmodus"] = [
            _("Serie %(n)d ist ausgelost. Weniger Serien gehen nicht mehr, und ihre Tische behalten ihre Nummern.") % n
        ]
        sentences["zeitplan"] = [_("Wann eine ausgeloste Serie gespielt wird, ändern Sie auf der Seite dieser Serie.")]
    if form.locked:
        words = _("In den Listen stehen schon Spiele. Regelwerk und Spiele je Liste bleiben deshalb, wie sie sind.")
        sentences.setdefault("spielmodus", []).append(words)
        sentences["bonus"] = [_("In den Listen stehen schon Spiele. Der Bonus bleibt deshalb, wie er ist.")]
        sentences["vereinbarungen"] = [
            _("In den Listen stehen schon Spiele. Was vereinbart ist, bleibt deshalb, wie es ist.")
        ]
        sentences["wertung"] = [_("In den Listen stehen schon Spiele. Die Wertung bleibt deshalb, wie sie ist.")]
    elif form.drawn:
        words = _("Regelwerk und Spiele je Liste lassen sich ändern, bis in einer Liste das erste Spiel steht.")
        sentences["spielmodus"].append(words)
        sentences["bonus"] = [_("Der Bonus lässt sich ändern, bis in einer Liste das erste Spiel steht.")]
    return sentences
