"""Fixtures of the tests of the entry page."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.entry import Scene, make_scene, sign_in


@pytest.fixture
def scene(page: Page, live_server: LiveServer) -> Scene:
    """Two tables, and an official who is signed in."""
    scene = make_scene()
    sign_in(page, scene.official, live_server.url)
    return scene
