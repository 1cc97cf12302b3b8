"""A project with an operator account, and a programme that pays from it."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from accounts.users.models import User
from config.postgis.base import get_connection
from registry.households.models import Household
from registry.projects.models import Project
from tests.operators import restore_operators
from transfers.approvals.api import compute_list_hash
from transfers.approvals.models import Approval
from transfers.beneficiaries.models import Beneficiary
from transfers.cycles.models import Cycle
from transfers.execution.sheets.models import Sheet
from transfers.ledger.api import Line, find_project_accounts, lock_accounts, open_operator_account, post_entry
from transfers.ledger.models import Entry, LedgerAccount, Movement
from transfers.operators.accounts.services import create_account, deposit_amount
from transfers.operators.models import FeeTranche, Operator, OperatorAccount
from transfers.payments.models import Payment
from transfers.programmes.models import Programme


@pytest.fixture
def project(db: Any) -> Project:
    return Project.objects.create(code="MON", nom="Argent")


@pytest.fixture
def account(project: Project) -> LedgerAccount:
    return open_operator_account(project.id)


@pytest.fixture
def deposit(project: Project, account: LedgerAccount) -> Callable[..., Entry]:
    def post(amount: int, reference: str | None = None) -> Entry:
        others = find_project_accounts(project.id)
        lock_accounts([account.id, others.tresor])
        entry = Entry(nature="depot", date_valeur=timezone.localdate())
        post_entry(
            entry=entry,
            lines=[Line(account.id, "depot", amount, reference), Line(others.tresor, "depot", -amount)],
        )
        return entry

    return post


class World:
    """A programme with households that are paid by one operator account."""

    treasurer: Any

    def __init__(self, project: Project, account: OperatorAccount, regions: list[Any]) -> None:
        self.project, self.account = project, account
        self.programme = Programme.objects.create(
            code="TM", nom="Transferts", statut="actif", projet=project, date_debut="2025-01-01"
        )
        self.regions = regions
        self.beneficiaries: list[Beneficiary] = []

    def enrol(self, count: int) -> None:
        """Add households with a principal each."""
        first = len(self.beneficiaries)
        households = [
            Household(code_menage=f"H-{number:06d}", taille_menage=4, region=self.regions[number % len(self.regions)])
            for number in range(first, first + count)
        ]
        Household.objects.bulk_create(households)
        people = [
            Beneficiary(
                code=f"TM-{first + place:06d}",
                menage=household,
                programme=self.programme,
                nom_complet=f"Personne {first + place}",
                mode_paiement="mobile_money",
                compte_mobile=f"+24595{first + place:07d}",
            )
            for place, household in enumerate(households)
        ]
        self.beneficiaries += Beneficiary.objects.bulk_create(people)

    def plan(self, month: int = 2, amount: int = 15_000, fees: bool = False, year: int = 2025, **values: Any) -> Cycle:
        """A validated cycle that pays everybody."""
        number = Cycle.objects.count() + 1
        cycle = Cycle.objects.create(
            code=values.pop("code", f"C-{number}"),
            nom="Cycle",
            programme=self.programme,
            numero_sequence=number,
            date_debut=f"{year}-{month:02d}-01",
            date_fin=f"{year}-{month:02d}-28",
            montant_par_beneficiaire=amount,
            niveaux_requis=2,
            **values,
        )
        tranche = self._find_tranche() if fees else None
        Payment.objects.bulk_create(
            Payment(
                reference=f"{cycle.code}-{place:07d}",
                cycle=cycle,
                beneficiaire=person,
                principal_id=person.principal_id or person.id,
                menage_id=person.menage_id,
                region_id=person.menage.region_id,
                code_menage=person.menage.code_menage,
                taille_menage=4,
                nom_complet=person.nom_complet,
                mode_paiement=person.mode_paiement,
                compte_mobile=person.compte_mobile,
                compte_bancaire=person.compte_bancaire,
                operateur_id=None if person.mode_paiement == "virement_bancaire" else "operator_a_money",
                montant=amount,
                taxe_administrative=tranche and tranche.taxe_administrative,
                frais_retrait=tranche and tranche.frais_retrait,
                tranche=tranche,
            )
            for place, person in enumerate(self.beneficiaries)
        )
        cycle.empreinte = compute_list_hash(cycle.id)
        cycle.statut_validation, cycle.niveau_validation = "valide", 2
        cycle.save()
        Approval.objects.bulk_create(
            Approval(cycle=cycle, tour=1, action="validation", niveau=level, user=user, empreinte=cycle.empreinte)
            for level, user in enumerate(self._find_validators(), 1)
        )
        return cycle

    def _find_validators(self) -> list[User]:
        emails = [f"validateur-{level}@tabanca.example" for level in (1, 2)]
        return [User.objects.get_or_create(email=email, role=self.treasurer.role)[0] for email in emails]

    def _find_tranche(self) -> FeeTranche:
        return FeeTranche.objects.get_or_create(
            operateur_id="operator_a_money",
            numero_tranche=1,
            montant_min=1,
            montant_max=100_000,
            taxe_administrative=100,
            frais_retrait=150,
        )[0]

    def fund(self, amount: int, reference: str | None = None) -> None:
        deposit_amount(
            account_id=self.account.compte_id,
            amount=amount,
            reference=reference or f"DEP-{Movement.objects.count()}",
            day=timezone.localdate(),
            source=None,
            notes=None,
            voucher=None,
            user=self.treasurer,
        )
        get_connection().forget_locks()

    def balance(self) -> tuple[int, int]:
        """The balance and what is reserved of it."""
        return LedgerAccount.objects.values_list("solde", "reserve").get(id=self.account.compte_id)


def make_world(project: Project, treasurer: User, regions: list[Any]) -> World:
    restore_operators()
    account = create_account(
        operator=Operator.objects.get(code="operator_a_money"),
        project=project,
        opening=0,
        values={"numero_compte": "245001", "nom_compte": "Compte"},
        user=treasurer,
    )
    get_connection().forget_locks()
    world = World(project, account, regions)
    world.treasurer = treasurer
    return world


@pytest.fixture
def world(project: Project, cast: Any, country: Any) -> World:
    return make_world(project, cast.admin, [country.west, country.east])


@pytest.fixture
def cash(world, country, api, cast):
    """Six people of three villages who are to be paid in cash, 15,000 each; two more by mobile money."""
    world.enrol(8)
    people = list(Beneficiary.objects.order_by("code"))
    Beneficiary.objects.filter(id__in=[person.id for person in people[:6]]).update(mode_paiement="especes")
    world.beneficiaries = list(Beneficiary.objects.select_related("menage").order_by("code"))
    cycle = world.plan(fees=True)
    villages = [country.cutia, country.galomaro, country.tande]
    for place, payment in enumerate(Payment.objects.order_by("reference")[:6]):
        village = villages[place % 3]
        Payment.objects.filter(id=payment.id).update(
            region_id=village.secteur.region_id,
            secteur_id=village.secteur_id,
            localite_id=village.id,
            operateur_id=None,
        )
    world.fund(200_000)
    client = api(cast.admin)

    def call(path, body=None, user=None, **headers):
        get_connection().forget_locks()
        return (api(user) if user else client).post(path, body or {}, **headers)

    def do(sheet, act, **body):
        return call(f"/api/feuilles/{sheet.id}/{act}", body)

    def sheets():
        return list(Sheet.objects.select_related("cycle").order_by("numero"))

    def issue(**body):
        answer = call(f"/api/cycles/{cycle.id}/feuilles", body)
        assert answer.status_code == 201, answer.content
        return sheets()

    def begin(**body):
        return call(
            f"/api/cycles/{cycle.id}/executer", {"fournisseur": "especes", "operateur": "operator_a_money"} | body
        )

    return SimpleNamespace(
        cycle=cycle, world=world, call=call, do=do, sheets=sheets, issue=issue, begin=begin, client=client
    )
