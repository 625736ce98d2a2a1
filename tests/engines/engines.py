"""Firefox and WebKit behind one interface, selenium's.

WebKitGTK brings its WebDriver; its window is on a virtual screen. Firefox takes the same commands through
Marionette, its socket: Debian has no geckodriver to translate them, and Playwright supports newer releases only.
"""

import json
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.entry import PATIENCE

_Thing = TypeVar("_Thing")


def until(made: Callable[[], _Thing | None], missing: Callable[[], str] = lambda: "") -> _Thing:
    """Waits until the function returns something true and returns that; ``missing`` is the message if it never does."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if thing := made():
                return thing
        except WebDriverException:  # the page or the element was just replaced
            if time.monotonic() > end:
                raise
        assert time.monotonic() < end, missing()
        time.sleep(0.05)


# The commands of the tests, by their names in Marionette.
_COMMANDS = {
    Command.NEW_SESSION: "NewSession",
    Command.GET: "Navigate",
    Command.FIND_ELEMENTS: "FindElements",
    Command.CLICK_ELEMENT: "ElementClick",
    Command.SEND_KEYS_TO_ELEMENT: "ElementSendKeys",
    Command.GET_ELEMENT_TEXT: "GetElementText",
    Command.GET_ELEMENT_PROPERTY: "GetElementProperty",
    Command.W3C_GET_ACTIVE_ELEMENT: "GetActiveElement",
    Command.W3C_EXECUTE_SCRIPT: "ExecuteScript",
    Command.W3C_ACTIONS: "PerformActions",
    Command.W3C_CLEAR_ACTIONS: "ReleaseActions",
    Command.ADD_COOKIE: "AddCookie",
    Command.DELETE_ALL_COOKIES: "DeleteAllCookies",
    Command.SWITCH_TO_FRAME: "SwitchToFrame",
    Command.SET_WINDOW_RECT: "SetWindowRect",
    Command.GET_PAGE_SOURCE: "GetPageSource",
    Command.QUIT: "DeleteSession",
}


class _Marionette:
    """Selenium's connection to a running Firefox: messages are ``length:[0, number, command, values]``, answers
    ``length:[1, number, error or null, result]``.
    """

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._answers = self._socket.makefile("rb")
        self._number = 0
        self._read()  # its greeting

    def execute(self, command: str, values: Mapping[str, Any]) -> dict[str, Any]:
        self._number += 1
        message = json.dumps([0, self._number, f"WebDriver:{_COMMANDS[command]}", _in_marionettes_words(values)])
        self._socket.sendall(f"{len(message)}:{message}".encode("ascii"))
        _kind, _number, error, result = self._read()
        if error:
            return {"status": error["error"], "value": json.dumps({"value": error})}
        bare = isinstance(result, dict) and result.keys() == {"value"}
        return {"value": result["value"] if bare else result}

    def close(self) -> None:
        self._socket.close()

    def _read(self) -> Any:
        length = b""
        while (digit := self._answers.read(1)) != b":":
            length += digit
        return json.loads(self._answers.read(int(length)))


def _in_marionettes_words(values: Mapping[str, Any]) -> dict[str, Any]:
    return {"propertyName" if name == "name" else name: value for name, value in values.items() if name != "sessionId"}


_FIREFOX_WITHOUT_A_SCREEN = {
    "marionette.port": 0,  # any free one
    "intl.accept_languages": "de-DE, de",
    # It has no pointer there, and scrollbars that take room.
    "ui.primaryPointerCapabilities": 6,
    "ui.allPointerCapabilities": 6,
    "ui.useOverlayScrollbars": 1,
}


@contextmanager
def firefox(program: str, *, dark: bool) -> Iterator[WebDriver]:
    settings = _FIREFOX_WITHOUT_A_SCREEN | {"layout.css.prefers-color-scheme.content-override": 0 if dark else 1}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        profile = Path(folder)
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items())
        (profile / "user.js").write_text("\n".join(lines))
        quiet = subprocess.DEVNULL
        command = [program, "--headless", "--marionette", "--remote-allow-system-access", "--profile", folder]
        with subprocess.Popen(command, stdout=quiet, stderr=quiet) as browser:  # noqa: S603 - the tests' own command
            try:
                port = profile / "MarionetteActivePort"
                connection = _Marionette(until(lambda: int(port.read_text()) if port.exists() else None))
                yield WebDriver(cast(RemoteConnection, connection), options=_NoOptions())
                connection.close()
            finally:
                browser.terminate()


class _NoOptions(ArgOptions):
    def to_capabilities(self) -> dict[str, Any]:
        return {}

    @property
    def default_capabilities(self) -> dict[str, Any]:
        return {}


@contextmanager
def webkit(program: str, *, dark: bool) -> Iterator[WebDriver]:
    with _virtual_screen() as display:
        theme = "Adwaita:dark" if dark else "Adwaita"
        environ = {**os.environ, "DISPLAY": display, "GTK_THEME": theme, "LANGUAGE": "de"}
        driver = webdriver.WebKitGTK(service=Service(program, env=environ))
        try:
            yield driver
        finally:
            driver.quit()


@contextmanager
def _virtual_screen() -> Iterator[str]:
    """Yields the name of the screen, as in the variable DISPLAY."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:  # noqa: S603 - the same
        os.close(write)
        try:
            with os.fdopen(read) as answer:
                yield f":{answer.readline().strip()}"
        finally:
            server.terminate()
