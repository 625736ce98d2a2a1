"""A club's colour in both schemes: readable on every ground of its scheme, and unchanged if it already is."""

import re
from pathlib import Path

from django.conf import settings
from hypothesis import example, given, strategies as st

from romme_turnier.tournament.shared.colours import LEAST, WRITTEN, Shades, contrast, on_dark, on_light

colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
TOKENS = (Path(settings.RESOURCES) / "static" / "css" / "tokens.css").read_text(encoding="utf-8")


def _token(name: str, scheme: int) -> str:
    found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", TOKENS)
    assert found is not None
    return found.group(1 + scheme)


def _pairs(shades: Shades, scheme: int) -> list[tuple[str, str]]:
    grounds = [*(_token(name, scheme) for name in ("paper", "paper-2", "paper-3")), shades.quiet]
    words = [(word, ground) for word in (shades.accent, shades.strong) for ground in grounds]
    words += [(_token(ink, scheme), shades.quiet) for ink in ("ink", "ink-2")]
    return [*words, (shades.on_accent, shades.accent), (shades.on_accent, shades.strong), ("#ffffff", shades.felt)]


@given(colours)
@example("#ffffff")
@example("#000000")
@example("#ffff00")
@example("#0000ff")
def test_every_colour_can_be_read_in_both_schemes(colour: str) -> None:
    for scheme, shades in enumerate((on_light(colour), on_dark(colour))):
        assert all(WRITTEN.fullmatch(shade) for shade in vars_of(shades))
        assert [pair for pair in _pairs(shades, scheme) if contrast(*pair) < LEAST] == []


def vars_of(shades: Shades) -> tuple[str, ...]:
    return (shades.accent, shades.strong, shades.quiet, shades.felt, shades.on_accent)


def test_a_colour_that_can_be_read_is_left_as_it_is() -> None:
    assert on_light("#5b1a4a").accent == "#5b1a4a"
    assert on_dark("#ffd27f").accent == "#ffd27f"


def test_a_bright_colour_becomes_darker_on_paper_and_keeps_its_hue() -> None:
    red, green, blue = (int(on_light("#ff8800").accent[at : at + 2], 16) for at in (1, 3, 5))
    assert red > green > blue
