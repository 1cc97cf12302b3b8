"""What becomes of beneficiaries with their household: in the way of a deletion, merged, told, erased."""

import pytest
from django.db import connection
from django.utils import timezone

from accounts.audit.models import Trace
from registry.duplicates.analysis import services as duplicates
from registry.duplicates.models import Merge, Pair
from registry.erasure.services import anonymise_household
from registry.households.models import Household
from tests.conftest import make_user
from tests.registry.duplicates.conftest import make, twins
from tests.registry.erasure.test_anonymise import holding
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme

__all__ = ["make", "twins"]


def of(household, programme, code, **more):
    more = {"nom_complet": f"Nom {code}"} | more
    return Beneficiary.objects.create(code=code, menage=household, programme=programme, **more)


def test_in_the_way_of_a_deletion(api, cast, household, programme):
    of(household, programme, "TM-1")
    of(household, programme, "TM-2", type="substitut")
    caller, path = api(cast.supervisor_west), f"/api/menages/{household.id}"
    data = caller.get(f"{path}/check-dependencies").json()["data"]
    assert (data["canDelete"], data["dependencies"]["beneficiaires"]) == (False, 2)
    # Who reads no payments is not told who has some.
    seen = api(make_user("ROLE_ENQUETEUR", household.region)).get(f"{path}/check-dependencies").json()["data"]
    assert not any(seen["dependencies"].values())
    refused = caller.delete(path).json()
    assert (refused["code"], refused["data"]["dependencies"]) == ("HAS_DEPENDENCIES", {"beneficiaires": 2})
    many = caller.post("/api/menages/bulk-delete", {"ids": [household.id]}).json()["data"]
    assert "2 bénéficiaires" in many["erreurs"][0]["message"]
    project = api(cast.admin).delete(f"/api/projets/{programme.projet_id}").json()
    assert project["data"]["dependencies"] == {"programmes": 1, "beneficiaires": 2}


@pytest.fixture
def pair(cast, twins):
    duplicates.analyse_duplicates(query={}, user=cast.admin)
    return Pair.objects.get()


def fuse(caller, pair, kept):
    body = {"decision": "fusionner", "menageConserveId": str(kept.id)}
    answer = caller.post(f"/api/menages/doublons/{pair.id}/decision", body)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]["fusionId"]


def rows():
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_jsonb(t) - 'updated_at' FROM transfers_beneficiaire AS t ORDER BY id")
        return cursor.fetchall()


def test_a_merge_takes_them_along_and_undoing_brings_them_back(api, cast, pair, twins, programme):
    first, second = twins
    other = Programme.objects.create(
        code="TX", nom="Travaux", statut="actif", projet=programme.projet, date_debut="2025-01-01"
    )
    stays, doubled = of(first, programme, "TM-1"), of(second, programme, "TM-2")
    deputy = of(second, programme, "TM-3", type="substitut", principal=doubled)
    alone = of(second, other, "TX-1", statut_enrolement="suspendu")
    before = rows()
    merge = fuse(api(cast.admin), pair, first)
    for row in (stays, doubled, deputy, alone):
        row.refresh_from_db()
        assert row.menage_id == first.id
    assert (stays.statut_enrolement, alone.statut_enrolement) == ("actif", "suspendu")
    # Enrolled twice under two codes: one place remains.
    assert (doubled.statut_enrolement, doubled.motif_sortie) == ("sorti", "menage_fusionne")
    assert (deputy.statut_enrolement, deputy.principal_id) == ("actif", stays.id)
    undone = api(cast.admin).post(f"/api/menages/fusions/{merge}/annuler")
    assert undone.status_code == 200, undone.content
    assert rows() == before


def test_a_graduated_one_gives_way_and_comes_back_graduated(api, cast, pair, twins, programme):
    first, second = twins
    of(first, programme, "TM-1")
    of(second, programme, "TM-2", statut_enrolement="gradue", date_graduation=timezone.now())
    before = rows()
    merge = fuse(api(cast.admin), pair, first)
    assert api(cast.admin).post(f"/api/menages/fusions/{merge}/annuler").status_code == 200
    assert rows() == before


def test_not_undone_when_who_gave_way_was_taken_back(api, cast, pair, twins, programme):
    first, second = twins
    stays, doubled = of(first, programme, "TM-1"), of(second, programme, "TM-2")
    merge = fuse(api(cast.admin), pair, first)
    left = {"statut_enrolement": "sorti", "date_sortie": timezone.now(), "motif_sortie": "demande"}
    Beneficiary.objects.filter(id=stays.id).update(**left)
    Beneficiary.objects.filter(id=doubled.id).update(statut_enrolement="actif", date_sortie=None, motif_sortie=None)
    before = rows()
    answer = api(cast.admin).post(f"/api/menages/fusions/{merge}/annuler")
    assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT")
    assert rows() == before
    assert Merge.objects.get().annule_le is None
    assert not Household.objects.filter(id=second.id).exists()


@pytest.mark.parametrize(("shared", "status"), [(False, 409), (True, 200)])
def test_not_undone_when_somebody_else_is_paid_on_the_account(
    api, cast, pair, twins, household, programme, shared, status
):
    first, second = twins
    of(first, programme, "TM-1", compte_mobile="+245955000001" if shared else None)
    of(second, programme, "TM-2", compte_mobile="+245955000001")
    merge = fuse(api(cast.admin), pair, first)
    if not shared:
        of(household, programme, "TM-9", compte_mobile="+245955000001")
    before = rows()
    answer = api(cast.admin).post(f"/api/menages/fusions/{merge}/annuler")
    assert answer.status_code == status, answer.content
    assert (rows() == before) is not shared


def test_the_trail_tells_who_reads_transfers(api, cast, household, programme):
    of(
        household,
        programme,
        "TM-1",
        enrole_par=cast.agent_west,
        statut_enrolement="sorti",
        date_sortie=timezone.now(),
        motif_sortie="deces",
    )

    def told(user):
        events = api(user).get(f"/api/menages/{household.id}/parcours").json()["data"]
        return {event["type"]: event for event in events if event["source"] == "enrolement"}

    events = told(cast.reader_west)
    assert events["enrolement"]["par"] == {"id": str(cast.agent_west.id), "nom": cast.agent_west.nom_complet}
    assert events["enrolement"]["details"]["programme"] == "Transferts"
    assert events["sortie"]["details"]["motif"] == "deces"
    role = cast.reader_west.role
    role.permissions = ["registre.lire"]
    role.save()
    assert told(cast.reader_west) == {}


def test_erased_with_the_household(household, programme):
    words = ("Nha Zzubstituta", "+245955777111", "IBAN-ZZ-1", "+245966777222", "TM-ZZ001")
    active = of(
        household,
        programme,
        words[4],
        nom_complet=words[0],
        telephone=words[1],
        compte_bancaire=words[2],
        numero_op_b=words[3],
    )
    Beneficiary.objects.update(nom_complet="Nha Zzubs")
    graduated = of(
        household, programme, "TM-ZZ002", type="substitut", statut_enrolement="gradue", date_graduation=timezone.now()
    )
    assert Trace.objects.filter(model="beneficiaire", racine=household.id).exists()
    done = anonymise_household(which=str(household.id), reason="demande")
    assert done.done["beneficiaries"] == 2
    assert done.remaining == {}
    assert holding(*words, "Nha Zzubs", "TM-ZZ002") == []
    active.refresh_from_db()
    graduated.refresh_from_db()
    assert (active.statut_enrolement, active.motif_sortie) == ("sorti", "anonymise")
    assert graduated.statut_enrolement == "gradue"
