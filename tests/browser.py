"""One browser for every test that looks at a page."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from playwright.sync_api import Browser, expect, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")
# Milliseconds: a loaded machine is slower than Playwright's five seconds allow for.
PATIENCE = 15_000


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; each test has its own context. Map drawing is done in software."""
    # ./dev test names one that works: a `chromium-browser` may be a stub that asks for another package system.
    found = os.environ.get("TABANCA_CHROMIUM", next((path for name in NAMES if (path := shutil.which(name))), ""))
    if not found:
        pytest.skip("no Chromium on this machine")
    if not (Path(django_settings.BASE_DIR) / "node_modules" / "maplibre-gl").is_dir():
        pytest.skip("the console's npm packages are not installed")
    # Playwright's synchronous interface runs an event loop in this thread, where Django would refuse the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
