"""A real browser against a live server: Debian's Chromium, German, without any call to the outside."""

import shutil
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.entry import PATIENCE
from tools.debian import chromium

_FLAGS = [
    "--no-sandbox",  # a container has no user namespaces
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--renderer-process-limit=1",  # none is started in advance: the pages of a context share theirs
]
# A Chromium with windows loads suggestions below the address bar of each: half of its processor time.
_NOT_IN_WINDOWS = "WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup"
# The questions that Playwright answers immediately, without waiting for an element.
_AT_ONCE = (
    *("all", "all_inner_texts", "all_text_contents", "bounding_box", "count", "evaluate", "evaluate_all"),
    *("is_hidden", "is_visible"),
)
_SHARED = Path("/dev/shm")  # noqa: S108 - the memory that Chromium's processes share
_SHARED_AT_LEAST = 2**30  # bytes; containers often have 64 MB, which is too little


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session", autouse=True)
def _allow_database_beside_playwright() -> Iterator[None]:
    """Playwright runs an event loop in this thread, which Django would take for asynchronous code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture(scope="session", autouse=True)
def _measure_pages_with_their_styles() -> Iterator[None]:
    """A click waits until the next page has begun; questions to it may then come before its rows or its styles do."""

    def when_loaded(measure: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(measure)
        def waiting(of: Page | Locator, *args: Any, **more: Any) -> Any:
            (of if isinstance(of, Page) else of.page).wait_for_load_state()
            return measure(of, *args, **more)

        return waiting

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Page, "evaluate", when_loaded(Page.evaluate))
        for name in _AT_ONCE:
            patch.setattr(Locator, name, when_loaded(getattr(Locator, name)))
        yield


@pytest.fixture(scope="session", autouse=True)
def _wait_as_long_as_a_slow_machine_needs() -> Iterator[None]:
    """On every page of every browser context."""
    new_context = Browser.new_context

    def patient(*args: Any, **more: Any) -> BrowserContext:
        context = new_context(*args, **more)
        context.set_default_timeout(PATIENCE * 1000)
        return context

    expect.set_options(timeout=PATIENCE * 1000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Browser, "new_context", patient)
        yield


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """pytest-playwright's launch arguments with the system's Chromium; without one the test is skipped."""
    path = chromium()
    if path is None:
        pytest.skip("There is no Chromium on this machine.")
    # Chromium obeys the last --disable-features only, and Playwright's has to stay: both become one.
    launcher = tmp_path_factory.mktemp("chromium") / "chromium"
    both = f"${{@/#--disable-features=/--disable-features={_NOT_IN_WINDOWS},}}"
    launcher.write_text(f'#!/bin/bash\nexec {path} "{both}"\n')
    launcher.chmod(0o700)
    # Shared memory, if there is room: Playwright's default are files on the disk, more work for the kernel.
    room = _SHARED.is_dir() and shutil.disk_usage(_SHARED).free >= _SHARED_AT_LEAST
    more = {"ignore_default_args": ["--disable-dev-shm-usage"]} if room else {}
    return {**browser_type_launch_args, "executable_path": str(launcher), "args": _FLAGS, **more}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A German reader on a laptop."""
    return {
        **browser_context_args,
        "locale": "de-DE",
        "timezone_id": "Europe/Berlin",
        "viewport": {"width": 1280, "height": 900},
    }


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """Pages are named by their path: `page.goto("/")`."""
    return str(live_server.url)


@pytest.fixture(scope="session")
def _kept() -> dict[str, list[BrowserContext]]:
    """The contexts that no test has at present, by their arguments."""
    return {}


@pytest.fixture
def open_context(
    _kept: dict[str, list[BrowserContext]], browser: Browser, browser_context_args: dict[str, Any], base_url: str
) -> Iterator[Callable[..., BrowserContext]]:
    """Returns contexts without cookies and stored data, whose process has read the styles, scripts and fonts already.

    Routes, scripts and sizes last as long as their page. The first page stays empty and keeps the process alive.
    """
    lent = []

    def opened(**more: Any) -> BrowserContext:
        arguments = {**browser_context_args, **more}
        free = _kept.setdefault(repr(sorted(arguments.items())), [])
        if not free:
            free.append(browser.new_context(**arguments))
            free[0].new_page()
        context = free.pop()
        lent.append((context, free))
        return context

    yield opened
    for context, free in lent:
        empty, *pages = context.pages
        for page in pages:
            page.close()
        assert not empty.evaluate("'__pwClock' in globalThis"), "a clock stays: mark the test with own_context"
        context.clear_cookies()
        tools = context.new_cdp_session(empty)
        tools.send("Storage.clearDataForOrigin", {"origin": base_url, "storageTypes": "all"})
        tools.detach()
        free.append(context)


@pytest.fixture
def context(
    request: pytest.FixtureRequest,
    browser: Browser,
    browser_context_args: dict[str, Any],
    open_context: Callable[..., BrowserContext],
) -> Iterator[BrowserContext]:
    """That of `page`."""
    if not request.node.get_closest_marker("own_context"):
        yield open_context()
        return
    with browser.new_context(**browser_context_args) as context:
        yield context


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page that fails its test when a script fails or the content security policy stops something."""
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.extend(f"{page.url}: {each}" for each in _csp_report(message.text)))
    yield page
    assert problems == []


def _csp_report(text: str) -> list[str]:
    return [text] if "Content Security Policy" in text else []
