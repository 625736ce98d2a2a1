"""Lines of JSON from other programs, read and answered in the same way for rules and seasons."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from romme_turnier.core.json_questions import Answer, Fields, QuestionError, answer_lines, read_line, taken_id
from romme_turnier.core.rules.__main__ import answer_line as answer_of_rules
from romme_turnier.core.seasons.__main__ import answer_line as answer_of_seasons


@pytest.mark.parametrize("answer_line", [answer_of_rules, answer_of_seasons])
@pytest.mark.parametrize(
    "line",
    [b"", b"\xff", b'"\xed\xa0\x80"', b"[" * 100_000, b'{"id": 1' * 5000, b"9" * 5000, b"NaN", b'{"id": NaN}'],
    ids=lambda line: repr(line[:9]),
)
def test_unreadable_line_gets_one_error(answer_line, line):
    answered = answer_line(line)
    assert answered["error"]
    assert answered.get("id") is None


@pytest.mark.parametrize("answer_line", [answer_of_rules, answer_of_seasons])
@pytest.mark.parametrize("name", [None, False, 0, 1.5, "a", "\ud800", [{"a": None}], {"id": 1}])
def test_id_of_any_kind_comes_back_with_an_error(answer_line, name):
    assert answer_line(json.dumps({"id": name, "ask": "nothing"}).encode())["id"] == name


def test_each_line_is_answered_on_one_line_of_utf_8():
    def echo(line: bytes) -> Answer:
        return taken_id(read_line(line))

    out = io.StringIO()
    answer_lines(echo, [b'{"id": "\xc3\xbc\\n\\ud800"}\r\n', b'{"id": "\xe2\x80\xa8"}'], out)
    first, second, end = out.getvalue().encode(errors="backslashreplace").split(b"\n")
    assert first == b'{"id":"\xc3\xbc\\n\\ud800"}'
    assert json.loads(second) == {"id": "\u2028"}
    assert end == b""


def test_error_names_the_path_of_a_field():
    fields = Fields({"keep": {"best": True}, "x": [{}]}, frozenset({"keep", "x"}), "formula.")
    with pytest.raises(QuestionError, match=r'"formula\.keep\.best" is wrong; it is a whole number from 1') as wrong:
        fields.part("keep", frozenset({"best"})).number("best", least=1)
    assert wrong.value.at == "formula.keep.best"
    (inner,) = fields.objects("x", frozenset({"y"}))
    with pytest.raises(QuestionError, match=r'"formula.x\[0\].y" is missing; it is a text') as missing:
        inner.text("y")
    assert missing.value.at == "formula.x[0].y"
    with pytest.raises(QuestionError, match=r"unknown key: \"formula.keep\", \"formula.x\" \(known: z\)") as unknown:
        Fields({"x": 1, "keep": 2}, frozenset({"z"}), "formula.")
    assert unknown.value.at == "formula.keep"


@pytest.mark.parametrize("value", [None, 1, "x", [], True])
def test_question_that_is_no_object_has_no_path(value: Any):
    with pytest.raises(QuestionError) as refused:
        Fields(value, frozenset())
    assert refused.value.at == ""
