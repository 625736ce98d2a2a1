"""The cases of the sources in words."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

EXAMPLE_WORDS: Mapping[str, StrOrPromise] = {
    "spades_and_jacks": _("Pik 3, 4, 5 und drei Buben auslegen"),
    "aces_with_joker": _("Zwei Asse mit Joker und Herz 3, 4, 5 auslegen"),
    "queen_king_ace": _("Dame, König, Ass"),
    "king_ace_two": _("Über das Ass hinaus: König, Ass, Zwei"),
    "joker_with_next": _("Joker und Kreuz 8 an Kreuz 3 bis 6 anlegen"),
    "joker_alone": _("Einen Joker allein anlegen"),
    "joker_by_place": _("Den Joker, der an zweiter Stelle liegt, mit Pik holen"),
    "three_eights": _("Drei Achten"),
    "run_with_joker": _("Acht, Neun, Joker, Bube"),
    "two_jokers": _("Zwei Joker in einer Sequenz"),
    "jack_behind": _("Den Buben an Acht, Neun, Zehn anlegen"),
    "runs_to_sets": _("Drei Sequenzen und eine Acht zu vier Sätzen umbauen"),
    "both_ends": _("Vorn und hinten zugleich anlegen"),
    "four_sixes": _("Vier Sechsen"),
    "three_aces": _("Drei Asse"),
    "queen_to_two": _("Dame, König, Ass, Zwei"),
    "ace_to_three": _("Ass, Zwei, Drei"),
    "five_to_nine": _("Fünf bis Neun"),
    "sixes_and_run": _("Drei Sechsen und Dame, König, Ass, Zwei, Drei auslegen"),
    "ten_and_jack": _("Zehn und Bube anlegen"),
    "suit_twice": _("Ein Satz mit einer Farbe doppelt"),
    "contract_two": _("1 Satz und 1 Sequenz im 2. Spiel"),
    "card_too_many": _("Mit einer Karte mehr als im Kontrakt"),
    "runs_follow_on": _("Zwei Sequenzen, die aneinander anschließen"),
    "runs_overlap": _("Zwei Sequenzen, die sich überlappen"),
}
