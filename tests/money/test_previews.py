"""What a run would send is seen before, by the rule that sends it; and who validated the list does not pay it."""

import pytest

from accounts.audit.models import Trace
from accounts.users.models import User
from config.postgis.base import get_connection
from tests.conftest import make_user
from transfers.cycles.models import Cycle
from transfers.execution.models import Attempt, Run
from transfers.payments.models import Payment


@pytest.fixture
def preview(api, cast):
    def get(cycle, user=None, **query):
        get_connection().forget_locks()
        return api(user or cast.admin).get(f"/api/cycles/{cycle.id}/executer/apercu", query)

    return get


@pytest.fixture
def execute(api, cast):
    def run(cycle, user=None, **body):
        get_connection().forget_locks()
        return api(user or cast.admin).post(f"/api/cycles/{cycle.id}/executer", body)

    return run


def test_what_is_seen_is_what_leaves(world, preview, execute):
    world.enrol(7)
    for person in world.beneficiaries[:2]:
        person.mode_paiement, person.compte_mobile = "especes", None
        person.save()
    cycle = world.plan(fees=True)
    world.plan(month=3, fees=True)
    world.fund(200_000)
    seen = preview(cycle).json()["data"]
    assert seen == {
        "nombre": 5,
        "montant": 5 * 15_250,
        "comptes": [
            {
                "operateur": "operator_a_money",
                "operateurLabel": world.account.operateur.label,
                "nombre": 5,
                "montant": 5 * 15_250,
                "disponible": 200_000,
                "engage": 7 * 15_250,
                "manque": 0,
            }
        ],
        "restes": [{"mode": "especes", "nombre": 2}],
    }
    assert execute(cycle).json()["data"]["nbPaiements"] == seen["nombre"]
    assert Run.objects.count() == 1
    assert world.balance() == (200_000, seen["montant"])
    # What is under way leaves no second time; nor does anybody of the household by another payment.
    left = preview(cycle, fournisseur="especes").json()["data"]
    assert (left["nombre"], left["montant"], left["restes"]) == (2, 2 * 15_000, [])
    none = preview(cycle).json()["data"]
    assert (none["nombre"], none["comptes"], none["restes"]) == (0, [], [{"mode": "especes", "nombre": 2}])


def test_what_an_account_lacks_is_seen_before_it_is_refused(world, preview, execute):
    world.enrol(3)
    cycle = world.plan()
    world.fund(40_000)
    (account,) = preview(cycle).json()["data"]["comptes"]
    assert (account["disponible"], account["manque"]) == (40_000, 5_000)
    assert execute(cycle).json()["code"] == "INSUFFICIENT_FUNDS"


def test_who_sees_a_part_of_a_list_or_no_account_sees_no_preview(world, preview, country):
    world.enrol(4)
    cycle = world.plan()
    assert preview(cycle, make_user("ROLE_ADMIN", country.west)).status_code == 403
    assert preview(cycle, make_user("ROLE_ENQUETEUR")).status_code == 403
    unknown = preview(cycle, fournisseur="pigeon")
    assert (unknown.status_code, unknown.json()["code"]) == (400, "VALIDATION_ERROR")
    no_account = preview(cycle, operateur="operator_b_money")
    assert list(no_account.json()["details"]) == ["operateur"]


def test_who_validated_a_list_does_not_pay_it(world, execute, api, cast, settings):
    world.enrol(2)
    cycle = world.plan()
    world.fund(100_000)
    validator = User.objects.get(email="validateur-1@tabanca.example")
    refused = execute(cycle, validator)
    assert refused.status_code == 403
    assert "une autre personne la paie" in refused.json()["error"]
    history = api(validator).get(f"/api/cycles/{cycle.id}/historique-validations").json()["data"]
    assert history["empechementPaiement"] == (
        f"Vous avez validé cette liste : une autre personne la paie. Peut le faire : {cast.admin.nom_complet}."
    )
    assert not Attempt.objects.exists()
    assert execute(cycle, fournisseur="simulateur", simulation={"tauxEchec": 100}).json()["data"]["echoues"] == 2
    order = Trace.objects.get(model="ordre_paiement")
    assert (order.objet, order.nombre, order.utilisateur_id) == (cycle.id, 2, cast.admin.id)
    assert order.details["resultat"]["aussi_calcule_ou_soumis"] is False
    assert order.details["filtre"] == {"fournisseur": "simulateur", "operateur": world.account.operateur.label}
    get_connection().forget_locks()
    again = api(validator).post(f"/api/cycles/{cycle.id}/relancer-echecs")
    assert (again.status_code, again.json()["code"]) == (403, "FORBIDDEN")
    settings.PAYMENT_FOUR_EYES = False
    get_connection().forget_locks()
    assert api(validator).post(f"/api/cycles/{cycle.id}/relancer-echecs").status_code == 200


def test_who_prepared_a_list_is_warned_and_the_order_says_so(world, execute, api, cast):
    """One account may calculate, submit and pay: where another one may pay it, it is told which."""
    world.enrol(2)
    cycle = world.plan()
    world.fund(100_000)
    Cycle.objects.filter(id=cycle.id).update(calcule_par=cast.admin, soumis_par=cast.admin)
    other = make_user("ROLE_ADMIN")
    path = f"/api/cycles/{cycle.id}"
    history = api(cast.admin).get(f"{path}/historique-validations").json()["data"]
    assert history["empechementPaiement"] is None
    assert history["avertissementPaiement"].startswith("Vous avez aussi calculé et soumis cette liste")
    assert other.nom_complet in history["avertissementPaiement"]
    assert cast.admin.nom_complet not in history["avertissementPaiement"]
    assert api(other).get(f"{path}/historique-validations").json()["data"]["avertissementPaiement"] is None
    assert execute(cycle).status_code == 200
    (run,) = api(cast.admin).get(f"{path}/executions").json()["data"]
    assert run["auteurAPrepare"] is True
    order = Trace.objects.get(model="ordre_paiement")
    assert order.details["resultat"]["aussi_calcule_ou_soumis"] is True


def test_where_only_preparers_may_pay_they_are_named_as_such(world, api, cast):
    world.enrol(2)
    cycle = world.plan()
    path = f"/api/cycles/{cycle.id}/historique-validations"
    rows = Cycle.objects.filter(id=cycle.id)

    def read(user):
        get_connection().forget_locks()
        return api(user).get(path).json()["data"]

    rows.update(calcule_par=cast.admin, soumis_par=cast.admin)
    validator = User.objects.get(email="validateur-1@tabanca.example")
    named = f"Peut le faire, mais a préparé la liste : {cast.admin.nom_complet}."
    assert read(validator)["empechementPaiement"].endswith(named)
    assert "Personne d'autre" in read(cast.admin)["avertissementPaiement"]
    # Who calculated and who submitted are told of each other.
    other = make_user("ROLE_ADMIN")
    rows.update(soumis_par=other)
    told = read(cast.admin)["avertissementPaiement"]
    assert told.startswith("Vous avez aussi calculé cette liste")
    assert told.endswith(f"Peut le faire, mais a préparé la liste : {other.nom_complet}.")
    told = read(other)["avertissementPaiement"]
    assert told.startswith("Vous avez aussi soumis cette liste")
    assert told.endswith(f"a préparé la liste : {cast.admin.nom_complet}.")
    # Who excluded payments prepared the list, too.
    rows.update(soumis_par=cast.admin)
    Payment.objects.filter(cycle=cycle).update(exclu_par=other)
    assert read(other)["avertissementPaiement"].startswith("Vous avez aussi exclu des paiements de cette liste")
    assert read(validator)["empechementPaiement"].count("a préparé la liste") == 1
