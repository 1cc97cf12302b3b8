"""The import page: what is wrong with a file, and the job that imports the rest."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from registry.households.models import HeadOfHousehold, Household
from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.conftest import Api

pytestmark = pytest.mark.browser
FILE = (
    "code_menage;nom_complet_chef;sexe_chef;age_chef;region;secteur;tabanca;milieu;taille_menage;score_pmt\r\n"
    "OI-900001;Satu Indjai;F;44;Oio;Mansoa;Cutia;rural;4;22,5\r\n"
    "OI-900002;Sexo Errado;X;35;Oio;Mansoa;Cutia;rural;3;30\r\n"
    "OI-900003;Outro Errado;Z;35;Oio;Mansoa;Cutia;rural;3;30\r\n"
)
# The service names the first 50 lines of a wrong value: with line 3 three more are only counted.
MORE = "".join(f"OI-91{n:04};Mais Um;X;35;Oio;Mansoa;Cutia;rural;3;30\r\n" for n in range(52))


def test_errors_are_readable_and_the_job_is_found_again(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    visit.refusals = {400}  # of the empty file
    page.set_input_files("#fichier", {"name": "vide.csv", "mimeType": "text/csv", "buffer": b""})
    expect(page.get_by_role("alert")).to_contain_text("Le fichier est vide", timeout=WAIT)
    page.get_by_role("button", name="Autre fichier").click()
    visit.refusals = set()
    chosen = {"name": "menages.csv", "mimeType": "text/csv", "buffer": (FILE + MORE).encode()}
    page.set_input_files("#fichier", chosen)
    problems = page.locator(".problemes li")
    expect(problems.first).to_contain_text("sexe_chef", timeout=WAIT)
    # Each value that was written stands with its lines.
    expect(problems.first).to_contain_text(re.compile(r"X\s*Lignes 3, 5.*Z\s*Ligne 4", re.DOTALL))
    expect(page.get_by_role("button", name="Lignes à corriger (Excel)")).to_be_visible()
    assert not Household.objects.filter(code_menage__startswith="OI-9").exists()
    page.get_by_role("button", name="Importer 1 ligne").click()
    expect(page.locator(".avancement")).to_be_visible(timeout=WAIT)
    expect(page).to_have_url(re.compile("tache="), timeout=WAIT)
    page.reload()  # left and found again
    expect(page.locator(".avancement")).to_be_visible(timeout=WAIT)
    execute_job(Job.objects.get().id)
    expect(page.locator(".verdict")).to_have_text("Import terminé.", timeout=WAIT)
    expect(page.locator(".carreau.vert")).to_have_text(re.compile(r"1\s*ménage créé"))
    expect(page.locator(".problemes li").first).to_contain_text(re.compile(r"X\s*Lignes 3, 5.*Z\s*Ligne 4", re.DOTALL))
    assert list(Household.objects.filter(code_menage__startswith="OI-9").values_list("code_menage", flat=True)) == [
        "OI-900001"
    ]
    with page.expect_download() as left_out:  # what was left out can be taken along, line by line
        page.get_by_role("button", name="Lignes non importées").click()
    lines = Path(left_out.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert [line.split(";")[0] for line in lines] == [
        '"Ligne"',
        *(f'"{n}"' for n in range(3, 54)),
        '"et 3 autres lignes"',
    ]
    page.get_by_role("button", name="Voir ces ménages sur la carte").click()
    # Those of the file, and no others.
    expect(page.locator(".bilan strong")).to_have_text("1", timeout=WAIT)
    expect(page.locator(".menages tbody tr")).to_contain_text("OI-900001", timeout=WAIT)
    page.wait_for_load_state("networkidle")
    with page.expect_request("**/carte/tuiles/menages/**"):  # the tiles in memory are of before an import
        # Again and again: on a loaded machine the map may only now be there.
        page.evaluate("() => setInterval(() => dispatchEvent(new Event('tabanca:registre')), 500)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.slow
def test_a_bad_file_is_readable_for_everybody(visitor, registry, scheme):
    page = visitor(width=390, color_scheme=scheme).sign_in(registry.cast.admin, "#vue=import")
    page.set_input_files("#fichier", {"name": "menages.csv", "mimeType": "text/csv", "buffer": FILE.encode()})
    expect(page.locator(".problemes li").first).to_contain_text("sexe_chef", timeout=WAIT)
    # What the page is for has the width of the page: the buttons stand beside its title.
    assert page.locator(".page-corps > header p").bounding_box()["width"] > 330
    no_serious_fault(page)


def test_a_file_without_a_right_line_asks_nothing_about_known_households(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    wrong = FILE.replace("Satu Indjai;F;", "Satu Indjai;Y;")
    page.set_input_files("#fichier", {"name": "menages.csv", "mimeType": "text/csv", "buffer": wrong.encode()})
    expect(page.get_by_text("Aucune ligne ne peut encore être importée")).to_be_visible(timeout=WAIT)
    expect(page.locator("#mode-replace")).to_have_count(0)
    expect(page.locator("#creer-localites")).to_be_visible()  # it may make lines right


ABROAD = (
    "code_menage;nom_complet_chef;sexe_chef;region;secteur;tabanca;milieu;taille_menage;latitude;longitude\r\n"
    "OI-900001;Satu Indjai;F;Oio;Mansoa;Cutia;rural;4;48.85;2.35\r\n"
    "OI-900002;Aliu Indjai;M;Oio;Mansoa;Cutia;rural;4;12.75;-15.5\r\n"
)


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.slow
def test_warnings_are_told_before_the_import(visitor, registry, width):
    """Of a file without errors: how many there are above the button; which, above it too, but on a phone below."""
    page = visitor(width=width).sign_in(registry.cast.admin, "#vue=import")
    page.set_input_files("#fichier", {"name": "menages.csv", "mimeType": "text/csv", "buffer": ABROAD.encode()})
    page.get_by_role("button", name="Les importer telles quelles").click(timeout=WAIT)
    expect(page.locator(".problemes li").first).to_contain_text("latitude", timeout=WAIT)
    expect(page.locator(".verdict")).to_contain_text("1 avertissement")
    expect(page.locator(".carreau.ambre")).to_have_text(re.compile(r"1\s*avertissement"))
    expect(page.locator(".problemes li")).to_have_count(1)
    expect(page.locator(".problemes li")).to_contain_text("en dehors du pays")
    button = page.get_by_role("button", name="Importer 2")
    page.wait_for_load_state("networkidle")  # what comes later is drawn anew
    above = page.locator(".problemes" if width > 1000 else ".carreau.ambre")
    assert above.bounding_box()["y"] < button.bounding_box()["y"]
    if width < 1000:
        assert button.bounding_box()["y"] < page.locator(".problemes").bounding_box()["y"]
    else:
        expect(button).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.querySelector('.page').scrollTop") == 0
    no_serious_fault(page)


REPEATED = (
    "code_menage;nom_complet_chef;telephone_chef;region;secteur;tabanca;taille_menage;latitude;longitude\r\n"
    "OI-900001;FATUMATA Djalo;955 123 456;Oio;Mansoa;Cutia;4;;\r\n"
    "OI-900002;Aliu Indjai;;Oio;Mansoa;Cutia;4;48.85;2.35\r\n"
    "OI-000002;Aliu Indjai;;Oio;Mansoa;Cutia;4;;\r\n"
)


def test_households_abroad_and_registered_ones_are_decided_before_the_import(visit, registry):
    """How many, and which: nothing is written before it is said what becomes of them; an answer can be changed."""
    first = registry.households[0]
    HeadOfHousehold.objects.filter(menage=first).update(telephone="+245955123456")
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    page.set_input_files("#fichier", {"name": "menages.csv", "mimeType": "text/csv", "buffer": REPEATED.encode()})
    questions = page.locator(".questions > ul > li")
    expect(questions).to_have_count(2, timeout=WAIT)
    abroad, twin = (questions.filter(has_text=text) for text in ("en dehors du pays", "sous un autre code"))
    expect(abroad).to_contain_text(re.compile("1 ligne a une position.*Ligne 3"))
    expect(twin).to_contain_text("Ligne 2")
    no_serious_fault(page)
    expect(page.get_by_role("button", name=re.compile("^Importer"))).to_have_count(1)  # the page's, of the menu
    abroad.get_by_role("button", name="Les importer sans position").click()
    expect(questions).to_have_count(1, timeout=WAIT)
    twin.get_by_role("button", name="Les importer quand même").click()
    expect(page.locator("#lignes-connues summary")).to_contain_text("1 ménage du fichier est déjà connu", timeout=WAIT)
    expect(page.locator("#lignes-connues li")).to_have_text("Ligne 4, OI-000002 : laissé tel quel")
    expect(page.locator("#effets-import")).to_contain_text(re.compile(r"1\s*déjà connu, laissé tel quel"))
    page.locator(".note").filter(has_text="sous un autre code").get_by_role("button", name="Changer").click()
    twin.get_by_role("button", name="Laisser ces lignes de côté").click(timeout=WAIT)
    page.get_by_role("button", name="Importer 1 ligne").click(timeout=WAIT)
    expect(page).to_have_url(re.compile("tache="), timeout=WAIT)
    execute_job(Job.objects.get().id)
    expect(page.locator(".verdict")).to_have_text("Import terminé.", timeout=WAIT)
    assert Household.objects.get(code_menage__startswith="OI-9").geom is None


@pytest.mark.slow
def test_a_job_can_be_cancelled(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    chosen = {"name": "menages.csv", "mimeType": "text/csv", "buffer": FILE.encode()}
    page.set_input_files("#fichier", chosen)
    page.get_by_role("button", name="Importer 1 ligne").click(timeout=WAIT)
    expect(page).to_have_url(re.compile("tache="), timeout=WAIT)
    page.get_by_role("button", name="Annuler").click()
    expect(page.locator(".verdict")).to_contain_text("Import annulé", timeout=WAIT)
    expect(page.locator(".verdict + .doux")).to_have_text("Rien n'a été modifié.")
    assert Job.objects.get().statut == Job.Statut.ANNULE


@pytest.mark.slow
def test_who_may_not_import_is_not_offered_it(visit, registry):
    page = visit.sign_in(registry.cast.reader_west)
    expect(page.locator(".bilan strong")).to_have_text("6", timeout=WAIT)
    expect(page.get_by_role("button", name="Importer")).to_have_count(0)


@pytest.mark.slow
def test_an_import_is_taken_back_but_for_what_somebody_changed(visit, registry, settings):
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    row = "OI-92000{};Satu Indjai {};F;44;Oio;Mansoa;Cutia;rural;4;22,5\r\n"
    body = FILE.split("\r\n")[0] + "\r\n" + "".join(row.format(n, "ABC"[n]) for n in range(3))
    page.set_input_files("#fichier", {"name": "retirer.csv", "mimeType": "text/csv", "buffer": body.encode()})
    page.get_by_role("button", name="Importer 3 lignes").click(timeout=WAIT)
    expect(page).to_have_url(re.compile("tache="), timeout=WAIT)  # the file is there, and its job
    execute_job(Job.objects.latest("created_at").id)
    expect(page.locator(".verdict")).to_have_text("Import terminé.", timeout=WAIT)
    touched = Household.objects.get(code_menage="OI-920001")
    answer = Api(registry.cast.admin).put(f"/api/menages/{touched.id}", {"tailleMenage": 6})
    assert answer.status_code == 200, answer.json()
    settings.BULK_MAX_IDS = 2  # an operation takes so many at once: it is gone on with
    page.get_by_role("button", name="Retirer ce que cet import a créé").click()
    dialog = page.locator("dialog.demande")
    expect(dialog).to_contain_text("Les 3 ménages que ce fichier a créés")
    dialog.get_by_role("button", name="Retirer ces ménages").click()
    outcome = page.locator(".note[role=status]").filter(has_text=re.compile(r"retirés?\."))
    expect(outcome).to_contain_text("Il en reste 1 à retirer : reprenez.", timeout=WAIT)
    page.get_by_role("button", name="Retirer ce que cet import a créé").click()
    dialog.get_by_role("button", name="Retirer ces ménages").click()
    expect(outcome).not_to_contain_text("Il en reste", timeout=WAIT)
    expect(outcome).to_contain_text("1 reste : Quelqu'un l'a modifié depuis sa création", timeout=WAIT)
    expect(page.get_by_role("button", name="Retirer ce que cet import a créé")).to_have_count(0)
    assert list(Household.objects.filter(code_menage__startswith="OI-92").values_list("pk", flat=True)) == [touched.pk]
    no_serious_fault(page)
    assert Api(registry.cast.admin).delete(f"/api/menages/{touched.pk}").status_code < 300
    page.reload()  # found again when nothing is left of it
    expect(page.get_by_text("Ce que cet import a créé n'est plus au registre")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("button", name="Retirer ce que cet import a créé")).to_have_count(0)
