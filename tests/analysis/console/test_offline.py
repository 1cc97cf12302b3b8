"""Work without a connection: what was seen opens with its age, sealed; what is entered waits and is sent once."""

import pytest
from playwright.sync_api import expect

from registry.households.models import Household
from tests.analysis.console.conftest import WAIT, no_serious_fault, open_section
from tests.conftest import PASSWORD
from transfers.complaints.models import Complaint

pytestmark = pytest.mark.browser

# All that lies in the browser's database, as text, and how much of each kind.
DUMP = """async () => {
  const open = indexedDB.open("tabanca");
  const database = await new Promise((resolve) => { open.onsuccess = () => resolve(open.result); });
  const found = {counts: {}, text: ""};
  for (const name of database.objectStoreNames) {
    const asked = database.transaction(name).objectStore(name).getAll();
    const rows = await new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
    found.counts[name] = rows.length;
    for (const row of rows) {
      found.text += JSON.stringify({...row, data: null}) + new TextDecoder("latin1").decode(row.data);
    }
  }
  database.close();
  return found;
}"""
KEPT = ("reponses", "tuiles", "etat")
# Each address, and where its answer is kept (None: nowhere).
ADDRESSES = {
    "/api/menages?limit=50": "reponses",
    "/api/menages?limit=50&search=Fatumata": None,
    "/api/menages/01990000-0000-7000-8000-000000000001": "reponses",
    "/api/menages/01990000-0000-7000-8000-000000000001/photos": None,
    "/api/menages/01990000-0000-7000-8000-000000000001/historique": None,
    "/api/carte/services-vbg": None,
    "/api/vbg-cas": None,
    "/api/vbg/statistiques": None,
    "/api/plaintes": None,
    "/api/paiements": None,
    "/api/beneficiaires": None,
    "/api/users": None,
    "/api/auth/me": None,
    # What forms offer is not pushed out by newer answers.
    "/api/references/menage": "etat",
    "/api/pmt-methodes?enVigueur=true": "etat",
    "/api/carte/hierarchy": "etat",
    "/api/carte/stats/secteurs": "etat",
    "/api/carte/tuiles/secteurs/8/1/1.mvt": "tuiles",
    "/api/carte/tuiles/fond_carte/8/1/1.mvt": "tuiles",
    "/api/carte/tuiles/menages/15/1/1.mvt": None,
    "/api/carte/tuiles/services_vbg/8/1/1.mvt": None,
    "/api/carte/tuiles/plaintes/8/1/1.mvt": None,
}


def go(page, *, offline: bool) -> None:
    page.context.set_offline(offline)


def leave(page) -> None:
    page.click("[popovertarget=compte]")
    page.get_by_role("button", name="Se déconnecter").click()


def open_list(visit, user):
    page = visit.sign_in(user, "#bande=liste")
    visit.warned = ("Failed to load resource", "net::")
    expect(page.locator(".menages tbody tr")).to_have_count(6, timeout=WAIT)
    return page


def open_form(visit, page, code: str) -> None:
    page.locator(".menages tbody tr").filter(has_text=code).locator(".lien").click()
    visit.card().get_by_role("button", name="Modifier").click()
    expect(page.locator("[name=tailleMenage]")).to_be_visible(timeout=WAIT)


def change_size(visit, admin, size: int):
    """Change how many people the third household has, without a connection; return the page of what waits."""
    page = open_list(visit, admin)
    open_form(visit, page, "OI-000003")
    go(page, offline=True)
    page.fill("[name=tailleMenage]", str(size))
    page.get_by_role("button", name="Enregistrer").click()
    return page


def wait_until_kept(page, *names: str) -> None:
    """What was seen is written beside the page's own work."""
    for _ in range(100):
        counts = page.evaluate(DUMP)["counts"]
        if all(counts[name] for name in names):
            page.wait_for_timeout(200)
            return
        page.wait_for_timeout(50)
    raise AssertionError(counts)


def test_lists_and_cards_open_with_their_age_and_lie_sealed(visit, registry):
    page = open_list(visit, registry.cast.agent_west)
    rows = page.locator(".menages tbody tr")
    rows.filter(has_text="OI-000001").locator(".lien").click()
    visit.opens_card("OI-000001")
    expect(visit.card()).to_contain_text("Fatumata Djaló")
    expect(page.locator(".vu")).to_have_count(0)
    wait_until_kept(page, *KEPT)
    visit.card().get_by_role("button", name="Fermer").click()

    go(page, offline=True)
    rows.filter(has_text="OI-000001").locator(".lien").click()
    expect(visit.card()).to_contain_text("Fatumata Djaló", timeout=WAIT)
    expect(visit.card().locator(".vu")).to_contain_text("Sans connexion")
    expect(page.get_by_label("non gardée")).to_have_count(5)
    rows.filter(has_text="OI-000002").locator(".lien").click()  # never seen
    expect(visit.card()).to_contain_text("Pas de connexion", timeout=WAIT)
    visit.card().get_by_role("button", name="Fermer").click()
    page.get_by_role("button", name="Score PMT").click()  # an order never seen
    expect(page.locator(".bande")).to_contain_text("Pas de connexion", timeout=WAIT)
    page.go_back()
    expect(page.locator(".bande .vu")).to_contain_text("Sans connexion", timeout=WAIT)
    expect(rows).to_have_count(6)
    no_serious_fault(page)
    kept = page.evaluate(DUMP)["text"]
    for secret in ("Fatumata", "OI-000001", "Cutia", registry.cast.agent_west.email, str(registry.households[0].id)):
        assert secret not in kept
    with page.expect_response("**/notifications/unread-count"):  # the bell asks again at once
        go(page, offline=False)
    expect(page.locator(".vu")).to_have_count(0, timeout=WAIT)


def test_nothing_that_was_seen_stays_after_signing_out(visit, registry):
    page = open_list(visit, registry.cast.agent_west)
    wait_until_kept(page, *KEPT)
    visit.refusals = {401}  # a tile that was asked for just before
    leave(page)
    expect(page.locator("[name=email]")).to_be_visible(timeout=WAIT)
    counts = page.evaluate(DUMP)["counts"]
    assert [counts[name] for name in KEPT] == [0, 0, 0]


@pytest.mark.slow
def test_nothing_that_was_seen_stays_for_another_user(visit, registry):
    page = open_list(visit, registry.cast.agent_west)
    wait_until_kept(page, *KEPT)
    # The tab is closed, the telephone handed on.
    visit.page = page.context.new_page()
    page.close()
    page = visit.sign_in(registry.cast.agent_east, "#bande=liste")
    expect(page.locator(".menages tbody tr, .bande .etat").first).to_be_visible(timeout=WAIT)
    page.wait_for_timeout(500)
    go(page, offline=True)
    visit.warned = ("Failed to load resource", "net::")
    assert str(registry.cast.agent_east.id) in page.evaluate(DUMP)["text"]
    assert str(registry.cast.agent_west.id) not in page.evaluate(DUMP)["text"]


@pytest.mark.modules
def test_what_may_be_kept_is_a_list(visit, registry):
    page = visit.sign_in(registry.cast.agent_west)
    found = page.evaluate(
        """async (addresses) => {
          const { findRule } = await import("/static/console/offline/held-paths.js");
          return Object.fromEntries(addresses.map((one) => [one, findRule(one)?.store ?? null]));
        }""",
        list(ADDRESSES),
    )
    assert found == ADDRESSES


@pytest.mark.modules
def test_accounts_are_never_kept_and_contacts_only_of_cards(visit, registry):
    page = visit.sign_in(registry.cast.agent_west)
    household = {"chefMenage": {"nomComplet": "A", "telephone": "1", "numeroMobileMoney": "2", "compteBancaire": "3"}}
    found = page.evaluate(
        """async (household) => {
          const { dropFields, findRule } = await import("/static/console/offline/held-paths.js");
          return ["/api/menages?page=1", "/api/menages/01990000-0000-7000-8000-000000000001"].map(
            (path) => Object.keys(dropFields({data: [household]}, findRule(path).drops).data[0].chefMenage));
        }""",
        household,
    )
    assert found == [["nomComplet"], ["nomComplet", "telephone"]]


def test_a_change_made_without_a_connection_is_sent_later(visit, registry):
    page = change_size(visit, registry.cast.admin, 9)
    expect(page.locator(".saisies li")).to_contain_text("OI-000003", timeout=WAIT)
    expect(page.locator(".saisies li")).to_contain_text("9")
    expect(page.locator("#a-envoyer")).to_contain_text("1 saisie attend")
    expect(page.locator(".saisies li")).to_be_visible()
    no_serious_fault(page)
    assert "OI-000003" not in page.evaluate(DUMP)["text"]
    assert Household.objects.get(code_menage="OI-000003").taille_menage == 5
    send = page.get_by_role("button", name="Envoyer maintenant")
    expect(send).to_be_disabled()
    expect(page.locator(".actions", has=send)).to_contain_text("Il faut une connexion")
    go(page, offline=False)
    expect(page.locator("#a-envoyer")).to_have_count(0, timeout=WAIT)
    expect(page.locator(".page-corps")).to_contain_text("Tout est envoyé")
    assert Household.objects.get(code_menage="OI-000003").taille_menage == 9


@pytest.mark.modules
@pytest.mark.slow
def test_a_form_opens_for_a_household_whose_card_was_seen(visit, registry):
    page = open_list(visit, registry.cast.admin)
    page.locator(".menages tbody tr").filter(has_text="OI-000003").locator(".lien").click()
    visit.opens_card("OI-000003")
    # Bundled, every module is on the device; here the form's own are read once.
    page.evaluate(
        """async () => {
          await import("/static/console/household/form.js");
          await (await import("/static/console/offline/prepare.js")).prepareForms();
        }"""
    )
    wait_until_kept(page, *KEPT)
    go(page, offline=True)
    visit.card().get_by_role("button", name="Modifier").click()
    page.fill("[name=tailleMenage]", "7", timeout=WAIT)
    expect(page.locator(".vu")).to_contain_text("Sans connexion")
    expect(page.locator("[name='chefMenage.telephone']")).to_have_count(1)
    expect(page.locator("[name='chefMenage.compteBancaire']")).to_have_count(0)
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".saisies li")).to_contain_text("OI-000003", timeout=WAIT)
    # A second change would be made of what the first has not changed.
    page.goto(f"{visit.base}/#vue=menage&element={registry.households[2].id}")
    expect(page.locator(".page-corps .note")).to_contain_text("attend déjà", timeout=WAIT)
    go(page, offline=False)
    expect(page.locator("#a-envoyer")).to_have_count(0, timeout=WAIT)
    assert Household.objects.get(code_menage="OI-000003").taille_menage == 7


def test_an_answer_that_was_lost_makes_no_second_complaint(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=plaintes")
    visit.warned = ("Failed to load resource", "net::")
    page.get_by_role("button", name="Nouvelle plainte").click()
    page.fill("[name=objet]", "Forage en panne", timeout=WAIT)
    go(page, offline=True)
    expect(page.locator("dialog #attendra")).to_be_visible()
    go(page, offline=False)
    expect(page.locator("#attendra")).to_have_count(0)
    page.select_option("dialog [name=categorie]", "service")
    page.fill("dialog [name=description]", "Depuis lundi")

    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/api/plaintes", lose, times=1)
    page.locator("dialog").get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".saisies li")).to_contain_text("Forage en panne", timeout=WAIT)
    assert Complaint.objects.count() == 1
    page.get_by_role("button", name="Envoyer maintenant").click()
    expect(page.locator("#a-envoyer")).to_have_count(0, timeout=WAIT)
    assert Complaint.objects.count() == 1


def test_what_concerns_money_or_violence_does_not_wait(visit, registry):
    page = open_list(visit, registry.cast.admin)
    open_form(visit, page, "OI-000003")
    go(page, offline=True)
    expect(page.locator("#attendra")).to_contain_text("attend, chiffré, sur cet appareil")
    page.fill("[name='chefMenage.numeroMobileMoney']", "955123456")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".faute-champ")).to_contain_text("ne sont pas gardés", timeout=WAIT)
    expect(page.locator("[name='chefMenage.numeroMobileMoney']")).to_have_value("955123456")
    assert page.evaluate(DUMP)["counts"]["attente"] == 0


def test_a_map_that_was_never_read_says_that_there_is_no_connection(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=comptes")
    visit.warned = ("Failed to load resource", "net::")
    expect(page.locator(".comptes tbody tr")).to_have_count(7, timeout=WAIT)
    go(page, offline=True)
    page.get_by_role("button", name="Tableau de bord").click()
    expect(page.locator(".page [role=alert]")).to_have_count(1, timeout=WAIT)  # said once, not by each part
    page.get_by_role("button", name="Carte", exact=True).click()
    expect(page.locator(".centre [role=alert]")).to_contain_text("Pas de connexion", timeout=WAIT)


@pytest.mark.modules
def test_what_waited_is_not_asked_for_in_the_name_of_the_next_user(visit, registry):
    """A session ends with a request under way; somebody else signs in over the page."""
    page = visit.sign_in(registry.cast.agent_west, "#vue=taches")
    expect(page.locator(".page-corps h1")).to_be_visible(timeout=WAIT)
    found = page.evaluate(
        """async (answer) => {
          const session = await import("/static/console/server/session.js");
          const { send } = await import("/static/console/server/api.js");
          session.end("expired");
          const sent = send("POST", "/notifications/mark-all-read", {}).then(() => "sent", (error) => error.status);
          session.begin({ ...answer, user: { ...session.currentUser(), id: "another" } }, null);
          const late = new Promise((resolve) => setTimeout(() => resolve("late"), 5_000));
          return Promise.race([sent, late]);
        }""",
        {"accessToken": "x", "refreshToken": "y", "expiresIn": 900},
    )
    assert found == 401
    visit.refusals = {401}  # what the page asks for with the token of this test


# Two entries of one person wait; the network is the test's: `answer(calls)` answers each request for a complaint.
OUTBOX = """async (key) => {
  const at = (path) => import(`/static/console/${path}.js`);
  const [session, outbox, store, seal] =
    await Promise.all(["server/session", "offline/outbox", "offline/store", "offline/seal"].map(at));
  const begin = (id) =>
    session.begin({ accessToken: "x", refreshToken: "y", expiresIn: 900, cleAppareil: key, user: { id } }, null);
  begin("one");
  for (const id of ["a", "b"]) {
    const entry = { id, at: Date.now(), key: id, kind: "plainte", name: id, method: "POST", path: "/plaintes", body: {},
                    tag: null, sentAt: null, failure: null };
    await store.putRow("attente", { id, at: entry.at, owner: "one", ...(await seal.sealJson(entry, id, key)) });
  }
  const real = window.fetch;
  let calls = 0;
  const read = async (id) => seal.unsealJson(await store.getRow("attente", id), id, key);
  window.fetch = (url, options) => {
    if (!String(url).endsWith("/plaintes")) return real(url, options);
    calls += 1;
    return answer();
  };
  BODY
}"""
KEY = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="


def run_outbox(page, body: str):
    return page.evaluate(OUTBOX.replace("BODY", body), KEY)


@pytest.mark.modules
def test_what_waits_is_not_sent_in_the_name_of_who_signs_in_meanwhile(visit, registry):
    page = visit.sign_in(registry.cast.agent_west, "#vue=taches")
    expect(page.locator(".page-corps h1")).to_be_visible(timeout=WAIT)
    visit.refusals = {401}  # what the page asks for with the token of this test
    calls = run_outbox(
        page,
        """async function answer() {
          begin("another");
          return new Response("{}", { status: 201 });
        }
        await outbox.flush();
        return calls;""",
    )
    assert calls == 1


@pytest.mark.modules
@pytest.mark.slow
def test_an_attempt_is_noted_before_it_is_made(visit, registry):
    """A page that is closed meanwhile does not send it once more when the service has forgotten its key."""
    page = visit.sign_in(registry.cast.agent_west, "#vue=taches")
    expect(page.locator(".page-corps h1")).to_be_visible(timeout=WAIT)
    visit.refusals = {401}
    first, second = run_outbox(
        page,
        """let met;
        const asked = new Promise((resolve) => { met = resolve; });
        function answer() {
          met();
          return new Promise(() => {});
        }
        outbox.flush();
        await asked;
        return [(await read("a")).sentAt !== null, (await read("b")).sentAt !== null];""",
    )
    assert (first, second) == (True, False)


@pytest.mark.slow
def test_signing_out_asks_what_becomes_of_entries_and_the_next_sign_in_sends_them(visit, registry):
    page = open_list(visit, registry.cast.admin)
    page.goto(f"{visit.base}/#vue=menage&element=nouveau")
    page.fill("[name='chefMenage.nomComplet']", "Djenabu Baldé", timeout=WAIT)
    open_section(page, "Ménage")
    page.fill("[name=tailleMenage]", "4")
    open_section(page, "Lieu")
    page.select_option("[name=region]", str(registry.country.west.id))
    go(page, offline=True)
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".saisies li")).to_contain_text("Djenabu Baldé", timeout=WAIT)
    page.route("**/api/menages", lambda route: route.abort())  # a proxy that lets nothing through
    go(page, offline=False)
    leave(page)
    dialog = page.locator("dialog.demande")
    expect(dialog).to_contain_text("1 saisie n'est pas encore envoyée")
    visit.refusals = {401}  # a tile that was asked for just before
    dialog.get_by_role("button", name="Se déconnecter").click()
    expect(page.locator("[name=email]")).to_be_visible(timeout=WAIT)
    counts = page.evaluate(DUMP)["counts"]
    assert (counts["attente"], counts["reponses"]) == (1, 0)
    page.unroute("**/api/menages")
    page.fill("[name=email]", registry.cast.admin.email)
    page.fill("[name=motdepasse]", PASSWORD)
    page.click("dialog [type=submit]")
    expect(page.locator(".bilan strong")).to_have_text("7", timeout=WAIT)
    assert Household.objects.filter(chef__nom_complet="Djenabu Baldé").count() == 1
