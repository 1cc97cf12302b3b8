"""What needs somebody today: as many as the list behind each entry, and nobody else's work."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.jobs.models import Job
from config.postgis.base import get_connection
from registry.duplicates.models import Pair
from registry.households.models import Household
from tests.analysis.dashboards.conftest import at
from tests.conftest import make_user
from transfers.approvals.models import Approval
from transfers.complaints.models import Complaint
from transfers.cycles.models import Cycle
from transfers.reconciliation.models import ReconciliationSession, Statement

TODAY = timezone.localdate


@pytest.fixture
def agenda(api):
    """The entries by code; each number is compared with the total of its list."""

    def read(user):
        client = api(user)
        answer = client.get("/api/dashboard/a-faire")
        assert answer.status_code == 200, answer.content
        items = answer.json()["data"]
        assert answer.json()["total"] == len(items)
        for item in items:
            listed = client.get(item["liste"], item["parametres"])
            assert listed.status_code == 200, listed.content
            body = listed.json()
            total = body["pagination"]["total"] if "pagination" in body else len(body["data"])
            assert total == item["nombre"] > 0, item
        return {item["code"]: item["nombre"] for item in items}

    return read


@pytest.fixture
def submitted(world):
    """A cycle of both regions that waits for its first level."""
    cycle = Cycle.objects.get()
    Cycle.objects.update(statut_validation="en_attente", niveau_validation=0, tour_validation=2)
    return cycle


@pytest.fixture
def session(world, cast, country):
    """A session with an undecided line of the west and a decided payment of the east."""
    statement = Statement.objects.create(
        operateur_id="operator_a_money", nom="r.csv", taille=1, empreinte=b"1" * 32, format="csv", nb_lignes=1
    )
    return ReconciliationSession.objects.create(
        code="RAP-1",
        nom="Février",
        cycle=Cycle.objects.get(),
        operateur_id="operator_a_money",
        releve=statement,
        date_debut="2025-02-01",
        date_fin="2025-02-28",
        statut="en_cours",
        cree_par=cast.admin,
        compteurs={
            str(country.west.id): {"sig.non_rapprochee.absent_du_releve.0": [1, 15_000]},
            str(country.east.id): {"sig.rapprochee..1": [1, 15_000]},
        },
    )


def complain(region, days, **values):
    reference = f"PLT-{Complaint.objects.count()}"
    common = {"reference": reference, "categorie": "paiement", "priorite": "haute", "objet": "O", "region": region}
    return Complaint.objects.create(**common | {"echeance": TODAY() + timedelta(days=days), **values})


def test_nothing_waits_for_whom_nothing_waits(agenda, world, cast):
    assert agenda(cast.stranger) == {}
    assert "cycles_a_valider" not in agenda(cast.admin)


def test_a_cycle_waits_for_who_may_validate_its_next_level(agenda, submitted, cast, country):
    boss = make_user("ROLE_SUPER_ADMIN")
    assert agenda(boss)["cycles_a_valider"] == 1
    # The role's levels are 3 and 4.
    assert "cycles_a_valider" not in agenda(cast.admin)
    # It pays in the east, too.
    assert "cycles_a_valider" not in agenda(cast.agent_west)


@pytest.mark.parametrize("field", ["calcule_par", "soumis_par"])
def test_a_cycle_does_not_wait_for_who_prepared_it(agenda, submitted, field):
    boss = make_user("ROLE_SUPER_ADMIN")
    Cycle.objects.update(**{field: boss})
    assert "cycles_a_valider" not in agenda(boss)


def test_a_cycle_does_not_wait_for_who_validated_or_edited_it(agenda, submitted):
    boss, other = make_user("ROLE_SUPER_ADMIN"), make_user("ROLE_SUPER_ADMIN")
    Approval.objects.create(
        cycle=submitted, tour=2, action="validation", niveau=1, user=boss, empreinte=submitted.empreinte
    )
    Cycle.objects.update(statut_validation="brouillon")
    submitted.paiements.filter(statut="planifie").update(statut="annule", exclu_par=other, motif_exclusion="Décédé")
    Cycle.objects.update(statut_validation="en_attente", niveau_validation=1)
    assert "cycles_a_valider" not in agenda(boss)
    assert "cycles_a_valider" not in agenda(other)
    assert agenda(make_user("ROLE_SUPER_ADMIN"))["cycles_a_valider"] == 1


def test_the_list_of_cycles_that_do_not_wait(api, submitted):
    client = api(make_user("ROLE_SUPER_ADMIN"))
    assert client.get("/api/cycles", {"aValider": "false"}).json()["pagination"]["total"] == 0
    Cycle.objects.update(statut_validation="brouillon")
    assert client.get("/api/cycles", {"aValider": "false"}).json()["pagination"]["total"] == 1
    assert client.get("/api/cycles", {"aValider": "peut-être"}).status_code == 400


def test_entries_to_decide_are_those_of_the_callers_regions(agenda, session, country):
    assert agenda(make_user("ROLE_SUPERVISEUR", country.west))["rapprochements_a_traiter"] == 1
    assert "rapprochements_a_traiter" not in agenda(make_user("ROLE_SUPERVISEUR", country.east))
    ReconciliationSession.objects.update(statut="annule")
    assert "rapprochements_a_traiter" not in agenda(make_user("ROLE_SUPERVISEUR", country.west))


def test_complaints_near_and_beyond_their_term(agenda, world, cast, country):
    complain(country.west, -1)
    complain(country.west, 0)
    complain(country.west, 2)
    complain(country.west, 3)
    complain(country.west, -1, statut="resolue", date_resolution=at(2))
    complain(country.west, -1, categorie="vbg", objet=None)
    complain(country.east, -1)
    found = agenda(cast.agent_west)
    assert (found["plaintes_depassees"], found["plaintes_proches"]) == (1, 2)
    assert agenda(cast.admin)["plaintes_depassees"] == 2
    assert "plaintes_depassees" not in agenda(cast.reader_west)


def test_what_was_escalated_to_the_direction(agenda, api, world, cast, country):
    """Number and worst delay, for who is told of it; not what only the team's lead was told, nor what is over."""
    late = {"niveau_escalade": 2}
    complain(country.west, -9, **late)
    complain(country.east, -12, **late)
    complain(country.east, -1, niveau_escalade=1)
    complain(country.east, 6, **late)  # less urgent since: its deadline was put off
    complain(country.east, -30, statut="resolue", date_resolution=at(2), **late)
    complain(country.east, -40, categorie="vbg", objet=None, **late)
    reader = make_user("ROLE_DIRECTION")
    assert agenda(reader)["plaintes_escaladees"] == 2
    said = {
        item["code"]: item["description"]
        for item in api(reader).get("/api/dashboard/a-faire", headers={"Accept-Language": "fr"}).json()["data"]
    }
    assert said["plaintes_escaladees"].endswith("(jusqu'à 12 jours de retard)")
    assert "plaintes_escaladees" not in agenda(cast.agent_west)


def test_own_jobs_that_failed_lately(agenda, api, world, cast):
    jobs = [
        Job(type="import_menages", statut=statut, user=cast.agent_west) for statut in ("echoue", "echoue", "termine")
    ]
    Job.objects.bulk_create([*jobs, Job(type="import_menages", statut="echoue", user=cast.admin)])
    Job.objects.filter(id=jobs[1].id).update(created_at=at(8))
    assert agenda(cast.agent_west)["taches_echouees"] == 1
    shown = api(cast.agent_west).get("/api/jobs").json()
    assert [row["id"] for row in shown["data"]] == [str(job.id) for job in reversed(jobs)]
    assert api(cast.agent_west).get("/api/jobs", {"depuis": "hier"}).status_code == 400


def test_own_imports_that_left_out_rows(agenda, world, cast):
    """Of households, places and services alike; not the check of a file, nor one that took all."""
    results = (
        ("import_menages", "import", {"errors": ["Ligne 3 : la région est inconnue."]}),
        ("import_geographie", None, {"errors": [{"ligne": 2}], "erreursTotal": 1}),
        ("import_conditionnalites", None, {"nbErreurs": 1, "erreurs": [{"ligne": 2}]}),
        ("import_menages", "validate", {"errors": ["Ligne 3"], "erreurs": [{"ligne": 3}]}),
        ("import_menages", "import", {"errors": []}),
        ("rapport", None, {"errors": ["?"]}),
    )
    Job.objects.bulk_create(
        Job(type=kind, statut="termine", user=cast.agent_west, resultat=result, parametres={"action": action})
        for kind, action, result in results
    )
    assert agenda(cast.agent_west)["imports_avec_erreurs"] == 3
    assert "imports_avec_erreurs" not in agenda(cast.admin)
    Job.objects.update(created_at=at(8))
    assert "imports_avec_erreurs" not in agenda(cast.agent_west)


def test_an_account_that_does_not_cover_a_validated_cycle(agenda, world, cast):
    assert agenda(cast.admin)["comptes_insuffisants"] == 1
    assert "comptes_insuffisants" not in agenda(cast.supervisor_west)
    world.fund(1_000_000)
    get_connection().forget_locks()
    assert "comptes_insuffisants" not in agenda(cast.admin)


def test_households_and_duplicates(agenda, world, cast):
    rows = list(Household.objects.order_by("id"))
    Household.objects.update(statut_collecte="integre", statut="valide")
    Household.objects.filter(id__in=[rows[0].id, rows[1].id]).update(
        statut_collecte="pre_collecte", statut="en_attente"
    )
    first, second = sorted((rows[0].id, rows[2].id))
    Pair.objects.create(menage_a_id=first, menage_b_id=second, score=95, empreinte=rows[0].id)
    found = agenda(cast.supervisor_west)
    assert (found["menages_a_valider"], found["doublons_a_decider"]) == (1, 1)
    assert agenda(cast.admin)["menages_a_valider"] == 2
    assert "menages_a_valider" not in agenda(cast.reader_west)


def test_the_words_are_in_the_language_of_the_caller(api, submitted):
    client = api(make_user("ROLE_SUPER_ADMIN"))

    def read(language):
        return client.get("/api/dashboard/a-faire", headers={"Accept-Language": language}).json()["data"][0]

    assert read("fr")["description"] == "1 cycle attend votre validation"
    assert read("pt")["description"] != read("fr")["description"] != read("en")["description"]
