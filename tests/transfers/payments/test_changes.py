"""What changed on the list of a cycle since the cycle before."""

from transfers.beneficiaries.models import Beneficiary


def read(api, user, cycle, query=""):
    answer = api(user).get(f"/api/cycles/{cycle.id}/changements{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def kinds(body):
    return {kind: n for kind, n in body["parNature"].items() if n}


def two_lists(lists):
    """Five households, of which four change before the second list: one each way, and one comes."""
    same, gone, account, amount, person = (lists.enrol() for _ in range(5))
    before = lists.cycle()
    lists.calculate(before)
    Beneficiary.objects.filter(id=gone.id).update(statut_enrolement="suspendu")
    Beneficiary.objects.filter(id=account.id).update(compte_mobile="+245955990009")
    Beneficiary.objects.filter(id=person.id).update(compte_mobile=None)
    lists.substitute(person, compte_mobile="+245955990008")
    new = lists.enrol()
    now = lists.cycle(month=3)
    lists.calculate(now)
    now.paiements.filter(beneficiaire=amount).update(montant=20_000)
    return before, now, new, gone


def test_each_kind_is_told(api, cast, lists):
    before, now, new, gone = two_lists(lists)
    body = read(api, cast.admin, now)
    assert kinds(body) == {"nouveau": 1, "disparu": 1, "autre_personne": 1, "autre_compte": 2, "autre_montant": 1}
    assert body["cyclePrecedent"] == {"id": str(before.id), "code": before.code, "nom": before.nom}
    assert body["pagination"]["total"] == 5
    (row,) = read(api, cast.admin, now, "?nature=nouveau")["data"]
    assert (row["paiement"]["beneficiaire"]["id"], row["precedent"]) == (str(new.id), None)
    (row,) = read(api, cast.admin, now, "?nature=disparu")["data"]
    assert (row["paiement"], row["precedent"]["beneficiaire"]["id"]) == (None, str(gone.id))
    (row,) = read(api, cast.admin, now, "?nature=autre_montant")["data"]
    assert (row["precedent"]["montant"], row["paiement"]["montant"]) == (15_000, 20_000)


def test_a_person_with_another_name_is_told(api, cast, lists):
    person = lists.enrol()
    before, now = lists.cycle(), lists.cycle(month=3)
    lists.calculate(before)
    Beneficiary.objects.filter(id=person.id).update(nom_complet="Quelqu'un d'autre")
    lists.calculate(now)
    body = read(api, cast.admin, now)
    assert kinds(body) == {"autre_nom": 1}
    (row,) = read(api, cast.admin, now, "?nature=autre_nom")["data"]
    assert row["paiement"]["beneficiaire"]["id"] == str(person.id)


def test_who_is_excluded_is_gone(api, cast, lists):
    lists.enrol()
    before, now = lists.cycle(), lists.cycle(month=3)
    lists.calculate(before)
    lists.calculate(now)
    now.paiements.update(statut="annule", motif_exclusion="Doublon")
    assert kinds(read(api, cast.admin, now)) == {"disparu": 1}


def test_the_first_cycle_has_nothing_to_compare_with(api, cast, lists):
    lists.enrol()
    cycle = lists.cycle()
    lists.cycle(month=1)
    lists.calculate(cycle)
    body = read(api, cast.admin, cycle)
    assert (body["data"], body["cyclePrecedent"], kinds(body)) == ([], None, {})


def test_a_supplementary_cycle_does_not_say_who_is_gone(api, cast, lists):
    lists.enrol()
    before, regular = lists.cycle(), lists.cycle(month=3)
    lists.calculate(before)
    late = lists.enrol()
    more = lists.cycle(month=3, periode=regular)
    lists.calculate(more)
    more.paiements.exclude(beneficiaire=late).update(statut="annule", motif_exclusion="Payé à part")
    body = read(api, cast.admin, more)
    assert (kinds(body), body["pagination"]["total"]) == ({"nouveau": 1}, 1)


def test_one_sees_ones_regions_and_no_accounts_without_the_permission(api, cast, lists, country):
    before = lists.cycle()
    lists.enrol()
    lists.calculate(before)
    lists.enrol()
    lists.enrol(region=country.east)
    now = lists.cycle(month=3)
    lists.calculate(now)
    body = read(api, cast.reader_west, now)
    assert kinds(body) == {"nouveau": 1}
    assert "compteMobile" not in body["data"][0]["paiement"]
