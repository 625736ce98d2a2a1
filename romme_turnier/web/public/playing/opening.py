"""The page "Spielen", where a visitor chooses the rules, the opponents and a name, and opens a table."""

from collections.abc import Callable

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.core.playing.agreements import MOST_GAMES
from romme_turnier.core.playing.table import Plays
from romme_turnier.core.rules import RULE_SYSTEMS, RuleSet
from romme_turnier.core.rules.system.ruleset import LengthUnit, Option
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing.tables import NAME_LENGTH, Wish, open_table
from romme_turnier.tournament.shared.rule_words.options import OPTION_WORDS, option_in_words, option_name
from romme_turnier.web.acting import errors_in
from romme_turnier.web.public.phone_identity import remember_seat
from romme_turnier.web.public.registering.guard import is_within_rate, personal

_TOO_MANY = gettext_lazy("Von Ihrem Anschluss wurden gerade sehr viele Tische eröffnet.")
_USUAL = "rommeordnung"
_USUAL_GAMES = 4
_LENGTHS = {LengthUnit.ROUNDS: gettext_lazy("Runden"), LengthUnit.TARGET: gettext_lazy("Gespielt wird bis")}


class TableForm(forms.Form):
    """The form for a table under a rule system, with the options of that system."""

    name = forms.CharField(
        label=gettext_lazy("Ihr Name am Tisch"),
        max_length=NAME_LENGTH,
        error_messages={"required": gettext_lazy("Bitte geben Sie einen Namen ein.")},
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )

    def __init__(self, rules: RuleSet, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.rules = rules
        most = rules.seats_max - 1
        counts = [(n, str(n)) for n in range(min(most, 9) + 1)]
        self.fields["opponents"] = _number(gettext_lazy("Gegner, für die das Programm spielt"), counts, min(3, most))
        self.fields["strength"] = forms.ChoiceField(
            label=gettext_lazy("Wie stark spielen sie?"),
            choices=[(Plays.SIMPLE.value, gettext_lazy("einfach")), (Plays.STRONG.value, gettext_lazy("stark"))],
            help_text=gettext_lazy("Einfache Gegner übersehen manches. Starke rechnen mit, was noch kommen kann."),
        )
        for name, option in rules.options.items():
            self.fields[f"o_{name}"] = _option(name, option)
        play = rules.play
        if not play.contracts and play.rounds is None and play.target is None:
            self.fields["games"] = forms.IntegerField(
                label=gettext_lazy("Spiele"), min_value=1, max_value=MOST_GAMES, initial=_USUAL_GAMES
            )
        self.fields["fast"] = forms.BooleanField(label=gettext_lazy("Die Gegner spielen schnell"), required=False)

    @property
    def lengths(self) -> list[forms.BoundField]:
        """The fields for the length of the match; none if the rule system fixes the length."""
        said = [f"o_{name}" for name, option in self.rules.options.items() if option.length is not None]
        return [self[name] for name in (*said, "games") if name in self.fields]

    @property
    def special_rules(self) -> list[forms.BoundField]:
        """The fields for the rule system's options, except those for the length of the match."""
        return [self[f"o_{name}"] for name, option in self.rules.options.items() if option.length is None]

    @property
    def asks_for_special_rules(self) -> bool:
        """Whether to unfold the options, because an option is chosen or invalid."""
        return any(field.errors or field.data for field in self.special_rules)

    def wish(self) -> Wish:
        """Returns the requested table; the form must be valid."""
        data = self.cleaned_data
        options = {}
        for name, option in self.rules.options.items():
            sent = data[f"o_{name}"]
            value = int(sent) if isinstance(sent, str) and sent else sent or False
            if value is not False and value != option.usual:
                options[name] = value
        return Wish(
            self.rules.key,
            data["name"],
            options,
            data.get("games"),
            {Plays(data["strength"]): data["opponents"]},
            data["fast"],
        )


def _number(label: object, choices: list[tuple[int, str]], initial: int) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int, initial=initial)  # type: ignore[arg-type]


def _option(name: str, option: Option) -> forms.Field:
    if not option.values:
        words = OPTION_WORDS[name]
        return forms.BooleanField(label=option_in_words(name), help_text=str(words.meaning), required=False)
    if option.most is not None and option.length is not None:
        usual = _("Üblich: %(numbers)s.") % {"numbers": ", ".join(map(str, option.values))}
        return forms.IntegerField(
            label=_LENGTHS[option.length], initial=option.usual, min_value=1, max_value=option.most, help_text=usual
        )
    if option.length is not None:
        numbers = [(value, str(value)) for value in option.values]
        return _number(_LENGTHS[option.length], numbers, option.usual or option.values[0])
    numbers = [(value, option_in_words(name, value)) for value in option.values]
    if option.usual is None:
        return forms.ChoiceField(
            label=option_name(name), choices=[("", gettext_lazy("nicht vereinbart")), *numbers], required=False
        )
    return _number(option_name(name), numbers, option.usual)


def opened(request: HttpRequest, form: forms.Form, verb: Callable[[], tuple[PlayTable, int]]) -> HttpResponse | None:
    """Opens a table with `verb` and redirects the visitor to a seat there.

    If that is refused, adds the reason to the form and returns None.
    """
    with errors_in(form):
        if is_within_rate(request, "open_table"):
            row, holder = verb()
            response = redirect("public:play_table", row.token)
            remember_seat(response, row, holder)
            return response
        form.add_error(None, _TOO_MANY)
    return None


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def play(request: HttpRequest) -> HttpResponse:
    """Shows the form for a table; a POST opens the table.

    `regeln` selects the rule system, on which the other choices depend; an unknown key selects the usual one.
    """
    sent = request.method == "POST"
    asked = (request.POST if sent else request.GET).get("regeln", _USUAL)
    rules = RULE_SYSTEMS.get(asked, RULE_SYSTEMS[_USUAL])
    form = TableForm(rules, request.POST) if sent else TableForm(rules)
    if sent and form.is_valid() and (response := opened(request, form, lambda: open_table(form.wish()))):
        return response
    context = {"form": form, "rules": rules, "systems": RULE_SYSTEMS.values()}
    return render(request, "public/playing/open.html", context)
