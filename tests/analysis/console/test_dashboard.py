"""The dashboard: what waits for the user, figures that lead to their lists, charts to take along."""

import csv
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.analysis.dashboards.conftest import pay
from tests.conftest import make_user
from transfers.complaints.models import Complaint

pytestmark = pytest.mark.browser


@pytest.fixture
def paid(paying):
    """Of the eight payments of a validated cycle five arrived and one failed; a complaint is late, another is not."""
    payments = list(paying.world.plan(month=3).paiements.order_by("reference"))
    pay(payments[:5], "reussi", 3)
    pay(payments[5:6], "echoue", 3)
    west = payments[0].region_id
    for number, days in enumerate((-1, 30)):
        Complaint.objects.create(
            reference=f"PLT-{number}",
            categorie="paiement",
            priorite="haute",
            objet=f"Rien reçu {number}",
            region_id=west,
            echeance=timezone.localdate() + timedelta(days=days),
        )
    return paying


@pytest.mark.slow
def test_what_waits_leads_to_where_it_is_done(visit, paid):
    boss = make_user("ROLE_SUPER_ADMIN")
    paid.world.programme.cycles.filter(code="TM-2025-02").update(statut_validation="en_attente", empreinte=b"1" * 32)
    Job.objects.create(type="import_menages", statut="echoue", user=boss, erreur="Le fichier est vide.")
    page = visit.sign_in(boss, "#vue=tableau")
    entries = page.locator(".affaires li")
    expect(entries).to_have_count(4, timeout=WAIT)
    # The figures come first.
    assert page.locator("#chiffres").bounding_box()["y"] < page.locator("#a-faire").bounding_box()["y"]
    expect(entries.nth(0)).to_contain_text("1 cycle attend votre validation")
    entries.nth(0).locator("a").click()
    expect(page.locator(".paiements tbody tr")).to_have_count(1, timeout=WAIT)
    expect(page.locator(".paiements")).to_contain_text("TM-2025-02")
    page.get_by_role("button", name="Tout montrer").click()
    expect(page.locator(".paiements tbody tr")).to_have_count(2, timeout=WAIT)
    page.go_back()
    page.go_back()
    entries.filter(has_text="en retard").locator("a").click()
    expect(page.locator(".paiements tbody tr")).to_have_count(1, timeout=WAIT)
    expect(page.locator(".paiements")).to_contain_text("Rien reçu 0")
    page.get_by_role("button", name="Tableau de bord").last.click()
    expect(entries.filter(has_text="signalée")).to_have_count(0)  # none was reported yet
    entries.filter(has_text="tâches").locator("a").click()
    expect(page.locator(".taches")).to_contain_text("Le fichier est vide.", timeout=WAIT)


def test_numbers_lead_to_lists_with_the_same_total(visit, paid):
    page = visit.sign_in(paid.cast.admin, "#vue=tableau")
    tile = page.locator(".carreau").filter(has_text="Paiements réussis")
    expect(tile.locator("strong")).to_have_text("5", timeout=WAIT)
    expect(tile).to_contain_text(re.compile(r"arrivés en entier\s: [45] sur \d exécutés"))
    expect(page.locator(".graphique canvas")).to_be_visible(timeout=WAIT)
    no_serious_fault(page)
    totals = {"Ménages": "14", "Bénéficiaires actifs": "8", "Paiements réussis": "5", "Plaintes à traiter": "2"}
    for label, total in totals.items():
        page.locator(".carreau").filter(has_text=label).locator("strong a").click()
        expect(page.locator(".fil h2 .doux")).to_have_text(total, timeout=WAIT)
        expect(page.locator(".pages .doux").last).to_have_text(re.compile(rf"sur {total}$"))
        page.go_back()
    no_serious_fault(page)
    shares = page.get_by_role("region", name="Régions").first.locator("tbody .barre b").all_inner_texts()
    assert sum(int(re.sub(r"\D", "", share)) for share in shares) == 100
    assert page.locator("#rapport").bounding_box()["y"] < page.locator("#chiffres").bounding_box()["y"]
    page.locator("#f-region").select_option(label=paid.cast.agent_east.regions.get().nom)
    expect(tile.locator("strong")).to_have_text("0", timeout=WAIT)
    page.get_by_role("button", name="Effacer les filtres").click()
    said = page.get_by_text("30 derniers jours, comparés")
    expect(said).to_contain_text("Totaux depuis le début", timeout=WAIT)
    page.locator("#f-dateFin").fill("31.1.2020")
    page.locator("#f-dateFin").press("Enter")
    expect(tile.locator("strong")).to_have_text("0", timeout=WAIT)
    expect(said).to_have_count(0)
    page.locator("#f-duree").select_option("mois")
    expect(tile.locator("strong")).to_have_text("5", timeout=WAIT)


@pytest.mark.slow
def test_region_and_period_narrow_complaints_and_amounts_with_the_lists_behind_them(visit, paid):
    page = visit.sign_in(paid.cast.admin, "#vue=tableau")
    complaints = page.get_by_role("region", name="Plaintes")
    high = complaints.locator("li").filter(has_text="Haute").locator("b")
    expect(high).to_have_text("2", timeout=WAIT)
    expect(complaints).to_contain_text("pas encore d'issue")  # with the kept, the late and the rejected these are all
    regions = page.get_by_role("region", name="Régions").first
    expect(regions.locator("tfoot")).to_contain_text(re.compile(r"Ensemble\s*14"))
    expect(regions.locator("tfoot")).to_contain_text(re.compile(r"75\s000"))
    page.locator("#f-region").select_option(label=paid.cast.agent_west.regions.get().nom)
    chart = page.locator(".graphique")
    expect(chart).to_have_attribute("aria-label", re.compile("^Depuis le début"))
    page.locator("#f-duree").select_option("mois")
    expect(chart).not_to_have_attribute("aria-label", re.compile("^Depuis le début"), timeout=WAIT)
    expect(complaints).to_contain_text("Plaintes reçues", timeout=WAIT)
    high.locator("a").click(timeout=WAIT)
    expect(page.locator(".fil h2 .doux")).to_have_text("2", timeout=WAIT)
    assert "region" in page.url and "dateDebut" in page.url
    page.go_back()
    page.locator("#f-region").select_option(label=paid.cast.agent_east.regions.get().nom)
    expect(complaints).to_contain_text("Aucune plainte pour ces filtres.", timeout=WAIT)
    page.get_by_text("Ce que comptent ces chiffres").click()
    expect(page.get_by_text("sans les frais", exact=False)).to_be_visible()
    no_serious_fault(page)


@pytest.mark.slow
def test_a_report_is_ordered_waited_for_and_downloaded(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=tableau")
    page.click("#rapport", timeout=WAIT)
    dialog = page.get_by_role("dialog")
    subject = dialog.locator("[name=regionId]")
    expect(subject).to_have_value("")  # no report of what happens to come first
    subject.select_option(index=1)
    dialog.get_by_label("Format").select_option("xlsx")
    dialog.locator("[type=submit]").click()
    expect(page.locator(".avancement")).to_be_visible(timeout=WAIT)
    with page.expect_download(timeout=60_000) as data:
        execute_job(Job.objects.get().id)
    assert Path(data.value.path()).read_bytes().startswith(b"PK")
    expect(page.locator(".dit")).to_contain_text(data.value.suggested_filename)


@pytest.mark.slow
def test_charts_are_taken_along_and_have_a_table(visit, paid):
    page = visit.sign_in(paid.cast.admin, "#vue=tableau")
    expect(page.locator(".graphique canvas")).to_be_visible(timeout=WAIT)
    expect(page.locator(".graphique")).to_have_attribute("aria-label", re.compile(r"75.000.F.CFA payés en 5 paiements"))
    for what in ("Chiffres", "Paiements au fil du temps", "Régions", "Plaintes"):
        with page.expect_download() as sent:
            page.get_by_role("button", name=f"Télécharger en PNG : {what}").click()
        assert Path(sent.value.path()).read_bytes().startswith(b"\x89PNG")
        with page.expect_download() as sent:
            page.get_by_role("button", name=f"Télécharger en CSV : {what}").click()
        rows = list(csv.reader(Path(sent.value.path()).read_text(encoding="utf-8-sig").splitlines(), delimiter=";"))
        assert len(rows) > 2
        assert len({len(row) for row in rows}) == 1
        if what == "Chiffres":  # what is of all time names no first day; what is new has those that it is of
            assert [bool(row[2]) for row in rows[1:3]] == [False, True]
            assert len({row[0] for row in rows}) == len(rows)  # no two lines bear one name
    page.locator("#f-periode").select_option("year")
    page.get_by_text("Les mêmes chiffres en tableau").click()
    expect(page.locator("details .chiffres tbody tr")).to_have_count(5, timeout=WAIT)
    page.locator("details .chiffres a").first.click()
    expect(page.locator(".fil h2 .doux")).to_have_text("5", timeout=WAIT)


@pytest.mark.slow
def test_on_a_phone_in_the_dark_and_who_reads_little(visitor, paid):
    phone = visitor(390, 844, color_scheme="dark")
    page = phone.sign_in(paid.cast.admin, "#vue=tableau")
    expect(page.locator(".graphique canvas")).to_be_visible(timeout=WAIT)
    assert page.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")
    no_serious_fault(page)
    referent = visitor().sign_in(paid.cast.vbg, "#vue=tableau")
    expect(referent.locator(".page h1, .etat").first).to_be_visible(timeout=WAIT)
    expect(referent.locator(".carreau")).to_have_count(1, timeout=WAIT)
    expect(referent.get_by_role("heading", name="Régions")).to_have_count(0)
    # The budget is the programmes' own, whatever regions one sees; who sees one has none to choose.
    agent = visitor().sign_in(paid.cast.agent_west, "#vue=tableau")
    expect(agent.locator(".carreau").filter(has_text="Budget exécuté, tout le pays")).to_have_count(1, timeout=WAIT)
    expect(agent.locator("[name=region]")).to_have_count(0)
    reader = visitor().sign_in(paid.cast.stranger, "#vue=tableau")
    expect(reader.get_by_text("Rien ne vous attend aujourd'hui.")).to_be_visible(timeout=WAIT)
    expect(reader.get_by_text("Vous ne voyez aucune région.")).to_be_visible(timeout=WAIT)
