"""The form fields for the options of the chosen rule system."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.rules.system.options import announced_options, option_faults
from romme_turnier.core.rules.system.ruleset import Option, RuleSet
from romme_turnier.tournament.shared.rule_words.options import (
    OPTION_WORDS,
    fault_in_words,
    option_in_words,
    option_name,
)

PREFIX = "option_"
Value = bool | int


def field_name(option: str) -> str:
    return PREFIX + option


class OptionFields(forms.Form):
    """The announcement's fields for options of the rule system. Validation sets `options` to the agreed options."""

    options: dict[str, Value]
    without: dict[str, bool | str]  # for each field, the value that means "not agreed"

    def add_option_fields(self, rules: RuleSet, held: Mapping[str, Value], *, disabled: bool) -> None:
        """Adds a field for each option of the rule system, with its value from `held`."""
        self.options, self.without = {}, {}
        for name, option in announced_options(rules).items():
            field = _field(name, option, rules)
            field.disabled = disabled
            self.fields[field_name(name)] = field
            self.initial[field_name(name)] = _shown(option, held.get(name, False))
            self.without[field_name(name)] = _shown(option, False)

    def option_names(self) -> list[str]:
        return [name for name in self.fields if name.startswith(PREFIX)]

    @property
    def option_fields(self) -> list[Any]:
        return [self[name] for name in self.option_names()]

    def clean_options(self, cleaned: dict[str, Any], rules: RuleSet) -> None:
        """Validates the options, and reports a contradiction between two options at both fields."""
        known = announced_options(rules)
        typed = {name: cleaned.get(field_name(name)) for name in known if field_name(name) in self.fields}
        self.options = {
            name: int(value) if known[name].values else bool(value)
            for name, value in typed.items()
            if value not in ("", None, False)
        }
        for fault in option_faults(rules, self.options):
            for at in dict.fromkeys(filter(None, (fault.name, fault.other))):
                self.add_error(field_name(at), fault_in_words(rules, fault))


def _field(name: str, option: Option, rules: RuleSet) -> forms.Field:
    words = OPTION_WORDS[name]
    help_text = _("%(meaning)s Zum Beispiel: %(example)s") % {
        "meaning": words.meaning,
        "example": words.example(rules),
    }
    if not option.values:
        return forms.BooleanField(label=str(words.label), required=False, help_text=help_text)
    nothing = [] if option.usual is not None else [("", gettext_lazy("nicht vereinbart"))]
    numbers = [(str(value), option_in_words(name, value)) for value in option.values]
    return forms.ChoiceField(label=option_name(name), required=False, choices=[*nothing, *numbers], help_text=help_text)


def _shown(option: Option, value: Value) -> bool | str:
    """Returns the value of the option's field: a bool for a checkbox, otherwise the number as text."""
    if not option.values:
        return bool(value)
    number = option.usual if value is False else option.when_on if value is True else value
    return "" if number is None else str(number)
