"""The world of the tests of every route."""

from tests.api.world import kept_world, world

__all__ = ["kept_world", "world"]
