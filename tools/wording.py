"""Turns of phrase that read like translated German, and how often the project uses each one.

Docstrings, comments and the English pages are counted, and turns that the name of a test may not contain. The ceilings
in wording.json may only sink; a count below its ceiling is as much a fault as one above it, see
tests/tooling/test_wording.py.

    python -m tools.wording               # every count
    python -m tools.wording "the own"     # the passages that contain a turn
    python -m tools.wording --lower       # write the counts that have become smaller as ceilings
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools.figures import sources, vague_names
from tools.project import ROOT, say

FOLDERS = ("romme_turnier", "tools", "benchmarks", "tests")
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "docs/rules/*.md")
VAGUE_NAMES = "one or found as a name"
NAMES_OF_TESTS = "a turn in the name of a test"

_CEILINGS = Path(__file__).with_suffix(".json")
_START = "¶"  # stands for the beginning of a passage in `normalised`
_SENTENCE = f"(?<=[.:;!?{_START}] )"  # the beginning of a sentence or of one of its parts
_PROSE = re.compile(r'"""(.*?)"""|^\s*(#[^\n]*(?:\n\s*#[^\n]*)*)|  (# [^\n]*)', re.DOTALL | re.MULTILINE)
_VAGUE = re.compile(r"\b(?:one|found)\b")
_PRAGMA = re.compile(r"# (?:noqa|type: |pragma|mypy)")
_CODE = re.compile(r"``[^`]*``|`[^`\n]*`")
_FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_NAME_OF_TEST = re.compile(r"\bdef test_(\w+)")
_NEVER_IN_NAMES = ("whoever", "to whom", "the own", "so many", "anew", "beside")  # others are still common
_PART = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*#]|\d+\.) )|\|")
_GAP = re.compile(r"[\s#(\"“„*|>]+")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as a pattern over lower-case words with single spaces between them, and what to write instead."""

    name: str
    pattern: str
    instead: str

    def count(self, text: str) -> int:
        """Returns how often the turn occurs in a text that `normalised` returned."""
        return len(re.findall(f" {self.pattern}", text))


@dataclass(frozen=True, slots=True)
class Passage:
    """A docstring, a comment or a part of a page, with its line in the file."""

    path: str
    line: int
    text: str


# Clauses in the place of nouns, then single words, then inverted and impersonal sentences.
TURNS = (
    Turn("Who as a subject", _SENTENCE + r"who (?![^.?]*\?)", "the player that …, or the noun for the person"),
    Turn("for who", r"(?:for|of|to|by|from|with|than|but|only) who\b", "the noun for the person"),
    Turn("and who", r"and who\b", "name the thing"),
    Turn("whoever", r"whoever\b", "anyone who; a player that"),
    Turn("somebody who", r"(?:any|every|some|no)body who\b", "a player that; everyone that"),
    Turn("those who", r"those (?:who|whom|whose|that)\b", "the players that"),
    Turn("the one that", r"the one (?:that|who|whose|which|with)\b", "repeat the noun"),
    Turn("What as a subject", _SENTENCE + r"what (?![^.?]*\?)", "the noun: contents, effect, reason, state"),
    Turn("of what", r"(?:of|for|to|by|from|with|than|but|on|in) what\b", "the noun"),
    Turn("and what", r"and what\b", "and the noun"),
    Turn("whatever", r"whatever\b", "any …"),
    Turn("wherever", r"wherever\b", "everywhere that; if"),
    Turn("all that", r"(?:all|everything) that\b", "every row that; all rows"),
    Turn("nothing that", r"(?:nothing|something|anything) that\b", "no row that; the noun"),
    Turn("that there is", r"(?:that|what|all) there (?:is|are|was)\b", "every existing …"),
    Turn("to whom", r"(?:to|by|for|of|with|from) whom\b", "an active sentence"),
    Turn("of which", r"of which\b", "a second sentence"),
    Turn("the own", r"the own\b", "your own; its own; that player's"),
    Turn("one's", r"one's\b", "your; the player's"),
    Turn("of its own", r"of (?:its|their) own\b", "its own …; a separate …"),
    Turn("so many", r"so (?:many|much)\b", "this many; `count` rows"),
    Turn("anew", r"anew\b", "again; from scratch"),
    Turn("once more", r"once more\b", "again"),
    Turn("beside", r"beside\b", "next to; besides; as well as"),
    Turn("stands", r"stands (?!for\b|in for\b)", "is; is written"),
    Turn("lies", r"lies\b", "is; is stored"),
    Turn("things lie", r"(?:that|they|which|things|copies|data|files) lie\b", "are; are stored"),
    Turn("tells of", r"(?:tells|told|tell) of\b", "describes"),
    Turn("is told", r"(?:is|are|be|was) told\b", "name the reader; is reported"),
    Turn("says so", r"(?:says|say|said) so\b", "reports it"),
    Turn("knows of", r"(?:knows|know|known) of\b", "has; sees"),
    Turn("asked for", r"(?:is|are|was|were|be) asked for\b", "requested"),
    Turn("comes to", r"(?:comes|come|came) (?:to|of)\b", "is; adds up to; results in"),
    Turn("becomes of", r"(?:becomes|became|become) of\b", "the outcome of"),
    Turn("makes no", r"(?:knows|makes|takes|needs|gives|asks) (?:no|none|nothing)\b", "does not …"),
    Turn("is no", r"(?<!there )(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b)", "is not a; has no"),
    Turn("is there", r"(?:is|are|was|were) there\b(?! (?:a|any|such)\b)", "exists; is present"),
    Turn("as far as", r"(?:as|so) far as\b", "if; to the extent that"),
    Turn("as long as nobody", r"as long as (?:nobody|nothing|none|no|it|there)\b", "until; while"),
    Turn("nobody", r"nobody\b", "no player; no official; nothing"),
    Turn("somebody", r"somebody\b", "a player; another official; another person"),
    Turn("where none", r"where (?:no|none|nothing|nobody|neither|not)\b", "if there is no"),
    Turn("Where for if", _SENTENCE + r"where (?![^.?]*\?)", "if"),
    Turn("None where", r"(?:none|nothing|empty|null|false|true|only|even|but|and|or) where\b", "None if"),
    Turn("else", r"(?<=[,;] )else\b", "otherwise"),
    Turn("alone", r"alone\b", "only"),
    Turn("nothing but", r"(?:nothing|none|all|no one|anything|everything) but\b", "only; all except"),
    Turn("from it on", r"from (?:[a-z0-9`]+ ){1,3}on\b(?! (?:a|the|its|paper)\b)", "starting with; after"),
    Turn("meanwhile", r"meanwhile\b", "in between; by then"),
    Turn("at once", r"at once\b", "immediately; together"),
    Turn("a further", r"(?:a|one|no|any|each|every) further\b", "another"),
    Turn("trouble", r"troubles?\b", "error; fault; failure"),
    Turn("mend", r"(?:mend|mends|mended|mending)\b", "fix; repair; correct"),
    Turn("thereby", r"(?:thereby|thereof|whereby|hitherto|heed|heeded|astray|amiss|in its turn)\b", "a plain word"),
    Turn("one can", r"one (?:can|may|sees|gets|wants|knows|is asked)\b", "name the person"),
    Turn("of it, at the end", r"(?:of|for|with|from|by|after|before|behind) it[.,;:]", "name the thing"),
    Turn("goes on", r"(?:goes|go|went|going) on\b", "continues"),
    Turn("is to be", r"(?:is|are|was|were) (?:still |yet )?to be\b", "must be; will be"),
    Turn("by which", r"by which\b", "a second sentence"),
    Turn("now and then", r"now and then\b", "occasionally"),
    Turn("nor, inverted", r"nor (?:is|are|does|do|may|can|has)\b", "and is not"),
    Turn("as they are", r"as (?:they are|it is|it was|they were|it lies|it stands)\b", "unchanged; current"),
    Turn("in words", r"in words\b", "as text"),
    Turn("said of", r"(?:is|are|be|was) said\b", "reported; shown"),
    Turn("Kept are", _SENTENCE + r"[a-z]+(?:ed|en|pt|ft) (?:is|are) ", "subject first"),
    Turn("Nothing as a subject", _SENTENCE + r"(?:nothing|nobody) ", "the subject: the row is never …"),
)


def passages() -> Iterator[Passage]:
    """Yields every docstring and comment of the code, then the English pages."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from prose_of(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    for pattern in PAGES:
        for path in sorted(ROOT.glob(pattern)):
            yield from parts_of(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))


def prose_of(path: str, source: str) -> Iterator[Passage]:
    """Yields the docstrings and comments of a module; any string in three quotes counts as one."""
    for match in _PROSE.finditer(source):
        group = match.lastindex or 1
        if not _PRAGMA.match(match[group]):
            yield Passage(path, source.count("\n", 0, match.start(group)) + 1, match[group])


def parts_of(path: str, page: str) -> Iterator[Passage]:
    """Yields the paragraphs, list items and cells of a page, without blocks of code."""
    page = _FENCE.sub(lambda block: "\n" * block[0].count("\n"), page)
    start = 0
    for end in [*(match.end() for match in _PART.finditer(page)), len(page)]:
        if text := page[start:end].strip("\n |"):
            yield Passage(path, page.count("\n", 0, start) + 1, text)
        start = end


def normalised(text: str) -> str:
    """Returns a passage in lower case without code, with one space between words."""
    return _GAP.sub(" ", f"{_START} {_CODE.sub(' ` ', text)} ").lower()


@cache
def project_text() -> str:
    """Returns all passages, normalised, as one text."""
    return " ".join(normalised(passage.text) for passage in passages())


def turns_in_names(source: str) -> int:
    """Returns how often the names of the tests in a module contain a turn that none may contain."""
    names = " ".join(f" {name} ".replace("_", " ") for name in _NAME_OF_TEST.findall(source))
    return sum(turn.count(names) for turn in TURNS if turn.name in _NEVER_IN_NAMES)


def counts() -> dict[str, int]:
    """Returns how often the project uses each turn, by its name, then the numbers of vague names and names of tests."""
    turns = {turn.name: turn.count(project_text()) for turn in TURNS}
    # Most modules need no parsing: they have the words in their prose only.
    suspects = [source for source in sources().values() if _VAGUE.search(_PROSE.sub("", source))]
    names = sum(turns_in_names(path.read_text(encoding="utf-8")) for path in (ROOT / "tests").rglob("test_*.py"))
    return turns | {
        VAGUE_NAMES: sum(len(vague_names(ast.parse(source))) for source in suspects),
        NAMES_OF_TESTS: names,
    }


def ceilings() -> dict[str, int]:
    """Returns how often each turn may be used, and how many bindings and tests may have a name with a fault."""
    return json.loads(_CEILINGS.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def lower(measured: dict[str, int]) -> None:
    """Writes the counts that are below their ceilings as new ceilings; a count without a ceiling becomes one."""
    old = ceilings()
    lowered = {name: min(count, old.get(name, count)) for name, count in measured.items()}
    _CEILINGS.write_text(json.dumps(lowered, indent=4, ensure_ascii=False) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Prints the count of every turn, or each passage with a named turn; with --lower, lowers the ceilings."""
    if arguments == ["--lower"]:
        lower(counts())
    elif arguments:
        _print_passages([turn for turn in TURNS if turn.name in arguments])
    else:
        allowed = ceilings()
        instead = {turn.name: turn.instead for turn in TURNS}
        for name, count in counts().items():
            say(f"{count:5} of {allowed[name]:5}  {name}: {instead.get(name, 'name the thing')}")
    return 0


def _print_passages(turns: list[Turn]) -> None:
    for passage in passages():
        if any(turn.count(normalised(passage.text)) for turn in turns):
            say(f"{passage.path}:{passage.line}: {' '.join(passage.text.split())}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
