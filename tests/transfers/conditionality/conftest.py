"""A programme that asks for school attendance, and checks of it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.postgis.base import get_connection
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.conditionality.models import Conditionality


@pytest.fixture
def school(programme):
    """Attendance of at least 80 percent; without it nothing is paid, 15 days after notice."""
    type(programme).objects.filter(id=programme.id).update(avec_conditionnalites=True)
    return Conditionality.objects.create(
        programme=programme, code="ECOLE", nom="École", categorie="education", effet="suspension"
    )


@pytest.fixture
def call(api, cast):
    """Each request with locks of its own."""

    def send(method, path, body=None, user=None, **headers):
        get_connection().forget_locks()
        return getattr(api(user or cast.admin), method)(path, body, **headers)

    return send


@pytest.fixture
def check(school):
    """`check(beneficiary, statut="non_conforme", days=30, noticed=20)`: a check some days ago, and when notice was given."""

    def create(beneficiary, statut="non_conforme", days=30, noticed=20, conditionality=school, **values):
        now = timezone.now()
        return ComplianceCheck.objects.create(
            beneficiaire=beneficiary,
            menage=beneficiary.menage,
            conditionnalite=conditionality,
            statut=statut,
            date_verification=now - timedelta(days=days),
            date_avis=None if noticed is None else now - timedelta(days=noticed),
            **values,
        )

    return create
