"""One Idempotency-Key sent many times at once."""

import pytest

from registry.households.models import Household
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
