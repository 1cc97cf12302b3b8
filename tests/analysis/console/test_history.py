"""The history of a household: what people changed, in words; what the service worked out is folded away."""

import pytest
from playwright.sync_api import expect

from registry.households.models import Household
from registry.households.services import update_household
from registry.quality_dashboard.services import analyse_household
from tests.analysis.console.conftest import WAIT, no_serious_fault

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_fields_have_names_and_what_is_computed_is_folded(visit, registry):
    home, admin = registry.households[0], registry.cast.admin
    update_household(household_id=home.id, values={"taille_menage": 8}, user=admin, require=lambda _one: None)
    Household.objects.filter(id=home.id).update(score_qualite=None, problemes_qualite=[])
    analyse_household(household_id=home.id, user=admin)
    visit.sign_in(admin, f"#fiche=menage/{home.id}")
    history = visit.card().locator("#histoire")
    history.locator("> summary").click(timeout=WAIT)
    expect(history).to_contain_text("Nombre de personnes", timeout=WAIT)
    expect(history.locator("details").first).to_contain_text("par le service")
    for machine in ("Score qualite", "Problemes qualite", "Resume doublons", "Date analyse"):
        expect(history).not_to_contain_text(machine)
    no_serious_fault(visit.page)


@pytest.mark.slow
def test_a_list_says_by_what_it_is_filtered(visit, registry):
    region = registry.country.west
    address = f"#vue=tableau&onglet=plaintes&filtre=region%3D{region.id}%26statut%3Dnouvelle"
    page = visit.sign_in(registry.cast.admin, address)
    expect(page.locator(".restreint p")).to_have_text(
        f"Cette liste est filtrée\u00a0: {region.nom}, Statut\u00a0: Nouvelle.", timeout=WAIT
    )
