"""The page of users, roles and the permission matrix."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from accounts.audit.models import Trace
from accounts.roles.models import Incompatibility, Role
from accounts.tokens.services import open_session
from accounts.users.models import RoleGrant, User
from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.conftest import make_user, system_role

RANKS = ["Super administrateur", "Administrateur", "Direction", "Superviseur", "Agent", "Référent VBG"]
pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_find_change_and_deactivate_a_user(visit, registry):
    reader = registry.cast.reader_west
    page = visit.sign_in(registry.cast.admin, "#vue=comptes")
    expect(page.locator(".comptes tbody tr")).to_have_count(7, timeout=WAIT)
    page.get_by_role("button", name="Voir ces comptes").click()  # those without a second factor who should have one
    expect(page.get_by_role("button", name="Voir tous les comptes")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Voir tous les comptes").click()
    expect(page.locator(".comptes tbody tr")).to_have_count(7, timeout=WAIT)
    head = page.locator(".comptes th").filter(has_text="Dernière connexion")
    for state in ("ascending", "descending"):
        head.get_by_role("button").click()
        expect(head).to_have_attribute("aria-sort", state)
    # Who signed in last stands first; who never did, last.
    expect(page.locator(".comptes tbody tr").first).to_contain_text(registry.cast.admin.email.split("@")[0])
    page.locator("#f-filtre-region").select_option(label="Bafatá")
    count = User.objects.filter(regions=registry.country.east).count()
    expect(page.locator(".comptes tbody tr")).to_have_count(count, timeout=WAIT)
    page.locator("#f-filtre-region").select_option("")
    page.fill("#cherche-compte", "Nhima")
    expect(page.locator(".comptes tbody tr")).to_have_count(1, timeout=WAIT)
    assert "Nhima" not in page.url  # what is searched for is personal
    no_serious_fault(page)
    page.get_by_role("button", name="Cá, Nhima").click()
    page.fill("[name=nom]", "Cá Júnior")
    page.get_by_label("Bafatá").check()
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".dit")).to_have_text("Utilisateur modifié.", timeout=WAIT)
    expect(page.locator(".fil h2")).to_have_text("Nhima Cá Júnior")
    no_serious_fault(page)
    page.get_by_role("button", name="Désactiver le compte").click()
    page.locator("dialog").get_by_role("button", name="Désactiver le compte").click()
    expect(page.locator(".dit")).to_have_text("Compte désactivé.", timeout=WAIT)
    reader.refresh_from_db()
    assert (reader.nom, reader.is_active, reader.regions.count()) == ("Cá Júnior", False, 2)
    page.go_back()
    expect(page.locator(".comptes tbody tr")).to_contain_text("Inactif", timeout=WAIT)
    expect(page.locator(".comptes tbody tr")).to_contain_text("Toutes les régions")
    # Into the administration by the menu of the account, without a second password; without a line this page stays.
    visit.warned = ("Failed to load resource", "net::")
    page.click("[popovertarget=compte]")
    entry = page.locator("#compte a")
    page.context.set_offline(True)
    entry.click()
    expect(page.locator("#compte .faute")).to_be_visible(timeout=WAIT)
    page.context.set_offline(False)
    entry.dblclick()
    expect(page.locator("#content h1")).to_have_text("Administration", timeout=WAIT)
    assert page.url.endswith("/admin/") and Trace.objects.filter(model="administration").count() == 1


@pytest.mark.slow
def test_a_page_of_the_administration_is_found_by_its_name(visit, registry):
    """The first page searches without accents; the menu of the others is folded, and opens what is found."""
    page = visit.sign_in(registry.cast.admin)
    page.click("[popovertarget=compte]", timeout=WAIT)
    page.locator("#compte a").click()
    page.fill("#cherche-page", "ecoles", timeout=WAIT)
    expect(page.locator(".devoir:visible li:visible")).to_have_text([re.compile("Écoles")])
    page.fill("#cherche-page", "zzz")
    expect(page.locator("#rien-page")).to_have_text("Aucune page de ce nom.")
    page.fill("#cherche-page", "jetons")  # among the technical ones, which are folded
    page.locator(".devoir li:visible a").first.click()
    groups = page.locator(".groupe-menu")
    expect(page.locator(".groupe-menu[open]")).to_have_count(1, timeout=WAIT)
    expect(page.locator("#nav-sidebar a:visible", has_text="Écoles")).to_have_count(0)
    page.locator("#nav-filter").press_sequentially("écol")
    expect(page.locator("#nav-sidebar th a:visible")).to_have_text(["Écoles"])
    page.locator("#nav-filter").press("Escape")
    expect(page.locator(".groupe-menu[open]")).to_have_count(1)
    assert groups.count() == page.locator(".groupe-menu:visible").count() > 5


@pytest.mark.slow
def test_a_role_until_a_date_and_back(visit, registry):
    reader = registry.cast.reader_west
    Role.objects.create(code="ROLE_CONTROLEUR", nom="Contrôleur", permissions=["registre.lire", "registre.exporter"])
    page = visit.sign_in(registry.cast.admin, f"#vue=comptes&element={reader.id}")
    page.get_by_role("button", name="Donner un rôle").click()
    # A supervisor may approve payments, an administrator may not: he is not offered to give that away.
    expect(page.locator("dialog option").filter(has_text="Superviseur")).to_have_count(0)
    dialog = page.locator("dialog")
    dialog.locator("[name=role_id]").select_option(label="Contrôleur")
    dialog.locator("#f-until").fill("31/01/2199")
    dialog.get_by_role("button", name="Donner un rôle").click()
    expect(page.locator(".rangees li")).to_contain_text(re.compile("Contrôleur.*31 janvier 2199"), timeout=WAIT)
    assert RoleGrant.objects.get().until > datetime(2199, 1, 31, tzinfo=UTC)
    page.get_by_role("button", name="Retirer").click()
    page.locator("dialog").get_by_role("button", name="Retirer").click()
    expect(page.locator(".rangees li")).to_have_count(0, timeout=WAIT)
    assert not RoleGrant.objects.exists()


@pytest.mark.slow
def test_problems_stand_at_their_fields(visit, registry):
    visit.refusals = {400}
    everywhere = ["registre.lire", "administration.toutes_regions"]
    Role.objects.create(code="ROLE_PAYS", nom="Pays", permissions=everywhere)
    page = visit.sign_in(registry.cast.admin, "#vue=comptes&element=nouveau")
    page.fill("[name=nom]", "Indjai")
    page.fill("[name=email]", "satu@tabanca.example")
    assert page.locator("[name=role_id]").input_value() == ""  # nobody gets a role that was not chosen for them
    # The style sheet alone marks what is necessary: once.
    assert page.locator(".formulaire .champ > span").filter(has_text="*").count() == 0
    star = page.locator("[data-champ=nom] > span").evaluate("name => getComputedStyle(name, '::after').content")
    assert star.startswith('" *"')
    reach = page.locator("#portee")
    expect(reach).to_contain_text("ou Pays, il voit tout le pays ; avec un autre, aucun ménage")
    page.locator("[name=role_id]").select_option(label="Pays")
    expect(reach).to_contain_text("voit tout le pays")
    page.locator("[name=role_id]").select_option(label="Utilisateur")
    expect(reach).to_contain_text("ne voit aucun ménage")
    page.fill("[name=password]", "court")
    page.get_by_role("button", name="Créer le compte").click()
    page.locator("dialog.demande").get_by_role("button", name="Enregistrer sans région").click()
    expect(page.locator("[data-champ=password] .faute")).to_contain_text("12", timeout=WAIT)
    expect(page.locator("[name=password]")).to_be_focused()
    assert page.locator("[name=nom]").input_value() == "Indjai"
    page.fill("[name=password]", "")
    page.get_by_role("button", name="Créer le compte").click()
    page.locator("dialog.demande").get_by_role("button", name="Enregistrer sans région").click()
    expect(page.locator(".dit")).to_contain_text("lui est envoyé", timeout=WAIT)
    made = User.objects.get(email="satu@tabanca.example")
    assert str(made.id) in page.url
    assert made.role.code == "ROLE_USER"


@pytest.mark.slow
def test_an_account_that_sees_nothing_is_confirmed(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=comptes&element=nouveau")
    page.locator("[name=nom]").fill("Té", timeout=WAIT)
    page.fill("[name=email]", "rui.te@example.org")
    page.locator("[name=role_id]").select_option(label="Utilisateur")
    page.get_by_role("button", name="Créer le compte").click()
    dialog = page.locator("dialog.demande")
    expect(dialog).to_contain_text("le rôle Utilisateur ne voit que les régions cochées")
    dialog.get_by_role("button", name="Annuler").click()
    expect(page.locator("[name=nom]")).to_have_value("Té")
    assert not User.objects.filter(email="rui.te@example.org").exists()
    page.get_by_label("Bafatá").check()  # one that sees something needs no word
    page.get_by_role("button", name="Créer le compte").click()
    expect(page.locator(".fil h2")).to_have_text("Té", timeout=WAIT)
    assert User.objects.get(email="rui.te@example.org").regions.count() == 1


@pytest.mark.slow
def test_the_second_factor_is_left_by_escape(visit, registry):
    page = visit.sign_in(registry.cast.agent_west, "#vue=profil")
    page.set_viewport_size({"width": 1280, "height": 640})
    page.get_by_role("button", name="Activer").click()
    step = page.locator("dialog[aria-labelledby=titre-etape]")
    expect(step.get_by_role("button", name="Annuler")).to_be_in_viewport(ratio=1, timeout=WAIT)
    page.keyboard.press("Escape")
    expect(step).to_have_count(0)
    expect(page.locator(".rangees li").first).to_contain_text("Ouverte aujourd’hui")
    expect(page.locator(".rangees li strong").first).to_have_text("Ordinateur Linux, Chrome")


def test_one_s_own_name_and_telephone_are_corrected(visit, registry):
    me = registry.cast.agent_west
    page = visit.sign_in(me, "#vue=profil")
    page.get_by_role("button", name="Corriger mon nom ou mon téléphone").click(timeout=WAIT)
    no_serious_fault(page)
    page.fill("dialog [name=prenom]", "Binta")
    page.fill("dialog [name=telephone]", "+245 955 000 111")
    page.locator("dialog").get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".profil .dit")).to_have_text("Votre compte est à jour.", timeout=WAIT)
    expect(page.locator(".profil .feuille").first).to_contain_text("+245 955 000 111")
    me.refresh_from_db()
    assert (me.prenom, me.telephone) == ("Binta", "+245 955 000 111")


def test_sessions_of_a_device_are_closed_together(visit, registry):
    page = visit.sign_in(registry.cast.agent_west, "#vue=profil")
    expect(page.locator(".rangees > li")).to_have_count(1, timeout=WAIT)
    own = page.evaluate("navigator.userAgent")
    for agent in (own, own, "python-requests/2.34.2"):
        open_session(user=registry.cast.agent_west, agent=agent)
    page.reload()
    first, second = page.locator(".feuille > .rangees > li").nth(0), page.locator(".feuille > .rangees > li").nth(1)
    expect(first).to_contain_text("3 sessions", timeout=WAIT)
    expect(first).to_contain_text("Cet appareil")
    expect(first.locator("details li").nth(1)).to_be_visible()  # a few are told apart without a click
    expect(second).to_contain_text("Programme (python-requests)")
    first.get_by_role("button", name="Fermer les 2 autres").click()
    expect(first.locator("details")).to_have_count(0, timeout=WAIT)
    expect(first).to_contain_text("Cet appareil")
    expect(second).to_contain_text("python-requests")
    no_serious_fault(page)


@pytest.mark.slow
def test_matrix_and_a_role_of_ones_own(visit, registry):
    for code in ("ROLE_ADMIN", "ROLE_AGENT", "ROLE_ENQUETEUR"):
        system_role(code)
    page = visit.sign_in(registry.cast.admin, "#vue=comptes&onglet=roles")
    row = page.locator(".matrice tr").filter(has_text="Gérer les rôles")
    expect(row.locator("td.a")).to_have_count(
        Role.objects.filter(permissions__contains=["administration.roles"]).count()
    )
    united = dict(
        zip(
            page.locator(".matrice thead button").all_text_contents(),
            page.locator(".matrice .reunis td").all_text_contents(),
            strict=True,
        )
    )
    assert "prépare et paie" in united["Administrateur"] and "prépare et valide" in united["Agent"]
    assert united["Enquêteur"].strip() == "rien"
    expect(page.locator("#roles-reunis")).to_contain_text("ne le valide pas")
    # By rank, not by code.
    heads = page.locator(".matrice thead button").all_text_contents()
    assert [name for name in heads if name in RANKS] == [name for name in RANKS if name in heads]
    no_serious_fault(page)
    page.get_by_role("button", name="Nouveau rôle").click()
    page.fill("[name=nom]", "Auditeur")
    page.fill("[name=code]", "ROLE_AUDITEUR")
    expect(page.locator("[value='vbg.voir_cas']")).to_be_disabled()  # the administrator does not hold it
    page.check("[value='administration.audit']")
    page.get_by_role("button", name="Créer le rôle").click()
    expect(page.locator(".fil h2")).to_have_text("Auditeur", timeout=WAIT)
    page.check("[value='registre.lire']")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".dit")).to_have_text("Rôle modifié.", timeout=WAIT)
    assert Role.objects.get(code="ROLE_AUDITEUR").permissions == ["administration.audit", "registre.lire"]
    page.get_by_role("button", name="Supprimer le rôle").click()
    page.locator("dialog").get_by_role("button", name="Supprimer le rôle").click()
    expect(page.locator(".matrice")).to_be_visible(timeout=WAIT)
    assert not Role.objects.filter(code="ROLE_AUDITEUR").exists()


@pytest.mark.slow
def test_what_a_role_unites_is_parted_by_a_click(visit, registry):
    """The matrix leads to the role, which proposes what to keep; nothing is saved before it is said so."""
    agent, right = Role.objects.get(code="ROLE_AGENT"), "transferts.calculer"
    assert right in agent.permissions
    page = visit.sign_in(make_user("ROLE_SUPER_ADMIN"), "#vue=comptes&onglet=roles")
    page.get_by_role("button", name="Séparer les droits du rôle Agent").click(timeout=WAIT)
    part = page.locator("#separer")
    expect(part).to_contain_text("Ce rôle prépare et valide", timeout=WAIT)
    no_serious_fault(page)
    part.get_by_role("button", name="Ne garder que « Calculer").click()
    expect(page.locator(f"[value='{right}']")).to_be_checked()
    part.get_by_role("button", name="Ne garder que « Valider").click()
    expect(page.locator(f"[value='{right}']")).not_to_be_checked()
    expect(page.locator("[value='transferts.valider_niveau_1']")).to_be_checked()
    expect(part).to_contain_text("Enregistrez le rôle")
    agent.refresh_from_db()
    assert right in agent.permissions
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".dit")).to_have_text("Rôle modifié.", timeout=WAIT)
    expect(part).to_have_count(0)
    agent.refresh_from_db()
    assert right not in agent.permissions and "transferts.valider_niveau_1" in agent.permissions


@pytest.mark.slow
def test_who_may_not_is_told(visitor, registry):
    visit = visitor(390, 844)
    page = visit.sign_in(registry.cast.agent_west, "#vue=comptes")
    expect(page.locator(".page [role=alert]")).to_contain_text("Accès non autorisé", timeout=WAIT)


def test_users_by_a_file_are_tried_and_then_created(visit, registry):
    page = visit.sign_in(make_user("ROLE_SUPER_ADMIN", nom="Lopes"), "#vue=comptes")
    page.get_by_role("button", name="Utilisateurs par fichier").click(timeout=WAIT)
    lines = "email,nom,role\nana@example.test,Gomes,ROLE_AGENT\nrui@example.test,Silva,ROLE_INCONNU\n"
    expect(page.locator(".choix-fichier")).to_contain_text("Aucun fichier choisi", timeout=WAIT)
    page.set_input_files("#fichier-comptes", {"name": "a.csv", "mimeType": "text/csv", "buffer": lines.encode()})
    expect(page.locator(".feuille")).to_contain_text("1 compte peut être créé.", timeout=WAIT)
    expect(page.locator(".choix-fichier")).to_contain_text("a.csv")
    expect(page.locator("table.lignes")).to_contain_text("Rôle inconnu")
    assert not User.objects.filter(email="ana@example.test").exists()
    no_serious_fault(page)
    page.get_by_role("button", name="Créer 1 compte").click()
    expect(page.locator(".dit")).to_contain_text("1 compte créé.", timeout=WAIT)
    assert User.objects.filter(email__endswith="example.test").count() == 1


def test_roles_out_of_reach_and_roles_that_do_not_go_together_are_said(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=comptes&element=nouveau")
    beyond = page.locator(".champ").filter(has=page.locator("[name=role_id]"))
    expect(beyond).to_contain_text(
        re.compile(r"dont vous avez vous-même tous les droits.*Référent VBG\s: à demander à la personne"), timeout=WAIT
    )
    expect(page.locator("#portee")).to_contain_text(re.compile("avec le rôle .*, il voit tout"))  # unchosen
    page.evaluate("location.hash = '#vue=comptes&onglet=roles'")
    pairs = page.locator("section[aria-labelledby=titre-incompatibles]")
    expect(pairs).to_be_visible(timeout=WAIT)
    before = Incompatibility.objects.count()
    pairs.get_by_role("button", name="Déclarer une paire").click()
    page.locator("dialog [name=un]").select_option(label="Agent")
    page.locator("dialog [name=autre]").select_option(label="Référent VBG")
    page.locator("dialog").get_by_role("button", name="Déclarer une paire").click()
    pair = pairs.locator("li").filter(has_text="Référent VBG")
    expect(pairs.locator("li")).to_have_count(before + 1, timeout=WAIT)
    no_serious_fault(page)
    pair.last.get_by_role("button", name="Retirer la paire").click()
    page.locator("dialog").get_by_role("button", name="Retirer la paire").click()
    expect(pairs.locator("li")).to_have_count(before, timeout=WAIT)
