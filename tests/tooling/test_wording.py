"""Plain English: turns that read like translated German, and names that say nothing, become fewer."""

import ast
from pathlib import Path

import pytest

from tools import wording
from tools.figures import vague_names


@pytest.fixture(scope="module")
def counts() -> dict[str, int]:
    return wording.counts()


def test_turns_and_vague_names_become_fewer(counts: dict[str, int]) -> None:
    instead = {turn.name: turn.instead for turn in wording.TURNS} | {
        wording.VAGUE_NAMES: "a noun for the thing",
        wording.NAMES_OF_TESTS: "the behaviour and the condition",
    }
    ceilings = wording.ceilings()
    risen = [
        f"{name}: {count} uses, {ceilings[name]} allowed; better: {instead[name]}"
        for name, count in counts.items()
        if count > ceilings[name]
    ]
    sunk = [
        f"{name}: write {count}, the ceiling is {ceilings[name]}"
        for name, count in counts.items()
        if count < ceilings[name]
    ]
    if sunk:
        sunk.append("`python -m tools.wording --lower` writes them.")
    assert not risen + sunk, "\n".join(risen + sunk)


def test_every_ceiling_belongs_to_a_count(counts: dict[str, int]) -> None:
    assert list(wording.ceilings()) == list(counts)


def test_ceilings_are_only_lowered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wording, "_CEILINGS", tmp_path / "wording.json")
    (tmp_path / "wording.json").write_text('{"anew": 4, "beside": 4, "gone": 4}')
    wording.lower({"anew": 3, "beside": 5, "lies": 6})
    assert wording.ceilings() == {"anew": 3, "beside": 4, "lies": 6}


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("Who ended the game.", "Who as a subject"),
        ("Redirected: who is not in.", "Who as a subject"),
        ("The rows: what they hold.", "What as a subject"),
        ("Named by who owns it.", "for who"),
        ("the own seat", "the own"),
        ("as long as\n    nobody has it", "as long as nobody"),
        ("It is so many\n# rows.", "so many"),
        ("kept beside the file", "beside"),
        ("It stands there.", "stands"),
        ("words that are no cards", "is no"),
        ("Kept are the last 20.", "Kept are"),
        ("from it on for good", "from it on"),
        ("one's own, else the team's", "else"),
        ("Its reader: nobody.", "nobody"),
    ],
)
def test_turn_is_counted_when_it_is_used(text: str, turn: str) -> None:
    assert uses(text)[turn] == 1


@pytest.mark.parametrize(
    "text",
    [
        "Who ended the game?",
        "What the joker stands for, or what it stands in for?",
        "Besides the standings, `beside` and ``the own`` are names.",
        "There is no longer a list; it is no longer printed.",
        "Returns the player that ended the game, or None if the game goes to the next round.",
    ],
)
def test_turn_is_not_counted_when_the_words_mean_something_else(text: str) -> None:
    assert [name for name, count in uses(text).items() if count] == []


def test_turn_in_the_name_of_a_test_is_counted() -> None:
    source = "def test_row_is_shown_" + "beside_its_sum(): ...\n\ndef test_beneath(): ...\n"
    assert wording.turns_in_names(source) == 1


def uses(text: str) -> dict[str, int]:
    return {turn.name: turn.count(wording.normalised(text)) for turn in wording.TURNS}


def test_docstrings_and_comments_are_prose() -> None:
    source = '"""First."""\nx = 1  # second\n# third\n# part\ny = 2  # noqa: F\ndef f():\n    """Last.\n\n    Line."""'
    passages = list(wording.prose_of("a.py", source))
    assert [" ".join(passage.text.split()) for passage in passages] == [
        "First.",
        "# second",
        "# third # part",
        "Last. Line.",
    ]


def test_parts_of_a_page_are_its_paragraphs_items_and_cells() -> None:
    page = "# Title\n\nTwo\nlines.\n\n```\nbeside\n```\n\n- item\n  goes on\n- item\n\n| a | b |\n|---|---|\n"
    parts = [(passage.line, " ".join(passage.text.split())) for passage in wording.parts_of("a.md", page)]
    assert parts[:5] == [(1, "# Title"), (3, "Two lines."), (10, "- item goes on"), (12, "- item"), (14, "a")]


def test_names_of_turns_differ() -> None:
    assert len({turn.name for turn in wording.TURNS}) == len(wording.TURNS)


@pytest.mark.parametrize(
    "code",
    [
        "one = 1",
        "for one in rows: pass",
        "[one for one in rows]",
        "lambda one: 1",
        "def f(*, found): pass",
        "if found := f(): pass",
        "match x:\n    case [*found]: pass",
        "match x:\n    case int() as one: pass",
        "x, (one, y) = z",
    ],
)
def test_vague_name_is_counted_when_it_is_bound(code: str) -> None:
    assert len(vague_names(ast.parse(code))) == 1


def test_vague_name_is_not_counted_when_it_is_only_read() -> None:
    assert vague_names(ast.parse("print(one.found, found)\nx.one = 2\nf(one=3)")) == []
