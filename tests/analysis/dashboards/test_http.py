"""Dashboards through the API, compared with the rows themselves."""

from datetime import timedelta

import pytest
from django.db.models import Sum
from django.utils import timezone

from registry.households.models import Household
from tests.analysis.dashboards.conftest import at
from tests.conftest import make_user
from transfers.approvals.models import Approval
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.models import Complaint, ComplaintMove
from transfers.payments.models import Payment
from transfers.programmes.models import Programme


@pytest.fixture
def get(api):
    def call(path, user, status=200, **query):
        answer = api(user).get(f"/api/dashboard/{path}", query)
        assert answer.status_code == status, answer.content
        return answer.json() if status >= 400 else answer.json()["data"]

    return call


@pytest.fixture
def complaints(world, country):
    """Of the west: one resolved in time after two days, one open beyond its term, one about violence."""
    today = timezone.localdate()
    common = {"region": country.west, "priorite": "haute", "objet": "O"}
    rows = [
        Complaint(**common, reference="PLT-1", categorie="paiement", statut="resolue", echeance=today),
        Complaint(**common, reference="PLT-2", categorie="service", statut="nouvelle", echeance=at(2).date()),
        Complaint(
            **common | {"objet": None}, reference="PLT-3", categorie="vbg", statut="nouvelle", echeance=at(2).date()
        ),
    ]
    rows[0].date_resolution = at(1)
    Complaint.objects.bulk_create(rows)
    Complaint.objects.filter(reference="PLT-1").update(date_creation=at(3))
    return rows


def test_figures_are_those_of_the_rows(get, world, cast):
    found = get("stats", cast.admin)
    assert found["menages"] == {"total": Household.objects.count(), "nouveaux": 8, "variation": 300.0}
    assert found["beneficiaires"] == {"total": Beneficiary.objects.count(), "actifs": 10, "variation": None}
    arrived = Payment.objects.filter(statut="reussi")
    amount = sum(payment.montant_recu or payment.montant for payment in arrived)
    assert found["paiements"] == {
        "totalMontant": amount,
        "nombrePaiements": len(arrived),
        "nombreEchoues": Payment.objects.filter(statut="echoue").count(),
        "montantEchoue": sum(payment.montant for payment in Payment.objects.filter(statut="echoue")),
        "nombrePartiels": 1,
        "montantManquant": 5_000,
        "tauxReussite": 75.0,
        "variation": None,
    }
    assert found["nonAccessibles"] == []
    earlier = get("stats", cast.admin, dateDebut=str(at(30).date()), dateFin=str(at(10).date()))["paiements"]
    assert (earlier["nombrePartiels"], earlier["montantManquant"]) == (0, 0)
    hidden = get("stats", cast.stranger)["paiements"]
    assert (hidden["nombrePartiels"], hidden["montantManquant"]) == (0, 0)


def test_figures_keep_to_the_regions_of_the_caller(get, world, cast, country):
    found = get("stats", cast.agent_west)
    west = Household.objects.filter(region=country.west)
    assert found["menages"]["total"] == west.count() == 5
    paid = Payment.objects.filter(region_id=country.west.id, statut="reussi").aggregate(n=Sum("montant"))["n"]
    assert found["paiements"]["totalMontant"] == paid
    assert get("stats", cast.agent_west, region=str(country.east.id))["menages"]["total"] == 0
    assert get("stats", cast.stranger)["menages"]["total"] == 0
    assert get("stats", cast.admin, region=str(country.east.id))["menages"]["total"] == 5


def test_a_programme_of_others_has_no_figures(get, world, cast):
    other = "00000000-0000-7000-8000-000000000000"
    found = get("stats", cast.admin, programme=other)
    assert (found["beneficiaires"]["total"], found["paiements"]["totalMontant"]) == (0, 0)
    assert found["budget"] == {"alloue": 0, "depense": 0, "tauxExecution": None}
    assert found["menages"] == {"total": 0, "nouveaux": 0, "variation": None}


def test_the_households_of_a_programme_are_those_enrolled_in_it(get, world, cast, country):
    """Each once: not by its substitute, nor when its principal left; of two regions, by the day of enrolment."""
    household = world.beneficiaries[0].menage
    values = {"programme": world.programme, "nom_complet": "S", "type": "substitut"}
    Beneficiary.objects.create(menage=household, code="TM-900001", **values)
    Beneficiary.objects.filter(id=world.beneficiaries[1].id).update(
        statut_enrolement="sorti", date_sortie=at(0), motif_sortie="Parti"
    )
    Beneficiary.objects.filter(id=world.beneficiaries[2].id).update(date_enrolement=at(40))
    query = {"programme": str(world.programme.id)}
    mine = get("stats", cast.admin, **query)
    assert (mine["menages"], mine["beneficiaires"]["total"]) == ({"total": 9, "nouveaux": 8, "variation": 700.0}, 11)
    west = get("stats", cast.agent_west, **query)
    assert west["menages"]["total"] == (5 if "transferts.lire" in cast.agent_west.role.permissions else 0)
    reader = make_user("ROLE_USER")
    reader.role.permissions = ["registre.lire"]
    reader.role.save()
    assert "menages" in get("stats", reader, **query)["nonAccessibles"]
    assert "menages" not in get("stats", reader)["nonAccessibles"]


def test_payments_of_a_period(get, world, cast):
    day = at(3).date()
    assert get("stats", cast.admin, dateDebut=day, dateFin=day)["paiements"]["nombrePaiements"] == 6
    before = {"dateDebut": day - timedelta(days=9), "dateFin": day - timedelta(days=1)}
    assert get("stats", cast.admin, **before)["paiements"]["nombrePaiements"] == 0


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ({"dateDebut": "2026-02-01", "dateFin": "2026-01-01"}, "dateFin"),
        ({"dateDebut": "1800-01-01", "dateFin": "2026-01-01"}, "dateDebut"),
        ({"dateDebut": "hier"}, "dateDebut"),
        ({"region": "OI"}, "region"),
    ],
)
def test_a_bad_period_or_id_is_refused(get, cast, query, named):
    assert get("stats", cast.admin, 400, **query)["details"].keys() == {named}


def test_the_budget_is_that_of_the_programmes(get, world, cast):
    world.programme.budget_total = 170_000
    world.programme.save()
    assert get("stats", cast.admin)["budget"] == {"alloue": 170_000, "depense": 85_000, "tauxExecution": 50.0}


def test_what_may_not_be_read_is_named_and_zero(get, world, complaints, cast):
    nobody = make_user("ROLE_USER")
    nobody.role.permissions = []
    nobody.role.save()
    found = get("stats", nobody)
    assert found["nonAccessibles"] == ["menages", "beneficiaires", "paiements", "plaintes", "budget"]
    assert (found["menages"]["total"], found["plaintes"]["total"]) == (0, 0)
    assert get("recent-activity", nobody) == []


def test_lists_behind_the_numbers_have_the_same_total(get, api, complaints, cast):
    period = get("stats", cast.admin)["periode"]
    days = f"dateDebut={period['debut']}&dateFin={period['fin']}"
    terms = get("complaints-overview", cast.admin)["slaMetrics"]
    for path, number in {
        f"menages?{days}": get("stats", cast.admin)["menages"]["nouveaux"],
        "plaintes?delaiTenu=true": terms["respecte"],
        "plaintes?delaiTenu=false": terms["depasse"],
    }.items():
        assert api(cast.admin).get(f"/api/{path}").json()["pagination"]["total"] == number > 0
    assert api(cast.admin).get("/api/menages?dateDebut=2026-02-01&dateFin=2026-01-01").status_code == 400


def test_complaints_and_their_terms(get, complaints, cast):
    found = get("complaints-overview", cast.admin)
    assert (found["parStatut"]["nouvelle"], found["parStatut"]["resolue"]) == (1, 1)
    assert (found["parCategorie"]["paiement"], found["parPriorite"]["haute"]) == (1, 2)
    assert "vbg" not in found["parCategorie"]
    assert found["slaMetrics"] == {"respecte": 1, "depasse": 1, "depasseOuvertes": 1, "tauxRespect": 50.0}
    assert get("stats", cast.admin)["plaintes"] == {
        "total": 2,
        "ouvertes": 1,
        "resolues": 1,
        "delaiMoyenResolution": 2.0,
    }
    assert get("complaints-overview", cast.agent_east)["parStatut"]["nouvelle"] == 0


def test_complaints_about_violence_are_counted_for_who_may_see_cases(get, complaints, cast, country):
    referent = make_user("ROLE_VBG", country.west)
    assert get("complaints-overview", referent)["parCategorie"]["vbg"] == 1
    assert get("complaints-overview", cast.admin)["parStatut"]["nouvelle"] == 1


def test_payments_over_time(get, world, cast, country):
    for periode, bars in (("week", 13), ("month", 12), ("quarter", 8), ("year", 5)):
        found = get("payments-chart", cast.admin, periode=periode)
        amounts, succeeded, failed = (line["data"] for line in found["datasets"])
        assert len(found["labels"]) == len(amounts) == bars
        assert (sum(amounts), sum(succeeded), sum(failed)) == (85_000, 6, 2)
        assert found["summary"]["totalMontant"] == 85_000
    year = get("payments-chart", cast.admin, periode="year", region=str(country.east.id))
    assert year["summary"] == {
        "totalMontant": 40_000,
        "totalPaiements": 3,
        "moyenneMensuelle": pytest.approx(40_000 / 60, rel=0.01),
    }
    assert year["periode"] == "year"
    days = {"dateDebut": str(at(30).date()), "dateFin": str(at(10).date())}
    chosen, figures = get("payments-chart", cast.admin, periode="week", **days), get("stats", cast.admin, **days)
    assert (chosen["intervalles"][0]["debut"], chosen["intervalles"][-1]["fin"]) == tuple(days.values())
    assert chosen["summary"]["totalMontant"] == figures["paiements"]["totalMontant"] < 85_000
    assert get("payments-chart", cast.admin, dateDebut="2000-01-01", dateFin="2026-01-01")["periode"] == "year"
    assert get("payments-chart", cast.admin, 400, dateDebut="2026-02-01", dateFin="2026-01-01")["success"] is False
    assert get("payments-chart", cast.admin, 400, periode="siecle")["code"] == "VALIDATION_ERROR"


def test_the_chart_of_all_payments_begins_with_the_first(get, world, cast):
    first = Payment.objects.filter(statut="reussi").first()
    Payment.objects.filter(id=first.id).update(date_execution=at(900))
    assert get("payments-chart", cast.admin)["summary"]["totalPaiements"] == 5
    whole, figures = get("payments-chart", cast.admin, depuisDebut="true"), get("stats", cast.admin)["paiements"]
    assert (whole["summary"]["totalMontant"], whole["summary"]["totalPaiements"]) == (85_000, 6)
    assert figures["totalMontant"] == 85_000, "the sum of its bars is the figure above it"
    assert (whole["periode"], whole["intervalles"][0]["debut"]) == ("month", str(at(900).date()))
    assert get("payments-chart", cast.admin, depuisDebut="true", periode="week")["periode"] == "month"
    chosen = get("payments-chart", cast.admin, depuisDebut="true", dateDebut=str(at(30).date()))
    assert chosen["intervalles"][0]["debut"] == str(at(30).date()), "dates that are given are those"


def test_the_target_of_the_running_programmes(get, world, cast, country):
    assert get("stats", cast.admin)["objectif"] is None, "no programme says how many it aims at"
    Programme.objects.update(objectif_beneficiaires=40, statut="actif")
    programmes, active = Programme.objects.count(), get("stats", cast.admin)["beneficiaires"]["actifs"]
    target = get("stats", cast.admin)["objectif"]
    assert target == {
        "vises": 40 * programmes,
        "actifs": active,
        "taux": round(100 * active / (40 * programmes), 2),
    }
    assert get("stats", cast.agent_west)["objectif"] is None, "it is national"
    assert get("stats", cast.admin, region=str(country.east.id))["objectif"] is None


def test_regions_by_name_with_their_shares(get, world, cast):
    found = get("regions-distribution", cast.admin)
    assert [(row["region"], row["menages"], row["montantPaye"]) for row in found] == [
        ("Bafatá", 5, 40_000),
        ("Oio", 5, 45_000),
    ]
    assert sum(row["pourcentage"] for row in found) == 100
    assert [row["region"] for row in get("regions-distribution", cast.agent_west)] == ["Oio"]


def test_recent_activity_names_who_did_what(get, world, complaints, cast):
    cycle = world.programme.cycles.get()
    Approval.objects.create(
        cycle=cycle, tour=9, niveau=1, action="validation", user=cast.agent_west, empreinte=b"x", date=at(-1)
    )
    ComplaintMove.objects.create(plainte=complaints[0], action="statut", statut_apres="resolue", auteur=cast.admin)
    ComplaintMove.objects.create(plainte=complaints[2], action="creation", statut_apres="nouvelle")
    newest = get("recent-activity", cast.admin)[0]
    assert (newest["type"], newest["action"], newest["user"]["nom"]) == ("paiement", "validation", "Bacar Mané")
    assert cycle.code in newest["description"]
    moves = get("recent-activity", cast.admin, type="plainte")
    assert [(row["description"], row["metadata"]["reference"]) for row in moves] == [("Plainte PLT-1 résolue", "PLT-1")]
    households = get("recent-activity", cast.agent_west, type="menage", limit=50)
    assert {row["metadata"]["codeMenage"] for row in households} <= set(
        Household.objects.visible_to(cast.agent_west).values_list("code_menage", flat=True)
    )
    assert len(get("recent-activity", cast.admin, limit=3)) == 3
    for query in ({"limit": 51}, {"limit": 0}, {"type": "projet"}):
        get("recent-activity", cast.admin, 400, **query)
