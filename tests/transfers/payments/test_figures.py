"""What cycles, programmes, beneficiaries and households show of payments, and what becomes of them."""

from accounts.backup.api import data_checks
from config.ids import uuid7
from config.postgis.base import get_connection
from registry.duplicates.merges.services import merge_households, undo_merge
from registry.duplicates.models import Pair
from registry.erasure.services import anonymise_household
from transfers.cycles.models import Cycle
from transfers.payments.models import Payment
from transfers.payments.queries import find_wrong_totals


def read(api, user, address):
    answer = api(user).get(address)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def settled(lists, **by_status):
    for _ in range(sum(by_status.values())):
        lists.enrol()
    cycle = lists.cycle()
    lists.calculate(cycle)
    lists.settle(cycle, **by_status)
    return cycle


def test_a_programme_shows_what_it_engaged_and_paid(api, cast, lists):
    settled(lists, reussi=2, echoue=1)
    lists.calculate(validated := lists.cycle(month=3))
    lists.approve(validated)
    lists.calculate(draft := lists.cycle(month=4))
    shown = read(api, cast.admin, f"/api/programmes/{lists.programme.id}")
    amounts = {name: shown[name] for name in ("budgetAlloue", "montantEngage", "montantDecaisse")}
    assert amounts == {"budgetAlloue": "135000.00", "montantEngage": "45000.00", "montantDecaisse": "30000.00"}
    assert shown["nbCyclesExecutes"] == 1
    assert (shown["montantBrouillon"], shown["montantRejete"]) == ("45000.00", "0.00"), (
        "nobody has submitted the last one"
    )
    Cycle.objects.filter(id=draft.id).update(statut_validation="rejete")
    again = read(api, cast.admin, f"/api/programmes/{lists.programme.id}")
    assert (again["montantBrouillon"], again["montantRejete"]) == ("0.00", "45000.00")
    Cycle.objects.filter(id=draft.id).update(statut_validation="brouillon")
    statistics = read(api, cast.admin, f"/api/programmes/{lists.programme.id}/stats")
    assert statistics["cycles"] == [
        {"statut": "echoue_partiel", "count": 1, "montant": 45000},
        {"statut": "planifie", "count": 2, "montant": 90000},
    ]
    summary = read(api, cast.admin, "/api/programmes/stats/summary")
    assert (summary["montantEngage"], summary["montantDecaisse"], summary["nbCyclesExecutes"]) == (45000, 30000, 1)


def test_a_partial_amount_is_what_arrived(api, cast, lists):
    cycle = settled(lists, reussi=1)
    Payment.objects.filter(cycle=cycle).update(montant_recu=9000)
    assert read(api, cast.admin, f"/api/programmes/{lists.programme.id}")["montantDecaisse"] == "9000.00"
    person = Payment.objects.get(cycle=cycle).beneficiaire_id
    assert read(api, cast.admin, f"/api/beneficiaires/{person}")["statistiques"]["totalMontantRecu"] == 9000


def test_what_lacks_of_partial_payments_is_said(api, cast, lists):
    cycle = settled(lists, reussi=2)
    one = Payment.objects.filter(cycle=cycle, statut="reussi").first()
    Payment.objects.filter(id=one.id).update(montant_recu=9000)
    sums = read(api, cast.admin, f"/api/cycles/{cycle.id}")["totaux"]
    assert (sums["reussis"], sums["partiels"]) == (2, 1)
    assert (sums["montantRecu"], sums["montantManquant"]) == (24000, 6000)
    programme = read(api, cast.admin, f"/api/programmes/{lists.programme.id}")
    assert (programme["montantDecaisse"], programme["montantManquant"]) == ("24000.00", "6000.00")
    (listed,) = read(api, cast.admin, f"/api/cycles/{cycle.id}/paiements?partiel=true")
    assert (listed["id"], listed["montantRecu"]) == (str(one.id), 9000)
    (whole,) = read(api, cast.admin, f"/api/cycles/{cycle.id}/paiements?partiel=false")
    assert (whole["montant"], whole["montantRecu"]) == (15000, None)
    (row,) = read(api, cast.admin, f"/api/beneficiaires/{one.beneficiaire_id}")["paiements"]
    assert (row["montant"], row["montantPrevu"]) == (9000, 15000)
    (event,) = [event for event in trail(api, cast, one) if event["type"] == "paiement"]
    assert (event["details"]["montant"], event["details"]["montantPrevu"]) == (9000, 15000)


def test_what_did_not_arrive_is_in_parts_that_sum_up_to_the_list(api, cast, lists):
    cycle = settled(lists, reussi=2, echoue=1, en_cours=1)
    Payment.objects.filter(id=Payment.objects.filter(cycle=cycle, statut="reussi").first().id).update(montant_recu=9000)
    sums = read(api, cast.admin, f"/api/cycles/{cycle.id}")["totaux"]
    parts = ("montantEchoue", "montantEnCours", "montantPlanifie", "montantManquant")
    assert [sums[name] for name in parts] == [15_000, 15_000, 0, 6_000]
    assert sums["montant"] == sums["montantRecu"] + sum(sums[name] for name in parts) == 60_000


def test_partial_payments_of_other_regions_are_not_counted(api, cast, country, lists):
    cycle = settled(lists, reussi=3)
    rows = Payment.objects.filter(cycle=cycle, statut="reussi")
    rows.update(montant_recu=9000)
    Payment.objects.filter(id=rows.first().id).update(region_id=country.east.id)
    sums = read(api, cast.agent_west, f"/api/cycles/{cycle.id}")["totaux"]
    assert (sums["partiels"], sums["montantManquant"]) == (sums["reussis"], 6000 * sums["reussis"])
    assert sums["partiels"] == 2


def test_a_beneficiary_shows_payments_and_cycles(api, cast, lists):
    cycle = settled(lists, reussi=1, echoue=1)
    paid = Payment.objects.get(cycle=cycle, statut="reussi")
    shown = read(api, cast.admin, f"/api/beneficiaires/{paid.beneficiaire_id}")
    (row,) = shown["paiements"]
    assert (row["reference"], row["montant"], row["statut"]) == (paid.reference, 15000, "reussi")
    assert shown["cycles"] == [{"id": str(cycle.id), "code": cycle.code, "nom": cycle.nom, "statut": "reussi"}]
    assert (shown["statutCycle"], shown["nombreCyclesCompletes"]) == ("reussi", 1)
    figures = shown["statistiques"]
    assert (figures["totalPaiements"], figures["paiementsReussis"], figures["totalMontantRecu"]) == (1, 1, 15000)


def test_the_trail_of_a_household_tells_that_it_was_paid(api, cast, lists):
    cycle = settled(lists, reussi=1, echoue=1)
    paid, failed = (Payment.objects.get(cycle=cycle, statut=statut) for statut in ("reussi", "echoue"))
    Payment.objects.filter(id=paid.id).update(reference_operateur="OP-77")
    (event,) = [row for row in trail(api, cast, paid) if row["type"] == "paiement"]
    assert event["titre"] == "Payé"
    assert (event["details"]["montant"], event["details"]["cycle"]) == (15000, cycle.nom)
    assert event["details"]["referenceOperateur"] == "OP-77"
    assert [row for row in trail(api, cast, failed) if row["type"] == "paiement"] == []


def trail(api, cast, payment):
    return read(api, cast.admin, f"/api/menages/{payment.menage_id}/parcours")


def test_a_household_with_payments_is_not_deleted(api, cast, lists):
    cycle = settled(lists, reussi=1)
    household = Payment.objects.get(cycle=cycle).menage_id
    answer = api(cast.admin).delete(f"/api/menages/{household}")
    assert (answer.status_code, answer.json()["code"]) == (400, "HAS_DEPENDENCIES")
    assert answer.json()["data"]["dependencies"]["paiements"] == 1


def test_payments_stay_with_the_household_that_was_merged(api, cast, lists):
    """Both were paid in one cycle: the very reason for a merge must not prevent it."""
    cycle = settled(lists, reussi=2)
    kept, absorbed = (row.menage_id for row in Payment.objects.filter(cycle=cycle).order_by("reference"))
    first, second = sorted([kept, absorbed])
    pair = Pair.objects.create(menage_a_id=first, menage_b_id=second, score=99, niveaux={}, empreinte=uuid7())
    merge = merge_households(pair_id=pair.id, kept=kept, values={}, reason=None, user=cast.admin)
    assert set(Payment.objects.filter(cycle=cycle).values_list("menage_id", flat=True)) == {kept, absorbed}
    events = [row for row in read(api, cast.admin, f"/api/menages/{kept}/parcours") if row["type"] == "paiement"]
    assert len(events) == 2
    more = lists.cycle(periode=cycle)
    get_connection().forget_locks()
    assert lists.calculate(more).nb_paiements == 0
    undo_merge(merge_id=merge.id, user=cast.admin)
    assert Payment.objects.get(cycle=cycle, menage_id=absorbed).beneficiaire.menage_id == absorbed


def test_an_erased_household_leaves_amounts_and_no_names(lists):
    cycle = settled(lists, reussi=1, echoue=1)
    row = Payment.objects.get(cycle=cycle, statut="echoue")
    result = anonymise_household(which=str(row.menage_id), reason="Demande")
    assert result.done["payments of beneficiaries"] == 1
    assert "transfers_paiement" not in result.remaining
    row.refresh_from_db()
    assert (row.nom_complet, row.compte_mobile, row.telephone) == ("ANONYME", None, None)
    assert row.code_menage.startswith("ANONYME-")
    assert (row.montant, row.statut, row.motif_echec) == (15000, "echoue", "anonymise")
    assert Payment.objects.get(cycle=cycle, statut="reussi").nom_complet != "ANONYME"


def test_sums_that_are_not_those_of_the_rows_are_told(lists):
    cycle = settled(lists, echoue=1)
    assert find_wrong_totals() == []
    cycle.sommes.filter(statut="echoue").update(montant=1)
    assert len(find_wrong_totals()) == 2
    assert "the sums of a cycle" in (data_checks["ledger"]() or "")


def test_a_list_of_cycles_sums_all_that_it_finds_and_sorts(api, cast, lists):
    """The sums are those of the filters, not of the page; amounts of other regions are in none."""
    first = settled(lists, reussi=2)
    lists.enrol()
    lists.calculate(second := lists.cycle(month=3))
    address = f"/api/cycles?limit=1&programme={lists.programme.id}"
    body = api(cast.admin).get(f"{address}&tri=nombre").json()
    assert body["totaux"] == {"nombre": 5, "montant": 75_000, "frais": 0, "montantRecu": 30_000}
    parts = body["parValidation"]
    assert parts["valide"] == {"nombre": 2, "montant": 30_000}
    assert parts["brouillon"] == {"nombre": 3, "montant": 45_000}
    assert parts["rejete"] == parts["en_attente"] == {"nombre": 0, "montant": 0}
    assert (body["pagination"]["total"], body["data"][0]["id"]) == (2, str(first.id))
    (most,) = read(api, cast.admin, f"{address}&tri=-montant")
    assert (most["id"], most["totaux"]["montant"]) == (str(second.id), 45_000)
    narrowed = api(cast.admin).get(f"{address}&statut=termine").json()
    assert narrowed["totaux"]["montant"] == 30_000
    Payment.objects.update(region_id=None)
    assert api(cast.agent_west).get(address).json()["totaux"]["montant"] == 0
    assert api(cast.admin).get("/api/cycles?tri=code").status_code == 400
