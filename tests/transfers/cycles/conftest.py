"""Requests about cycles, each with locks of its own."""

import pytest

from config.postgis.base import get_connection


@pytest.fixture
def create(api, cast, programme):
    def post(user=None, **values):
        get_connection().forget_locks()
        body = {
            "programmeId": str(programme.id),
            "nom": "Cycle de février",
            "dateDebut": "2025-02-01",
            "dateFin": "2025-02-28",
            "montantParBeneficiaire": "15000.00",
        }
        sent = {name: value for name, value in (body | values).items() if value is not None}
        return api(user or cast.admin).post("/api/cycles", sent)

    return post


@pytest.fixture
def call(api, cast):
    def send(method, path, body=None, user=None, **headers):
        get_connection().forget_locks()
        return getattr(api(user or cast.admin), method)(path, body, **headers)

    return send
