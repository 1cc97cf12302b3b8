"""The page of one's own keys for QGIS."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from accounts.tokens.models import AccessKey
from tests.analysis.console.conftest import WAIT, no_serious_fault

pytestmark = pytest.mark.browser


def test_make_use_and_revoke_a_key(visit, registry):
    page = visit.sign_in(registry.cast.agent_west, "#vue=cles")
    expect(page.get_by_text("Vous n'avez pas de clé.")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Nouvelle clé").click()
    dialog = page.locator("dialog")
    dialog.locator("[name=nom]").fill("QGIS de Mansoa")
    dialog.get_by_role("button", name="Créer la clé").click()
    secret = page.locator("code.secret")
    expect(secret).to_be_visible(timeout=WAIT)
    expect(secret).to_be_focused()
    expect(page.locator(".rangees li")).to_contain_text("dernière utilisation : jamais")
    no_serious_fault(page)
    # Every word has a translation.
    expect(page.get_by_text("cles.")).to_have_count(0)

    # It reads the map, and the page says when.
    key = secret.inner_text()
    assert Client().get("/ogc/collections?f=json", headers={"Authorization": f"Bearer {key}"}).status_code == 200
    assert AccessKey.objects.get().used_at
    page.reload()
    expect(page.locator(".rangees li")).not_to_contain_text("jamais", timeout=WAIT)
    expect(secret).to_have_count(0)

    page.get_by_role("button", name="Révoquer : QGIS de Mansoa").click()
    page.locator("dialog").get_by_role("button", name="Révoquer").click()
    expect(page.get_by_text("Vous n'avez pas de clé.")).to_be_visible(timeout=WAIT)
    assert Client().get("/ogc/collections?f=json", headers={"Authorization": f"Bearer {key}"}).status_code == 401

    # The menu does not name the page; one's account does.
    expect(page.locator("nav").get_by_text("Clés pour QGIS")).to_have_count(0)
    page.click("[popovertarget=compte]")
    page.get_by_role("button", name="Mon profil").click()
    section = page.locator(".profil section").filter(has_text="Clés pour QGIS")
    section.get_by_role("button", name="Ouvrir").click(timeout=WAIT)
    expect(page.get_by_text("Vous n'avez pas de clé.")).to_be_visible(timeout=WAIT)
