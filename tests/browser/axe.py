"""axe's findings on a page: faults for readers of any kind."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# Without the option axe describes every place without a fault, too.
_ONLY = {"resultTypes": ["violations"]}


def violations(page: Page, **options: Any) -> list[dict[str, Any]]:
    """The rules of axe that the page breaks, each with its `id` and `nodes`, as dictionaries."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    # The rest of the report stays in the browser.
    broken: list[dict[str, Any]] = page.evaluate(
        "options => axe.run(options).then(report => report.violations)", {**_ONLY, **options}
    )
    return broken
