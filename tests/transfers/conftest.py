"""A programme that enrols, and households of the two regions."""

import pytest

from registry.projects.models import Project
from tests.registry.conftest import eastern, household
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme

__all__ = ["eastern", "household"]


@pytest.fixture
def programme(db):
    """An active programme without criteria of its own."""
    project = Project.objects.create(code="FILETS", nom="Filets sociaux")
    return Programme.objects.create(
        code="TM", nom="Transferts", statut="actif", projet=project, date_debut="2025-01-01"
    )


@pytest.fixture
def ready(household):
    """A validated household whose head can be enrolled."""
    household.statut, household.statut_collecte = "valide", "integre"
    household.save()
    household.chef.telephone, household.chef.numero_mobile_money = "+245955000001", "+245955000002"
    household.chef.save()
    return household


@pytest.fixture
def beneficiary(programme, household):
    """A principal of the west."""
    return Beneficiary.objects.create(code="TM-1", menage=household, programme=programme, nom_complet="Fatumata Djaló")


@pytest.fixture
def stranger(programme, eastern):
    """A principal of the east."""
    return Beneficiary.objects.create(code="TM-2", menage=eastern, programme=programme, nom_complet="Umaro Baldé")
