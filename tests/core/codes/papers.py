"""Contents of codes by chance, and a signing key."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import strategies as st

from romme_turnier.core.codes.content import COLUMNS, MARK, NAME_MOST, PARTS, Content, Kind
from romme_turnier.core.codes.signing import key_signs

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw()
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))

_COUNTS = st.integers(0, 10_000)
_FIGURES = st.none() | st.integers(-3000, 300_000)


@st.composite
def contents(draw: st.DrawFn) -> Content:
    kind = draw(st.sampled_from(Kind))
    if kind is Kind.LIST:
        seats = draw(st.integers(2, 10))
        row = st.tuples(*[_FIGURES] * seats)
        games = draw(st.lists(st.tuples(*[_FIGURES] * (seats + 1)), max_size=20))
        rows, people = [draw(row), *games, draw(row)], seats
        whole = len(rows)
    else:
        rows = draw(st.lists(st.tuples(*[_FIGURES] * COLUMNS[kind]), min_size=1, max_size=30))
        people, whole = len(rows), len(rows) + draw(_COUNTS)
    return Content(
        kind=kind,
        key=key_signs(PUBLIC),
        subject=draw(st.integers(0, 2**63 - 1)),
        name=draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=NAME_MOST)),
        day=draw(_COUNTS),
        issued=draw(_COUNTS),
        part=tuple(draw(_COUNTS) for _ in range(PARTS[kind])),
        number=draw(_COUNTS),
        unit=draw(st.sampled_from([1, 2, 100])),
        whole=whole,
        rows=tuple(rows),
        names=draw(st.binary(min_size=MARK * people, max_size=MARK * people)),
    )


def standings(number: int = 1, subject: int = 7, total: int = 812) -> Content:
    return Content(
        kind=Kind.STANDINGS,
        key=key_signs(PUBLIC),
        subject=subject,
        name="Testpokal",
        day=20_743,
        issued=20_743,
        part=(3,),
        number=number,
        unit=1,
        whole=2,
        rows=((1, 17, total), (2, 4, 901)),
        names=b"abcdef",
    )
