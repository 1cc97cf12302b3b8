"""Complaints in the console: found, assigned together, handled to the end; teams; the bell leads to what it tells."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.notifications.models import Notification
from tests.analysis.console.conftest import WAIT, no_serious_fault
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.models import Complaint, ComplaintStatus
from transfers.complaints.teams.models import Team, TeamMember
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.conditionality.models import Conditionality

pytestmark = pytest.mark.browser


@pytest.fixture
def complained(registry):
    """Three complaints about payments of the west, and a team of which one member may have two."""
    team = Team.objects.create(nom="Paiements", categories=["paiement"], wip_limit_par_membre=2)
    TeamMember.objects.create(equipe=team, user=registry.cast.agent_west)
    for number in range(3):
        Complaint.objects.create(
            reference=f"PLT-2026-00000{number}",
            categorie="paiement",
            priorite="haute",
            objet=f"Rien reçu {number}",
            region=registry.country.west,
            menage=registry.households[0],
            echeance=timezone.localdate() + timezone.timedelta(days=number - 1),
        )
    return registry


def test_the_number_of_late_complaints_narrows_the_list_to_them(visit, complained):
    page = visit.sign_in(complained.cast.supervisor_west, "#vue=plaintes")
    rows = page.locator(".paiements tbody tr")
    late = page.locator("#plaintes-retard")
    expect(late.locator("strong")).to_have_text("1", timeout=WAIT)
    expect(page.locator("#plaintes-ouvertes strong")).to_have_text("3")
    late.click()
    expect(rows).to_have_count(1, timeout=WAIT)
    expect(late).to_have_attribute("aria-pressed", "true")
    late.click()
    expect(rows).to_have_count(3, timeout=WAIT)


def test_complaints_are_assigned_together_and_handled_to_the_end(visit, complained):
    page = visit.sign_in(complained.cast.supervisor_west, "#vue=plaintes")
    rows = page.locator(".paiements tbody tr")
    expect(rows).to_have_count(3, timeout=WAIT)
    no_serious_fault(page)
    page.locator("#filtre-delai").select_option("retard")
    expect(rows).to_have_count(1, timeout=WAIT)
    page.get_by_role("button", name="Effacer les filtres").click()
    expect(rows).to_have_count(3, timeout=WAIT)
    # What is late stands first without being asked for, and the head of the column says so.
    expect(rows.first).to_contain_text("Rien reçu 0", timeout=WAIT)
    expect(rows.first).to_contain_text("1 jour de retard")
    expect(page.get_by_role("columnheader", name="Échéance")).to_have_attribute("aria-sort", "ascending")
    page.get_by_role("button", name="Échéance").click()
    expect(rows.last).to_contain_text("Rien reçu 0", timeout=WAIT)
    page.get_by_role("button", name="Échéance").click()
    expect(rows.first).to_contain_text("Rien reçu 0", timeout=WAIT)
    expect(page.locator(".barre-choix")).to_have_count(0)
    page.get_by_role("checkbox", name="Choisir toute la page").check()
    page.locator("#assigner-masse").click()
    page.locator("dialog [type=submit]").click()
    expect(page.locator(".note strong").first).to_have_text("2 plaintes assignées.", timeout=WAIT)
    expect(page.locator(".refus li")).to_contain_text("limite")
    assert Complaint.objects.filter(statut="ouverte").count() == 2
    page.get_by_role("button", name="Équipes").click()
    expect(page.locator(".rangees")).to_contain_text("2 plaintes, équipe de 1", timeout=WAIT)
    page.get_by_role("button", name="File d'attente").click()
    expect(page.locator(".paiements tbody")).to_contain_text("L'équipe est pleine", timeout=WAIT)
    expect(page.locator(".paiements tbody")).to_contain_text("Rien reçu 2")
    page.locator(".paiements tbody .petit .lien").first.click()  # what is full leads to its limits
    expect(page.locator(".rangees .charge").first).to_be_visible(timeout=WAIT)
    page.evaluate(f"location.hash = 'vue=plaintes&element={Complaint.objects.get(statut='nouvelle').id}'")
    expect(page.get_by_text("Personne ne la traite")).to_be_visible(timeout=WAIT)
    given = Complaint.objects.filter(statut="ouverte").first()
    page.evaluate(f"location.hash = 'vue=plaintes&element={given.id}'")
    # One act by state, and the receipt that who came to a desk is owed; the others are a menu.
    acts = page.locator(".plainte > .actions")
    expect(acts.locator("> .bouton")).to_have_text(["Commencer", "Donner un reçu", "Autres actions"], timeout=WAIT)
    expect(page.locator("#plainte-assigner")).to_be_hidden()
    page.get_by_role("button", name="Autres actions").click()
    expect(page.locator("#plainte-assigner")).to_have_text("Réassigner")
    no_serious_fault(page)
    page.keyboard.press("Escape")
    the_complainant_takes_a_receipt_home(page, given)
    who_acts_for_its_handler_is_told(page)
    page.locator("#plainte-resoudre").click()
    it_is_resolved_with_an_answer(page, complained.cast.agent_west)
    page.locator("#f-texte").fill("Vu avec l'opérateur")
    page.locator("#histoire [type=submit]").click()
    expect(page.locator("#histoire")).to_contain_text("Vu avec l'opérateur", timeout=WAIT)
    no_serious_fault(page)
    assert Complaint.objects.get(id=given.id).statut == ComplaintStatus.RESOLUE


def who_acts_for_its_handler_is_told(page):
    page.locator("#plainte-commencer").click()
    expect(page.get_by_role("dialog")).to_contain_text("est confiée à")
    page.locator("dialog [type=submit]").click()


def it_is_resolved_with_an_answer(page, agent):
    """What was done is written to the complainant, too; the history names who has it."""
    page.locator("dialog textarea").fill("Payé au guichet")
    page.locator("dialog [name=pourPlaignant]").check()
    page.locator("dialog [type=submit]").click()
    expect(page.locator("#plainte-fermer")).to_be_visible(timeout=WAIT)
    expect(page.locator("#histoire")).to_contain_text("Réponse au plaignant")
    expect(page.locator("#histoire")).to_contain_text(f"Assignée à {agent.prenom} {agent.nom}, Paiements")


def the_complainant_takes_a_receipt_home(page, complaint):
    """On paper stand the reference and the code, and nothing of whom or what it is about."""
    page.evaluate("() => { window.print = () => { window.paper = document.querySelector('#papier').innerText; }; }")
    page.locator("#plainte-recu").click()
    reads_again = f"/api/plaintes/{complaint.id}"  # as it is after the receipt: what follows is sent with its tag
    with page.expect_response(lambda answer: answer.request.method == "GET" and answer.url.endswith(reads_again)):
        page.locator("dialog [type=submit]").click()
    page.wait_for_function("() => window.paper", timeout=WAIT)
    paper = page.evaluate("window.paper")
    words = page.locator(".dit").inner_text(timeout=WAIT)
    assert words.split()[-1] in paper
    assert complaint.reference in paper and "/plainte/suivi" in paper
    assert complaint.objet not in paper
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#papier")).to_have_count(0)


@pytest.mark.slow
def test_a_row_of_complaints_has_two_lines_however_long_its_words(visit, complained):
    Complaint.objects.update(objet="Le paiement du mois dernier n'est toujours pas arrivé chez la voisine de ma mère")
    page = visit.sign_in(complained.cast.supervisor_west, "#vue=plaintes")
    page.set_viewport_size({"width": 1440, "height": 900})
    rows = page.locator(".paiements tbody tr")
    expect(rows).to_have_count(3, timeout=WAIT)
    assert all(height < 70 for height in rows.evaluate_all("all => all.map((row) => row.clientHeight)"))
    expect(rows.first.locator(".lien")).to_have_attribute("title", re.compile("voisine de ma mère"))


def test_a_complaint_names_a_person_by_code_and_contests_a_check(visitor, paying):
    person = Beneficiary.objects.filter(programme=paying.world.programme).select_related("menage").first()
    asked = Conditionality.objects.create(
        programme=paying.world.programme, code="ECOLE", nom="École", categorie="education", effet="suspension"
    )
    check = ComplianceCheck.objects.create(
        beneficiaire=person,
        menage=person.menage,
        conditionnalite=asked,
        statut="non_conforme",
        date_verification=timezone.now(),
        date_avis=timezone.now(),
    )
    page = visitor().sign_in(paying.cast.admin, "#vue=plaintes")
    page.get_by_role("button", name="Nouvelle plainte").click()
    dialog = page.get_by_role("dialog")
    # Longer than the screen: its buttons stay in sight, and what must be filled is marked.
    expect(dialog.get_by_role("button", name="Enregistrer")).to_be_in_viewport(ratio=1, timeout=WAIT)
    mark = "label => getComputedStyle(label, '::after').content"
    assert "*" in dialog.locator("[data-champ=objet] > span").evaluate(mark)
    assert "*" not in dialog.locator("[data-champ=telephone] > span").evaluate(mark)
    expect(dialog.locator("[name=categorie]")).to_have_value("")  # nobody files it where it happens to fall
    order = dialog.locator("[name]").evaluate_all("all => all.map((one) => one.name)")
    assert order.index("beneficiaireId") < order.index("categorie") < order.index("objet")
    cycle = paying.world.programme.cycles.first()
    # A closed list says which programme's cycle it is: names repeat.
    expect(dialog.locator(f"[name=cycleId] option[value='{cycle.id}']")).to_contain_text(cycle.code)
    dialog.locator("[name=categorie]").select_option("ciblage")
    dialog.get_by_role("button", name="Ménage non retenu").click()
    expect(dialog.locator("[name=objet]")).to_have_value("Ménage non retenu")
    dialog.locator("[name=objet]").fill("Il était à l'école")
    dialog.locator("[name=beneficiaireId]").press_sequentially(person.nom_complet)
    dialog.locator(".propositions button").filter(has_text=person.code).click()
    expect(dialog.locator("[name=beneficiaireId]")).to_have_value(person.code)
    dialog.get_by_label("Vérification contestée").select_option(str(check.id), timeout=WAIT)
    no_serious_fault(page)
    dialog.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".plainte h2")).to_have_text("Il était à l'école", timeout=WAIT)
    # Nobody signed it: who reads whom it is about is warned; a line of the history is evidence, and bears its hour.
    expect(page.locator("#ne-pas-contacter")).to_contain_text("ne contactez pas ce ménage")
    expect(page.locator("#histoire .histoire li").last).to_contain_text(re.compile(r"\d{4} à \d\d:\d\d"))
    made = Complaint.objects.get()
    assert (made.beneficiaire, made.verification) == (person, check)


@pytest.mark.slow
def test_who_may_not_read_corruption_hands_its_code_over(visitor, complained):
    page = visitor().sign_in(complained.cast.agent_west, "#vue=plaintes")
    page.get_by_role("button", name="Nouvelle plainte").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=categorie]").select_option("corruption", timeout=WAIT)
    dialog.locator("[name=objet]").fill("Argent demandé")
    dialog.locator("[name=regionId]").select_option(label=complained.country.west.nom)
    dialog.get_by_role("button", name="Enregistrer").click()
    expect(dialog).to_contain_text("vous ne la retrouverez pas", timeout=WAIT)
    dialog.get_by_role("checkbox").uncheck()
    dialog.get_by_role("button", name="Donner un reçu").click()
    made = Complaint.objects.get(categorie="corruption")
    expect(dialog).to_contain_text(f"À noter pour le plaignant : {made.reference}, code", timeout=WAIT)
    no_serious_fault(page)
    dialog.get_by_role("button", name="Fermer").click()
    expect(dialog).to_have_count(0)
    made.refresh_from_db()
    assert made.has_code


@pytest.mark.slow
def test_the_bell_tells_what_is_unread_and_leads_there_on_a_phone_by_keyboard(visitor, complained):
    complaint = Complaint.objects.first()
    user = complained.cast.supervisor_west
    texts = {"title": "Des plaintes vous sont assignées", "message": "", "params": {}, "type": "info"}
    row = Notification.objects.create(
        user=user, category="plainte", link="/plaintes", data={"plainteId": str(complaint.id)}, **texts
    )
    page = visitor(390, 844).sign_in(user, "#vue=cycles")
    bell = page.locator(".cloche-bouton:visible")
    expect(bell).to_have_attribute("aria-label", "1 notification non lue", timeout=WAIT)
    bell.press("Enter")
    notice = page.locator(".annonce a")
    expect(notice).to_contain_text("Des plaintes vous sont assignées", timeout=WAIT)
    no_serious_fault(page)
    notice.press("Enter")
    expect(page).to_have_url(re.compile(rf"vue=plaintes&element={complaint.id}"), timeout=WAIT)
    expect(page.locator(".plainte h2")).to_have_text(complaint.objet, timeout=WAIT)
    expect(bell).to_have_attribute("aria-label", "0 notification non lue", timeout=WAIT)
    assert page.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")
    row.refresh_from_db()
    assert row.read_at is not None
    page.get_by_role("button", name="Toutes les plaintes").click()
    expect(page.locator("#cherche-plainte")).to_be_visible(timeout=WAIT)
    expect(page.locator("#filtre-statut")).to_be_hidden()  # the list comes before its filters
    page.get_by_role("button", name="Plus de filtres").click()
    page.locator("#filtre-statut").select_option("nouvelle")


@pytest.mark.slow
def test_a_receipt_says_when_the_browser_refuses_to_copy_it(visit, registry):
    page = visit.page
    page.goto(f"{visit.base}/plainte?langue=fr")
    page.evaluate("document.querySelector('#categorie').value = 'paiement'")
    page.locator("#objet").fill("Rien reçu")
    page.locator("#description").fill("En mars")
    page.get_by_role("button", name="Envoyer").click()
    copy = page.locator("#copier")
    expect(copy).to_have_text("Copier les deux", timeout=WAIT)
    # Within a function: the browser would call the one that an assignment gives back.
    page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error('refused'); }; }")
    copy.click()
    expect(copy).to_have_text("Copie refusée : notez les deux")
    page.evaluate("() => { navigator.clipboard.writeText = async () => undefined; }")
    copy.click()
    expect(copy).to_have_text("Copiés")
