"""The working page of a session: entries in two columns are decided by keys, one by one or many at once."""

import re
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.analysis.console.reconciliation import (
    chosen,
    desk,
    entry,
    figure,
    find_id,
    open_session,
    press,
    settled,
    work,
)
from tests.transfers.reconciliation.desk import figures_hold
from transfers.complaints.models import Complaint
from transfers.reconciliation.entries.models import EntryDecision
from transfers.reconciliation.models import ReconciliationEntry, ReconciliationSession

__all__ = ["desk", "work"]
pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_two_columns_mark_what_differs(visit, work):
    page = open_session(visit, work)
    row = chosen(page)
    expect(row).to_contain_text("Montant partiel")
    assert page.locator(".page").evaluate("page => page.scrollTop") == 0  # the head is read first
    # Of the two partial amounts either may come first.
    partial = {8_000: "−7\u202f000", 9_000: "−6\u202f000"}
    said = ReconciliationEntry.objects.get(id=find_id(row)).ligne.montant
    marks = [re.compile(r"15\s000"), re.compile(rf"{said // 1000}\s000")]
    expect(row.locator("mark")).to_have_text(marks)
    expect(page.locator(".etabli-choix")).to_contain_text(f"{partial[said]} F CFA sur le relevé")
    # Errors first; the pair in error is one row.
    expect(page.locator(".entrees .insigne")).to_have_text(
        ["Montant partiel"] * 2 + ["Payé deux fois"] + ["Absent du relevé"] * 4 + ["Ligne inconnue"]
    )
    expect(figure(page, 0)).to_have_text("8")
    no_serious_fault(page)


@pytest.mark.slow
def test_decisions_by_keys_go_on_by_themselves_and_are_undone_by_one(visit, work):
    page = open_session(visit, work)
    rows = page.locator(".entrees li")
    first, second = rows.nth(0), rows.nth(1)
    press(page, "a")
    # Before the server has answered: it is decided, and the next one is chosen.
    expect(first).to_contain_text("Apparié à la main")
    expect(second).to_have_attribute("data-choisie", "true")
    press(page, "o", "i")
    expect(second).to_contain_text("Erreur de l'opérateur")
    expect(rows.nth(2)).to_contain_text("Ignoré")
    expect(rows).to_have_count(8)  # nothing has moved
    expect(figure(page, 0)).to_have_text("5")
    expect(figure(page, 1)).to_have_text("0")
    expect(page.locator("#courant")).to_contain_text("5 à décider, dont 0 erreurs")
    expect(page.locator("#avant-apres")).to_contain_text("à décider : 6 → 5")
    settled(page)
    assert list(EntryDecision.objects.order_by("id").values_list("action", flat=True)) == [
        "match_manuel",
        "erreur_operateur",
        "ignorer",
    ]
    expect(figure(page, 0)).to_have_text("5")
    press(page, "u", "u")
    expect(second).to_have_attribute("data-choisie", "true")
    expect(second).to_contain_text("Montant partiel")
    settled(page)
    expect(figure(page, 1)).to_have_text("2")  # a pair is one decision
    assert list(EntryDecision.objects.filter(annule_le=None).values_list("action", flat=True)) == ["match_manuel"]
    # What was taken back can be decided again, at once.
    shown = find_id(second)
    press(page, "s")
    expect(second).to_contain_text("Notre erreur")
    settled(page)
    assert ReconciliationEntry.objects.get(id=shown).action == "erreur_sig"
    assert figures_hold()


@pytest.mark.slow
def test_keys_walk_and_say_what_they_do(visit, work):
    page = open_session(visit, work)
    rows = page.locator(".entrees li")
    press(page, "j", "ArrowDown", "j", "k")
    expect(rows.nth(2)).to_have_attribute("data-choisie", "true")
    press(page, "?")
    expect(page.get_by_role("dialog")).to_contain_text("Défaire la dernière décision")
    no_serious_fault(page)
    press(page, "i", "Escape")  # in the dialog a key decides nothing
    expect(page.get_by_role("dialog")).to_have_count(0)
    press(page, "c")
    page.keyboard.type("io")  # where text is typed, a letter is a letter
    expect(page.locator("#note-decision")).to_have_value("io")
    press(page, "Enter", "i")
    settled(page)
    assert EntryDecision.objects.get().commentaire == "io"


@pytest.mark.slow
def test_what_the_machine_has_paired_is_undone_by_a_key(visit, work):
    """Who sees that a pair is wrong: both sides are open again, and the figures say so before and after the answer."""
    page = open_session(visit, work, more="&statut=rapprochee")
    expect(page.locator(".entrees li")).to_have_count(2)
    press(page, "p")
    expect(figure(page, 0)).to_have_text("10")
    settled(page)
    expect(figure(page, 0)).to_have_text("10")
    expect(page.locator(".entrees .insigne")).to_have_text(["Remis à plus tard", "Rapprochée"], ignore_case=True)
    assert ReconciliationEntry.objects.filter(action="en_attente").count() == 1 and figures_hold()
    press(page, "u")
    settled(page)
    expect(figure(page, 0)).to_have_text("8")
    assert ReconciliationEntry.objects.filter(statut="rapprochee").count() == 4 and figures_hold()


@pytest.mark.slow
def test_a_candidate_is_taken_only_when_it_is_likely_or_pointed_at(visit, work):
    page = open_session(visit, work, more="&raison=inconnue")
    expect(page.locator(".candidat")).to_have_count(4, timeout=WAIT)
    expect(page.locator("#decide-apparier")).to_be_disabled()
    press(page, "a")
    expect(chosen(page)).to_contain_text("Ligne inconnue")
    press(page, "2")
    expect(page.locator("#candidat-2")).to_have_attribute("aria-pressed", "true")
    name = page.locator("#candidat-2 .cote-ligne").first.inner_text()
    press(page, "a")
    expect(page.locator(".entrees li")).to_contain_text("Apparié à la main")
    expect(figure(page, 0)).to_have_text("6")
    settled(page)
    pair = entry(work, source="releve", ligne__reference="X-1")
    assert pair.statut == "resolu" and pair.paiement.nom_complet in name
    press(page, "u")
    expect(page.locator(".entrees li")).to_contain_text("Ligne inconnue")
    settled(page)
    assert entry(work, source="releve", ligne__reference="X-1").paiement_id is None
    expect(figure(page, 0)).to_have_text("8")


@pytest.mark.slow
def test_many_are_decided_at_once_and_who_is_refused_is_said(visit, work):
    page = open_session(visit, work, more="&raison=absent_du_releve")
    page.locator("#cocher-tout").check()
    expect(page.locator(".etabli-choix h2")).to_have_text("4 lignes cochées")
    expect(page.locator(".etabli-choix")).to_contain_text("60 000\u00a0F\u00a0CFA")
    # Somebody else was faster with one of them.
    other = ReconciliationEntry.objects.filter(raison="absent_du_releve").order_by("id").last()
    work.desk.resolve(work.path, {"id": str(other.id)}, "erreur_sig")
    page.locator("#note-decision").fill("Réclamés à l'opérateur")
    page.locator("#lot-ignorer").click()
    expect(page.locator(".note[role=alert]")).to_contain_text("a changé entre-temps", timeout=WAIT)
    expect(page.locator(".entrees .decidee")).to_have_count(3)
    decided = EntryDecision.objects.filter(action="ignorer")
    assert set(decided.values_list("commentaire", flat=True)) == {"Réclamés à l'opérateur"}
    press(page, "Escape", "u")
    expect(page.locator(".entrees .decidee")).to_have_count(0)
    settled(page)
    assert not EntryDecision.objects.filter(action="ignorer", annule_le=None).exists()


@pytest.mark.slow
def test_who_comes_second_is_told_and_sees_what_was_decided(visit, work):
    visit.refusals = {409}
    page = open_session(visit, work)
    work.desk.resolve(work.path, {"id": find_id(chosen(page))}, "erreur_operateur")
    press(page, "i")
    expect(page.locator(".note[role=alert]")).to_contain_text("a changé entre-temps", timeout=WAIT)
    expect(page.locator(".entrees li").first).to_contain_text("Erreur de l'opérateur")
    settled(page)
    expect(figure(page, 0)).to_have_text("7")
    assert EntryDecision.objects.count() == 1


@pytest.mark.slow
def test_filters_and_search_stand_beside_each_other(visit, work):
    page = open_session(visit, work)
    page.locator("[name=source]").select_option("releve")
    expect(page.locator(".entrees li")).to_have_count(2)
    expect(page).to_have_url(re.compile("source=releve"))
    page.locator("[name=source]").select_option("")
    page.locator("#volet-toutes").click()
    # Two pairs that agree: one row each, though each is two entries.
    expect(page.locator(".entrees .insigne", has_text="Rapprochée")).to_have_count(2, timeout=WAIT)
    press(page, "/")
    page.keyboard.type("966 000 001")
    expect(page.locator(".entrees li")).to_have_count(1)
    assert "966" not in page.url


@pytest.mark.slow
def test_a_long_list_is_read_as_it_is_worked_through(visit, work, desk, registry):
    desk.world.enrol(60)
    cycle = desk.world.plan(month=3)
    desk.world.fund(2_000_000)
    desk.execute(cycle)
    desk.cycle = cycle
    path = desk.match("Z-9,+245966000009,100,2025-03-10", dateDebut="2025-03-01", dateFin="2025-03-28", nom="Mars")
    work.session = ReconciliationSession.objects.get(id=path.rsplit("/", 1)[1])
    page = open_session(visit, work)
    rows = page.locator(".entrees li")
    expect(rows).to_have_count(50)
    for _ in range(45):
        press(page, "i")
    expect(rows).to_have_count(69, timeout=WAIT)  # 68 payments and the line: read before they were needed
    expect(rows.nth(45)).to_have_attribute("data-choisie", "true")
    settled(page)
    assert EntryDecision.objects.filter(session=work.session).count() == 45
    for _ in range(24):
        press(page, "i")
    settled(page)
    expect(page.locator("#suite-session")).to_contain_text("Tout est décidé", timeout=WAIT)
    assert figures_hold()


@pytest.mark.slow
def test_a_phone_has_the_buttons_under_the_thumb(visitor, work):
    page = open_session(visitor(390, 844, color_scheme="dark"), work)
    assert page.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")
    # The sheet comes with the list: at first it covers nothing of the head.
    sheet, head = page.locator(".etabli-choix").bounding_box(), page.locator(".barre-filtres").bounding_box()
    assert sheet["y"] >= head["y"] + head["height"]
    page.locator("#decide-accepter").click()
    expect(page.locator(".entrees li").nth(1)).to_have_attribute("data-choisie", "true")
    expect(chosen(page)).to_be_in_viewport()
    box = page.locator("#decide-accepter").bounding_box()
    assert box["height"] >= 44
    # The row that is decided next is not behind the sheet, which leaves most of the screen to the list.
    sheet, row = page.locator(".etabli-choix").bounding_box(), chosen(page).bounding_box()
    assert row["y"] + row["height"] <= sheet["y"] + 1
    assert sheet["height"] <= 0.4 * 844
    page.locator("#defaire").click()
    expect(page.locator(".entrees li").first).to_contain_text("Montant partiel")
    settled(page)
    no_serious_fault(page)


@pytest.mark.slow
def test_a_double_cannot_be_accepted_as_it_is(visit, work):
    page = open_session(visit, work, more="&raison=paye_deux_fois")
    expect(chosen(page)).to_contain_text("Payé deux fois")
    expect(page.locator("#decide-accepter, #decide-apparier")).to_have_count(0)
    press(page, "a", "o")
    expect(chosen(page)).to_contain_text("Erreur de l'opérateur")
    settled(page)
    assert EntryDecision.objects.get().action == "erreur_operateur"


@pytest.mark.slow
def test_money_at_another_number_is_looked_into_and_accepted_only_with_a_reason(visit, desk, registry):
    path = desk.match(desk.line(0, phone="+245966999999"))
    work = SimpleNamespace(desk=desk, path=path, session=ReconciliationSession.objects.get(), cast=registry.cast)
    page = open_session(visit, work, more="&raison=autre_numero")
    acts = page.locator(".actes-entree .bouton")
    expect(acts.first).to_contain_text("Ouvrir une plainte")
    expect(page.locator(".actes-entree .principal")).to_have_count(1)
    expect(page.locator("#effet-accepter")).to_contain_text("Seulement si ce numéro est celui de la personne")
    press(page, "a")
    expect(page.locator("#note-manque")).to_be_visible()
    assert not EntryDecision.objects.exists()
    no_serious_fault(page)
    page.locator("#decide-enqueter").click()
    page.get_by_role("dialog").get_by_role("button", name="Enregistrer").click(timeout=WAIT)
    expect(page.locator(".entrees li").first).to_contain_text("Remis à plus tard", timeout=WAIT)
    settled(page)
    complaint = Complaint.objects.get()
    assert complaint.paiement_id and complaint.categorie == "paiement"
    held = EntryDecision.objects.get()
    assert held.action == "en_attente" and complaint.reference in held.commentaire
    # Later: it says why it waits, offers nothing first, and becomes again what it was.
    page.reload()
    row = page.locator(f"#entree-{held.entree_id}")
    page.evaluate("location.hash = location.hash.replace('&raison=autre_numero', '')")
    row.click(timeout=WAIT)
    expect(page.locator(".etabli-choix .note")).to_contain_text(complaint.reference)
    expect(page.locator(".actes-entree .principal")).to_have_count(0)
    page.locator("#decide-reprendre").click()
    expect(page.locator(".etabli-choix .insigne")).to_have_text("Payé à un autre numéro", timeout=WAIT)
    page.locator("#note-decision").fill("Confirmé par la personne")
    page.locator("#decide-accepter").click()
    settled(page)
    assert EntryDecision.objects.filter(annule_le=None).get().action == "match_manuel"
    assert figures_hold()


@pytest.mark.slow
def test_without_a_connection_nothing_is_taken_for_done(visit, work):
    page = open_session(visit, work)
    first = page.locator(".entrees li").first
    page.context.set_offline(True)
    press(page, "i")
    expect(page.locator(".note[role=alert]")).to_contain_text("réseau", timeout=WAIT)
    expect(first).to_contain_text("Montant partiel")
    expect(figure(page, 0)).to_have_text("8")
    page.context.set_offline(False)
    page.get_by_role("button", name="Y revenir").click()
    press(page, "i")
    expect(first).to_contain_text("Ignoré")
    settled(page)
    assert EntryDecision.objects.get().action == "ignorer"


@pytest.mark.slow
def test_decisions_reach_the_server_when_the_session_is_left(visit, work):
    page = open_session(visit, work)
    press(page, "i", "i", "o")
    page.get_by_role("button", name="Toutes les sessions").click()
    expect(page.locator(".paiements tbody tr")).to_be_visible(timeout=WAIT)
    page.wait_for_load_state("networkidle")
    assert EntryDecision.objects.count() == 3
    page.get_by_role("button", name="Février").click()
    expect(figure(page, 0)).to_have_text("5", timeout=WAIT)
