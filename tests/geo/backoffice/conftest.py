"""As in the tests of the administration itself."""

from tests.accounts.backoffice.conftest import let_in, world

__all__ = ["let_in", "world"]
