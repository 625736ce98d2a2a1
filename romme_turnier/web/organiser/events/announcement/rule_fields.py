"""Form fields that depend on the rule system. Its options become fields, and its values become defaults."""

from dataclasses import replace
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.lists.length import Length, units_of, usual_length
from romme_turnier.core.rules.system.registry import DEFAULT, RULE_SYSTEMS
from romme_turnier.core.rules.system.ruleset import LengthUnit, RuleSet
from romme_turnier.tournament.events.term_examples import (
    USUAL_STAKE,
    length_example,
    stake_example,
    tables_example,
)
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.shared.asked_terms import asked_terms
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.shared.rule_words.options import length_fault, no_stake_to_book, stake_fault
from romme_turnier.web.organiser.events.announcement.option_fields import OptionFields
from romme_turnier.web.organiser.events.announcement.scoring_fields import ScoringFields, asked_points, shows_points
from romme_turnier.web.organiser.fields import StakeField

_FIGURES = ("games_per_list", "length_number")
_LENGTH = (*_FIGURES, "length_unit")
_BONUSES = ("bonus_four", "bonus_three", "bonus_handromme")
# The field with the key of the rule system whose fields the page shows.
SHOWN_RULES = "shown_rules"


def usual_figures(rules: RuleSet, *, counts_points: bool = False) -> dict[str, int | None]:
    """Returns the default of each figure that may be left empty, by field name; None if the rule system has no default.

    An event that ranks by scoring points (`counts_points`) usually has no bonus.
    """
    usual = usual_length(rules)
    other = usual.number if usual and usual.unit is not LengthUnit.GAMES else None
    return {
        "games_per_list": rules.games,
        "length_number": other,
        **dict(zip(_BONUSES, (0, 0, 0) if counts_points else rules.usual_bonus, strict=True)),
    }


class RuleFields(ScoringFields, OptionFields):
    """The fields of the announcement's form that depend on the rule system.

    Validation replaces empty optional fields with their usual values.
    """

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

    stake = StakeField(label=gettext_lazy("Einsatz je Punkt"), required=False)

    def begin_without_figures(self) -> None:
        """Empties the figures of a new announcement, so that the usual ones apply."""
        self.initial.update(dict.fromkeys((*_FIGURES, *_BONUSES)))

    def ask_rules(self, event: Event | None, data: QueryDict | None, typed: QueryDict | None) -> None:
        """Adapts the form to the chosen rule system and scoring; `typed` fills in the fields of a page shown again."""
        self.ask_scoring(self._with_table_size(self.chosen_rules), data, typed)
        if typed is not None:
            self._forget_figures_of_others(typed)
        self._ask_options(event, typed)
        for name in _BONUSES:
            self.fields[name].required = False
        for name in _FIGURES:
            self.fields[name].widget.attrs["min"] = 1
        self._follow(self.chosen_rules)

    def _forget_figures_of_others(self, typed: QueryDict) -> None:
        """Drops figures that were only defaults of the previous rule system or scoring."""
        before, counted_points = RULE_SYSTEMS.get(typed.get(SHOWN_RULES, "")), shows_points(typed)
        if before is None or (before.key == self.initial["ruleset"] and counted_points == self.counts_points):
            return
        for name, usual in usual_figures(before, counts_points=counted_points).items():
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
        self.fields["bonus_mode"].required = rules.has_bonus and not self.counts_points
        self._ask_stake()
        field = cast(forms.ChoiceField, self.fields["table_size"])
        advised = rules.seats_advised or rules.seats_max
        too_large = _("%(size)d (das Regelwerk rät ab: langes Warten)")
        sizes = {size: str(size) if size <= advised else too_large % {"size": size} for size in rules.sizes}
        field.choices = [("", _("%(size)d (üblich)") % {"size": rules.table_size}), *sizes.items()]
        meaning = _("Was nicht aufgeht, sitzt möglichst an kleineren Tischen.")
        field.help_text = f"{meaning} {tables_example(self._with_table_size(rules))}"
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
        """Prepares two alternative fields: the number of rounds (or the target score), and a fixed number of games."""
        field, games = self.fields["length_number"], self.fields["games_per_list"]
        field.label = {
            LengthUnit.ROUNDS: _("Runden je Liste"),
            LengthUnit.TARGET: _("Gespielt wird bis zu so vielen Punkten"),
        }[units_of(rules)[0]]
        field.help_text = {
            LengthUnit.ROUNDS: _("Eine Runde hat so viele Spiele, wie am Tisch sitzen. Ohne Angabe: %(usual)s."),
            LengthUnit.TARGET: _("Bis jemand sie allein erreicht hat. Ohne Angabe: %(usual)s."),
        }[units_of(rules)[0]] % {"usual": self.figures["length_number"]}
        typed = whole_number(self.text_in("length_number")) or self.figures["length_number"] or 1
        length = Length(units_of(rules)[0], typed)
        if not length_fault(rules, length):
            field.help_text += f" {length_example(self._with_table_size(rules), length)}"
        games.label = _("oder Spiele je Liste")
        games.required = False
        games.help_text = _("Stattdessen eine feste Zahl.")

    def _ask_stake(self) -> None:
        try:
            typed = StakeField(required=False).clean(self.text_in("stake"))
        except forms.ValidationError:
            typed = None
        meaning = _("Ohne Angabe wird nicht um Geld gespielt.")
        self.fields["stake"].help_text = f"{stake_example(typed or USUAL_STAKE)} {meaning}"
        self.fields["stake_booked"].help_text = _("Sonst zahlen die Spieler untereinander, und nichts wird gebucht.")

    def _with_table_size(self, rules: RuleSet) -> RuleSet:
        """Returns the rule system with the table size from the form."""
        typed = whole_number(self.text_in("table_size"))
        return replace(rules, seats_wanted=typed if typed in rules.sizes else None)

    @property
    def chosen_rules(self) -> RuleSet:
        """The rule system that is chosen in the form."""
        return RULE_SYSTEMS.get(str(self["ruleset"].value()), RULE_SYSTEMS[DEFAULT])

    def has_other_rules_than(self, posted: QueryDict) -> bool:
        """Returns whether the page showed the fields of a rule system other than the chosen one."""
        shown = posted.get(SHOWN_RULES, "")
        return shown in RULE_SYSTEMS and shown != self.chosen_rules.key

    @property
    def asked(self) -> frozenset[str]:
        """The names of the fields that the chosen rule system and scoring have, but others may lack."""
        rules = self.chosen_rules
        return asked_terms(rules) | asked_points(rules) if self.counts_points else asked_terms(rules)

    @property
    def figures(self) -> dict[str, int | None]:
        """The default of each figure that may be left empty, by field name."""
        return usual_figures(self.chosen_rules, counts_points=self.counts_points)

    @property
    def asks_for_bonus(self) -> bool:
        return any(name.startswith("bonus_") for name in self.asked)

    @property
    def usual_bonus(self) -> str:
        """The rule system's usual bonus points as text, without bonuses of 0."""
        four, three, hand = self.chosen_rules.usual_bonus
        named = (
            (four, _("%(points)d am Vierertisch")),
            (three, _("%(points)d am Dreiertisch")),
            (hand, _("%(points)d für ein Handrommé")),
        )
        return ", ".join(words % {"points": points} for points, words in named if points)

    @property
    def bonus_amounts(self) -> tuple[int, int, int]:
        """The bonuses at a table of four, at a table of three and for a Handrommé, as typed in the form.

        The usual bonus, or 0 if there is none, replaces a missing or invalid number.
        """
        four, three, hand = (
            amount if (amount := whole_number(str(self[name].value()))) is not None else self.figures[name] or 0
            for name in _BONUSES
        )
        return four, three, hand

    @property
    def has_bonus_example(self) -> bool:
        """Whether the page shows the example of the bonus, which only some rule systems have.

        With scoring points, the page shows it only if the bonus at tables of four or of three is not 0.
        """
        return "bonus_four" in self.asked and (not self.counts_points or any(self.bonus_amounts[:2]))

    def clean_games_per_list(self) -> int | None:
        games = self.cleaned_data.get("games_per_list")
        return None if games is None else up_to_99(int(games))

    def clean_rules(self, cleaned: dict[str, Any]) -> None:
        """Validates the fields that depend on the rule system, if the rule system itself is valid."""
        if rules := RULE_SYSTEMS.get(cleaned.get("ruleset", "")):
            self._fill_in_usual(cleaned, rules)
            self.clean_options(cleaned, rules)

    def _fill_in_usual(self, cleaned: dict[str, Any], rules: RuleSet) -> None:
        for name, usual in self.figures.items():
            if name == "length_number":
                continue
            if name in _BONUSES and name not in self.asked and not self.locked:  # typed for another rule system
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
        cleaned["scoring"] = cleaned.get("scoring") or self.instance.scoring
        cleaned["points_per_game"] = self.announced_points()
        if (
            self.counts_points
            and not cleaned.get("bonus_mode")
            and (cleaned.get("bonus_four") or cleaned.get("bonus_three"))
        ):
            self.add_error("bonus_mode", _("Bitte wählen Sie, wie der Bonus zählt."))
        cleaned["bonus_mode"] = cleaned.get("bonus_mode") or Event.Bonus.PER_LIST.value

    def _clean_stake(self, cleaned: dict[str, Any], rules: RuleSet) -> None:
        stake = cleaned.get("stake")
        if not rules.settles:
            self.errors.pop("stake", None)
            cleaned |= {"stake": None, "stake_booked": False}
        elif stake is not None and (fault := stake_fault(rules, stake)):
            self.add_error("stake", fault)
        elif stake is None and cleaned.get("stake_booked") and "stake" not in self.errors:
            self.add_error("stake", no_stake_to_book())

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
            number = self.figures["length_number"] if number is None else number
            cleaned |= {"games_per_list": 0, "length_unit": unit.value, "length_number": number}
            if fault := length_fault(rules, Length(unit, number or 0)):
                self.add_error("length_number", fault)


def up_to_99(count: int) -> int:
    """Returns the number of series or games; raises ValidationError unless it is between 1 and 99."""
    if not 1 <= count <= 99:
        raise forms.ValidationError(_("Bitte geben Sie eine Zahl von 1 bis 99 an."))
    return count
