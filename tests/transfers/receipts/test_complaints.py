"""A difference that a sample of the paid shows becomes a complaint about the payment."""

from transfers.complaints.models import Complaint


def test_a_difference_becomes_a_complaint_once(checks, cast):
    check = checks.draw(checks.pay(west=3), marge=1)
    rows = checks.sample(check)
    checks.answer(check, rows[0], recu="oui")
    assert not Complaint.objects.exists()
    for amount in (9_000, 8_000):
        assert checks.answer(check, rows[1], recu="partiel", montantRecu=amount).status_code == 200
    checks.answer(check, rows[2], recu="oui", fraisDemandes=500)
    found = {row.categorie: row for row in Complaint.objects.select_related("paiement")}
    assert (len(found), Complaint.objects.count()) == (2, 2)
    about = found["paiement"]
    assert (about.paiement.reference, about.canal, about.menage_id) == (
        rows[1]["paiement"]["reference"],
        "verification",
        about.paiement.menage_id,
    )
    assert "9\N{NO-BREAK SPACE}000 reçus" in about.description
    assert (found["corruption"].priorite, found["corruption"].auteur_id) == ("haute", cast.admin.id)
