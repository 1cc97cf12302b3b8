"""What bodies let one write: no field that the service computes or moves, save where a right of its own is asked."""

from types import SimpleNamespace
from typing import Any

import pytest

from config.api.schema import get_declared_operation
from config.naming import to_camel_case
from registry.households.models import COUNTS, Household
from registry.households.serializers import HouseholdInput
from tests.api.test_extremes import leaves
from tests.api.test_matrix import CASES, VIEWS
from tests.conftest import Api, make_user
from transfers.beneficiaries.models import Beneficiary
from transfers.beneficiaries.serializers import BeneficiaryChange
from transfers.programmes.models import Programme
from transfers.programmes.serializers import ProgrammeBody

# Computed, or moved by an operation of its own; never in a body of another operation.
OWN_OF_THE_SERVICE = {
    "statut",
    "statutCollecte",
    "eligibleProgramme",
    "ancienScorePmt",
    "methodePmt",
    "motifPmt",
    "datePmt",
    "scoreQualite",
    "problemesQualite",
    "dateAnalyseQualite",
    "scoreDoublon",
    "resumeDoublons",
    "dateValidationCollecte",
    "valideCollectePar",
    "commentaireValidationCollecte",
    "donneesValidation",
    "historiqueValidation",
    "createdAt",
    "updatedAt",
    "codeBeneficiaire",
    "dateEnrolement",
    "dateVerificationDocument",
    "estGradue",
    "dateGraduation",
    "dateSortie",
    "isPrincipal",
    "isSubstitut",
    "beneficiairePrincipal",
    "statutCycle",
    "budgetAlloue",
    "montantEngage",
    "montantDecaisse",
    "tauxExecution",
    "nbBeneficiairesActifs",
    "isSystem",
    "twoFactorEnabled",
    "mustChangePassword",
    "failedLoginAttempts",
    "restriction",
    "operationCreation",
    "enrolePar",
    "compteModifiePar",
    "auteursComptes",
    "version",
    "famille",
    "publishedAt",
    "agent",
    "usersCount",
    "permissionsCount",
    "readAt",
}
# `statut` of a paper is what stands on it; an analysis is told which households to look at.
DATA = {
    # A filter of the plan that stands for a question.
    ("api/carte/assistant", "statut"),
    # Whether an account is in use is said by who manages it.
    ("api/comptes-operateurs", "statut"),
    ("api/comptes-operateurs/<uuid:identity>", "statut"),
    ("api/documents-identite", "statut"),
    # What is read may be sent back: another state is refused, by the name of the calls that change it.
    ("api/programmes", "statut"),
    ("api/programmes/<uuid:identity>", "statut"),
    # Of which households a selection takes.
    ("api/programmes/<uuid:identity>/selections", "statut"),
    ("api/documents-identite/<uuid:identity>", "statut"),
    # Which households are evaluated.
    ("api/eligibility/evaluate/batch", "statut"),
    ("api/eligibility/laboratoire", "statut"),
    ("api/menages/analyse-doublons", "statut"),
    ("api/menages/analyse-doublons", "statutCollecte"),
    # The move that a complaint is to make, by its table of states; and whether a service is open.
    ("api/plaintes/<uuid:identity>/statut", "statut"),
    # Whether a measure was done, or set aside.
    ("api/plaintes/<uuid:identity>/mesures/<uuid:mesure>", "statut"),
    ("api/services-vbg", "statut"),
    ("api/services-vbg/<uuid:identity>", "statut"),
    # What a check of a conditionality found.
    ("api/verifications-conditionnalites", "statut"),
    ("api/verifications-conditionnalites/<uuid:identity>", "statut"),
    # What became of a case.
    ("api/vbg-analytics/import/cas", "statut"),
    ("api/vbg-cas", "statut"),
    ("api/vbg-cas/<uuid:identity>", "statut"),
    # The version that was seen: another one refuses the decision.
    ("api/reconciliation/sessions/<uuid:identity>/entries/<uuid:entry_id>/resolve", "version"),
}
WRITES = [case for case in CASES if (found := get_declared_operation(getattr(VIEWS[case[0]], case[1]))) and found.body]


@pytest.mark.parametrize(("path", "method"), WRITES)
def test_no_body_takes_what_is_the_service_s_own(path: str, method: str) -> None:
    found = get_declared_operation(getattr(VIEWS[path], method))
    assert found is not None and found.body is not None
    read = {name for place, _ in leaves(found.body(context={"request": SimpleNamespace(user=None)})) for name in place}
    assert {name for name in read & OWN_OF_THE_SERVICE if (path, name) not in DATA} == set()


@pytest.mark.parametrize(
    ("model", "body"), [(Household, HouseholdInput), (Beneficiary, BeneficiaryChange), (Programme, ProgrammeBody)]
)
def test_every_column_is_written_or_the_service_s_own(model: Any, body: Any) -> None:
    """A column that comes along is either in the body, or named above: nobody forgets to decide."""
    read = {place[0] for place, _ in leaves(body(context={"request": SimpleNamespace(user=None)}))}
    sources = {field.source for field in body().fields.values()} | {to_camel_case(name) for name in COUNTS}
    columns = {to_camel_case(field.name): field.name for field in model._meta.concrete_fields}
    left = {name for name, column in columns.items() if name not in read and column not in sources}
    shaped = {
        "id",
        "geom",
        "code",
        "chefSexe",
        "chefAgeMin",
        "chefAgeMax",
        "tailleMin",
        "conditionnalitesEducation",
        "conditionnalitesSante",
        "principal",
        "referenceValidation",
    }
    assert left - OWN_OF_THE_SERVICE - shaped == set()


def test_what_is_sent_of_it_changes_nothing(world: Any) -> None:
    """Unknown names are ignored: sending states and figures with a change leaves them as they are."""
    caller = Api(make_user("ROLE_SUPERVISEUR", world.west.region))
    for row, path, wanted in (
        (
            world.west.menage,
            "/api/menages/{}",
            {"statut": "valide", "statutCollecte": "integre", "eligibleProgramme": False},
        ),
        (
            world.west.beneficiaire,
            "/api/beneficiaires/{}",
            {"estGradue": True, "dateGraduation": "2025-01-01T00:00:00Z"},
        ),
    ):
        model: Any = type(row)
        before = model.objects.filter(id=row.id).values().get()
        assert caller.put(path.format(row.id), wanted | {"scoreQualite": 1}).status_code == 200
        after = model.objects.filter(id=row.id).values().get()
        assert {name for name in before if before[name] != after[name]} <= {
            "updated_at",
            "score_qualite",
            "date_analyse_qualite",
            "problemes_qualite",
        }
