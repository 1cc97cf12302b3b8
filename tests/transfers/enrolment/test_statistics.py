"""Who receives in a programme, and its figures, as far as the caller sees them."""

import pytest

from registry.projects.models import Project
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme


@pytest.fixture
def people(programme, household, beneficiary, stranger):
    """A principal of the west who is paid, his substitute, and a suspended one of the east."""
    Beneficiary.objects.filter(id=beneficiary.id).update(mode_paiement="mobile_money", telephone="+245955000001")
    Beneficiary.objects.filter(id=stranger.id).update(statut_enrolement="suspendu")
    Beneficiary.objects.create(
        code="TM-3",
        menage=household,
        programme=programme,
        nom_complet="Substitut",
        type="substitut",
        principal=beneficiary,
    )
    other = Programme.objects.create(code="TX", nom="T", projet=programme.projet, date_debut="2025-01-01")
    Beneficiary.objects.create(code="TX-1", menage=household, programme=other, nom_complet="Ailleurs")


def test_beneficiaries_of_the_programme(api, cast, programme, people):
    path = f"/api/programmes/{programme.id}/beneficiaires"
    data = api(cast.admin).get(path).json()
    assert {row["codeBeneficiaire"] for row in data["data"]} == {"TM-1", "TM-2", "TM-3"}
    assert data["pagination"]["total"] == 3
    # The programme of the address is the one that counts.
    other = str(Programme.objects.get(code="TX").id)
    assert api(cast.admin).get(path, {"programme": other}).json()["pagination"]["total"] == 3
    west = api(cast.agent_west).get(path, {"actif": "true", "search": "djalo"}).json()["data"]
    assert [(row["codeBeneficiaire"], row["telephone"]) for row in west] == [("TM-1", "+245955000001")]
    assert "telephone" not in api(cast.reader_west).get(path).json()["data"][0]
    assert api(cast.agent_east).get(path).json()["pagination"]["total"] == 1
    assert api(cast.reader_west).get(path, {"limit": 0}).json()["code"] == "VALIDATION_ERROR"


def test_statistics(api, cast, programme, people):
    Programme.objects.filter(code="TM").update(
        budget_total=1_000, objectif_beneficiaires=4, nombre_cycles_prevus=12, date_fin="2025-01-02"
    )
    path = f"/api/programmes/{programme.id}/stats"
    assert api(cast.admin).get(path).json()["data"] == {
        "programme": {"id": str(programme.id), "code": "TM", "nom": "Transferts"},
        "cycles": [],
        "beneficiaires": [
            {"actif": True, "modePaiement": "mobile_money", "count": 1},
            {"actif": False, "modePaiement": None, "count": 1},
        ],
        "parRegion": [{"region": "Bafatá", "count": 1}, {"region": "Oio", "count": 1}],
        "indicateurs": {
            "tauxExecution": 0.0,
            "tauxEngagement": 0.0,
            "tauxCouverture": 25.0,
            "progressionCycles": 0.0,
            "budgetDisponible": 1000.0,
            "joursRestants": 0,
        },
    }
    east = api(cast.agent_east).get(path).json()["data"]
    assert east["parRegion"] == [{"region": "Bafatá", "count": 1}]
    assert east["indicateurs"]["tauxCouverture"] == 0.0


def test_summary(api, cast, programme, people):
    elsewhere = Project.objects.create(code="AUTRE", nom="Autre")
    Programme.objects.create(
        code="FO", nom="F", type="formation", projet=elsewhere, date_debut="2025-01-01", budget_total=500
    )
    Programme.objects.filter(code="TM").update(budget_total=1_000, objectif_beneficiaires=4)
    path = "/api/programmes/stats/summary"
    data = api(cast.admin).get(path).json()["data"]
    assert data == {
        "total": 3,
        "parStatut": {"en_preparation": 2, "actif": 1, "suspendu": 0, "termine": 0, "cloture": 0},
        "parType": {"transfert_monetaire": 2, "travaux_publics": 0, "formation": 1, "mixte": 0},
        "budgetTotal": 1500.0,
        "budgetAlloue": 0.0,
        "budgetDisponible": 1500.0,
        "montantDecaisse": 0.0,
        "montantEngage": 0.0,
        "nbBeneficiairesActifs": 2,
        "nbBeneficiairesTotal": 3,
        "objectifBeneficiaires": 4,
        "nbCyclesExecutes": 0,
        "tauxExecution": 0.0,
        "tauxEngagement": 0.0,
        "tauxCouverture": 50.0,
    }
    mine = api(cast.agent_east).get(path).json()["data"]
    assert (mine["nbBeneficiairesActifs"], mine["nbBeneficiairesTotal"], mine["total"]) == (0, 1, 3)
    one = api(cast.admin).get(path, {"projet": str(elsewhere.id)}).json()["data"]
    assert (one["total"], one["tauxCouverture"], one["tauxExecution"]) == (1, None, 0.0)
    assert api(cast.admin).get(path, {"projet": "7"}).json()["code"] == "VALIDATION_ERROR"
    assert api(cast.vbg).get(path).status_code == 403
