"""Forms for self-registration by a player, or by a captain for the team, and for later consents."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.validators import EmailValidator
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.fields import NameInput
from romme_turnier.core.people.names import PersonName
from romme_turnier.tournament.models import Event, FeeKind, PlayerInvitation, Registration
from romme_turnier.tournament.models.fields import new_token
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.names.consents import entrant_at, further_consents
from romme_turnier.tournament.participants.own_registration import may_change_team, team_of
from romme_turnier.tournament.participants.registrations import CLUB_LENGTH, NAME_LENGTH
from romme_turnier.tournament.participants.self_registered_teams import TEAM_SIZE
from romme_turnier.tournament.participants.self_registration import CONTACT_LENGTH, Person, RegistrationDetails
from romme_turnier.tournament.participants.team_creation import TEAM_LENGTH
from romme_turnier.tournament.shared.errors import RegisteredAlready, TeamNameTaken, TournamentError
from romme_turnier.web.fields import categories_field, consent_hint, consents_field

OWN_FEE = "0"  # stands for the announced fee; other kinds of fees are sent as their primary key
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
_PHONE = re.compile(r"\+?[0-9][0-9 ()/.-]{4,}")


class RegistrationForm(forms.Form):
    """The base form, with club, contact, the page's key, and the fields that `ask_person` adds for each person."""

    club = NameInput(label=gettext_lazy("Club"), max_length=CLUB_LENGTH, required=False)
    contact = forms.CharField(
        label=gettext_lazy("E-Mail oder Telefon"),
        max_length=CONTACT_LENGTH,
        help_text=gettext_lazy("Damit die Spielleitung Sie erreicht. Wird nicht veröffentlicht."),
        error_messages={"required": gettext_lazy("Bitte geben Sie an, wie die Spielleitung Sie erreicht.")},
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=43)

    def __init__(
        self, event: Event, data: QueryDict | None = None, *, invitation: PlayerInvitation | None = None
    ) -> None:
        super().__init__(data, initial={"key": new_token()})
        self.event, self.invitation = event, invitation
        self.fields["club"].widget.attrs |= {"list": "clubs", "autocomplete": "organization"}
        self.fields["contact"].widget.attrs |= {"autocomplete": "email"}
        if invitation is not None and invitation.club is not None:
            del self.fields["club"]

    def ask_person(self, prefix: str, *, required: bool = True, of: Registration | None = None) -> None:
        """Adds the fields for a person, with names that begin with `prefix`. `of` is an existing registration."""
        event = self.event
        for name, label, missing in (
            ("first_name", _("Vorname"), _("Bitte geben Sie den Vornamen an.")),
            ("last_name", _("Nachname"), _("Bitte geben Sie den Nachnamen an.")),
        ):
            self.fields[f"{prefix}{name}"] = NameInput(
                label=label,
                max_length=NAME_LENGTH,
                required=required,
                initial=getattr(of.player, name) if of else "",
                error_messages={"required": missing},
            )
        if kinds := list(event.fee_kinds.all()):
            own = _("Startgeld: %(amount)s") % {"amount": amount(event.entry_fee, event.currency)}
            self.fields[f"{prefix}fee"] = forms.ChoiceField(
                label=_("Welches Startgeld gilt?"),
                choices=[
                    (OWN_FEE, own),
                    *((str(k.pk), f"{k.name}: {amount(k.amount, event.currency)}") for k in kinds),
                ],
                widget=forms.RadioSelect if not prefix else forms.Select,
                initial=str(of.fee_id or OWN_FEE) if of else OWN_FEE,
            )
        if categories := list(event.categories.all()):
            chosen = of.categories.values_list("pk", flat=True) if of else ()
            self.fields[f"{prefix}categories"] = categories_field(categories, chosen)
        self.fields[f"{prefix}publish_name"] = forms.BooleanField(
            label=_("Der volle Name darf veröffentlicht werden"),
            required=False,
            initial=of.publish_name if of else False,
            help_text=consent_hint(self.event),
        )
        if consents := consents_field(event, further_consents(of) if of else ()):
            self.fields[f"{prefix}agrees"] = consents

    def clean_contact(self) -> str:
        contact = str(self.cleaned_data["contact"]).strip()
        if "@" in contact:
            EmailValidator(_("Diese E-Mail-Adresse ist unvollständig. Beispiel: name@beispiel.de"))(contact)
        elif not _PHONE.fullmatch(contact):
            raise forms.ValidationError(_("Bitte geben Sie eine E-Mail-Adresse oder eine Telefonnummer an."))
        return contact

    def clean_key(self) -> str:
        key = str(self.cleaned_data["key"])
        return key if _TOKEN.fullmatch(key) else ""

    def person(self, prefix: str = "") -> Person:
        """Returns one person's data from the valid form."""
        cleaned = self.cleaned_data
        fee = cleaned.get(f"{prefix}fee", OWN_FEE)
        return Person(
            first_name=cleaned[f"{prefix}first_name"],
            last_name=cleaned[f"{prefix}last_name"],
            fee=FeeKind.objects.filter(event=self.event, pk=fee).first() if fee != OWN_FEE else None,
            categories=cleaned.get(f"{prefix}categories", ()),
            publish_name=cleaned[f"{prefix}publish_name"],
            agrees=cleaned.get(f"{prefix}agrees"),
        )

    def complain(self, error: TournamentError) -> None:
        """Adds a service's error to the field that the error is about, otherwise above the form."""
        field = None
        if isinstance(error, TeamNameTaken):
            field = "team"
        elif isinstance(error, RegisteredAlready):
            meant = [prefix for prefix in self.prefixes_sent() if self.person(prefix).name == error.name]
            field = f"{meant[-1]}last_name" if meant else None
        self.add_error(field if field in self.fields else None, error.message)

    def prefixes_sent(self) -> list[str]:
        """Returns the prefixes of the people that the valid form names."""
        return [""]

    @property
    def club_name(self) -> str:
        if self.invitation is not None and self.invitation.club is not None:
            return self.invitation.club.name
        return str(self.cleaned_data.get("club", ""))

    def details(self) -> RegistrationDetails:
        cleaned = self.cleaned_data
        return RegistrationDetails(
            club=self.club_name, contact=cleaned["contact"], invitation=self.invitation, token=cleaned["key"]
        )


class PlayerForm(RegistrationForm):
    """The form for a player. With the option `registration` it edits that registration.

    It asks for the team only if the event has team prizes and the player may still change teams.
    """

    team = NameInput(
        label=gettext_lazy("Mannschaft"),
        max_length=TEAM_LENGTH,
        required=False,
        help_text=gettext_lazy("Wenn Sie für eine Mannschaft spielen, deren Mitglieder sich einzeln anmelden."),
    )

    def __init__(self, event: Event, data: QueryDict | None = None, **options: Any) -> None:
        registration: Registration | None = options.pop("registration", None)
        super().__init__(event, data, **options)
        self.ask_person("", of=registration)
        for name, kind in (("first_name", "given-name"), ("last_name", "family-name")):
            self.fields[name].widget.attrs |= {"autocomplete": kind}
        if registration is not None:
            self.initial.update(contact=registration.contact, club=str(registration.club or ""))
            self.initial["team"] = str(team_of(registration) or "")
        if event.prizes == Event.Prizes.INDIVIDUAL or (registration and not may_change_team(registration)):
            del self.fields["team"]
        if registration is None and self.invitation is not None and self.invitation.name:
            invited = PersonName.of(self.invitation.name)
            self.initial.update(first_name=invited.first, last_name=invited.last)
        self.order_fields(["first_name", "last_name", "club", "team", "fee", "categories", "contact"])

    @property
    def shown(self) -> Iterator[BoundField]:
        return (field for field in self if not field.is_hidden)


class TeamForm(RegistrationForm):
    """The form for a team: a captain, up to three more players and a substitute.

    With the option `members` it edits a team, and no member can be removed.
    """

    team = NameInput(
        label=gettext_lazy("Name der Mannschaft"),
        max_length=TEAM_LENGTH,
        error_messages={"required": gettext_lazy("Bitte geben Sie der Mannschaft einen Namen.")},
    )
    field_order = ["team", "club", "contact"]

    def __init__(self, event: Event, data: QueryDict | None = None, **options: Any) -> None:
        members: list[Registration] = options.pop("members", [])
        substitute: Registration | None = options.pop("substitute", None)
        super().__init__(event, data, **options)
        self.known = {f"p{n}_": member for n, member in enumerate(members, start=1)}
        if substitute is not None:
            self.known["e_"] = substitute
        self.prefixes = [f"p{n}_" for n in range(1, max(TEAM_SIZE, len(members)) + 1)] + ["e_"]
        for prefix in self.prefixes:
            of = self.known.get(prefix)
            self.ask_person(prefix, required=of is not None or prefix == "p1_", of=of)

    @property
    def people(self) -> Iterator[tuple[str, str, list[BoundField]]]:
        """Each person's heading, note and form fields; the note may be ""."""
        for number, prefix in enumerate(self.prefixes, start=1):
            heading = _("Ersatz") if prefix == "e_" else _("Mitglied %(n)d") % {"n": number}
            note = _("Spielt nur, wenn jemand ausfällt, und zählt nicht zu den Teilnehmern.") if prefix == "e_" else ""
            if prefix == "p1_" and not self.known:
                heading, note = _("Mitglied 1: Sie selbst"), _("Sie melden die Mannschaft und bekommen den Link.")
            yield heading, note, [self[name] for name in self.fields if name.startswith(prefix)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for prefix in self.prefixes:
            first, last = f"{prefix}first_name", f"{prefix}last_name"
            for missing, given in ((first, last), (last, first)):
                if cleaned.get(given) and not cleaned.get(missing) and missing not in self.errors:
                    self.add_error(missing, self.fields[missing].error_messages["required"])
        return cleaned

    def prefixes_sent(self) -> list[str]:
        return [prefix for prefix in self.prefixes if self.cleaned_data[f"{prefix}last_name"]]

    def people_entered(self, *, new: bool) -> dict[str, Person]:
        """Returns the people in the valid form by prefix: only the new ones, or only registered ones."""
        return {prefix: self.person(prefix) for prefix in self.prefixes_sent() if (prefix not in self.known) == new}


class ConsentsForm(forms.Form):
    """All consents of a player, for the page "Meine Daten"."""

    publish_name = forms.BooleanField(label=gettext_lazy("Der volle Name darf veröffentlicht werden"), required=False)

    def __init__(self, registration: Registration, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"publish_name": registration.publish_name})
        self.fields["publish_name"].help_text = consent_hint(registration.event)
        consents = consents_field(registration.event, further_consents(registration))
        self.asks_for_several = consents is not None
        if consents is not None:
            self.fields["agrees"] = consents
        self.entrant = entrant_at(registration)
        if self.entrant is not None:
            self.asks_for_several = True
            self.fields["in_season"] = forms.BooleanField(
                label=_("Der volle Name darf in den Tabellen der Saison „%(season)s“ stehen")
                % {"season": self.entrant.season},
                required=False,
                initial=self.entrant.publish_name,
            )
