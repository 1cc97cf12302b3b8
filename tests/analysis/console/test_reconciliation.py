"""Sessions of reconciliation: a statement is sent, what is left is worked through, and the session is closed."""

import re

import pytest
from playwright.sync_api import expect

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.analysis.console.reconciliation import chosen, desk, figure, open_session, press, settled, work
from tests.transfers.reconciliation.desk import TITLES
from transfers.execution.models import Attempt
from transfers.ledger.api import check_ledger
from transfers.payments.models import Payment
from transfers.reconciliation.entries.models import EntryDecision
from transfers.reconciliation.models import ReconciliationSession

__all__ = ["desk", "work"]
pytestmark = pytest.mark.browser


def test_a_session_from_its_statement_to_the_minute(visit, desk, registry):
    """As somebody new would: with a wrong file first, and faults in the right one."""
    visit.refusals = {400}
    page = visit.sign_in(registry.cast.admin, "#vue=rapprochement")
    page.get_by_role("button", name="Nouvelle session").click()
    expect(page.locator("[name=dateDebut]")).to_have_value("2025-02-01", timeout=WAIT)
    page.locator("[name=operateur]").select_option("operator_a_money")
    page.set_input_files("#f-file", {"name": "autre.csv", "mimeType": "text/csv", "buffer": b"a,b\n1,2\n"})
    page.get_by_role("button", name="Ouvrir la session").click()
    expect(page.locator(".faute-champ")).to_contain_text("Colonnes lues", timeout=WAIT)
    no_serious_fault(page)
    lines = [TITLES, *(desk.line(place) for place in range(6)), desk.line(6, 9_000), "R-9,,quinze,2025-02-10", ""]
    statement = {"name": "releve.csv", "mimeType": "text/csv", "buffer": "\n".join(lines).encode()}
    page.set_input_files("#f-file", statement)
    page.get_by_role("button", name="Ouvrir la session").click()
    expect(page.locator("#releve tbody tr")).to_have_text([re.compile("9.*montant.*quinze")], timeout=WAIT)
    expect(figure(page, 0)).to_have_text("2")
    expect(page.locator(".entrees li")).to_have_count(2)
    press(page, "a", "i")
    settled(page)
    expect(page.locator("#suite-session")).to_contain_text("Tout est décidé")
    page.get_by_role("button", name="Proposer à la finalisation").click()
    page.get_by_role("dialog").get_by_role("button", name="Proposer à la finalisation").click()
    page.get_by_role("group", name="Actions").get_by_role("button", name="Finaliser").click(timeout=WAIT)
    told = page.locator("#effets")
    expect(told).to_contain_text("7 paiements sans réponse sont considérés comme payés", timeout=WAIT)
    no_serious_fault(page)
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=commentaire]").fill("Relu avec l'opérateur")
    dialog.get_by_role("button", name="Finaliser").click()
    expect(page.locator("#suite-session")).to_contain_text("Finalisée par Ana Gomes", timeout=WAIT)
    assert Payment.objects.filter(statut="reussi").count() == 7
    assert check_ledger() == []
    with page.expect_download() as minute:
        page.get_by_role("button", name="Procès-verbal (PDF)").click()
    assert minute.value.path().read_bytes().startswith(b"%PDF")
    with page.expect_download() as export:
        page.get_by_role("button", name="Exporter").click()
        page.locator("dialog [name=format]").select_option("csv")
        page.get_by_role("dialog").get_by_role("button", name="Exporter").click()
    assert desk.payments[0].reference in export.value.path().read_text()


@pytest.mark.slow
def test_what_a_payment_without_a_line_will_suffer_is_said_before(visit, work):
    # They were sent on a day that the statement covers.
    Attempt.objects.update(sent_at="2025-02-10T10:00:00Z")
    ReconciliationSession.objects.update(tolerance_date=0)
    work.desk.call(f"{work.path}/validate")
    page = open_session(visit, work)
    finalize = page.get_by_role("group", name="Actions").get_by_role("button", name="Finaliser")
    expect(finalize).to_be_disabled()
    expect(finalize).to_have_accessible_description(re.compile("à décider avant de finaliser"))
    for row in work.desk.entries(work.path, aDecider="true", statut="erreur"):
        work.desk.resolve(work.path, row, "ignorer")
    page.reload()
    finalize.click(timeout=WAIT)
    told = page.locator("#effets")
    expect(told).to_contain_text("considérés comme payés", timeout=WAIT)
    expect(told).not_to_contain_text("échouent")
    page.locator("[name=marquerPaiementsEchoues]").check()
    expect(told).to_contain_text("leur argent redevient disponible", timeout=WAIT)
    page.get_by_role("dialog").get_by_role("button", name="Annuler").click()
    assert ReconciliationSession.objects.get().statut == "a_valider"
    assert not Payment.objects.exclude(statut="en_cours").exists()


@pytest.mark.slow
def test_a_long_match_is_found_again(visit, desk, registry, settings):
    settings.SYNCHRONOUS_MAX_ROWS = 3
    path = desk.open(desk.line(0), desk.line(1))
    session = ReconciliationSession.objects.get()
    page = visit.sign_in(registry.cast.admin, f"#vue=rapprochement&element={session.id}")
    page.get_by_role("button", name="Rapprocher").click(timeout=WAIT)
    page.get_by_role("dialog").get_by_role("button", name="Rapprocher").click()
    expect(page.locator(".avancement")).to_be_visible(timeout=WAIT)
    page.reload()
    expect(page.locator(".avancement")).to_be_visible(timeout=WAIT)
    execute_job(Job.objects.get().id)
    expect(page.locator(".dit")).to_have_text("C'est fait.", timeout=WAIT)
    expect(figure(page, 0)).to_have_text("6")
    assert desk.detail(path)["statut"] == "en_cours"


@pytest.mark.slow
def test_who_may_only_look_sees_no_decision(visit, work):
    page = open_session(visit, work, user=work.cast.agent_west)  # prepares lists, and matches none
    expect(page.locator(".etabli-choix")).to_contain_text("Le relevé dit moins que nous")
    expect(page.locator(".etabli-choix button, .entrees input")).to_have_count(0)
    press(page, "i")
    expect(page.get_by_role("button", name="Rapprocher")).to_have_count(0)
    assert not EntryDecision.objects.exists()


@pytest.mark.parametrize(
    ("locale", "words"),
    [("pt-PT", "Montante parcial"), pytest.param("en-GB", "Partial amount", marks=pytest.mark.slow)],
)
@pytest.mark.slow
def test_other_languages(visitor, work, locale, words):
    page = open_session(visitor(locale=locale), work)
    expect(chosen(page)).to_contain_text(words)


@pytest.mark.slow
def test_the_list_says_what_is_left(visit, work):
    page = visit.sign_in(work.cast.admin, "#vue=rapprochement")
    row = page.locator(".paiements tbody tr")
    expect(row).to_contain_text("En cours", timeout=WAIT)
    expect(row.locator("td").nth(5)).to_have_text("8")
    expect(row.locator("td").nth(6)).to_have_text("5")
    no_serious_fault(page)
    page.locator("[name=statut]").select_option("valide")
    expect(page.locator(".etat")).to_contain_text("Aucune session", timeout=WAIT)
