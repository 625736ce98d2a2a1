"""A paragraph sign and its number stay together on a page; fields keep them as typed."""

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.web.typography import glued, typeset
from tests.factories import make_official

GLUED = "§\u00a0"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>nach § 1.3 und §§ 4.1</p>", f"<p>nach {GLUED}1.3 und §{GLUED}4.1</p>"),
        ('<input value="§ 6.7"><p>§ 6.7</p>', f'<input value="§ 6.7"><p>{GLUED}6.7</p>'),
        ("<textarea>nach § 6.7</textarea> § 6.7", f"<textarea>nach § 6.7</textarea> {GLUED}6.7"),
        ("<script>// § 2</script><p>§ und § a</p>", "<script>// § 2</script><p>§ und § a</p>"),
        ("<p>nichts</p>", "<p>nichts</p>"),
    ],
)
def test_paragraph_keeps_its_number_in_text_only(page: str, expected: str) -> None:
    assert glued(page.encode()).decode() == expected
    assert glued(glued(page.encode())).decode() == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            "<p>nach § 6.10 und III.5 (§ 2.2.6)</p>",
            f'<p>nach <a href="/regelwerk/#6.10">{GLUED}6.10</a> und <a href="/regelwerk/#III.5">III.5</a> '
            f'(<a href="/regelwerk/#2.2.6">{GLUED}2.2.6</a>)</p>',
        ),
        ("<p>§ 99 und § 6.12</p>", f"<p>{GLUED}99 und {GLUED}6.12</p>"),
        ('<a href="/x/">nach <b>§ 6.7</b></a>', f'<a href="/x/">nach <b>{GLUED}6.7</b></a>'),
        ('<abbr title="§ 6.7">x</abbr>', '<abbr title="§ 6.7">x</abbr>'),
        ('<form method="post"><p>§ 6.7</p></form>', f'<form method="post"><p>{GLUED}6.7</p></form>'),
        ("<h2>§ 6.7</h2><header>§ 6.7</header>", None),
    ],
)
def test_paragraph_leads_to_the_rulebook_unless_it_stands_in_what_is_pressed_or_filled_in(
    page: str, expected: str | None
) -> None:
    expected = expected or f'<h2>{GLUED}6.7</h2><header><a href="/regelwerk/#6.7">{GLUED}6.7</a></header>'
    assert typeset(page.encode()).decode() == expected
    assert typeset(typeset(page.encode())).decode() == expected


@pytest.mark.django_db
def test_page_of_the_program_is_set_so(client: Client) -> None:
    client.force_login(make_official())
    page = client.get(reverse("help:rules")).content.decode()
    assert f"{GLUED}5.2" in page
    assert ">§ 5.2" not in page
