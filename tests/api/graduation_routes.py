"""The routes of graduations, with a graduation of each side."""

from django.utils import timezone

from registry.households.models import Household
from tests.api.route import Route, one
from transfers.beneficiaries.models import Beneficiary
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.models import Graduation, GraduationResult
from transfers.graduation.visits.models import GraduationVisit

CRITERION = {"nom": "N", "type": "score_pmt", "operateur": ">=", "valeurSeuil": 1}
RESULT = {"critere": "{critere_graduation}", "valide": True, "valeur": 1}

GRADUATION_ROUTES: dict[str, Route] = {
    "api/graduations": Route(
        body={"beneficiaire": "{beneficiaire}"},
        others=(({}, {"programme": "{programme}", "statut": "evaluee"}),),
    ),
    "api/graduations/<uuid:identity>": one("graduation"),
    "api/graduations/<uuid:identity>/criteres": one("graduation"),
    "api/graduations/<uuid:identity>/evaluate": one("graduation", body={"evaluation": {"criteresValides": [RESULT]}}),
    "api/graduations/<uuid:identity>/decide": one("graduation", body={"approuver": False}),
    "api/graduations/<uuid:identity>/cancel": one("graduation", body={"motif": "M"}),
    "api/graduations/candidates/<uuid:identity>": one("programme", shared=True),
    "api/graduations/stats/<uuid:identity>": one("programme", shared=True),
    "api/graduations/bulk-propose": Route(body={"ids": ["{beneficiaire}"]}, mass=True),
    "api/graduations/bulk-evaluate": Route(body={"ids": ["{graduation}"]}, mass=True),
    "api/graduations/bulk-decide": Route(body={"ids": ["{graduation}"], "approuver": False}, mass=True),
    "api/graduations/suivis": Route(others=(({}, {"statut": "a_faire"}),)),
    "api/graduations/suivis/<uuid:identity>": one("visite_graduation", body={"suivi": None}),
    # What everybody of a programme is measured by, whatever their region.
    "api/programmes/<uuid:identity>/graduation-criteria": one("programme", body=CRITERION, scoped=False),
    "api/graduation-criteria/<uuid:identity>": one("critere_graduation", body={"poids": 2}, scoped=False),
}


def graduate(beneficiary: Beneficiary, mark: str) -> tuple[GraduationCriterion, Graduation, GraduationVisit]:
    """An evaluated graduation of somebody of the beneficiary's programme and region, and a visit to come."""
    household = Household.objects.create(
        code_menage=f"G-{mark}", taille_menage=3, region=beneficiary.menage.region, secteur=beneficiary.menage.secteur
    )
    leaver = Beneficiary.objects.create(
        code=f"PGG-{mark}", menage=household, programme=beneficiary.programme, nom_complet=f"Gradué {mark}"
    )
    criterion, _ = GraduationCriterion.objects.get_or_create(
        programme=beneficiary.programme, nom="Score", type="score_pmt", operateur=">=", valeur_seuil=1, ordre=1
    )
    today = timezone.localdate()
    graduation = Graduation.objects.create(
        beneficiaire=leaver,
        menage=household,
        motif=f"Motif {mark}",
        statut="evaluee",
        date_proposition=today,
        date_evaluation=today,
        score_global=100,
    )
    GraduationResult.objects.create(
        graduation=graduation,
        critere=criterion,
        nom="Score",
        type="score_pmt",
        operateur=">=",
        valeur_seuil=1,
        ordre=1,
        valide=True,
        valeur=12,
    )
    return criterion, graduation, GraduationVisit.objects.create(graduation=graduation, date_prevue=today)
