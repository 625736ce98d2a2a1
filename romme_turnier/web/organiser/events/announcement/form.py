"""The form of an announcement (§ 1.1), and what of it the chosen rule system asks."""

import re
from collections.abc import Mapping
from copy import copy
from decimal import Decimal
from types import MappingProxyType
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.lists.length import Length, units_of, usual_length
from romme_turnier.core.rules.system.registry import DEFAULT, RULE_SYSTEMS
from romme_turnier.core.rules.system.ruleset import LengthUnit, RuleSet
from romme_turnier.core.seating import hall_tables
from romme_turnier.tournament.events.announcements import (
    TERMS,
    Announcement,
    default_close,
    hall_tables_in_words,
    has_entries,
)
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.registrations import NUMBER_MAX
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.shared.rule_words.options import length_fault, stake_fault
from romme_turnier.tournament.shared.series import last_drawn
from romme_turnier.web.fields import AmountField
from romme_turnier.web.organiser.events.announcement.fee_rows import FeeRows
from romme_turnier.web.organiser.events.announcement.fine_rows import FineRows
from romme_turnier.web.organiser.events.announcement.option_fields import OptionFields
from romme_turnier.web.organiser.events.announcement.timetable_rows import TimetableRows
from romme_turnier.web.organiser.events.day_over import DayOver
from romme_turnier.web.organiser.fields import MomentField, amount_input

_LENGTH = ("games_per_list", "length_unit", "length_number")
BONUSES = ("bonus_four", "bonus_three", "bonus_handromme")
# Which rule system the fields of a page belong to, sent with them.
SHOWN_RULES = "shown_rules"


def usual_figures(rules: RuleSet) -> dict[str, int | None]:
    """Returns what the rule system names for a field that is left empty; None where it names nothing."""
    usual = usual_length(rules)
    other = usual.number if usual and usual.unit is not LengthUnit.GAMES else None
    return {"games_per_list": rules.games, "length_number": other, **dict(zip(BONUSES, rules.usual_bonus, strict=True))}


def _size_in_words(size: int, rules: RuleSet) -> str:
    if rules.seats_advised is None or size <= rules.seats_advised:
        return str(size)
    return _("%(size)d (das Regelwerk rät ab: langes Warten)") % {"size": size}


class StakeField(forms.CharField):
    """An amount as people write it, with more decimals than coins have."""

    def prepare_value(self, value: Any) -> Any:
        return f"{value.normalize():f}".replace(".", ",") if isinstance(value, Decimal) else value

    def clean(self, value: Any) -> Any:
        text = str(super().clean(value)).replace("€", "").replace(",", ".").strip()
        if not text:
            return None
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
            raise forms.ValidationError(_("Bitte geben Sie einen Betrag an, zum Beispiel 0,001."))
        return Decimal(text)


class AnnouncementForm(DayOver, FeeRows, FineRows, OptionFields, TimetableRows, forms.ModelForm[Event]):
    """The announcement (§ 1.1). What depends on the rule system may stay empty; then its usual values hold."""

    usual: Mapping[str, str] = MappingProxyType({})  # what is usual, in words, where something else stands

    ruleset = forms.ChoiceField(
        label=gettext_lazy("Regelwerk"),
        choices=[(key, rules.name) for key, rules in RULE_SYSTEMS.items()],
        initial=DEFAULT,
    )
    table_size = forms.TypedChoiceField(
        label=gettext_lazy("Plätze am Tisch"), required=False, coerce=int, empty_value=None
    )
    bonus_mode = forms.ChoiceField(
        label=gettext_lazy("Welche Lesart gilt?"),
        choices=Event.Bonus.choices,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("§ 3.2.1 wird verschieden gelesen. Die Ausschreibung legt fest, was gilt."),
    )

    stake = StakeField(
        label=gettext_lazy("Einsatz je Punkt"),
        required=False,
        help_text=gettext_lazy(
            "Zum Beispiel 0,001 für einen zehntel Cent: Verluste von 108, 132, 128 und 32 ergeben −2, −14, −10 und "
            "+26 Cent. Ohne Angabe wird nicht um Geld gespielt. Es geht nicht durch die Kasse."
        ),
    )
    categories = forms.CharField(
        label=gettext_lazy("Sonderwertungen"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "Eine je Zeile, zum Beispiel Damen, Senioren, Jugend. Wer dazugehört, steht bei den Teilnehmern."
        ),
    )

    class Meta:
        model = Event
        fields = [
            "name",
            "slug",
            "organiser",
            "venue",
            "starts_at",
            "registration_closes_at",
            "access",
            "names",
            "self_registration",
            "capacity",
            "prizes",
            "ruleset",
            "table_size",
            "series_count",
            "length_number",
            "games_per_list",
            "series_minutes",
            "hall_tables",
            "bonus_mode",
            "bonus_four",
            "bonus_three",
            "bonus_handromme",
            "entry_fee",
            "currency",
            "stake",
            "bank_details",
            "announcement",
        ]
        labels = {
            "announcement": gettext_lazy("Weiterer Text der Ausschreibung"),
            "names": gettext_lazy("Wie sind die Namen der Spieler zu lesen?"),
        }
        help_texts = {
            "slug": gettext_lazy(
                "Steht in der Adresse der öffentlichen Seiten. Ohne Angabe aus dem Namen gebildet: "
                "aus „Herbstpokal 2026“ wird „herbstpokal-2026“."
            ),
            "registration_closes_at": gettext_lazy("Ohne Angabe eine Viertelstunde vor Beginn (§ 1.3)."),
            "names": gettext_lazy(
                "Abgekürzt heißt: „Petra S.“. Wer zugestimmt hat, steht überall mit vollem Namen. Bei der Siegerehrung "
                "und auf Urkunden stehen immer volle Namen."
            ),
            "self_registration": gettext_lazy(
                "Jeder kann sich ohne Konto anmelden, bei geschlossenem Teilnehmerkreis mit einem Link von Ihnen. "
                "Endet von selbst mit dem Meldeschluss."
            ),
            "capacity": gettext_lazy("Wer danach kommt, steht auf der Warteliste. Ohne Angabe gibt es keine Grenze."),
            "bank_details": gettext_lazy(
                "Wem das Konto gehört und die IBAN. Wer sich selbst anmeldet, sieht beides mit einem QR-Code für die "
                "Überweisung. Zum Beispiel: Rommé-Club Nord, DE02 1203 0000 0000 2020 51"
            ),
            "series_minutes": gettext_lazy("Für die Uhr im Saal. Ohne Angabe wird ohne Uhr gespielt."),
            "hall_tables": gettext_lazy(
                "Wie sie auf den Tischen stehen, zum Beispiel: 1-8, 11, 14-20. Ausgelost wird in dieser Reihenfolge. "
                "Ohne Angabe zählen die Tische von 1 an."
            ),
            "currency": gettext_lazy("Drei Buchstaben, zum Beispiel EUR."),
        }
        widgets = {
            "access": forms.RadioSelect,
            "names": forms.RadioSelect,
            "prizes": forms.RadioSelect,
            "entry_fee": amount_input(),
            "currency": forms.TextInput(attrs={"size": 4, "autocapitalize": "characters"}),
            "announcement": forms.Textarea(attrs={"rows": 6}),
        }
        field_classes = {
            "starts_at": MomentField,
            "registration_closes_at": MomentField,
            "entry_fee": AmountField,
        }
        error_messages = {"slug": {"unique": gettext_lazy("Diese Adresse hat schon ein anderes Turnier.")}}

    def __init__(
        self, data: QueryDict | None = None, *, event: Event | None = None, typed: QueryDict | None = None
    ) -> None:
        """`data` is judged; `typed` is what stands in a page whose fields are only to be shown anew."""
        # A copy, as validating writes what was typed into the instance, and the page still names the event.
        super().__init__(data, instance=copy(event))
        self.locked = event is not None and has_entries(event)
        self.drawn = last_drawn(event) if event is not None else 0
        self.initial["categories"] = "\n".join(one.name for one in event.categories.all()) if event else ""
        if event is None:
            self.add_day_over()
            self.initial.update(dict.fromkeys(("games_per_list", "length_number", *BONUSES)))
        else:
            self.initial["games_per_list"] = event.games_per_list or None
            self._start_from(event)
        self.add_fine_rows(event)
        self.add_fee_rows(event)
        self.add_timetable_rows(event)
        if typed is not None:
            self._take(typed)
        self._ask_options(event, typed)
        for name in ("slug", "names", *BONUSES):
            self.fields[name].required = False
        least_of = {"games_per_list": 1, "length_number": 1, "capacity": 1, "series_count": max(1, self.drawn)}
        for name, least in least_of.items():
            self.fields[name].widget.attrs["min"] = least
        self._follow(self.chosen_rules)

    def _start_from(self, event: Event) -> None:
        if event.registration_closes_at == default_close(event.starts_at):
            closes_at = timezone.localtime(event.registration_closes_at)
            self.initial["registration_closes_at"] = None  # so that it follows a changed start
            self.fields["registration_closes_at"].help_text = _(
                "Ohne Angabe eine Viertelstunde vor Beginn (§ 1.3), derzeit also %(time)s Uhr."
            ) % {"time": f"{closes_at:%H:%M}"}
        if event.published_at:
            self.fields["slug"].disabled = True
            self.fields["slug"].help_text = _("Die Adresse ist schon öffentlich und bleibt.")
        for name in TERMS if self.locked else ():
            if name in self.fields:
                self.fields[name].disabled = True

    def _take(self, typed: QueryDict) -> None:
        """Shows what was typed. Figures that were only those of the rule system before go with it."""
        for name, field in self.fields.items():
            if not field.disabled:
                self.initial[name] = field.widget.value_from_datadict(typed, MultiValueDict(), name)
        before = RULE_SYSTEMS.get(typed.get(SHOWN_RULES, ""))
        if before is not None and before.key != self.initial["ruleset"]:
            for name, usual in usual_figures(before).items():
                if self.initial[name] == str(usual) and not self.fields[name].disabled:
                    self.initial[name] = None

    def _ask_options(self, event: Event | None, typed: QueryDict | None) -> None:
        rules = self.chosen_rules
        same = event is not None and event.ruleset == rules.key
        self.add_option_fields(rules, event.options or {} if event and same else {}, disabled=self.locked)
        if typed is None or typed.get(SHOWN_RULES, "") != rules.key or self.locked:
            return
        for name in self.option_names():
            self.initial[name] = self.fields[name].widget.value_from_datadict(typed, MultiValueDict(), name)

    def _follow(self, rules: RuleSet) -> None:
        """Asks what this rule system leaves open."""
        self.fields["bonus_mode"].required = rules.has_bonus
        self._ask_table_size(rules)
        if units_of(rules)[0] is not LengthUnit.GAMES:
            self._ask_length(rules)
            return
        games = self.fields["games_per_list"]
        games.required = rules.games is None
        games.error_messages["required"] = _(
            "Bitte geben Sie an, wie viele Spiele eine Liste hat: %(rules)s legt es nicht fest."
        ) % {"rules": rules.name}
        games.help_text = (
            _("Das Regelwerk legt es nicht fest.")
            if rules.games is None
            else _("Ohne Angabe: %(usual)s.") % {"usual": rules.games}
        )

    def _ask_length(self, rules: RuleSet) -> None:
        """Asks for rounds or a score, or instead of it for a number of games."""
        field, games = self.fields["length_number"], self.fields["games_per_list"]
        field.label = {
            LengthUnit.ROUNDS: _("Runden je Liste"),
            LengthUnit.TARGET: _("Gespielt wird bis zu so vielen Punkten"),
        }[units_of(rules)[0]]
        field.help_text = {
            LengthUnit.ROUNDS: _("Eine Runde hat so viele Spiele, wie am Tisch sitzen. Ohne Angabe: %(usual)s."),
            LengthUnit.TARGET: _(
                "Eine Liste endet nach dem Spiel, nach dem jemand sie allein erreicht hat. Ohne Angabe: %(usual)s."
            ),
        }[units_of(rules)[0]] % {"usual": usual_figures(rules)["length_number"]}
        games.label = _("oder Spiele je Liste")
        games.required = False
        games.help_text = _("Stattdessen eine feste Zahl.")

    def _ask_table_size(self, rules: RuleSet) -> None:
        field = cast(forms.ChoiceField, self.fields["table_size"])
        sizes = {size: _size_in_words(size, rules) for size in rules.sizes}
        field.choices = [("", _("%(size)d (üblich)") % {"size": rules.table_size}), *sizes.items()]
        field.help_text = _("So viele, wie es geht; was nicht aufgeht, sitzt möglichst an kleineren Tischen.")

    @property
    def chosen_rules(self) -> RuleSet:
        """The rule system as chosen so far."""
        return RULE_SYSTEMS.get(str(self["ruleset"].value()), RULE_SYSTEMS[DEFAULT])

    def has_other_rules_than(self, shown: str) -> bool:
        """Returns whether the fields of the page were those of another rule system than the one chosen in it."""
        return shown in RULE_SYSTEMS and shown != self.chosen_rules.key

    @property
    def asked(self) -> frozenset[str]:
        """The fields that depend on the rule system and that it asks."""
        rules = self.chosen_rules
        asked = {
            "table_size": not rules.size_fixed,
            "length_number": units_of(rules)[0] is not LengthUnit.GAMES,
            "stake": rules.settles,
            "games_per_list": not rules.play.contracts,
            "bonus_mode": rules.has_bonus,
            "bonus_four": self.asks_for_table_of_four,
            "bonus_three": rules.has_bonus,
            "bonus_handromme": rules.has_handromme_bonus,
        }
        return frozenset(name for name, is_asked in asked.items() if is_asked)

    @property
    def asks_for_bonus(self) -> bool:
        return any(name.startswith("bonus_") for name in self.asked)

    @property
    def asks_for_table_of_four(self) -> bool:
        """Returns whether the bonus depends on whether four or three sit at a table."""
        return bool(self.chosen_rules.usual_bonus[0])

    @property
    def usual_bonus(self) -> str:
        """What the rule system names, in words."""
        four, three, hand = self.chosen_rules.usual_bonus
        named = (
            (four, _("%(points)d am Vierertisch")),
            (three, _("%(points)d am Dreiertisch")),
            (hand, _("%(points)d für ein Handrommé")),
        )
        return ", ".join(words % {"points": points} for points, words in named if points)

    @property
    def bonus_amounts(self) -> tuple[int, int, int]:
        """The amounts as typed so far, for the example; the usual ones where nothing valid is typed."""
        usual = self.chosen_rules.usual_bonus
        typed = [self[name].value() for name in BONUSES]
        four, three, hand = (
            amount if (amount := whole_number(str(text))) is not None else default
            for text, default in zip(typed, usual, strict=True)
        )
        return four, three, hand

    def clean_currency(self) -> str:
        currency = str(self.cleaned_data["currency"]).strip().upper()
        if len(currency) != 3 or not currency.isalpha():
            raise forms.ValidationError(_("Bitte geben Sie drei Buchstaben an, zum Beispiel EUR."))
        return currency

    def clean_hall_tables(self) -> str:
        try:
            return hall_tables.written(hall_tables.parse(self.cleaned_data["hall_tables"]))
        except hall_tables.HallTablesError as fault:
            raise forms.ValidationError(hall_tables_in_words(fault)) from fault

    def clean_capacity(self) -> int | None:
        capacity: int | None = self.cleaned_data["capacity"]
        if capacity is not None and not 1 <= capacity <= NUMBER_MAX:
            raise forms.ValidationError(_("Bitte geben Sie eine Zahl von 1 bis %(most)d an.") % {"most": NUMBER_MAX})
        return capacity

    def clean_series_count(self) -> int:
        return self._at_least_one("series_count")

    def clean_games_per_list(self) -> int | None:
        if self.cleaned_data.get("games_per_list") is None:
            return None
        return self._at_least_one("games_per_list")

    def _at_least_one(self, name: str) -> int:
        count = int(self.cleaned_data[name])
        if not 1 <= count <= 99:
            raise forms.ValidationError(_("Bitte geben Sie eine Zahl von 1 bis 99 an."))
        return count

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if rules := RULE_SYSTEMS.get(cleaned.get("ruleset", "")):
            self._fill_in_usual(cleaned, rules)
            self.clean_options(cleaned, rules)
        start, close = cleaned.get("starts_at"), cleaned.get("registration_closes_at")
        if start and close and close > start:
            self.add_error("registration_closes_at", _("Der Meldeschluss liegt nach dem Beginn."))
        cleaned["names"] = cleaned.get("names") or self.instance.names
        self.clean_day_over(cleaned)
        self.clean_fine_rows(cleaned)
        self.clean_fee_rows(cleaned)
        self.clean_timetable_rows(cleaned)
        return cleaned

    def _fill_in_usual(self, cleaned: dict[str, Any], rules: RuleSet) -> None:
        for name, usual in usual_figures(rules).items():
            if name == "length_number":
                continue
            if name in BONUSES and name not in self.asked and not self.locked:  # typed for another rule system
                self.errors.pop(name, None)
                cleaned[name] = usual
            elif cleaned.get(name) is None and name not in self.errors:
                cleaned[name] = usual
        self._clean_stake(cleaned, rules)
        if self.locked:
            cleaned |= {name: getattr(self.instance, name) for name in _LENGTH}
        else:
            self._clean_length(cleaned, rules)
        if rules.size_fixed:
            self.errors.pop("table_size", None)
            cleaned["table_size"] = None
        cleaned["bonus_mode"] = cleaned.get("bonus_mode") or Event.Bonus.PER_LIST.value

    def _clean_stake(self, cleaned: dict[str, Any], rules: RuleSet) -> None:
        stake = cleaned.get("stake")
        if not rules.settles:
            self.errors.pop("stake", None)
            cleaned["stake"] = None
        elif stake is not None and (fault := stake_fault(rules, stake)):
            self.add_error("stake", fault)

    def _clean_length(self, cleaned: dict[str, Any], rules: RuleSet) -> None:
        unit, typed = units_of(rules)[0], cleaned.get("games_per_list")
        number = cleaned.get("length_number")
        cleaned |= {"length_unit": "", "length_number": None}
        if rules.play.contracts:
            self.errors.pop("games_per_list", None)
            cleaned["games_per_list"] = len(rules.play.contracts)
        elif unit is LengthUnit.GAMES:
            return
        elif typed and number:
            self.add_error("games_per_list", _("Bitte geben Sie nur eines von beiden an."))
        elif not typed and not {"games_per_list", "length_number"} & self.errors.keys():
            number = usual_figures(rules)["length_number"] if number is None else number
            cleaned |= {"games_per_list": 0, "length_unit": unit.value, "length_number": number}
            if fault := length_fault(rules, Length(unit, number or 0)):
                self.add_error("length_number", fault)

    def category_names(self) -> list[str]:
        return str(self.cleaned_data["categories"]).splitlines()

    def announced(self) -> Announcement:
        """Returns what the valid form says."""
        values = {name: self.cleaned_data[name] for name in self.Meta.fields}
        return Announcement(
            **values,
            length_unit=self.cleaned_data["length_unit"],
            options=None if self.locked else self.options,
            fine_scale=self.fine_scale,
            fee_kinds=self.fee_kinds,
            timetable=self.timetable,
        )
