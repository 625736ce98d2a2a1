"""The question whether a day that is over was meant: mostly it is the year that was mistyped."""

from datetime import datetime
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _


class DayOver(forms.BaseForm):
    """A form with `starts_at` that takes a day before today only with a tick, which is shown when it is needed."""

    def add_day_over(self) -> None:
        label = _("Der Tag ist vorbei, ich trage das Turnier nach")
        self.fields["is_over"] = forms.BooleanField(label=label, required=False)

    @property
    def asks_whether_it_is_over(self) -> bool:
        return (
            self.is_bound and "is_over" in self.fields and ("is_over" in self.errors or bool(self["is_over"].value()))
        )

    def clean_day_over(self, cleaned: dict[str, Any]) -> None:
        starts_at = cast(datetime | None, cleaned.get("starts_at"))
        if "is_over" not in self.fields or starts_at is None or cleaned.get("is_over"):
            return
        if timezone.localdate(starts_at) < timezone.localdate():
            day = timezone.localdate(starts_at).strftime("%d.%m.%Y")
            self.add_error("is_over", _("Der %(day)s ist schon vorbei. Stimmt das Jahr?") % {"day": day})
