"""The IBAN in an organiser's text is recognised, if it is valid."""

import pytest

from romme_turnier.core.money.iban import find_holder, find_iban

SOUND = "DE02120300000000202051"


@pytest.mark.parametrize(
    "text",
    [
        SOUND,
        "Rommé-Club Nord, DE02 1203 0000 0000 2020 51",
        "IBAN: DE02 1203 0000 0000 2020 51, BIC BYLADEM1001",
        "de02 1203 0000 0000 2020 51 Sparkasse Nord",
        "DE02\N{NO-BREAK SPACE}1203 0000 0000 2020 51",
        "DE99 ist falsch, DE02120300000000202051 stimmt",
    ],
)
def test_an_iban_is_found_however_it_is_written(text: str) -> None:
    assert find_iban(text) == SOUND


def test_an_iban_of_another_country_has_its_own_length() -> None:
    assert find_iban("AT61 1904 3002 3457 3201") == "AT611904300234573201"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bar vor Ort",
        "DE02 1203 0000 0000 2020 52",
        "DE02 1203 0000 0000 2020",
        f"{SOUND}9",
        "XX02120300000000202051",
    ],
)
def test_nothing_is_found_where_a_digit_is_wrong_or_missing(text: str) -> None:
    assert find_iban(text) is None


@pytest.mark.parametrize(
    ("text", "holder"),
    [
        ("Rommé-Club Nord, DE02 1203 0000 0000 2020 51", "Rommé-Club Nord"),
        ("Rommé-Club Nord e. V.\nIBAN DE02 1203 0000 0000 2020 51", "Rommé-Club Nord e. V."),
        ("Rommé-Club Nord DE02 1203 0000 0000 2020 51", "Rommé-Club Nord"),
        ("Rommé-Club Gießen de02 1203 0000 0000 2020 51", "Rommé-Club Gießen"),
        ("IBAN: DE02 1203 0000 0000 2020 51, Kontoinhaberin: Erika Muster, BIC BYLADEM1001", "Erika Muster"),
        ("Sparkasse Nord, Rommé-Club Nord, DE02120300000000202051", "Rommé-Club Nord"),
        ("Volksbank Nord, IBAN DE02 1203 0000 0000 2020 51", None),
        ("DE02120300000000202051", None),
        ("", None),
    ],
)
def test_the_holder_of_an_account_is_named_or_stands_before_the_number(text: str, holder: str | None) -> None:
    assert find_holder(text) == holder
