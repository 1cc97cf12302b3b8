"""The routes of conditionalities, with a check of each side."""

from tests.api.route import Route, one
from transfers.beneficiaries.models import Beneficiary
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.conditionality.models import Conditionality

CHECK = {
    "beneficiaireId": "{beneficiaire}",
    "conditionnaliteId": "{conditionnalite}",
    "statut": "conforme",
    "dateVerification": "2025-04-12T09:00:00Z",
}

CONDITIONALITY_ROUTES: dict[str, Route] = {
    # What everybody of a programme is asked for, whatever their region.
    "api/conditionnalites": Route(
        body={"programmeId": "{programme}", "code": "N", "nom": "N", "categorie": "sante"},
        scoped=False,
        others=(({}, {"programme": "{programme}"}),),
    ),
    "api/conditionnalites/<uuid:identity>": one("conditionnalite", body={"nom": "M"}, scoped=False),
    "api/conditionnalites/<uuid:identity>/import": one("conditionnalite", upload=True, shared=True),
    "api/verifications-conditionnalites": Route(
        body=CHECK, others=(({}, {"statut": "non_conforme", "sansAvis": "true"}),)
    ),
    "api/verifications-conditionnalites/avis": Route(body={"ids": ["{verification_conditionnalite}"]}, mass=True),
    "api/verifications-conditionnalites/<uuid:identity>": one(
        "verification_conditionnalite", body={"commentaires": "C"}
    ),
    "api/cycles/<uuid:identity>/conditionnalites": one("cycle", shared=True),
}


def check_attendance(beneficiary: Beneficiary, mark: str) -> tuple[Conditionality, ComplianceCheck]:
    """A check that was not met, of the school attendance that the programme asks for."""
    school, _ = Conditionality.objects.get_or_create(
        programme=beneficiary.programme, code="ECOLE", nom="École", categorie="education"
    )
    check = ComplianceCheck.objects.create(
        beneficiaire=beneficiary,
        menage=beneficiary.menage,
        conditionnalite=school,
        statut="non_conforme",
        date_verification="2025-03-12T09:00Z",
        commentaires=f"Vérification {mark}",
    )
    return school, check
