"""The name and day of a new event. A past day must be confirmed, because its year is usually a typing error."""

from datetime import datetime
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.documents.tables.moments import MomentField


class DayOver(forms.BaseForm):
    """A form that, after `add_day_over`, accepts a past `starts_at` only if a box is ticked.

    The box appears once a past day has been typed.
    """

    def add_day_over(self) -> None:
        label = _("Der Tag ist vorbei, ich trage das Turnier nach")
        self.fields["is_over"] = forms.BooleanField(label=label, required=False)

    @property
    def asks_whether_it_is_over(self) -> bool:
        return "is_over" in self.fields and (self.has_error("starts_at", "over") or bool(self["is_over"].value()))

    def clean_day_over(self, cleaned: dict[str, Any]) -> None:
        starts_at = cast(datetime | None, cleaned.get("starts_at"))
        if "is_over" not in self.fields or starts_at is None or cleaned.get("is_over"):
            return
        if timezone.localdate(starts_at) < timezone.localdate():
            day = timezone.localdate(starts_at).strftime("%d.%m.%Y")
            words = _("Der %(day)s ist schon vorbei. Stimmt das Jahr?") % {"day": day}
            self.add_error("starts_at", ValidationError(words, code="over"))


class NameAndDayForm(DayOver, forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    starts_at = MomentField(label=gettext_lazy("Beginn"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_day_over()
        if not self.is_bound:  # otherwise the page may start with an error
            self.fields["name"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self.clean_day_over(cleaned)
        return cleaned
