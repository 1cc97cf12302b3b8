"""A programme that enrols, and validated households of the two regions."""

import pytest

from registry.projects.models import Project
from tests.registry.conftest import eastern as registered_east
from tests.registry.conftest import household as registered_west
from transfers.beneficiaries.models import Beneficiary
from transfers.payments.models import Payment
from transfers.programmes.models import Programme

__all__ = ["registered_east", "registered_west"]


def validated(row):
    row.statut, row.statut_collecte = "valide", "integre"
    row.save()
    return row


@pytest.fixture
def household(registered_west):
    """A validated household of the west."""
    return validated(registered_west)


@pytest.fixture
def eastern(registered_east):
    """A validated household of the east."""
    return validated(registered_east)


@pytest.fixture
def programme(db):
    """An active programme without criteria of its own."""
    project = Project.objects.create(code="FILETS", nom="Filets sociaux")
    return Programme.objects.create(
        code="TM", nom="Transferts", statut="actif", projet=project, date_debut="2025-01-01"
    )


@pytest.fixture
def ready(household):
    """A household whose head can be enrolled."""
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


@pytest.fixture
def pay(db):
    """`pay(cycle, beneficiary, amount)` is a payment as the calculation makes it."""

    def create(cycle, beneficiary, amount=15_000, **values):
        return Payment.objects.create(
            reference=f"{cycle.code}-{Payment.objects.count() + 1:07d}",
            cycle=cycle,
            beneficiaire=beneficiary,
            principal=beneficiary,
            menage_id=beneficiary.menage_id,
            region_id=beneficiary.menage.region_id,
            code_menage=beneficiary.menage.code_menage,
            taille_menage=4,
            nom_complet=beneficiary.nom_complet,
            mode_paiement="mobile_money",
            compte_mobile=beneficiary.compte_mobile,
            montant=amount,
            **values,
        )

    return create
