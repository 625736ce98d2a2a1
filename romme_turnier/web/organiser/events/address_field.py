"""The field for the address of an event, in the announcement and for a copy."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.organisers.addresses import OWN_LENGTH, address_fault, address_for


class AddressInput(forms.TextInput):
    """A text input that follows `before`, the fixed start of the address: "verein-a/", or "" for a single organiser."""

    template_name = "organiser/events/address_input.html"
    before = ""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        return {**super().get_context(name, value, attrs), "before": self.before}


class AddressField(forms.SlugField):
    """The event's own part of its address. The form must call `belong_to` before it shows or validates the field."""

    widget = AddressInput
    organiser = Organiser()
    event: Event | None = None

    def __init__(self, help_text: StrOrPromise) -> None:
        super().__init__(label=gettext_lazy("Adresse"), required=False, max_length=OWN_LENGTH, help_text=help_text)

    def belong_to(self, organiser: Organiser, event: Event | None = None) -> None:
        """Sets the organiser of the event and, for a stored event, the event itself, which may keep its address."""
        self.organiser, self.event = organiser, event
        self.widget.before = address_for(self.organiser, "")

    def clean(self, value: Any) -> str:
        own_slug = str(super().clean(value))
        pk, kept = (self.event.pk, self.event.own_slug) if self.event else (0, "")
        if own_slug not in ("", kept) and (why := address_fault(self.organiser, own_slug, pk)):
            raise ValidationError(why)
        return own_slug
