"""Reviewing duplicates: side by side, decided by pointer or keyboard, taken back."""

import re
from itertools import combinations

import pytest
from django.contrib.gis.geos import Point
from playwright.sync_api import expect

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from config.ids import uuid7
from registry.duplicates.models import Pair
from registry.duplicates.services import search_duplicates
from registry.households.models import HeadOfHousehold, Household, Member
from tests.analysis.console.conftest import WAIT, no_serious_fault

pytestmark = pytest.mark.browser
ALIKE = {"nom": "identique", "sexe": "identique", "telephone": "identique", "taille": "identique"}
BITS = {"nom": 8.3, "sexe": 0.5, "taille": 3.0}


@pytest.fixture
def pairs(registry):
    """Two pairs: of the first two households (95) and of the next two (60)."""
    homes = registry.households
    HeadOfHousehold.objects.filter(menage=homes[1]).update(nom_complet="Fatoumata Diallo", age=41)
    made = []
    for (a, b), score in (((homes[0], homes[1]), 95), ((homes[2], homes[3]), 60)):
        first, second = sorted((a, b), key=lambda home: home.id)
        judged = {"score": score, "niveaux": ALIKE, "apports": BITS}
        made.append(Pair.objects.create(menage_a=first, menage_b=second, empreinte=uuid7(), **judged))
    return made


@pytest.mark.slow
def test_decide_by_keyboard_and_take_it_back(visit, registry, pairs):
    page = visit.sign_in(registry.cast.supervisor_west, "#vue=doublons")
    expect(page.locator(".paire")).to_have_count(2, timeout=WAIT)
    expect(page.locator(".paire").first).to_contain_text(re.compile("95.*Presque certain"))
    expect(page.locator(".volets b")).to_have_text(["2", "1", "1", "0", "0"])
    expect(page.locator(".paire").first).to_contain_text("Diffère : Nom du chef Fatumata Djaló / Fatoumata")
    home = registry.households[0]
    expect(page.locator("[name=region]")).to_have_count(0)  # the account has one region: there is none to choose
    page.locator("[name=secteur]").select_option(str(home.secteur_id), timeout=WAIT)
    near = [one for one in pairs if home.secteur_id in (one.menage_a.secteur_id, one.menage_b.secteur_id)]
    expect(page.locator(".paire")).to_have_count(len(near), timeout=WAIT)
    page.locator("[name=secteur]").select_option("")
    expect(page.locator(".paire")).to_have_count(2, timeout=WAIT)
    no_serious_fault(page)
    page.locator(".paire").first.click()
    age = page.locator(".compare tr").filter(has_text="Âge du chef")
    expect(age).to_have_class("differe", timeout=WAIT)
    expect(age).to_contain_text(re.compile("39.*41|41.*39"))
    no_serious_fault(page)
    page.fill("#motif-paire", "Deux sœurs")
    page.locator("#paire-apres").focus()  # a letter typed in a field decides nothing
    page.keyboard.press("d")
    expect(page.locator(".dit")).to_contain_text("deux ménages distincts", timeout=WAIT)
    expect(page).to_have_url(re.compile(str(pairs[1].id)))  # the next one is open
    pairs[0].refresh_from_db()
    assert (pairs[0].decision, pairs[0].motif) == ("distincts", "Deux sœurs")
    page.keyboard.press("u")
    expect(page).to_have_url(re.compile(str(pairs[0].id)), timeout=WAIT)
    expect(page.locator("#decide-ignorer")).to_be_visible(timeout=WAIT)
    expect(page.locator(".dit")).to_be_visible()
    expect(page.locator("#paire-defaire")).to_have_count(0)
    pairs[0].refresh_from_db()
    assert pairs[0].decision is None
    page.locator("#decide-ignorer").click()
    expect(page).to_have_url(re.compile(str(pairs[1].id)), timeout=WAIT)
    page.get_by_role("button", name="Toutes les paires").click()
    expect(page.locator(".volets b")).to_have_text(["1", "0", "1", "0", "1"], timeout=WAIT)
    page.get_by_role("button", name="Mis de côté").click()
    expect(page.locator(".paire")).to_have_count(1, timeout=WAIT)


@pytest.fixture
def neighbours(registry):
    """One pair twelve metres apart, as the devices err, in one place; nothing tells when they were interviewed."""
    home, other = registry.households[:2]
    Household.objects.filter(id=other.id).update(
        geom=Point(home.geom.x, home.geom.y + 0.00011, srid=4326),
        secteur=home.secteur,
        campagne=None,
        statut_collecte="integre",
        statut="valide",
    )
    Member.objects.create(menage=home, nom_complet="Ami Djaló", age=7, lien_parente="fille", sexe="F")
    Member.objects.create(menage=other, nom_complet="Ami Diallo", age=7, lien_parente="fille", sexe="F")
    first, second = sorted((home, other), key=lambda one: one.id)
    judged = {"score": 88, "niveaux": ALIKE | {"lieu": "maison"}, "apports": BITS | {"lieu": 7.5}}
    return Pair.objects.create(menage_a=first, menage_b=second, empreinte=uuid7(), **judged)


def test_the_evidence_says_one_thing_with_a_plan_and_members(visit, registry, neighbours):
    page = visit.sign_in(registry.cast.admin, f"#vue=doublons&element={neighbours.id}")
    place = page.locator(".compare tbody").filter(has=page.locator("th", has_text="Position"))
    expect(place.locator(".avis-paire")).to_have_count(1, timeout=WAIT)  # one sentence for all values of the place
    expect(place.locator(".avis-paire")).to_contain_text("Même position, à la précision des appareils")
    expect(place.locator(".avis-paire")).to_contain_text(re.compile(r"À 10\s*m l'un de l'autre"))
    expect(place).not_to_contain_text("Diffère")
    expect(place.locator(".differe")).to_have_count(0)
    expect(page.locator(".plan-paire circle")).not_to_have_count(0)
    # The stage stands first, and the form that is in the registry is proposed.
    expect(page.locator("#etape-paire th")).to_have_text("Étape")
    expect(page.locator("#etape-paire")).to_contain_text("Au registre")
    page.keyboard.press("m")
    kept = page.get_by_label(re.compile(registry.households[1].code_menage))
    expect(kept).to_be_checked(timeout=WAIT)
    expect(page.locator("#etape-fusion")).not_to_contain_text("n'y sera plus")
    page.get_by_label(re.compile(registry.households[0].code_menage)).check()
    expect(page.locator("#etape-fusion")).to_contain_text("l'autre est au registre, et n'y sera plus")
    page.keyboard.press("Escape")
    tops = [page.locator(one).bounding_box()["y"] for one in (".compare", ".plan-paire")]
    assert tops == sorted(tops)  # what is compared comes first
    expect(page.locator(".membres-paire .commun")).to_have_count(2)
    expect(page.locator(".compare thead")).to_contain_text("Enregistré le")
    platform = page.locator(".compare tr").filter(has_text="Plateforme")
    expect(platform).not_to_contain_text("Absent d'un côté")
    no_serious_fault(page)
    # From the card of one of them the sentence that says so leads to the page; weighed anew, these two are no pair.
    home = registry.households[0]
    Household.objects.filter(id=home.id).update(problemes_qualite=["DOUBLON_PROBABLE"])
    page.evaluate("hash => { location.hash = hash }", f"vue=nulle&fiche=menage/{home.id}")
    expect(page.locator(".vue-inconnue")).to_contain_text("La page « nulle » n'existe pas", timeout=WAIT)
    visit.card().locator("#fautes-menage button").click(timeout=WAIT)
    expect(page).to_have_url(re.compile("vue=doublons"), timeout=WAIT)
    page.evaluate("location.hash = 'vue=liste'")
    expect(page.locator("table.menages tbody tr").first).to_be_visible(timeout=WAIT)
    expect(page.locator(".vue-inconnue")).to_have_count(0)


@pytest.fixture
def triple(registry):
    """Three interviews of what may be one household: three pairs."""
    homes = registry.households[:3]
    judged = {"niveaux": ALIKE, "apports": BITS}
    for place, (a, b) in enumerate(combinations(sorted(homes, key=lambda home: home.id), 2)):
        Pair.objects.create(menage_a=a, menage_b=b, empreinte=uuid7(), score=90 - place, **judged)


@pytest.mark.slow
def test_three_interviews_of_one_household_are_one_group(visit, registry, triple):
    page = visit.sign_in(registry.cast.admin, "#vue=doublons")
    group = page.locator(".groupe-paires")
    expect(group).to_have_count(1, timeout=WAIT)
    expect(group).to_contain_text("3 fiches")
    expect(group.locator(".paire")).to_have_count(3)
    expect(group.locator("> p")).to_contain_text("Dans toutes ces paires : Même nom")
    expect(group.locator(".raisons")).to_have_text(["Rien d'autre"] * 3)
    no_serious_fault(page)
    group.locator(".paire").first.click()
    page.locator("#groupe-distincts").click(timeout=WAIT)
    expect(page.locator(".dit")).to_contain_text("distincts", timeout=WAIT)
    assert set(Pair.objects.values_list("decision", flat=True)) == {"distincts"}
    page.locator("#paire-defaire").click()
    expect(page.locator("#groupe-distincts")).to_contain_text("Les 3 paires", timeout=WAIT)
    assert set(Pair.objects.values_list("decision", flat=True)) == {None}


@pytest.fixture
def copies(registry):
    """Three forms of one household, each alike in all that is compared; the second alone knows a telephone."""
    home, *others = registry.households[:3]
    homes = Household.objects.filter(id__in=[one.id for one in (home, *others)])
    homes.update(geom=home.geom, region=home.region, secteur=home.secteur, localite=home.localite, taille_menage=4)
    HeadOfHousehold.objects.filter(menage__in=homes).update(nom_complet="Fatumata Djaló", age=39, telephone=None)
    HeadOfHousehold.objects.filter(menage=others[0]).update(telephone="955123456")
    for one in homes:
        for name, age in (("Ami Djaló", 7), ("Braima Djaló", 12), ("Sene Djaló", 15)):
            Member.objects.create(menage=one, nom_complet=name, age=age, lien_parente="fille", sexe="F")
    for one in homes:
        search_duplicates(household_id=one.id, user=registry.cast.admin)
    assert Pair.objects.count() == 3
    return [home, *others]


def test_three_forms_become_one_and_three_again(visit, registry, copies):
    page = visit.sign_in(registry.cast.admin, f"#vue=doublons&element={Pair.objects.first().id}")
    page.locator("#groupe-fusionner").click(timeout=WAIT)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[name=menageConserveId]")).to_have_count(3, timeout=WAIT)
    no_serious_fault(page)
    dialog.get_by_label(re.compile(copies[0].code_menage)).check()
    dialog.get_by_role("button", name="Fusionner").click()
    expect(page.locator(".dit")).to_contain_text("3 fiches sont devenues une seule", timeout=WAIT)
    ids = [one.id for one in copies]
    assert [one.id for one in Household.objects.filter(id__in=ids)] == [copies[0].id]
    assert HeadOfHousehold.objects.get(menage=copies[0]).telephone == "955123456"  # only another form knew it
    page.locator("#paire-defaire").click()
    expect(page.locator(".dit")).to_contain_text("annulée", timeout=WAIT)
    assert Household.objects.filter(id__in=ids).count() == 3
    assert HeadOfHousehold.objects.get(menage=copies[0]).telephone is None


@pytest.mark.slow
def test_a_search_says_what_it_covered(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=doublons")
    expect(page.locator(".recherche-doublons")).to_contain_text("Aucune recherche n'a encore été faite", timeout=WAIT)
    expect(page.locator(".etat")).to_contain_text("Rien n'a encore été comparé")
    with page.expect_response("**/api/menages/analyse-doublons*"):
        page.locator("#chercher-doublons").click()
    expect(page.locator(".avancement")).to_contain_text("Recherche en cours", timeout=WAIT)
    expect(page.locator(".etat")).to_contain_text("La recherche est en cours")
    execute_job(Job.objects.get().id)
    expect(page.locator(".dit")).to_contain_text("6 ménages comparés", timeout=WAIT)
    expect(page.locator(".recherche-doublons")).to_contain_text("Ménages comparés entre eux\u00a0: 6 ;")
    expect(page.locator(".etat")).to_contain_text("Aucune paire à décider")


@pytest.mark.slow
def test_a_letter_in_a_field_decides_nothing(visit, registry, pairs):
    page = visit.sign_in(registry.cast.supervisor_west, f"#vue=doublons&element={pairs[0].id}")
    page.locator("#motif-paire").press_sequentially("didi")
    expect(page.locator("#motif-paire")).to_have_value("didi")
    pairs[0].refresh_from_db()
    assert pairs[0].decision is None


@pytest.mark.slow
def test_who_only_reads_decides_nothing(visitor, registry, pairs):
    page = visitor(390, 844).sign_in(registry.cast.reader_west, f"#vue=doublons&element={pairs[0].id}")
    expect(page.locator(".compare")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("button", name="Mettre de côté")).to_have_count(0)
    assert page.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")


@pytest.mark.slow
def test_merge_with_chosen_values_and_undo(visit, registry, pairs):
    first, second = registry.households[:2]
    Household.objects.filter(id=first.id).update(date_collecte="2026-01-10T09:00Z")
    Household.objects.filter(id=second.id).update(date_collecte="2026-03-10T09:00Z")
    page = visit.sign_in(registry.cast.admin, f"#vue=doublons&element={pairs[0].id}")
    expect(page.locator(".score-paire")).to_contain_text("Sur 100 paires notées ainsi, 95 environ", timeout=WAIT)
    for line, weight in (("Nom du chef", "compte beaucoup"), ("Taille du ménage", "compte"), ("Sexe", "compte peu")):
        said = page.locator(".compare tr").filter(has_text=line).locator(".avis-paire .doux")
        expect(said).to_have_text(weight)
    # Every clue on one scale, whose numbers are for who asks: their sum is the weight that is named above them.
    expect(page.locator(".balance b").first).to_be_hidden()
    page.get_by_text("Le poids de chaque indice").click()
    said = page.locator(".score-paire").inner_text()
    sums = re.search(r"Poids ([\d,]+)\s: ([\d,]+) pour un même ménage, ([\d,]+) contre", said)
    assert sums, said
    whole, for_it, against = (round(10 * float(one.replace(",", "."))) for one in sums.groups())
    bars = [
        round(10 * float(one.replace(",", ".").replace("−", "-")))
        for one in page.locator(".balance b").all_inner_texts()
    ]
    assert whole == for_it - against and abs(whole - sum(bars)) <= len(bars)
    expect(page.locator(".balance li").first).to_contain_text(re.compile(r"\+\d+,\d"))
    above = page.locator(".decision, .compare").evaluate_all("all => all.map(one => one.className)")
    assert above[0].endswith("decision")  # no bar covers the rows below
    expect(page.locator(".decision .principal")).to_have_id("decide-fusionner")  # what the evidence proposes
    page.locator("#decide-fusionner").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[name=motif]")).to_have_value(re.compile("Même"))  # why, before anybody asks
    expect(page.locator("#argent-paire td").first).to_contain_text("bénéficiaire d'aucun programme")
    expect(dialog.get_by_label(re.compile("OI-000002"))).to_be_checked()  # the later interview, as nobody was paid
    dialog.get_by_label(re.compile("OI-000001")).check()
    visits = dialog.get_by_role("group", name="Date de collecte")
    expect(visits.get_by_label(re.compile("10 mars 2026"))).to_be_checked()  # the last visit, whichever form is kept
    age = dialog.get_by_role("group", name="Âge du chef")
    age.get_by_label(re.compile(r"[AB] : 41")).check()
    no_serious_fault(page)
    dialog.get_by_role("button", name="Fusionner").click()
    expect(page.locator(".dit")).to_contain_text("fusionnées", timeout=WAIT)
    assert not Household.objects.filter(id=registry.households[1].id).exists()
    head = HeadOfHousehold.objects.get(menage_id=first.id)
    assert (head.nom_complet, head.age) == ("Fatumata Djaló", 41)
    page.keyboard.press("u")
    expect(page.locator(".dit")).to_contain_text("annulée", timeout=WAIT)
    expect(page.locator("#paire-defaire")).to_have_count(0)  # what was taken back is said, and not taken back again
    assert Household.objects.filter(id=registry.households[1].id).exists()
    assert HeadOfHousehold.objects.get(menage_id=first.id).age == 39
