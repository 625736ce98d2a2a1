"""Static files as the program serves them."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile

from romme_turnier.fast.static_storage import StaticStorage

ENTRY = Path(settings.RESOURCES) / "static" / "js" / "entry"
IMPORT = re.compile(r"""from\s*"(\./[^"]+)";""")


def test_scripts_import_each_other_by_names_that_change_with_their_content(tmp_path: Path) -> None:
    storage = StaticStorage(location=tmp_path, base_url="/static/")
    files = {f"js/entry/{script.name}": script for script in ENTRY.glob("*.js")}
    for name, script in files.items():
        with script.open("rb") as content:
            storage.save(name, content)
    paths = {name: (storage, name) for name in files}
    failed = [outcome for _name, _hashed, outcome in storage.post_process(paths) if isinstance(outcome, Exception)]
    assert failed == []
    served = (tmp_path / storage.stored_name("js/entry/main.js")).read_text(encoding="utf-8")
    assert len(IMPORT.findall(served)) >= 3
    for imported in IMPORT.findall(served):
        assert re.fullmatch(r"\./[a-z_]+\.[0-9a-f]{12}\.js", imported), imported


def test_scripts_of_a_page_share_no_names() -> None:
    """All are modules; early.js, which runs before the page exists, is a block."""
    templates = (Path(settings.RESOURCES) / "templates").rglob("*.html")
    tags = [tag for path in templates for tag in re.findall(r"<script[^>]* src=[^>]*>", path.read_text("utf-8"))]
    assert len(tags) > 10
    assert [tag for tag in tags if 'type="module"' not in tag] == ["<script src=\"{% static 'js/entry/early.js' %}\">"]


def test_what_phones_load_is_packed_and_nothing_else(tmp_path: Path) -> None:
    storage = StaticStorage(location=tmp_path, base_url="/static/")
    names = ("css/page.css", "admin/css/page.css", "fonts/letters.woff2")
    for name in names:
        storage.save(name, ContentFile(b".letter { color: black; }" * 40))
    list(storage.post_process({name: (storage, name) for name in names}))
    packed = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.gz")]
    assert packed == [f"{storage.stored_name('css/page.css')}.gz"]


@pytest.mark.parametrize("script", sorted(ENTRY.glob("*.js")), ids=lambda script: script.name)
def test_scripts_keep_to_the_content_policy_and_to_plain_addresses(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert finders.find(f"js/entry/{script.name}")
    assert not re.search(
        r"\beval\(|new Function|randomUUID|serviceWorker|\.style\b|navigator\.locks", text.split("*/", 1)[1]
    )
