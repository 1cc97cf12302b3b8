"""Matching of a session's lines and payments, through the API, on statements as people and operators write them."""

import pytest

from transfers.payments.models import Payment
from transfers.reconciliation.matching.queries import load_lines
from transfers.reconciliation.models import (
    ReconciliationEntry,
    ReconciliationSession,
    StatementLine,
    StatementPlace,
)


def pairs(desk):
    """Map the place of each payment that has a line to the score and the evidence of its entry."""
    rows = ReconciliationEntry.objects.filter(source="sig", ligne__isnull=False).select_related("paiement")
    place = {payment.id: number for number, payment in enumerate(desk.payments)}
    return {place[row.paiement_id]: (float(row.score), row.indices) for row in rows}


def pay_all(desk):
    desk.settle(*(f"{payment.reference};reussi;;2025-02-10;;" for payment in desk.payments))


def reasons(source):
    """Map reason to number for the entries of one side."""
    found = {}
    for raison in ReconciliationEntry.objects.filter(source=source).values_list("raison", flat=True):
        found[raison] = found.get(raison, 0) + 1
    return found


@pytest.mark.parametrize(("others", "named"), [(1, 1), (3, 0)])
def test_telephones_that_are_not_compared_do_not_hide_another_number(desk, others, named):
    lines = [
        desk.line(place, phone="+245969999999" if place < others else payment.compte_mobile)
        for place, payment in enumerate(desk.payments)
    ]
    path = desk.open(*lines)
    desk.call(f"{path}/match", criteresMatch={"telephone": False})
    assert len(desk.entries(path, raison="autre_numero", source="sig")) == named


def test_a_reference_is_recognised_however_it_is_written(desk):
    whole = [payment.reference for payment in desk.payments]
    pay_all(desk)
    written = [whole[0], f"PAY {whole[1].replace('-', '/')}", whole[2].lower().replace("0", "o"), whole[3][-6:]]
    desk.match(*(desk.line(place, reference=text, phone="") for place, text in enumerate(written)))
    found = pairs(desk)
    assert {place: indices[0] for place, (_score, indices) in found.items()} == {
        0: "reference",
        1: "reference_normalisee",
        2: "reference_normalisee",
        3: "reference_coupee",
    }
    assert found[0][0] > found[1][0] > found[3][0]


def test_a_telephone_and_an_amount_pair_without_a_reference(desk):
    pay_all(desk)
    phones = [payment.compte_mobile for payment in desk.payments]
    spoilt = phones[2][:-4] + phones[2][-3:]  # a digit is lost
    lines = [(phones[0], 15_000), (phones[1][4:], 15_000), (spoilt, 15_000), (phones[3], 4_000)]
    desk.match(*(desk.line(place, amount, reference="", phone=phone) for place, (phone, amount) in enumerate(lines)))
    found = pairs(desk)
    assert found[0][1][0] == found[1][1][0] == "telephone"
    assert 3 not in found, "a telephone alone, with another amount, is a suggestion"
    assert reasons("releve").get("inconnue") == (1 if 2 in found else 2)


@pytest.mark.parametrize(
    ("change", "raison"),
    [
        ({"phone": "+245966111222"}, "autre_numero"),
        ({"amount": 9_000}, "montant_partiel"),
        ({"amount": 19_000}, "montant_different"),
        ({}, None),
    ],
)
def test_what_differs_is_named(desk, change, raison):
    desk.settle(f"{desk.payments[0].reference};reussi;;2025-02-10;;")
    desk.match(desk.line(0, **change))
    (entry,) = ReconciliationEntry.objects.filter(source="sig", ligne__isnull=False)
    assert (entry.raison, entry.statut) == (raison, "erreur" if raison else "rapprochee")
    assert reasons("sig")["absent_du_releve"] == 3


def test_a_payment_with_two_lines_keeps_the_first(desk):
    desk.settle(f"{desk.payments[0].reference};reussi;;2025-02-10;;")
    desk.match(desk.line(0), desk.line(0, day="2025-02-11"))
    rows = ReconciliationEntry.objects.filter(paiement=desk.payments[0]).order_by("ligne__date_operation")
    assert [(row.source, row.raison) for row in rows.filter(source="releve")] == [
        ("releve", None),
        ("releve", "paye_deux_fois"),
    ]
    sig = rows.get(source="sig")
    assert str(sig.ligne.date_operation) == "2025-02-10"


def test_two_equal_payments_are_not_guessed(desk):
    """Two people share a telephone and get the same amount: the line may be of either."""
    pay_all(desk)
    first, second = desk.payments[:2]
    type(first).objects.filter(id=second.id).update(compte_mobile=first.compte_mobile)
    second.tentatives.update(destination=first.compte_mobile)
    desk.match(desk.line(0, reference=""))
    assert pairs(desk) == {}
    assert (reasons("sig")["ambigue"], reasons("releve")) == (2, {"ambigue": 1})


def test_two_lines_for_two_equal_payments_are_not_guessed_either(desk):
    pay_all(desk)
    first, second = desk.payments[:2]
    second.tentatives.update(destination=first.compte_mobile)
    desk.match(desk.line(0, reference=""), desk.line(0, reference="", day="2025-02-11"))
    assert reasons("releve") == {"ambigue": 2}


def test_matching_again_changes_nothing_and_keeps_what_people_decided(desk):
    path = desk.match(desk.line(0), desk.line(1), desk.line(2, reference="INCONNU", phone="", amount=700))
    before = list(ReconciliationEntry.objects.order_by("id").values_list("id", "ligne", "paiement", "version"))
    assert desk.call(f"{path}/match")["nouveauxMatches"] == 0
    assert list(ReconciliationEntry.objects.order_by("id").values_list("id", "ligne", "paiement", "version")) == before
    stranger = desk.entry(path, source="releve", statut="non_rapprochee")
    theirs = list(desk.entries(path, source="sig", statut="non_rapprochee"))
    desk.resolve(path, theirs[0], "match_manuel", entreeReleveId=stranger["id"])
    assert desk.call(f"{path}/match")["nouveauxMatches"] == 0
    assert desk.entry(path, source="sig", statut="resolu")["id"] == theirs[0]["id"]
    desk.call(f"{path}/match", forceRematch=True)
    assert desk.entries(path, statut="resolu") == []
    assert desk.entry(path, source="releve", statut="non_rapprochee")["id"] == stranger["id"]


def test_criteria_that_are_off_do_not_count(desk):
    pay_all(desk)
    path = desk.open(desk.line(0, phone="+245966111222"), desk.line(1, reference=""))
    desk.call(f"{path}/match", criteresMatch={"reference": False, "telephone": True, "montant": True, "date": False})
    assert set(pairs(desk)) == {1}
    desk.call(f"{path}/match", criteresMatch={"reference": True, "telephone": False, "montant": True, "date": False})
    assert set(pairs(desk)) == {0}


def test_a_line_of_before_a_payment_was_sent_is_not_about_it(desk):
    """The same person and amount, of an earlier cycle: the payment is not known to have arrived yet."""
    desk.match(desk.line(0, reference="", day="2025-02-10"))
    assert (pairs(desk), reasons("releve")) == ({}, {"inconnue": 1})


def test_a_payment_that_was_made_twice_and_returned_once_stays_paid(desk):
    """The return names no line of the two: the person has the money of one."""
    pay_all(desk)
    titles = "reference,telephone,montant,date,type"
    twice = [f"{desk.line(0, day=day)},paiement" for day in ("2025-02-10", "2025-02-11")]
    desk.match(*twice, f"{desk.line(0, day='2025-02-12')},retour", titles=titles)
    sig = ReconciliationEntry.objects.get(source="sig", paiement=desk.payments[0])
    assert (sig.raison, str(sig.ligne.date_operation)) == (None, "2025-02-10")
    assert reasons("releve") == {None: 1, "extourne": 2}


def test_a_line_of_another_cycle_is_not_about_this_one(desk):
    """The same person, amount and day: only the reference tells."""
    pay_all(desk)
    other = desk.world.plan(month=3)
    reference = Payment.objects.get(cycle=other, beneficiaire=desk.payments[0].beneficiaire_id).reference
    desk.match(desk.line(0, reference=reference))
    assert (pairs(desk), reasons("releve")) == ({}, {"autre_operation": 1})


def test_a_near_number_with_an_unknown_reference_is_somebody_elses(desk):
    pay_all(desk)
    near = desk.payments[0].compte_mobile[:-1] + "9"
    desk.match(desk.line(0, reference="VENDA-77", phone=near), desk.line(1))
    assert (set(pairs(desk)), reasons("releve")) == ({1}, {None: 1, "inconnue": 1})


def test_texts_with_line_breaks_are_read(desk):
    """What comes from the database as CSV has line breaks within cells, over more than one block of the reader."""
    pay_all(desk)
    desk.open(desk.line(0))
    StatementLine.objects.update(libelle="une\nautre\n" * 40)
    line = StatementLine.objects.get()
    session = ReconciliationSession.objects.get()
    copies = [
        StatementLine(
            operateur_id=line.operateur_id,
            reference=f"X-{number}",
            montant=1_000,
            libelle="mot\nmot\r\n" * 50,
            identite=number.to_bytes(4, "big"),
        )
        for number in range(4_000)
    ]
    StatementLine.objects.bulk_create(copies)
    StatementPlace.objects.bulk_create(
        StatementPlace(releve_id=session.releve_id, numero=number + 10, ligne=copy)
        for number, copy in enumerate(copies)
    )
    assert len(load_lines(session)) == 4_001
