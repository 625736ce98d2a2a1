"""The figures of the product's code are measured the same way each time."""

from pathlib import Path

from tools import figures

MODULE = """\
def _short(x):
    return x


def _shared(x):
    for one in x:
        print(one)


def _long(x):
    a = 1
    b = 2
    c = 3
    d = 4
    e = 5
    return a + b + c + d + e


def run(x):
    return _short(x) + _shared(x) + _shared(x) + _long(x)
"""


def test_figures_count_functions_modules_names_and_tables(tmp_path: Path) -> None:
    files = {
        "romme_turnier/__init__.py": "",
        "romme_turnier/lists/rows.py": MODULE,
        "romme_turnier/lists/migrations/0001_initial.py": MODULE,
        "templates/rows.html": "<table class='a'></table><table></table>",
        "templates/form.html": "{{ table }}",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)

    assert figures.measure(figures.sources(tmp_path), tmp_path / "templates") == {
        "lines of product Python": 20,
        "modules": 2,
        "modules of 30 lines or fewer, without __init__.py": 1,
        "private functions": 3,
        "private functions used once": 2,
        "private functions used once, 6 lines or fewer": 1,
        "bindings named one or found": 1,
        "templates with a hand-written table": 1,
    }
