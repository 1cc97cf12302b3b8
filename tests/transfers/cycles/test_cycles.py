"""Cycles over HTTP: created, changed, deleted, one per period."""

from datetime import date

import pytest

from accounts.notifications.models import Notification
from config.postgis.base import get_connection
from registry.projects.models import Project
from transfers.cycles.models import Cycle, Recurrence
from transfers.cycles.recurrence.services import generate_due_cycles
from transfers.programmes.models import Programme


@pytest.fixture
def create(api, cast, programme):
    def post(user=None, **values):
        get_connection().forget_locks()
        body = {
            "programmeId": str(programme.id),
            "nom": "Cycle de février",
            "dateDebut": "2025-02-01",
            "dateFin": "2025-02-28",
            "montantParBeneficiaire": "15000.00",
        }
        sent = {name: value for name, value in (body | values).items() if value is not None}
        return api(user or cast.admin).post("/api/cycles", sent)

    return post


@pytest.fixture
def call(api, cast):
    def send(method, path, body=None, user=None, **headers):
        get_connection().forget_locks()
        return getattr(api(user or cast.admin), method)(path, body, **headers)

    return send


def test_a_cycle_is_a_draft(create, programme):
    answer = create()
    assert answer.status_code == 201, answer.content
    shown = answer.json()["data"]
    assert (shown["code"], shown["numeroSequence"], shown["statut"]) == ("TM-C001", 1, "planifie")
    assert (shown["statutValidation"], shown["niveauValidation"], shown["niveauxRequis"]) == ("brouillon", 0, 2)
    assert (shown["montantParBeneficiaire"], shown["programme"]["code"]) == ("15000.00", "TM")
    assert shown["totaux"]["nombre"] == 0


def test_what_is_absent_comes_from_the_programme(create, programme):
    Programme.objects.update(frequence_paiement="trimestriel", montant_par_beneficiaire=22_000)
    shown = create(dateFin=None, montantParBeneficiaire=None, nom=None).json()["data"]
    assert (shown["dateFin"], shown["montantParBeneficiaire"], shown["nom"]) == ("2025-04-30", "22000.00", "Cycle 1")


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"programmeId": None}, "programmeId"),
        ({"dateDebut": None}, "dateDebut"),
        ({"dateFin": "2025-01-31"}, "dateFin"),
        ({"dateDebut": "2024-12-31"}, "dateDebut"),
        ({"montantParBeneficiaire": "0"}, "montantParBeneficiaire"),
        ({"montantParBeneficiaire": "-5"}, "montantParBeneficiaire"),
        ({"montantParBeneficiaire": "15000.50"}, "montantParBeneficiaire"),
        ({"montantParBeneficiaire": "NaN"}, "montantParBeneficiaire"),
        ({"montantParBeneficiaire": 10**30}, "montantParBeneficiaire"),
        ({"montantParBeneficiaire": None}, "montantParBeneficiaire"),
        ({"montant": 5}, "montant"),
    ],
)
def test_what_makes_no_sense_is_refused_by_field(create, values, field):
    answer = create(**values)
    assert (answer.status_code, list(answer.json()["details"])) == (400, [field])
    assert not Cycle.objects.exists()


def test_a_period_has_one_cycle(create):
    first = create().json()["data"]
    again = create(dateDebut="2025-02-28", dateFin="2025-03-27")
    assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")
    second = create(supplementaire=True)
    assert (second.status_code, second.json()["data"]["supplementaire"]) == (201, True)
    assert str(Cycle.objects.get(numero_sequence=2).periode_id) == first["id"]
    create(dateDebut="2025-03-01", dateFin="2025-03-31")
    across = create(dateDebut="2025-02-15", dateFin="2025-03-15", supplementaire=True)
    assert across.json()["code"] == "CONFLICT"


def test_a_programme_that_does_not_run_gets_no_cycle(create, programme):
    for statut in ("en_preparation", "suspendu", "termine", "cloture"):
        Programme.objects.update(statut=statut)
        assert create().json()["code"] == "INVALID_STATUS"
    Programme.objects.update(statut="actif")
    Project.objects.update(lecture_seule=True)
    assert create().json()["code"] == "READ_ONLY_PROJECT"


def test_a_programme_of_the_country_is_not_for_an_agent_of_a_region(create, cast, programme, country):
    assert create(user=cast.agent_west).status_code == 403
    programme.regions_eligibles.create(region=country.west)
    assert create(user=cast.agent_west).status_code == 201
    assert create(user=cast.agent_east, dateDebut="2025-03-01", dateFin="2025-03-31").status_code == 403


def test_a_draft_changes_and_a_submitted_one_does_not(create, call):
    shown = create().json()["data"]
    path = f"/api/cycles/{shown['id']}"
    changed = call("put", path, {"nom": "Autre nom", "dateFin": "2025-02-27"})
    assert (changed.status_code, changed.json()["data"]["nom"]) == (200, "Autre nom")
    assert list(call("put", path, {"dateFin": "2025-01-01"}).json()["details"]) == ["dateFin"]
    Cycle.objects.update(statut_validation="en_attente", empreinte=b"x")
    for method, body in (("put", {"nom": "Tard"}), ("delete", None)):
        assert call(method, path, body).json()["code"] == "INVALID_STATUS"
    Cycle.objects.update(statut_validation="rejete")
    assert call("put", path, {"nom": "Corrigé"}).json()["data"]["statutValidation"] == "brouillon"
    assert Cycle.objects.values_list("tour_validation", "empreinte").get() == (2, None)
    assert call("delete", path).status_code == 200
    assert not Cycle.objects.exists()


def test_a_change_of_an_old_version_is_a_conflict(create, call):
    shown = create().json()["data"]
    path = f"/api/cycles/{shown['id']}"
    tag = call("get", path).headers["ETag"]
    assert call("put", path, {"nom": "Nouveau"}, headers={"If-Match": tag}).status_code == 200
    assert call("put", path, {"nom": "Tard"}, headers={"If-Match": tag}).status_code == 409


def test_cycles_are_listed_and_filtered(create, call, programme):
    create()
    create(dateDebut="2025-03-01", dateFin="2025-03-31", nom="Cycle de mars")
    for query, count in (
        (f"programme={programme.id}", 2),
        (f"projet={programme.projet_id}", 2),
        ("statut=planifie", 2),
        ("statut=termine", 0),
        ("statutValidation=brouillon", 2),
        ("search=mars", 1),
        ("search=TM-C001", 1),
    ):
        assert call("get", f"/api/cycles?{query}").json()["pagination"]["total"] == count, query
    shown = call("get", f"/api/programmes/{programme.id}/cycles").json()["data"]
    assert [row["code"] for row in shown] == ["TM-C002", "TM-C001"]
    assert call("get", "/api/cycles?statut=fini").status_code == 400


def set_recurrence(call, programme, **values):
    body = {
        "recurrenceActive": True,
        "modeGeneration": "automatique",
        "frequencePaiement": "mensuel",
        "jourGeneration": 5,
        "delaiCreationJours": 7,
        "parametresHeritables": ["montantParBeneficiaire"],
    }
    return call("put", f"/api/programmes/{programme.id}/recurrence", body | values)


def test_a_recurrence_is_set_and_shown(call, programme):
    path = f"/api/programmes/{programme.id}/recurrence"
    empty = call("get", path).json()["data"]
    assert (empty["recurrenceActive"], empty["prochainCycleDate"], empty["dernierCycleGenereId"]) == (False, None, None)
    assert set_recurrence(call, programme).status_code == 200
    shown = call("get", path).json()["data"]
    assert (shown["recurrenceActive"], shown["jourGeneration"]) == (True, 5)
    assert shown["prochainCycleDate"] is not None


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"modeGeneration": "au_hasard"}, "modeGeneration"),
        ({"jourGeneration": 0}, "jourGeneration"),
        ({"jourGeneration": 32}, "jourGeneration"),
        ({"jourGeneration": None}, "jourGeneration"),
        ({"delaiCreationJours": -1}, "delaiCreationJours"),
        ({"parametresHeritables": ["statutValidation"]}, "parametresHeritables.0"),
        ({"frequencePaiement": "hebdomadaire"}, "frequencePaiement"),
    ],
)
def test_a_recurrence_that_cannot_run_is_refused(call, programme, values, field):
    answer = set_recurrence(call, programme, **values)
    assert (answer.status_code, list(answer.json()["details"])) == (400, [field])
    assert not Recurrence.objects.exists()


def test_generating_twice_needs_force(call, programme):
    Programme.objects.update(montant_par_beneficiaire=15_000)
    set_recurrence(call, programme)
    path = f"/api/programmes/{programme.id}/recurrence/generate"
    preview = call("get", path.replace("generate", "preview")).json()["data"]
    made = call("post", path, {"force": True})
    assert made.status_code == 201, made.content
    shown = made.json()["data"]
    assert {name: preview[name] for name in ("dateDebut", "dateFin", "code")} == {
        name: shown[name] for name in ("dateDebut", "dateFin", "code")
    }
    again = call("post", path, {"force": False})
    assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")
    supplement = call("post", path, {"force": True}).json()["data"]
    assert (supplement["numeroSequence"], supplement["dateDebut"]) == (2, shown["dateDebut"])
    assert Cycle.objects.filter(periode__isnull=True).count() == 1


def test_what_is_due_is_made_once_and_in_order_after_a_stop(call, programme):
    Programme.objects.update(montant_par_beneficiaire=15_000)
    set_recurrence(call, programme)

    def generate(day):
        get_connection().forget_locks()
        return generate_due_cycles(day)

    assert generate(date(2025, 2, 25)) == 1, "the past before it was switched on is not paid"
    assert generate(date(2025, 2, 25)) == 0
    assert generate(date(2025, 2, 26)) == 1
    assert generate(date(2025, 6, 1)) == 3
    cycles = list(Cycle.objects.order_by("numero_sequence").values_list("date_debut", "numero_sequence"))
    assert cycles == [(date(2025, month, 1), month - 1) for month in range(2, 7)]
    Programme.objects.update(date_fin=date(2025, 7, 10))
    assert generate(date(2025, 12, 1)) == 1
    assert Cycle.objects.order_by("-date_debut").first().date_fin == date(2025, 7, 10)


def test_semi_automatic_notifies_once_and_waits(call, cast, programme):
    set_recurrence(call, programme, modeGeneration="semi_automatique")
    for day in (date(2025, 2, 26), date(2025, 2, 27)):
        get_connection().forget_locks()
        assert generate_due_cycles(day) == 0
    assert Notification.objects.filter(user=cast.admin, category="paiement").count() == 1
    assert not Cycle.objects.exists()


def test_a_programme_without_an_amount_keeps_no_other_waiting(call, programme, caplog):
    set_recurrence(call, programme)
    other = Programme.objects.create(
        code="TM2",
        nom="Autre",
        statut="actif",
        projet=programme.projet,
        date_debut="2025-01-01",
        montant_par_beneficiaire=5000,
    )
    set_recurrence(call, other)
    get_connection().forget_locks()
    assert generate_due_cycles(date(2025, 2, 26)) == 1
    assert Cycle.objects.get().programme == other
