"""A programme with an operator account, households that are enrolled in it, and its cycles."""

from itertools import count

import pytest
from django.utils import timezone

from config.postgis.base import get_connection
from registry.households.models import Household
from transfers.beneficiaries.models import Beneficiary
from transfers.cycles.models import Cycle
from transfers.ledger.api import open_operator_account
from transfers.operators.models import OperatorAccount
from transfers.payments.calculation.services import calculate_payments
from transfers.payments.models import Payment


class Lists:
    """Enrol households, make cycles, and calculate their lists."""

    def __init__(self, programme, regions, user):
        self.programme, self.regions, self.user = programme, regions, user
        self.numbers = count(1)
        self.open_account("operator_a_money")

    def open_account(self, operator):
        OperatorAccount.objects.create(
            compte=open_operator_account(self.programme.projet_id),
            code=f"CPT-{operator}",
            operateur_id=operator,
            projet=self.programme.projet,
            numero_compte="1",
            nom_compte="Compte",
        )

    def enrol(self, region=None, size=4, project=None, **values):
        """A household with its principal, who has a mobile account of their own."""
        n = next(self.numbers)
        household = Household.objects.create(
            code_menage=f"H-{n:04d}",
            taille_menage=size,
            region=region or self.regions[0],
            statut="valide",
            projet=project,
        )
        return self.add(household, **{"mode_paiement": "mobile_money", "compte_mobile": f"+24595500{n:04d}"} | values)

    def add(self, household, **values):
        n = next(self.numbers)
        return Beneficiary.objects.create(
            **{
                "code": f"TM-{n:06d}",
                "menage": household,
                "programme": self.programme,
                "nom_complet": f"Personne {n}",
            }
            | values
        )

    def substitute(self, principal, **values):
        return self.add(principal.menage, type="substitut", principal=principal, **values)

    def cycle(self, month=2, amount=15_000, **values):
        n = next(self.numbers)
        return Cycle.objects.create(
            **{
                "code": f"C-{n}",
                "nom": f"Cycle {n}",
                "programme": self.programme,
                "numero_sequence": n,
                "date_debut": f"2025-{month:02d}-01",
                "date_fin": f"2025-{month:02d}-28",
                "montant_par_beneficiaire": amount,
                "niveaux_requis": 2,
            }
            | values
        )

    def calculate(self, cycle, operator=None):
        result = calculate_payments(cycle_id=cycle.id, operator=operator, user=self.user)
        get_connection().forget_locks()
        cycle.refresh_from_db()
        return result

    def approve(self, cycle):
        Cycle.objects.filter(id=cycle.id).update(statut_validation="valide", niveau_validation=2, empreinte=b"x" * 32)

    def settle(self, cycle, **by_status):
        """Set the outcomes of some payments, in the order of their references, without a run."""
        self.approve(cycle)
        rows = list(Payment.objects.filter(cycle=cycle, statut="planifie").order_by("reference"))
        for statut, number in by_status.items():
            for row in [rows.pop(0) for _ in range(number)]:
                row.statut = statut
                row.motif_echec = "Compte fermé" if statut == "echoue" else None
                row.date_execution = timezone.now() if statut != "en_cours" else None
                row.save()

    def paid(self, cycle):
        """Who is paid: reference, receiver, amount."""
        rows = Payment.objects.filter(cycle=cycle, statut="planifie").order_by("reference")
        return [(row.reference, row.beneficiaire_id, row.montant) for row in rows]


@pytest.fixture
def lists(programme, country, cast):
    return Lists(programme, [country.west, country.east], cast.admin)
