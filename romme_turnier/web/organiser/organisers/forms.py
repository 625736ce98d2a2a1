"""The forms for an organiser, its public face, the years for which names are public, and its offices."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from romme_turnier.accounts.fields import USERNAME_ERRORS, NameInput, exact_input
from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Office, Organiser
from romme_turnier.tournament.organisers.hierarchy import OrganiserDetails
from romme_turnier.tournament.organisers.holders import Term, account_fault, new_name_fault, term_fault
from romme_turnier.tournament.organisers.retention import MOST_YEARS
from romme_turnier.web.organiser.fields import date_field, number_field
from romme_turnier.web.organiser.look_form import LookForm

_NUMBER_HELP = gettext_lazy(
    "Sie beginnt mit der Nummer des Veranstalters darüber: 09 ein Verband, 09-02 ein Landesverband darin, 09-02-005 "
    "ein Verein darin."
)


class PlaceForm(forms.Form):
    """The form for an organiser's name, and for its kind and number, which determine its place in the hierarchy.

    Unless `may_move`, only the name can change.
    """

    name = NameInput(label=gettext_lazy("Name"), max_length=120)
    kind = forms.ChoiceField(label=gettext_lazy("Art"), choices=Organiser.Kind.choices, widget=forms.RadioSelect)
    number = forms.CharField(
        label=gettext_lazy("Nummer"),
        max_length=14,
        help_text=_NUMBER_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": 14}),
    )

    def __init__(self, *args: Any, may_move: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_move:
            self.fields["kind"].disabled = self.fields["number"].disabled = True
            self.fields["number"].help_text = gettext_lazy(
                "Art und Nummer ändert, wer den Vorsitz darüber hat oder das Programm betreibt."
            )

    def typed(self, name: str) -> str:
        """Returns the value of a field of the bound form, or the typed text if it is not valid."""
        return str(self.cleaned_data.get(name, self[name].data or "")).strip()

    def add_further_faults(self, faults: Mapping[str, str]) -> None:
        """Adds the faults of fields that have no error yet, so that the page shows all faults together."""
        for name, words in faults.items():
            if name not in self.errors:
                self.add_error(name, words)


class OrganiserForm(PlaceForm):
    """The form for a new organiser. `details` returns the typed values, valid or not."""

    slug = forms.SlugField(
        label=gettext_lazy("Adresse"),
        max_length=40,
        help_text=gettext_lazy("Steht in den Adressen seiner Seiten und Turniere, zum Beispiel rc-herz. Sie bleibt."),
        widget=exact_input(),
    )

    def details(self, prefix: str = "") -> OrganiserDetails:
        return OrganiserDetails(**{name: self.typed(prefix + name) for name in ("kind", "name", "number", "slug")})


class SecondOrganiserForm(OrganiserForm):
    """The form for the first two organisers. Names of fields for the first one begin with "first_"."""

    agreed = forms.BooleanField(
        label=gettext_lazy("Ja, die Adressen der Turniere sollen sich ändern"),
        error_messages={"required": gettext_lazy("Bitte bestätigen Sie, dass sich die Adressen ändern.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        of_first = {f"first_{name}": field for name, field in OrganiserForm().fields.items()}
        for name in ("number", "slug"):  # explained above, for the first one
            self.fields[name].help_text = ""
        # The list of faults above the form names the organiser with each field.
        for fields, which in (
            (of_first, _("%(field)s des bisherigen Veranstalters")),
            (self.fields, _("%(field)s des neuen Veranstalters")),
        ):
            for field in fields.values():
                if not isinstance(field, forms.BooleanField):
                    field.label = which % {"field": field.label}
        self.fields = {**of_first, **self.fields}


class FaceForm(LookForm):
    contact = forms.CharField(
        label=gettext_lazy("Kontakt"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Wen man fragt: Name, E-Mail, Telefon, so wie es öffentlich stehen soll."),
    )
    imprint = forms.CharField(
        label=gettext_lazy("Impressum"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("Verein oder Verband mit Vertretung, Anschrift, E-Mail und Telefon."),
    )
    privacy = forms.CharField(
        label=gettext_lazy("Zum Datenschutz"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy(
            "Wen man zu seinen Daten fragt, und was über den Text des Programms hinaus gilt. Leer gilt der Text des "
            "Betreibers."
        ),
    )


class NamesForm(forms.Form):
    """The form for the number of years for which names are public; an empty field means no limit."""

    years = number_field(
        gettext_lazy("Jahre nach dem Turnier"),
        1,
        MOST_YEARS,
        required=False,
        help_text=gettext_lazy("Leer: Namen bleiben ohne Frist."),
    )


class TermForm(forms.Form):
    """The form for an office with its first and last day."""

    role = forms.ChoiceField(label=gettext_lazy("Amt"), choices=Office.Role.choices, widget=forms.RadioSelect)
    since = date_field(pgettext_lazy("first day", "von"), initial=timezone.localdate)
    until = date_field(gettext_lazy("bis"), help_text=gettext_lazy("Leer: ohne Ende. Gilt den ganzen Tag lang."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["since"].required = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and (why := term_fault(since, until)):
            self.add_error("until", why)
        return cleaned

    def term(self) -> Term:
        return Term(**{name: self.cleaned_data[name] for name in ("role", "since", "until")})


def _username(**options: Any) -> forms.CharField:
    return forms.CharField(label=gettext_lazy("Benutzername"), max_length=150, widget=exact_input(), **options)


class OfficeForm(TermForm):
    username = _username()
    field_order = ["username", "role", "since", "until"]

    def __init__(self, data: QueryDict | None, by: User) -> None:
        super().__init__(data)
        self._by = by

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if why := account_fault(username, self._by):
            raise forms.ValidationError(why)
        return username


class HolderForm(TermForm):
    display_name = NameInput(
        label=gettext_lazy("Name"),
        max_length=120,
        help_text=gettext_lazy("So steht die Person auf Protokollen."),
    )
    username = _username(
        validators=[User.username_validator],
        error_messages=USERNAME_ERRORS,
        help_text=gettext_lazy("Damit meldet sich die Person an. Buchstaben, Ziffern und @ . + - _ sind erlaubt."),
    )
    field_order = ["display_name", "username", "role", "since", "until"]

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if why := new_name_fault(username):
            raise forms.ValidationError(why)
        return username


class EndForm(forms.Form):
    until = date_field(gettext_lazy("Letzter Tag"), initial=timezone.localdate)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["until"].required = True
