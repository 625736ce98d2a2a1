"""Decodes the bytes of a list, repairs text saved in a wrong encoding, and finds characters that no name contains.

Bytes that are not Unicode are decoded with the usual spreadsheet encoding that gives the most plausible letters.
"""

import re
import unicodedata
from functools import lru_cache

_ENCODINGS = {"cp1252": "Windows-1252", "mac_roman": "Mac Roman", "cp850": "DOS (Codepage 850)"}  # the most usual first
_GERMAN = frozenset("äöüÄÖÜß")
_BESIDE_LETTERS = frozenset(" -'’‘´`.,/&()[]+\"„“”‚–·*:_#")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")


def decoded(content: bytes) -> tuple[str, str] | None:
    """Returns the text and the name of the encoding, "" for Unicode; None for bytes that are not text."""
    for encoding in _of_unicode(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if "\0" in text else (text, "")
    texts = [(content.decode(encoding, "replace"), name) for encoding, name in _ENCODINGS.items()]
    best = max(texts, key=lambda each: _plausibility(each[0]))  # the first of equals
    return None if "\0" in best[0] else best


def _of_unicode(content: bytes) -> tuple[str, ...]:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):  # the "Unicode text" of spreadsheets
        return ("utf-16",)
    start = content[:200]
    if start[1::2].count(0) > len(start) // 4 and not start[::2].count(0):
        return ("utf-16-le",)
    return ("utf-8-sig",)


def repaired(text: str) -> str:
    """Restores UTF-8 that was decoded with a wrong encoding and saved again: "BÃ¶ttcher" becomes "Böttcher"."""
    known: dict[str, str] = {}  # for this text only: outside data must not stay in memory
    for signs in _NOT_ASCII.findall(text):
        if signs not in known:
            known[signs] = _repaired(signs)
    return _NOT_ASCII.sub(lambda match: known[match[0]], text)


def _repaired(signs: str) -> str:
    if len(signs) > 1:
        for encoding in _ENCODINGS:
            try:
                # The bytes that were decoded as these characters; control characters stand for their own code.
                original = (bytes((ord(s),)) if "\x80" <= s <= "\x9f" else s.encode(encoding) for s in signs)
                once = b"".join(original).decode("utf-8")
            except UnicodeError:
                continue
            if _worth(once) > _worth(signs) or (3 * len(once) <= len(signs) and _worth(once) >= 0):
                return once
    return signs


def strange_signs(name: str) -> str:
    """Returns the distinct characters that no real name contains, such as those of a wrong encoding."""
    others = [sign for sign in dict.fromkeys(name) if not (_is_letter(sign) or sign.isdigit())]
    return "".join(sign for sign in others if sign not in _BESIDE_LETTERS and unicodedata.category(sign) != "Mn")


def _is_letter(sign: str) -> bool:
    """Returns whether the character is a plain letter; ligatures and superscripts come from a wrong encoding."""
    return sign.isalpha() and sign not in "ªºµƒﬁﬂπΩ" and unicodedata.normalize("NFKC", sign) == sign


def _worth(signs: str) -> int:
    return sum(_worth_of(sign) for sign in signs)


@lru_cache(maxsize=1024)
def _worth_of(sign: str) -> int:
    if sign in _GERMAN:
        return 3
    if _is_letter(sign):
        return 1 if "LATIN" in unicodedata.name(sign, "") else -1
    return 0 if sign in "\xa0’‘„“”‚–—…·•€" else -3


def _plausibility(text: str) -> int:
    """Returns the plausibility of the non-ASCII characters; single letters and misplaced capitals reduce it."""
    total = sum(_worth(match[0]) for match in _NOT_ASCII.finditer(text))
    for word in re.findall(r"[^\W\d_]+", text):
        if not word.isascii() and (len(word) == 1 or word not in (word.upper(), word.lower(), word.capitalize())):
            total -= 4
    return total
