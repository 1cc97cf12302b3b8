"""The graduation board: from a candidate to the visits afterwards."""

import pytest
from playwright.sync_api import expect

from tests.analysis.console.conftest import WAIT, no_serious_fault
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.models import Graduation
from transfers.graduation.visits.models import GraduationVisit

pytestmark = pytest.mark.browser


def press(page, name, **fields):
    """Press the action of the ticked rows, fill its dialog and confirm."""
    page.locator("#grad-action").click()
    dialog = page.get_by_role("dialog")
    for field, value in fields.items():
        control = dialog.locator(f"[name={field}]")
        if control.evaluate("control => control.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    dialog.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".dit")).to_contain_text("traitée", timeout=WAIT)


def set_criteria(programme):
    """One that the registry measures, and one that is seen on the spot."""
    GraduationCriterion.objects.create(
        programme=programme,
        nom="Durée",
        type="duree_programme",
        operateur=">=",
        valeur_seuil=0,
        obligatoire=True,
        ordre=1,
    )
    GraduationCriterion.objects.create(
        programme=programme,
        nom="Revenus",
        type="revenus",
        operateur=">=",
        valeur_seuil=20_000,
        obligatoire=True,
        ordre=2,
    )


def make_a_visit(page, rows):
    """The first of two visits that the decision planned."""
    page.locator("#volet-visites").click()
    expect(page.get_by_text("Aucune visite de ce statut.")).to_be_visible(timeout=WAIT)
    page.locator("#f-statut").select_option("a_faire")
    expect(rows).to_have_count(2, timeout=WAIT)
    rows.first.get_by_role("button", name="Noter la visite").click()
    page.locator("dialog [name=observations]").fill("Petit commerce ouvert")
    page.get_by_role("dialog").get_by_role("button", name="Enregistrer").click()
    expect(rows).to_have_count(1, timeout=WAIT)
    assert GraduationVisit.objects.filter(suivi__observations="Petit commerce ouvert").count() == 1


@pytest.mark.slow
def test_from_candidate_to_visit(visitor, paying):
    programme = paying.world.programme
    set_criteria(programme)
    page = visitor().sign_in(paying.cast.admin, "#vue=graduation")
    rows = page.locator(".graduations tbody tr")
    expect(rows).to_have_count(8, timeout=WAIT)
    page.locator("#criteres-graduation summary").click()
    expect(page.locator("#criteres-graduation li")).to_have_count(2, timeout=WAIT)
    no_serious_fault(page)
    for place in range(3):
        rows.nth(place).locator("[type=checkbox]").check()
    press(page, "Proposer", motif="Seuil atteint")
    expect(rows).to_have_count(5, timeout=WAIT)

    page.locator("#volet-proposees").click()
    expect(rows).to_have_count(3, timeout=WAIT)
    rows.nth(0).get_by_role("button").click()
    detail = page.locator(".grad-detail")
    detail.get_by_label("Valeur constatée : Revenus").fill("25000")
    expect(detail.get_by_label("Rempli").nth(1)).to_be_checked()
    no_serious_fault(page)
    detail.get_by_role("button", name="Enregistrer l'évaluation").click()
    expect(rows).to_have_count(2, timeout=WAIT)
    page.locator("#cocher-tout").check()
    page.locator("#grad-action").click()
    page.get_by_role("dialog").get_by_role("button", name="Évaluer par le registre").click()
    expect(page.locator(".note[role=status]")).to_contain_text("2 refusées", timeout=WAIT)

    page.locator("#volet-evaluees").click()
    expect(rows).to_have_count(1, timeout=WAIT)
    expect(rows.first).to_contain_text("2 sur 2 remplis")
    page.locator("#cocher-tout").check()
    press(
        page,
        "Décider",
        approuver="oui",
        dureePostSuiviMois="6",
        intervalleVisitesMois="3",
        commentaire="Revenus stables",
    )
    assert Graduation.objects.get(statut="approuvee").commentaire_decision == "Revenus stables"

    make_a_visit(page, rows)

    phone = visitor(390, 844, color_scheme="dark", locale="en-GB")
    small = phone.sign_in(paying.cast.admin, f"#vue=graduation&element={programme.id}&onglet=decidees")
    expect(small.locator(".graduations tbody tr")).to_have_count(1, timeout=WAIT)
    assert small.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")
    no_serious_fault(small)
    small.get_by_role("button", name="Cancel").click()
    small.locator("dialog [name=motif]").fill("Situation revue")
    small.get_by_role("dialog").get_by_role("button", name="Cancel", exact=True).first.click()
    expect(small.get_by_text("No graduation of this status.")).to_be_visible(timeout=WAIT)
    assert Graduation.objects.filter(statut="annulee").count() == 1
