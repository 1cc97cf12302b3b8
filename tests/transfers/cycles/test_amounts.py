"""How the amount of a payment follows from the household."""

import pytest

from registry.projects.models import Project
from transfers.cycles.api import calculation_resets
from transfers.cycles.models import AmountRule, Cycle
from transfers.programmes.models import Programme

TRANCHES = [{"tailleMin": 6, "montant": "25000"}, {"tailleMin": 1, "montant": "15000.00"}]


@pytest.fixture
def path(programme):
    return f"/api/programmes/{programme.id}/regle-montant"


def test_everybody_has_the_amount_of_the_cycle_without_a_rule(call, programme, path):
    shown = call("get", path).json()["data"]
    assert shown == {"programmeId": str(programme.id), "mode": "fixe", "plafond": None, "tranches": []}


@pytest.mark.parametrize(
    ("body", "plafond", "tranches"),
    [
        ({"mode": "fixe"}, None, []),
        ({"mode": "par_personne"}, None, []),
        ({"mode": "par_personne", "plafond": "60000"}, 60_000, []),
        (
            {"mode": "par_taille", "tranches": TRANCHES},
            None,
            [{"tailleMin": 1, "montant": 15_000}, {"tailleMin": 6, "montant": 25_000}],
        ),
    ],
)
def test_a_rule_is_replaced_as_a_whole(call, programme, path, body, plafond, tranches):
    AmountRule.objects.create(programme=programme, mode="par_personne", plafond=5)
    answer = call("put", path, body)
    assert answer.status_code == 200, answer.content
    assert AmountRule.objects.values_list("mode", "plafond", "tranches").get() == (body["mode"], plafond, tranches)
    shown = call("get", path).json()["data"]
    assert shown == answer.json()["data"]
    assert [row["montant"] for row in shown["tranches"]] == [f"{row['montant']}.00" for row in tranches]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "mode"),
        ({"mode": "au_hasard"}, "mode"),
        ({"mode": "fixe", "plafond": "5"}, "plafond"),
        ({"mode": "par_personne", "plafond": "0"}, "plafond"),
        ({"mode": "par_personne", "plafond": "5.5"}, "plafond"),
        ({"mode": "par_personne", "plafond": "NaN"}, "plafond"),
        ({"mode": "par_personne", "plafond": 10**30}, "plafond"),
        ({"mode": "par_personne", "tranches": TRANCHES}, "tranches"),
        ({"mode": "par_taille"}, "tranches"),
        ({"mode": "par_taille", "tranches": TRANCHES * 30}, "tranches"),
        ({"mode": "par_taille", "tranches": [TRANCHES[0], TRANCHES[0]]}, "tranches"),
        ({"mode": "par_taille", "tranches": [{"tailleMin": 0, "montant": "5"}]}, "tranches.0.tailleMin"),
        ({"mode": "par_taille", "tranches": [{"tailleMin": 2, "montant": "-5"}]}, "tranches.0.montant"),
        ({"mode": "par_taille", "tranches": [{"tailleMin": 2}]}, "tranches.0.montant"),
        ({"mode": "fixe", "montant": 5}, "montant"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused_by_field(call, path, body, field):
    answer = call("put", path, body)
    assert (answer.status_code, list(answer.json()["details"])) == (400, [field])
    assert not AmountRule.objects.exists()


def test_another_rule_drops_the_lists_that_may_still_change(create, call, cast, path):
    create()
    create(dateDebut="2025-03-01", dateFin="2025-03-31")
    create(dateDebut="2025-04-01", dateFin="2025-04-30")
    Cycle.objects.update(calcule_par=cast.admin, calcule_le="2025-01-01T00:00Z")
    Cycle.objects.filter(numero_sequence=1).update(statut_validation="en_attente", empreinte=b"x")
    dropped = []
    with calculation_resets.override(spy=lambda cycle: dropped.append(cycle.numero_sequence)):
        assert call("put", path, {"mode": "par_personne"}).status_code == 200
        assert call("put", path, {"mode": "par_personne"}).status_code == 200
    assert dropped == [2, 3]
    assert list(Cycle.objects.filter(calcule_le__isnull=False).values_list("numero_sequence", flat=True)) == [1]


def test_who_may_set_a_rule(call, cast, programme, path, country):
    assert call("put", path, {"mode": "fixe"}, user=cast.agent_west).status_code == 403
    programme.regions_eligibles.create(region=country.west)
    assert call("put", path, {"mode": "fixe"}, user=cast.agent_west).status_code == 200
    Project.objects.update(lecture_seule=True)
    assert call("put", path, {"mode": "fixe"}).json()["code"] == "READ_ONLY_PROJECT"
    Project.objects.update(lecture_seule=False)
    Programme.objects.update(statut="cloture")
    assert call("put", path, {"mode": "fixe"}).json()["code"] == "INVALID_STATUS"


def test_a_rule_of_an_old_version_is_a_conflict(call, path):
    tag = call("get", path).headers["ETag"]
    assert call("put", path, {"mode": "fixe"}, headers={"If-Match": tag}).status_code == 200
    assert call("put", path, {"mode": "par_personne"}, headers={"If-Match": tag}).json()["code"] == "CONFLICT"
