"""A calculated cycle with a payment in the west, and the people who validate it."""

from types import SimpleNamespace

import pytest
from django.utils import timezone

from accounts.roles.models import Role
from tests.conftest import make_user
from transfers.cycles.models import Cycle
from transfers.programmes.models import ProgrammeRegion


@pytest.fixture
def staff(cast, country):
    """Who calculates, submits, validates at level 1 to 4, and resets; all see the whole country."""
    role = Role.objects.create(
        code="ROLE_TOUS_NIVEAUX",
        nom="Tous les niveaux",
        permissions=sorted(
            {
                "transferts.lire",
                "transferts.calculer",
                "transferts.soumettre",
                "transferts.reinitialiser_validation",
                "administration.toutes_regions",
                *(f"transferts.valider_niveau_{level}" for level in range(1, 5)),
            }
        ),
    )
    names = ("calculator", "submitter", "first", "second", "third", "fourth")
    return SimpleNamespace(**{name: make_user(role.code, nom=name) for name in names})


@pytest.fixture
def cycle(programme, staff, country):
    """A draft of two levels, calculated, of a programme of the west."""
    ProgrammeRegion.objects.create(programme=programme, region=country.west)
    return Cycle.objects.create(
        code="TM-2025-01",
        nom="Janvier",
        programme=programme,
        numero_sequence=1,
        date_debut="2025-01-01",
        date_fin="2025-01-31",
        montant_par_beneficiaire=15_000,
        niveaux_requis=2,
        calcule_par=staff.calculator,
        calcule_le=timezone.now(),
    )


@pytest.fixture
def payment(cycle, beneficiary, pay):
    """The payment of the west."""
    beneficiary.compte_mobile = "+245955000002"
    beneficiary.save()
    return pay(cycle, beneficiary)


@pytest.fixture
def step(api, cycle):
    """`step(user, name, body)` takes a step, and answers the status and the body."""

    def take(user, name, body=None, **extra):
        answer = api(user).post(f"/api/cycles/{cycle.id}/{name}", body or {}, **extra)
        return answer.status_code, answer.json()

    return take
