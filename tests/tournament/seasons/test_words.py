"""Formulas as sentences."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.rankings import formula_refusals
from romme_turnier.tournament.seasons.recipes import RECIPES, formula_of
from romme_turnier.tournament.seasons.words import formula_sentence, plain_number, value_words
from tests.factories import make_event, make_season
from tests.tournament.seasons.season_rows import formula


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"value": "scoring_points", "join": {"mean_of_at_least": 24}},
            "Wertungspunkte: Mittel aller Listen, mindestens 24; fehlende zählen 0; die meisten gewinnen.",
        ),
        (
            {"join": {"mean_of_at_least": 24, "missing": "own_worst"}, "take": {"series": [1]}},
            "Mittel aller Listen, mindestens 24; fehlende zählen so viel wie das eigene schlechteste Ergebnis; "
            "nur Serie 1; die wenigsten Punkte gewinnen.",
        ),
        (
            {"value": "table_points", "keep": {"best": 7}, "unit": "event", "take": {"kinds": ["evening"]}},
            "Tischpunkte: Summe der besten 7 Abende; nur Clubabende; die meisten gewinnen.",
        ),
        (
            {"value": "scoring_points", "unit": "month", "month_needs": 6, "need": 9, "who": {"guests": True}},
            "Wertungspunkte: Summe aller Monate; Gäste zählen mit; ein Monat zählt ab 6 Listen; "
            "in der Wertung ab 9 Monaten; die meisten gewinnen.",
        ),
        (
            {"join": "mean", "keep": {"drop": 2}, "need": {"need": 12, "of": 13}, "ties": ["ended", "last"]},
            "Mittel aller Listen ohne die schlechtesten 2; in der Wertung, wer von je 13 angebotenen mindestens 12 "
            "hat; die wenigsten Punkte gewinnen; bei Gleichstand: mehr beendete Spiele, das bessere letzte Ergebnis, "
            "dann das davor.",
        ),
        (
            {"value": "lists", "minus": {"over": 16, "power": 2}},
            "Zahl der Listen; Abzug (versäumte\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}16)², ab 17 versäumten; "
            "die meisten gewinnen.",
        ),
        (
            {"value": "scoring_points", "unit": "event", "places": {"points": [100, 80, 60, 16, 15, 14]}},
            "Rangpunkte 100, 80, 60, 16–14, gereiht nach: Wertungspunkte: Summe aller Termine; die meisten gewinnen.",
        ),
        (
            {"join": "mean", "least": {"players": 32, "series": 3}},
            "Mittel aller Listen; nur Turniere ab 32 Teilnehmern; nur Turniere ab 3 Serien; "
            "die wenigsten Punkte gewinnen.",
        ),
        (
            {"join": "mean", "value": "scoring_points", "minus_steps": [[5, 10], [10, 30]]},
            "Wertungspunkte: Mittel aller Listen; Abzug ab 5 versäumten 10, ab 10 versäumten 30; die meisten gewinnen.",
        ),
        (
            {"join": "mean", "need": 12, "months": 12},
            "Mittel aller Listen; nur die letzten 12 Monate; in der Wertung ab 12 Listen; "
            "die wenigsten Punkte gewinnen.",
        ),
        (
            {"value": "scoring_points", "weights": {"championship": 2, "qualifier": "1.5"}},
            "Wertungspunkte: Summe aller Listen; Meisterschaften zählen 2-fach; Qualifikationen zählen 1,5-fach; "
            "die meisten gewinnen.",
        ),
        (
            {"keep": {"best": 4}, "places": {"points": [1, 2, 3, 3], "from_last": True}},
            "Rangpunkte vom letzten Platz an 1–3, 3, gereiht nach: Ergebnis der Liste: Summe der besten 4 Listen; "
            "die meisten gewinnen.",
        ),
        (
            {"places": "percent", "join": "mean", "unit": "event", "take": {"kinds": ["evening"]}},
            "Prozent der geschlagenen Mitspieler, gereiht nach: Ergebnis der Liste: Mittel aller Abende; "
            "nur Clubabende; die meisten gewinnen.",
        ),
        (
            {"join": "mean", "key_day": "2026-10-31", "months": 6},
            "Mittel aller Listen; nur die letzten 6 Monate; Stand am Stichtag, dem 31. Oktober 2026; "
            "die wenigsten Punkte gewinnen.",
        ),
        (
            {"join": "mean", "member_months": 6},
            "Mittel aller Listen; nur Listen von Mitgliedern, an diesem Tag seit mindestens 6 Monaten; "
            "die wenigsten Punkte gewinnen.",
        ),
        (
            {"unit": "event", "value": "scoring_points", "organisers_below": True},
            "Wertungspunkte: Summe aller Termine; mit den öffentlichen Turnieren der Veranstalter darunter; "
            "die meisten gewinnen.",
        ),
        (
            {"join": "mean", "member_months": 0},
            "Mittel aller Listen; nur Listen von Mitgliedern; die wenigsten Punkte gewinnen.",
        ),
        (
            {"join": "mean", "until_again": True, "take": {"kinds": ["championship"]}},
            "Mittel aller Listen; ein Turnier zählt, bis es wieder gespielt wird; nur Meisterschaften; "
            "die wenigsten Punkte gewinnen.",
        ),
        (
            {"join": "mean", "take": {"kinds": ["tournament", "qualifier", "championship"]}},
            "Mittel aller Listen; nur Turniere, Qualifikationen und Meisterschaften; die wenigsten Punkte gewinnen.",
        ),
        (
            {"minus": {"over": 0, "from": 3, "power": 1, "times": "2.5"}, "join": "mean"},
            "Mittel aller Listen; Zuschlag versäumte × 2,5, ab 3 versäumten; die wenigsten Punkte gewinnen.",
        ),
    ],
)
def test_formula_as_a_sentence(fields, sentence):
    assert formula_sentence(formula(**fields)) == sentence


def test_formula_in_english_has_capitals_only_at_its_start():
    fields = {"value": "scoring_points", "join": {"mean_of_at_least": 24}, "take": {"kinds": ["evening", "tournament"]}}
    with override("en"):
        assert formula_sentence(formula(**fields)) == (
            "Scoring points: mean of all score sheets, over at least 24; missing ones count 0; only club evenings and "
            "tournaments; the most win."
        )


@pytest.mark.parametrize(
    ("value", "fields", "words"),
    [
        ("1075.50", {"join": "mean"}, "1.075,50"),
        ("-3.00", {"join": "mean"}, "−3,00"),
        ("3512.00", {}, "3.512"),
        ("2.50", {"value": "table_points"}, "2,50"),
        ("4.50", {"value": "lists", "weights": {"evening": "1.5"}}, "4,50"),
        ("180.00", {"value": "table_points", "places": {"points": [180]}}, "180"),
        ("62.50", {"places": "percent"}, "62,50"),
        ("31.25", {"minus": {"over": 0, "power": 1, "times": "0.25"}, "value": "lists"}, "31,25"),
    ],
)
def test_value_has_two_digits_unless_all_values_are_whole(value, fields, words):
    assert value_words(value, formula(**fields)) == words


def test_numbers_of_a_formula_are_written_as_in_the_language():
    number = Fraction("1200.5")
    assert plain_number(number) == "1.200,5"
    with override("en"):
        assert plain_number(number) == "1,200.5"


@pytest.mark.django_db
@pytest.mark.parametrize("event", [{}, {"scoring": "scoring_points"}, {"ruleset": "treppenromme"}, None])
def test_recipes_suit_the_season_and_do_not_contradict_themselves(event):
    season = make_season()
    if event is not None:
        make_event(players=0, season=season, kind=models.Event.Kind.EVENING, **event)
    made = {recipe.key: formula_of(recipe, season) for recipe in RECIPES}
    offered = {key: each for key, each in made.items() if each is not None}
    refused = {key: refusals for key, each in offered.items() if (refusals := formula_refusals(season, each))}
    assert refused == {}
    assert "lists" in offered
    assert len(set(offered.values())) == len(offered)
    assert ("mean" in offered) == (event != {"ruleset": "treppenromme"})
