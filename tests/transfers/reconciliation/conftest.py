import pytest

from tests.money.conftest import project, world
from tests.transfers.reconciliation.desk import Desk

__all__ = ["project", "world"]


@pytest.fixture
def desk(world, api):
    return Desk(world, api)
