"""A paragraph sign and its number stay together on a page; fields keep them as typed."""

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.documents.render.typography import glued, typeset
from tests.factories import make_official

GLUED = "§\u00a0"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<h2>nach § 1.3 und §§ 4.1</h2>", f"<h2>nach {GLUED}1.3 und §{GLUED}4.1</h2>"),
        ('<input value="§ 6.7"><h2>§ 6.7</h2>', f'<input value="§ 6.7"><h2>{GLUED}6.7</h2>'),
        ("<h2><textarea>§ 6.7</textarea> § 6.7</h2>", f"<h2><textarea>§ 6.7</textarea> {GLUED}6.7</h2>"),
        ("<script>// § 2</script><p>§ und § a</p>", "<script>// § 2</script><p>§ und § a</p>"),
        ("<p>nichts</p>", "<p>nichts</p>"),
    ],
)
def test_paragraph_keeps_its_number_in_text_only(page: str, expected: str) -> None:
    assert typeset(page) == expected
    assert typeset(typeset(page)) == expected


def test_words_for_a_script_are_glued_and_not_linked() -> None:
    assert glued("nach § 6.7 und III.5") == f"nach {GLUED}6.7 und III.5"


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
        (
            '<form method="post"><a href="/x/">§ 6.7</a> § 6.7</form><!-- --> § 6.7',
            f'<form method="post"><a href="/x/">{GLUED}6.7</a> {GLUED}6.7</form><!-- --> '
            f'<a href="/regelwerk/#6.7">{GLUED}6.7</a>',
        ),
        ("<form><p>§ 6.7</p></form>", f'<form><p><a href="/regelwerk/#6.7">{GLUED}6.7</a></p></form>'),
        (
            "<h2>§ 6.7</h2><header>§ 6.7</header>",
            f'<h2>{GLUED}6.7</h2><header><a href="/regelwerk/#6.7">{GLUED}6.7</a></header>',
        ),
    ],
)
def test_paragraph_leads_to_the_rulebook_unless_it_stands_in_what_is_pressed_or_filled_in(
    page: str, expected: str
) -> None:
    assert typeset(page) == expected
    assert typeset(typeset(page)) == expected


@pytest.mark.django_db
def test_page_of_the_program_is_set_so(client: Client) -> None:
    client.force_login(make_official())
    page = client.get(reverse("help:rules")).content.decode()
    assert f"{GLUED}5.2" in page
    assert ">§ 5.2" not in page
