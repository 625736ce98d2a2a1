"""Forms of an event: copy, officials."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from romme_turnier.accounts.fields import NameInput
from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import EventRole
from romme_turnier.web.organiser.events.past_day import NameAndDayForm


def _username_input() -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"})


class CopyForm(NameAndDayForm):
    """The differences of this year's event."""

    slug = forms.SlugField(
        label=gettext_lazy("Adresse"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("Ohne Angabe aus dem Namen gebildet."),
    )
    with_officials = forms.BooleanField(
        label=gettext_lazy("Die Leitung mit ihren Aufgaben übernehmen"), required=False, initial=True
    )
    with_teams = forms.BooleanField(
        label=gettext_lazy("Die Namen der Mannschaften übernehmen, ohne Mitglieder"), required=False
    )


class RolesForm(forms.Form):
    roles = forms.MultipleChoiceField(
        label=gettext_lazy("Aufgaben"),
        choices=EventRole.Role.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Bitte wählen Sie mindestens eine Aufgabe.")},
    )


class OfficialRightsForm(RolesForm):
    """The tasks of a user at the event, and their rights in the program as a whole, which a superuser gives."""

    makes_events = forms.BooleanField(
        label=gettext_lazy("Darf Turniere anlegen"),
        required=False,
        help_text=gettext_lazy("Gilt im ganzen Programm. Wer eines anlegt, leitet es."),
    )

    def __init__(self, *args: Any, with_program_rights: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not with_program_rights:
            del self.fields["makes_events"]


class OfficialForm(RolesForm):
    username = forms.CharField(
        label=gettext_lazy("Benutzername"),
        max_length=150,
        widget=_username_input(),
    )
    field_order = ["username", "roles"]


class ColleagueForm(RolesForm):
    display_name = NameInput(
        label=gettext_lazy("Name"),
        max_length=120,
        help_text=gettext_lazy("So steht die Person auf Protokollen."),
    )
    username = forms.CharField(
        label=gettext_lazy("Benutzername"),
        max_length=150,
        validators=[User.username_validator],
        help_text=gettext_lazy("Damit meldet sich die Person an. Buchstaben, Ziffern und @ . + - _ sind erlaubt."),
        widget=_username_input(),
    )
    field_order = ["display_name", "username", "roles"]
