"""One Idempotency-Key sent many times at once."""

import pytest

from accounts.idempotency.models import IdempotencyKey
from registry.households.models import Household
from registry.projects.models import Project
from tests.conftest import Api, make_user
from tests.threads import together


@pytest.mark.django_db(transaction=True)
def test_sixteen_at_once_have_one_effect_and_one_answer():
    user = make_user("ROLE_ADMIN")

    def send():
        answer = Api(user).post("/api/menages", {"tailleMenage": 4}, headers={"Idempotency-Key": "k"})
        return answer.status_code, answer.content

    results = together(16, send)
    assert len(set(results)) == 1
    assert results[0][0] == 201
    assert Household.objects.count() == 1


@pytest.mark.django_db
def test_what_is_kept_does_not_let_a_password_be_guessed(api, cast, settings):
    """The same body under another installation's key leaves another digest: it cannot be made without that key."""
    sent = {"newPassword": "mancarra-verde-2027"}
    kept = set()
    for secret in ("a" * 50, "b" * 50):
        settings.SECRET_KEY = secret
        path = f"/api/users/{cast.reader_west.id}/reset-password"
        assert api(cast.admin).post(path, sent, headers={"Idempotency-Key": secret}).status_code == 200
        kept.add(IdempotencyKey.objects.get(key=secret).digest)
    assert len(kept) == 2


def test_a_key_used_at_another_address_is_refused(cast):
    """The same key and the same body: another address is another request."""
    caller, key = Api(cast.admin), {"Idempotency-Key": "k"}
    assert caller.post("/api/campagnes", {"nom": "N"}, headers=key).status_code == 201
    refused = caller.post("/api/projets", {"nom": "N"}, headers=key)
    assert (refused.status_code, refused.json()["code"], Project.objects.count()) == (409, "CONFLICT", 0)
    assert caller.post("/api/campagnes", {"nom": "N"}, headers=key).headers["Idempotency-Replayed"] == "true"
