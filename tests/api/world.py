"""Two regions filled alike, so that whatever leaks from one into the other is seen.

Everything of the east carries the mark CANARI in its name, code or text: an answer to a caller of the west in which
the mark or an id of the east stands has leaked.
"""

from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.gis.geos import Point
from django.core.cache import cache
from django.utils import timezone

from accounts.jobs.models import Job
from accounts.users.models import RoleGrant
from config.postgis.base import get_connection
from geo.facilities import models as facilities
from registry.households.models import Household
from registry.imports.mappings.models import ColumnMapping
from registry.pmt.models import PmtMethod
from registry.pmt.services import create_method
from registry.projects.models import Campaign, Organisation, Project
from tests.analysis.vbg.cases import file_case
from tests.api.cash import add_cash
from tests.api.checks import ask_about, reconcile
from tests.api.complaints import complain, complain_in_states
from tests.api.conditionality_routes import check_attendance
from tests.api.eligibility_routes import choose, create_design, create_poor_rule_set, select
from tests.api.graduation_routes import graduate
from tests.api.households import found_village, register_households
from tests.conftest import make_country, make_user, make_users, system_role
from tests.emptying import may_skip_triggers
from tests.operators import restore_operators
from tests.snapshot import put_rows, read_rows
from transfers.approvals.api import compute_list_hash
from transfers.approvals.models import Approval
from transfers.beneficiaries.models import Beneficiary
from transfers.cycles.models import Cycle
from transfers.follow_ups.models import FollowUp
from transfers.identity_documents.models import IdentityDocument
from transfers.ledger.models import Movement
from transfers.operators.accounts.services import create_account, deposit_amount
from transfers.operators.models import FeeTranche, Operator, OperatorAccount
from transfers.operators.reversals.models import MovementReversal
from transfers.payments.models import Payment
from transfers.programmes.models import Programme

MARK = "CANARI"
KINDS = (
    facilities.School,
    facilities.HealthService,
    facilities.WaterPoint,
    facilities.PoliceStation,
    facilities.VbgService,
    facilities.HealthAgent,
    facilities.LocalActor,
)


def fill(region: Any, secteur: Any, longitude: float, mark: str) -> SimpleNamespace:
    """A commune, a locality, a household with all its parts, and one facility of each kind."""
    place = Point(longitude, 12.6, srid=4326)
    areas = found_village(region, secteur, place, mark)
    registered = register_households(areas, place, mark)
    enrolled = enrol(registered["menage_suivi"], mark)
    beneficiary = enrolled["beneficiaire"]
    paid = pay(beneficiary, enrolled["programme"], mark)
    equipe, membre_equipe, plainte = complain(beneficiary, areas["localite"], mark)
    critere, graduation, visite_graduation = graduate(beneficiary, mark)
    conditionnalite, verification_conditionnalite = check_attendance(beneficiary, mark)
    places = open_facilities(areas, place, mark)
    user = make_user("ROLE_USER", region, nom=f"Personne {mark}")
    return SimpleNamespace(
        **areas,
        **registered,
        **enrolled,
        **paid,
        equipe=equipe,
        membre_equipe=membre_equipe,
        plainte=plainte,
        critere_graduation=critere,
        graduation=graduation,
        visite_graduation=visite_graduation,
        conditionnalite=conditionnalite,
        verification_conditionnalite=verification_conditionnalite,
        cas=file_case(region, secteur),
        places=places,
        agent_vbg=facilities.VbgAgent.objects.create(service=places["geo_service_vbg"], nom=f"Agent {mark}"),
        user=user,
        grant=RoleGrant.objects.create(user=user, role=system_role("ROLE_ENQUETEUR")),
        tache=Job.objects.create(type="import_menages", user=user, resultat={"errors": [mark]}),
        correspondance=ColumnMapping.objects.create(user=user, empreinte=mark, correspondances={mark: "region"}),
        **complain_in_states(plainte, user),
    )


def enrol(household: Household, mark: str) -> dict[str, Any]:
    """The programme, and two people of a household in it: one with a document and a follow-up, one suspended."""
    projet, _ = Project.objects.get_or_create(code="PP", nom="Projet du programme")
    programme, _ = Programme.objects.get_or_create(
        code="PG", nom="Programme", statut="actif", date_debut="2025-01-01", projet=projet
    )
    beneficiaire = Beneficiary.objects.create(
        code=f"PG-{mark}",
        menage=household,
        programme=programme,
        nom_complet=f"Bénéficiaire {mark}",
        compte_mobile=f"+24595500{Beneficiary.objects.count():04d}",
        numero_op_b="+245955000009",
    )
    suspendu = Beneficiary.objects.create(
        code=f"PGS-{mark}",
        menage=household,
        programme=programme,
        nom_complet=f"Substitut {mark}",
        type="substitut",
        statut_enrolement="suspendu",
    )
    about = {"beneficiaire": beneficiaire, "menage": household}
    return {
        "programme": programme,
        "beneficiaire": beneficiaire,
        "suspendu": suspendu,
        "document": IdentityDocument.objects.create(
            **about, type_document="carte_identite", numero_document=f"CI-{mark}"
        ),
        "suivi": FollowUp.objects.create(**about, type_suivi=f"Suivi {mark}", date_suivi="2025-03-12T09:00Z"),
    }


def pay(beneficiary: Beneficiary, programme: Programme, mark: str) -> dict[str, Any]:
    """Payments of every kind to a beneficiary, with a receipt that was asked for and a reconciliation."""
    cycle = draft_cycle(programme, 1)
    approved = draft_cycle(programme, Cycle.objects.count() + 1)
    paiement = payment_of(beneficiary, cycle, mark)
    echec = payment_of(beneficiary, approved, mark, statut="echoue", motif_echec="Compte inconnu")
    approve(approved)
    exclu = payment_of(beneficiary, draft_cycle(programme, 99), mark, statut="annule", motif_exclusion="Doublon")
    verification, reponse = ask_about(payment_of(beneficiary, draft_cycle(programme, 98), mark))
    session, entree = reconcile(payment_of(beneficiary, draft_cycle(programme, 97), mark))
    return {
        "cycle": cycle,
        "paiement": paiement,
        "echec": echec,
        "exclu": exclu,
        "verification": verification,
        "reponse": reponse,
        "session_rapprochement": session,
        "entree": entree,
    }


def open_facilities(areas: dict[str, Any], place: Point, mark: str) -> dict[str, Any]:
    """A facility of each kind, by the table that it stands in."""
    where = {name: areas[name] for name in ("region", "secteur", "localite")}
    return {
        kind._meta.db_table: kind.objects.create(
            nom=f"{kind.__name__} {mark}",
            code=f"{kind.__name__}{mark}",
            type="x",
            **where,
            geom=place,
            telephone="+245955111111",
        )
        for kind in KINDS
    }


def draft_cycle(programme: Programme, number: int) -> Cycle:
    """The programme's cycle of a month."""
    month = f"{2025 + number // 12}-{number % 12 + 1:02d}"
    return Cycle.objects.get_or_create(
        code=f"PG-C{number:03d}",
        nom="Cycle",
        programme=programme,
        numero_sequence=number,
        date_debut=f"{month}-01",
        date_fin=f"{month}-28",
        montant_par_beneficiaire=15_000,
        niveaux_requis=2,
    )[0]


def payment_of(beneficiary: Beneficiary, cycle: Cycle, mark: str, **values: Any) -> Payment:
    return Payment.objects.create(
        reference=f"{cycle.code}-{mark}",
        cycle=cycle,
        beneficiaire=beneficiary,
        principal=beneficiary,
        menage_id=beneficiary.menage_id,
        region_id=beneficiary.menage.region_id,
        code_menage=beneficiary.menage.code_menage,
        taille_menage=1,
        nom_complet=f"Payé {mark}",
        compte_mobile="+245955000009",
        operateur_id="operator_a_money",
        montant=15_000,
        **values,
    )


def approve(cycle: Cycle) -> None:
    """Validate a cycle, as its list is now."""
    cycle.empreinte = compute_list_hash(cycle.id)
    cycle.statut_validation, cycle.niveau_validation = "valide", 2
    cycle.save()
    Approval.objects.bulk_create(
        Approval(cycle=cycle, tour=1, action="validation", niveau=level, user=user, empreinte=cycle.empreinte)
        for level, user in enumerate(make_users(("ROLE_USER", [], {}), ("ROLE_USER", [], {})), 1)
    )


def funded_account(projet: Project, treasurer: Any) -> OperatorAccount:
    """An account of the project that can pay."""
    return create_account(
        operator=Operator.objects.get(code="operator_a_money"),
        project=projet,
        opening=1_000_000,
        values={"numero_compte": "245001", "nom_compte": "Compte"},
        user=treasurer,
    )


def mistaken_deposit(account: OperatorAccount, treasurer: Any) -> Movement:
    """A deposit that one person proposes to take back."""
    entry, _balance = deposit_amount(
        account_id=account.compte_id,
        amount=10,
        reference="D-0",
        day=timezone.localdate(),
        source=None,
        notes=None,
        voucher=None,
        user=treasurer,
    )
    get_connection().forget_locks()
    movement = account.compte.mouvements.get(ecriture=entry)
    MovementReversal.objects.create(mouvement=movement, motif="Un zéro de trop", propose_par=make_user("ROLE_ADMIN"))
    return movement


def fee_tranche() -> FeeTranche:
    """The tranche of the payments of both sides."""
    return FeeTranche.objects.create(
        operateur_id="operator_a_money",
        numero_tranche=1,
        montant_min=1,
        montant_max=100_000,
        taxe_administrative=100,
        frais_retrait=150,
    )


def build(country: Any) -> SimpleNamespace:
    """The two sides, and what has no geography."""
    restore_operators()
    country.east.nom, country.cosse.nom = f"Est {MARK}", f"Secteur {MARK}"
    country.east.save()
    country.cosse.save()
    west = fill(country.west, country.north, -15.5, "OUEST")
    east = fill(country.east, country.cosse, -14.5, MARK)
    compte = funded_account(west.programme.projet, west.user)
    get_connection().forget_locks()
    treasurer = make_user("ROLE_SUPER_ADMIN", nom="Trésor")
    add_cash(west, draft_cycle(west.programme, 50), compte, "OUEST", -15.5, treasurer)
    add_cash(east, west.cycle_especes, compte, MARK, -14.5, treasurer)
    selection = select(west.programme, treasurer)
    for rank, side in enumerate((west, east), 1):
        choose(selection, side.menage, rank)
    projet = Project.objects.create(code="P1", nom="Projet")
    campagne = Campaign.objects.create(nom="Campagne")
    organisation = Organisation.objects.create(nom="Organisation")
    return SimpleNamespace(
        west=west,
        east=east,
        projet=projet,
        campagne=campagne,
        organisation=organisation,
        compte=compte,
        mouvement=mistaken_deposit(compte, treasurer),
        tranche=fee_tranche(),
        methode=draft_method(),
        jeu_regles=create_poor_rule_set(),
        ciblage=create_design(treasurer),
        selection=selection,
        role=system_role("ROLE_USER"),
        other_role=system_role("ROLE_AGENT"),
    )


# The first world of this process, and its rows: it takes five seconds to build, and the next modules find it again.
BUILT: list[tuple[SimpleNamespace, dict[str, bytes]]] = []


@pytest.fixture(scope="module")
def kept_world(kept_db: Any) -> SimpleNamespace:
    with kept_db():
        if not may_skip_triggers():
            return build(make_country())
        if BUILT:
            put_rows(BUILT[0][1])
        else:
            world = build(make_country())
            BUILT.append((world, read_rows()))
        return deepcopy(BUILT[0][0])


@pytest.fixture
def world(kept_world: SimpleNamespace, db: Any) -> SimpleNamespace:
    """The two sides, built once for the tests of a module; what one of them changes, the next does not see."""
    cache.clear()  # the ids are the same in every test
    return deepcopy(kept_world)


def draft_method() -> PmtMethod:
    terms = [{"variable": "tailleMenage", "operateur": "lineaire", "poids": -2}]
    return create_method(values={"nom": "Méthode", "intercept": 60.0, "termes": terms})


def secrets(side: SimpleNamespace) -> list[bytes]:
    """What must not be seen by a caller of the other side: the mark, and every id."""
    rows = [side.region, side.secteur, side.commune, side.localite, side.menage, side.membre, side.user]
    rows += [
        side.beneficiaire,
        side.suspendu,
        side.document,
        side.suivi,
        side.grant,
        side.tache,
        side.double,
        side.doublon,
        side.fusion,
        side.paiement,
        side.echec,
        side.inconnu,
        side.decide,
        side.exclu,
        side.cas,
        side.agent_vbg,
        side.reponse,
        side.entree,
        side.graduation,
        side.verification_conditionnalite,
        side.visite_graduation,
        side.feuille,
        side.feuille_remise,
        side.feuille_rendue,
        side.feuille_manquante,
        side.point_paiement,
        *side.places.values(),
    ]
    return [MARK.encode(), *(str(row.id).encode() for row in rows)]
