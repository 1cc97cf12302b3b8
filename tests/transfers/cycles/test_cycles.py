"""Cycles over HTTP: created, changed, deleted, one per period."""

from datetime import date

import pytest
from django.utils import timezone

from registry.projects.models import Project
from transfers.approvals.models import Approval
from transfers.cycles.api import calculation_resets
from transfers.cycles.models import AmountRule, Cycle, PaymentTotal, Recurrence
from transfers.programmes.models import Programme, ProgrammeRegion


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
        ({"code": "=1+1"}, "code"),
        ({"code": "../C1"}, "code"),
        ({"code": "C;1"}, "code"),
        ({"code": "C\u202e1"}, "code"),
        ({"code": "C\u200b1"}, "code"),
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
    for statut in ("en_preparation", "suspendu", "cloture"):
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
    Cycle.objects.filter(nom="Cycle de mars").update(suspendu_le=timezone.now())
    for query, count in (
        (f"programme={programme.id}", 2),
        (f"projet={programme.projet_id}", 2),
        ("statut=planifie", 2),
        ("statut=termine", 0),
        ("statutValidation=brouillon", 2),
        ("suspendu=true", 1),
        ("suspendu=false", 1),
        ("search=mars", 1),
        ("search=TM-C001", 1),
    ):
        assert call("get", f"/api/cycles?{query}").json()["pagination"]["total"] == count, query
    shown = call("get", f"/api/programmes/{programme.id}/cycles").json()["data"]
    assert [row["code"] for row in shown] == ["TM-C002", "TM-C001"]
    assert call("get", "/api/cycles?statut=fini").status_code == 400


def test_a_generated_code_is_a_free_one(create):
    assert create(code="TM-C002").status_code == 201
    second = create(dateDebut="2025-03-01", dateFin="2025-03-31").json()["data"]
    assert (second["code"], second["numeroSequence"]) == ("TM-C003", 2)
    again = create(code="TM-C003", dateDebut="2025-04-01", dateFin="2025-04-30")
    assert (again.status_code, again.json()["code"]) == (409, "DUPLICATE_CODE")


def test_the_calendar_has_an_end(create):
    answer = create(dateDebut="9999-12-15", dateFin=None)
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["dateFin"])


@pytest.mark.parametrize(
    ("values", "drops"),
    [
        ({"nom": "Autre"}, False),
        ({"montantParBeneficiaire": "15000"}, False),
        ({"montantParBeneficiaire": "16000"}, True),
        ({"dateFin": "2025-02-27"}, True),
        ({"code": "AUTRE"}, True),
    ],
)
def test_a_change_drops_the_list_that_it_makes_wrong(create, call, cast, values, drops):
    path = f"/api/cycles/{create().json()['data']['id']}"
    Cycle.objects.update(calcule_par=cast.admin, calcule_le="2025-01-01T00:00Z")
    dropped = []
    with calculation_resets.override(spy=dropped.append):
        assert call("put", path, values).status_code == 200
    assert (len(dropped), Cycle.objects.get().calcule_le is None) == (drops, drops)


def test_a_supplementary_cycle_stays_with_a_period(create, call):
    first = create().json()["data"]
    create(dateDebut="2025-03-01", dateFin="2025-03-31")
    extra = create(supplementaire=True).json()["data"]
    path = f"/api/cycles/{extra['id']}"
    moved = call("put", path, {"dateDebut": "2025-03-10", "dateFin": "2025-03-20"})
    assert moved.status_code == 200, moved.content
    assert Cycle.objects.get(id=extra["id"]).periode.date_debut == date(2025, 3, 1)
    for days in ({"dateFin": "2025-05-20", "dateDebut": "2025-05-10"}, {"dateDebut": "2025-02-20"}):
        assert call("put", path, days).json()["code"] == "CONFLICT"
    call("put", path, {"dateDebut": "2025-02-10", "dateFin": "2025-02-20"})
    regular = f"/api/cycles/{first['id']}"
    assert call("put", regular, {"dateFin": "2025-02-27"}).json()["code"] == "CONFLICT"
    assert call("put", regular, {"nom": "Nom"}).status_code == 200
    refused = call("delete", regular).json()
    assert (refused["code"], refused["data"]["dependencies"]["supplementaires"]) == ("HAS_DEPENDENCIES", 1)


def test_a_cycle_that_was_submitted_keeps_its_history(create, call, cast):
    identity = create().json()["data"]["id"]
    Approval.objects.create(cycle_id=identity, tour=1, action="soumission", niveau=0, user=cast.admin, empreinte=b"x")
    refused = call("delete", f"/api/cycles/{identity}").json()
    assert (refused["code"], refused["data"]["dependencies"]) == ("HAS_DEPENDENCIES", {"approbations": 1})


def test_who_sees_a_cycle_of_the_country_does_not_change_it(create, call, cast, programme, country):
    path = f"/api/cycles/{create().json()['data']['id']}"
    assert call("get", path, user=cast.agent_west).status_code == 200
    assert call("put", path, {"nom": "Nom"}, user=cast.agent_west).status_code == 403
    assert call("delete", path, user=cast.supervisor_west).status_code == 403
    programme.regions_eligibles.create(region=country.west)
    assert call("put", path, {"nom": "Nom"}, user=cast.agent_west).status_code == 200


@pytest.fixture
def add_total(create, country):
    cycle = create().json()["data"]["id"]

    def add(statut, nombre, region=None, montant=15_000):
        PaymentTotal.objects.create(
            cycle_id=cycle,
            region_id=region and region.id,
            statut=statut,
            nombre=nombre,
            montant=montant * nombre,
            frais=100 * nombre,
            recu=0,
        )
        return f"/api/cycles/{cycle}"

    return add


@pytest.mark.parametrize(
    ("totals", "statut"),
    [
        ({"planifie": 4, "annule": 1}, "planifie"),
        ({"planifie": 3, "en_cours": 1}, "en_cours"),
        ({"planifie": 3, "reussi": 1}, "en_cours"),
        ({"en_cours": 1, "echoue": 3}, "en_cours"),
        ({"reussi": 3, "echoue": 1}, "echoue_partiel"),
        ({"reussi": 3, "annule": 1, "planifie": 0}, "termine"),
    ],
)
def test_the_status_of_execution_is_that_of_the_payments(add_total, call, totals, statut):
    path = [add_total(name, count) for name, count in totals.items()][0]
    assert call("get", path).json()["data"]["statut"] == statut
    assert call("get", f"/api/cycles?statut={statut}").json()["pagination"]["total"] == 1
    others = {"planifie", "en_cours", "termine", "echoue_partiel"} - {statut}
    assert not any(call("get", f"/api/cycles?statut={other}").json()["pagination"]["total"] for other in others)


def test_totals_are_of_the_regions_of_the_caller(add_total, call, cast, country):
    """Rows without a region are for those who see the whole country."""
    add_total("reussi", 2, country.west)
    add_total("echoue", 1, country.west)
    add_total("annule", 5, country.west)
    add_total("reussi", 3, country.east)
    path = add_total("planifie", 4)
    own, all_of = (call("get", path, user=user).json()["data"]["totaux"] for user in (cast.agent_west, cast.admin))
    assert (own["nombre"], own["reussis"], own["echoues"], own["exclus"]) == (3, 2, 1, 5)
    assert (own["montant"], own["frais"]) == (45_000, 300)
    assert (all_of["nombre"], all_of["reussis"], all_of["planifies"]) == (10, 5, 4)
    assert (all_of["montant"], all_of["frais"]) == (150_000, 1_000)
    listed = call("get", "/api/cycles", user=cast.agent_west).json()["data"]
    assert listed[0]["totaux"] == own


def test_cycles_that_pay_nobody_in_ones_regions_are_left_out_and_counted(
    add_total, create, call, cast, country, programme
):
    add_total("reussi", 2, country.east)
    Cycle.objects.update(calcule_le=timezone.now())
    path = "/api/cycles?dansMesRegions=true"
    own, all_of = (call("get", path, user=user).json() for user in (cast.agent_west, cast.admin))
    assert (own["pagination"]["total"], own["horsFiltre"]) == (0, 1)
    assert (all_of["pagination"]["total"], all_of["horsFiltre"]) == (1, 0)
    create(dateDebut="2025-04-01", dateFin="2025-04-30")  # without a list yet
    own = call("get", path, user=cast.agent_west).json()
    assert (own["pagination"]["total"], own["horsFiltre"], len(own["data"])) == (1, 1, 1)
    assert call("get", "/api/cycles", user=cast.agent_west).json()["pagination"]["total"] == 2
    ProgrammeRegion.objects.create(programme=programme, region=country.east)
    assert call("get", path, user=cast.agent_west).json()["horsFiltre"] == 2


def test_a_programme_goes_with_its_settings(call, programme):
    Programme.objects.update(statut="en_preparation")
    Recurrence.objects.create(programme=programme)
    AmountRule.objects.create(programme=programme)
    answer = call("delete", f"/api/programmes/{programme.id}")
    assert answer.status_code == 200, answer.content
    assert not Recurrence.objects.exists() and not AmountRule.objects.exists()


def test_a_programme_with_cycles_stays(create, call, programme):
    create()
    Programme.objects.update(statut="en_preparation")
    refused = call("delete", f"/api/programmes/{programme.id}").json()
    assert (refused["code"], refused["data"]["dependencies"]) == ("HAS_DEPENDENCIES", {"cycles": 1})
