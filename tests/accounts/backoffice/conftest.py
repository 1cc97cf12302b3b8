"""The administration as a browser without scripts sees it."""

from typing import Any

import pytest
from django.test import Client

from tests.api.world import kept_world, world
from tests.conftest import PASSWORD

__all__ = ["kept_world", "world"]


def sign_in(user: Any, password: str = PASSWORD, otp: str = "", **extra: Any) -> Any:
    """The client that has sent the form of the sign-in, and the answer."""
    client = Client(enforce_csrf_checks=True)
    token = client.get("/admin/login/").cookies["csrftoken"].value
    body = {"email": user.email, "password": password, "otp": otp, "csrfmiddlewaretoken": token}
    return client, client.post("/admin/login/", body | extra)


@pytest.fixture
def let_in(db: Any) -> Any:
    """`let_in(user)` is a client that is signed in."""

    def opened(user: Any) -> Client:
        client, answer = sign_in(user)
        assert answer.status_code == 302, answer.content
        return client

    return opened
