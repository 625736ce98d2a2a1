"""Fixtures of the tests in Firefox and in WebKit."""

import shutil
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement

from romme_turnier.accounts.models import User
from tests.engines.engines import firefox, until, webkit

_ENGINES = {"firefox": (firefox, "firefox-esr"), "webkit": (webkit, "WebKitWebDriver")}


@pytest.fixture(scope="session", params=_ENGINES)
def light(request: pytest.FixtureRequest) -> Iterator[WebDriver]:
    """A window of each engine, for all tests of the session."""
    start, program = _ENGINES[request.param]
    with start(shutil.which(program) or program, dark=False) as driver:
        yield driver


@pytest.fixture(params=_ENGINES)
def dark(request: pytest.FixtureRequest) -> Iterator[WebDriver]:
    """A window on a computer that is set to dark colours."""
    start, program = _ENGINES[request.param]
    with start(shutil.which(program) or program, dark=True) as driver:
        yield driver


class Window:
    """A window at the addresses of this test's server."""

    def __init__(self, driver: WebDriver, server: LiveServer) -> None:
        self.driver = driver
        self._server = server

    def open(self, path: str) -> None:
        self.driver.get(f"{self._server.url}{path}")
        until(lambda: self.driver.execute_script("return document.readyState") == "complete")  # WebKit returns earlier

    def has_cookies(self, client: Client) -> None:
        """Shares the session and the seat of a test client."""
        self.open("/impressum/")  # cookies can be set on a page of their server only
        for cookie in client.cookies.values():
            self.driver.add_cookie({"name": cookie.key, "value": cookie.value, "path": "/"})

    def sign_in(self, user: User) -> None:
        client = Client()
        client.force_login(user)
        self.has_cookies(client)

    def find(self, selector: str, text: object = "") -> WebElement:
        """Waits for a visible element that matches a CSS selector and contains the text; returns the first."""

        def visible() -> WebElement | None:
            elements = self.driver.find_elements(By.CSS_SELECTOR, selector)
            return next((each for each in elements if each.is_displayed() and str(text) in each.text), None)

        return until(
            visible, lambda: f"{selector} with “{text}” on {self.driver.find_element(By.TAG_NAME, 'body').text}"
        )

    def focused(self) -> WebElement:
        return self.driver.switch_to.active_element

    def type(self, *cells: str) -> None:
        """Types each text into the field that has the focus, then Enter."""
        for text in cells:
            self.focused().send_keys(text, Keys.ENTER)

    def drag(self, source: WebElement, target: WebElement) -> None:
        """Drags with the mouse, from the middle of an element to the middle of another one."""
        ActionChains(self.driver).click_and_hold(source).pause(0.1).move_to_element(target).release().perform()


@pytest.fixture
def window(light: WebDriver, live_server: LiveServer) -> Iterator[Window]:
    yield Window(light, live_server)
    light.delete_all_cookies()
    light.get("about:blank")
