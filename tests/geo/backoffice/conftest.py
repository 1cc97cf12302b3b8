"""As in the tests of the administration itself."""

from types import SimpleNamespace

import pytest

from tests.accounts.backoffice.conftest import let_in
from tests.api.world import build

__all__ = ["let_in"]


@pytest.fixture
def world(country: SimpleNamespace) -> SimpleNamespace:
    """The two sides around the country of the test."""
    return build(country)
