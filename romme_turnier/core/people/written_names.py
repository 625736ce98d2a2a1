"""Splits written names into first and family name, without titles, brackets, leading numbers and block capitals."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from romme_turnier.core.people.names import PREFIXES, PersonName

_TITLES = re.compile(r"(?<!\w)(?:Prof|Dr|Dipl|Ing|Mag|Med|Herr|Frau|Hr|Fr)(?:\.(?:-\w+\.?)?|(?=\s))\s*", re.IGNORECASE)
_BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_MAIL = re.compile(r"<?[^\s<>@]{1,64}@[^\s<>]+>?")
_PHONE = re.compile(r"(?:\b(?:tel|mobil)\b\.?:?\s*)?\+?\d[\d /()-]{5,}\d", re.IGNORECASE)
_LENGTH = 160  # only the beginning of longer text is read, because no name is half as long
_QUOTED = re.compile(r"\s*(['\"„‚»])(.*)['\"“”‘’«]\s*")
_SIGNS = r"-–—•*·#>+▪►→\u2190-\u27bf\u2b00-\u2bff\ufe0f\u20e3\U0001f000-\U0001faff"  # also ticks, boxes and emoji
_NUMBERED = re.compile(
    rf"\s*(?:(?:(?:Nr\.?|#)\s*)?[(\[]?\d{{1,4}}(?:\s*[.):\]–—-]+\s*|(?=[{_SIGNS}])|\s+)|[{_SIGNS}]\s*)++"
    r"(?:(?:Platz|Rang)\s*:\s*)?(?=[^\W\d]|[(\[])",
    re.IGNORECASE,
)
_SIGNS_BEHIND = re.compile(r"\s*([\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]+)\s*$")
_PARTICLE = re.compile(r"(?:Ma?c|Fitz|D[aei]|L[ae]|[dDO]['’])(?=[^\W\d_]{2})(?=[^a-zäöü]+$)")  # such as "McDONALD"
_ORDINALS = frozenset(("II", "III"))
# Common first names that are rarely family names: they show the order of the names in a list.
_COMMON = """
    Andrea Angelika Anja Anna Anneliese Barbara Birgit Brigitte Christa Christine Claudia Doris Edith Elfriede Elisabeth
    Elke Erika Eva Gabriele Gerda Gisela Gudrun Hannelore Heide Heidi Heike Helga Hildegard Ilse Ina Inge Ingeborg
    Ingrid Irene Irmgard Jutta Karin Katja Katrin Kerstin Liesel Lieselotte Margarete Margret Maria Marianne Marion
    Marlies Martina Monika Nicole Petra Regina Renate Rita Rosemarie Roswitha Ruth Sabine Sandra Sigrid Silvia Stefanie
    Susanne Ulrike Ursula Ute Waltraud Andreas Bernd Christian Detlef Dieter Erwin Frank Gerd Gerhard Günter Hans
    Hans-Jürgen Harald Heinz Helmut Holger Horst Joachim Jens Jörg Jürgen Kai Karl-Heinz Klaus Kurt Manfred Markus
    Matthias Michael Norbert Olaf Peter Rainer Ralf Reinhard Rolf Siegfried Stefan Thorsten Torsten Uwe Volker Willi
    Wolfgang
"""
COMMON_FIRST_NAMES = frozenset(_COMMON.split())


@dataclass(frozen=True, slots=True)
class WrittenName:
    """A name as a list writes it."""

    first: str
    last: str
    remark: str = ""  # the text in brackets, and signs after the name
    before: str = ""  # a number or sign before the name


def parse_name(text: str, first_names: Collection[str] = (), *, last_first: bool = False) -> WrittenName:
    """Splits a whole name: "3. Dr. FUCHS, Ingeborg (Gast)" is Ingeborg Fuchs, with the remark "Gast".

    Without a comma the family name is the part in capitals, the part that begins with "von" or the like, or the last
    word (the first, if `last_first`). If the name has two words, the known `first_names` show which is the first name.
    """
    plain, remark, before = _bare(text)
    if "," in plain:
        last, _comma, first = (_TITLES.sub("", part).strip(" ,") for part in plain.partition(","))
        return WrittenName(in_mixed_case(first), in_mixed_case(last), remark, before)
    name = _parted(_TITLES.sub("", plain).split(), last_first)
    first, last = in_mixed_case(name.first), in_mixed_case(name.last)
    if " " not in first and last in first_names and first not in first_names:
        first, last = last, first
    return WrittenName(first, last, remark, before)


def parse_part(text: str) -> WrittenName:
    """Parses a separate first or family name like `parse_name`, and returns it as the last name."""
    plain, remark, before = _bare(text)
    return WrittenName("", in_mixed_case(_TITLES.sub("", plain)), remark, before)


def in_mixed_case(text: str) -> str:
    """Returns a name with block capitals changed to mixed case: "VON DER AUE-GROẞ" is "von der Aue-Groß"."""
    return " ".join(_word_in_mixed_case(word) for word in text.split())


def _word_in_mixed_case(word: str) -> str:
    if not _is_in_capitals(word):
        return word
    if particle := _PARTICLE.match(word):
        return particle[0] + _word_in_mixed_case(word[particle.end() :])
    small = word.lower()
    return small if small in PREFIXES else re.sub(r"[^\W\d_]+", lambda part: part[0][0].upper() + part[0][1:], small)


def _is_in_capitals(word: str) -> bool:
    """Returns whether a word is in capitals; initials and short names such as "JP" do not count."""
    if particle := _PARTICLE.match(word):
        word = word[particle.end() :]
    signs = [sign for sign in word if sign.isalpha()]
    if "." in word or word in _ORDINALS or not all(sign.isupper() or sign == "ß" for sign in signs):
        return False
    return len(signs) > 2 or (len(signs) == 2 and word.lower() in PREFIXES)


def _parted(words: list[str], last_first: bool) -> PersonName:
    capitals = [place for place, word in enumerate(words) if _is_in_capitals(word)]
    if 0 < len(capitals) < len(words):
        first, last = capitals[0], capitals[-1] + 1
        while first > 0 and words[first - 1] in PREFIXES:
            first -= 1
        if first == 0 or last == len(words):
            family = words[first:last]
            return PersonName(" ".join([*words[:first], *words[last:]]), " ".join(family))
    mixed = [_word_in_mixed_case(word) for word in words]
    count = 0
    while count < len(words) and mixed[count] in PREFIXES:
        count += 1
    if (last_first or count) and count < len(words) - 1:
        return PersonName(" ".join(mixed[count + 1 :]), " ".join(mixed[: count + 1]))
    return PersonName.of(" ".join(mixed))


def _bare(text: str) -> tuple[str, str, str]:
    """Returns the bare name, the remarks (text in brackets, signs after the name), and the number or signs in front.

    Quotation marks and contact data are left out.
    """
    text = text[:_LENGTH]
    quoted = _QUOTED.fullmatch(text)
    text = _PHONE.sub(" ", quoted[2] if quoted else text)
    text = _MAIL.sub(" ", text) if "@" in text else text  # searching every word of a long text takes time
    numbered = _NUMBERED.match(text)
    before = numbered[0].strip() if numbered else ""
    rest = text[numbered.end() :] if numbered else text
    remarks = [" ".join((match[1] or match[2] or "").split()) for match in _BRACKETS.finditer(rest)]
    if behind := _SIGNS_BEHIND.search(rest):  # such as a tick
        remarks.append(behind[1])
        rest = rest[: behind.start()]
    return " ".join(_BRACKETS.sub(" ", rest).split()), ", ".join(filter(None, remarks)), before
