"""Statistics, exports, minutes, deadlines and months of accounts: what is shown of sessions."""

import io
from datetime import timedelta
from types import SimpleNamespace

import openpyxl
import pytest
from django.utils import timezone

from accounts.notifications.models import Notification
from accounts.users.models import User
from tests.conftest import make_user
from tests.transfers.reconciliation.desk import OPERATOR, TITLES
from tests.transfers.reconciliation.printed import read_pdf, strip
from transfers.execution.models import Run
from transfers.payments.models import Payment
from transfers.reconciliation.figures.deadlines.services import announce_deadlines
from transfers.reconciliation.figures.minutes.queries import build_minute
from transfers.reconciliation.models import ReconciliationEntry, ReconciliationSession, Statement, StatementLine
from transfers.reconciliation.queries import filter_sessions
from transfers.reconciliation.services import erase_entries

STATS = "/api/reconciliation/stats"


@pytest.fixture
def path(desk):
    """Two pairs, a partial amount, an unknown line with a formula for a reference."""
    return desk.match(desk.line(0), desk.line(1), desk.line(2, 9_000), "=1+1,+245966000001,777,2025-02-11")


def close(desk, path):
    for entry in desk.entries(path, statut="erreur", source="sig"):
        desk.resolve(path, entry, "match_manuel", commentaire="Vu avec l'opérateur")
    desk.call(f"{path}/validate")
    desk.call(f"{path}/finalize", commentaire="Clos")


def read(desk, address, user=None, **query):
    answer = (desk.api(user) if user else desk.client).get(address, query)
    assert answer.status_code == 200, getattr(answer, "content", b"")
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def test_statistics_of_all_sessions(desk, path):
    empty = desk.get(STATS, operateur="operator_b")["data"]
    assert empty["resume"]["totalSessions"] == 0 and empty["resume"]["tauxMoyenRapprochement"] is None
    data = desk.get(STATS, dateDebut="2025-02-01", dateFin="2025-12-31")["data"]
    assert data["periode"] == {"debut": "2025-02-01", "fin": "2025-12-31"}
    assert data["resume"]["sessionsEnCours"] == 1 and data["tendance"] == []
    assert {"type": "montant_partiel", "count": 1} in data["problemesFrequents"]
    close(desk, path)
    data = desk.get(STATS, operateur=OPERATOR)["data"]
    assert data["resume"] == {
        "totalSessions": 1,
        "sessionsValidees": 1,
        "sessionsEnCours": 0,
        "tauxMoyenRapprochement": 75.0,
    }
    assert data["tendance"] == [{"mois": "2025-02", "taux": 75.0}]
    assert data["parOperateur"][0]["rapprochees"] == 3
    assert desk.get(STATS, dateDebut="2025-03-01")["data"]["resume"]["totalSessions"] == 0


def test_cancelled_sessions_are_not_counted(desk, path):
    desk.call(f"{path}/annuler")
    assert desk.get(STATS)["data"]["resume"]["totalSessions"] == 0


def export_address(path):
    return path.replace("sessions", "export")


def test_a_session_is_exported_as_csv(desk, path):
    lines = read(desk, export_address(path), format="csv").decode("utf-8-sig").splitlines()
    assert lines[0].startswith("referencePaiement,beneficiaire,telephone,montantSIG,referenceReleve")
    assert len(lines) == 6
    assert any(line.startswith(f"{desk.payments[2].reference},") and ",9000," in line for line in lines)
    # What looks like a formula is none.
    assert any(",'=1+1," in line for line in lines)
    paired = read(desk, export_address(path), format="csv", contenu="rapprochees").decode().splitlines()
    other = read(desk, export_address(path), format="csv", contenu="non_rapprochees").decode().splitlines()
    assert (len(paired), len(other)) == (4, 3)


def test_a_session_is_exported_as_a_workbook(desk, path, cast):
    book = openpyxl.load_workbook(io.BytesIO(read(desk, export_address(path))))
    rows = list(book.active.values)
    assert len(rows) == 6
    formula = next(row for row in rows if row[4] == "=1+1")
    assert book.active.cell(rows.index(formula) + 1, 5).data_type in ("s", "inlineStr")
    desk.get(export_address(path), status=400, format="pdf")
    desk.get(export_address(path), status=400, contenu="tout")
    desk.get(export_address(path), cast.reader_west, status=403)


def test_an_export_holds_the_regions_of_its_reader(desk, path, cast):
    lines = read(desk, export_address(path), cast.supervisor_west, format="csv").decode().splitlines()
    assert len(lines) == 3


def test_the_minute_of_a_finalised_session(desk, path):
    assert desk.get(f"{path}/proces-verbal", status=400)["code"] == "INVALID_STATUS"
    close(desk, path)
    content = read(desk, f"{path}/proces-verbal")
    assert content.startswith(b"%PDF-") and content.rstrip().endswith(b"%%EOF")
    assert content == read(desk, f"{path}/proces-verbal")


def test_a_minute_tells_what_finalising_moved(desk, path):
    for entry in desk.entries(path, statut="erreur", source="sig"):
        desk.resolve(path, entry, "match_manuel")
    (unknown,) = desk.entries(path, raison="inconnue")
    desk.resolve(path, unknown, "erreur_operateur")
    desk.call(f"{path}/validate")
    effects = desk.call(f"{path}/finalize")["effets"]
    assert (effects["regles"], effects["ajustements"], effects["montantAjuste"]) == (3, 1, -777)
    text = read_pdf(read(desk, f"{path}/proces-verbal"))
    assert strip(f"Paiements réglés {effects['regles']} Paiements échoués {effects['echoues']}") in text
    assert strip(f"Montant des ajustements {effects['montantAjuste']} XOF") in text
    printed, address = seal(path), f"{path}/proces-verbal/verification"
    ReconciliationSession.objects.update(effets={"regles": 0})
    assert desk.get(address, **printed)["data"]["conforme"] is False


def test_only_who_sees_the_whole_cycle_is_told_the_figures(desk, path):
    regional = make_user("ROLE_ADMIN", desk.world.regions[0])
    for entry in desk.entries(path, statut="erreur", source="sig"):
        desk.resolve(path, entry, "match_manuel")
    desk.call(f"{path}/validate")
    desk.call(f"{path}/finalize", actions={"notifierResponsables": True})
    told = Notification.objects.filter(title__contains="rapprochement")
    assert told.filter(user=desk.world.treasurer).exists() and not told.filter(user=regional).exists()


def test_an_erasure_leaves_a_minute_authentic(desk, path):
    wrong = desk.entries(path, statut="erreur", source="sig")[0]
    desk.resolve(path, wrong, "match_manuel", commentaire="Son frère l'a reçu")
    close(desk, path)
    printed, address = seal(path), f"{path}/proces-verbal/verification"
    people = Payment.objects.filter(id=wrong["paiement"]["id"]).values_list("menage_id", flat=True)
    assert erase_entries(SimpleNamespace(roots=list(people))) > 0
    found = desk.get(address, **printed)["data"]
    assert (found["authentique"], found["conforme"]) == (True, False)
    forged = printed | {"empreinte": seal(path)["empreinte"]}
    assert desk.get(address, **forged)["data"]["authentique"] is False


def seal(path):
    minute = build_minute(filter_sessions({}).get(id=path.rpartition("/")[2]), "")
    return {"empreinte": minute.empreinte, "sceau": minute.sceau}


def test_a_printed_minute_is_verified(desk, path, cast):
    close(desk, path)
    printed, address = seal(path), f"{path}/proces-verbal/verification"
    assert desk.get(address, **printed)["data"]["conforme"] is True
    assert desk.get(address, **printed | {"empreinte": "0" * 64})["data"]["conforme"] is False
    assert desk.get(address, **printed | {"sceau": "x"})["data"]["conforme"] is False
    ReconciliationEntry.objects.filter(raison="inconnue").update(commentaire="changé")
    assert desk.get(address, **printed)["data"]["conforme"] is False
    desk.get(address, cast.supervisor_west, status=403, **printed)


def test_a_minute_proves_amounts_and_outlives_names_and_keys(desk, path, settings):
    close(desk, path)
    printed, address = seal(path), f"{path}/proces-verbal/verification"

    def check():
        found = desk.get(address, **printed)["data"]
        return found["authentique"], found["conforme"]

    User.objects.filter(id=desk.world.treasurer.id).update(nom="Autre")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "une-autre-cle" * 4
    desk.client = desk.api(desk.world.treasurer)
    assert seal(path)["sceau"] != printed["sceau"] and check() == (True, True)
    for rows, change in (
        (StatementLine.objects.filter(reference="=1+1"), {"montant": 778}),
        (StatementLine.objects.filter(reference="=1+1"), {"montant": 777, "reference": "X"}),
        (Statement.objects.all(), {"nb_erreurs": 1}),
    ):
        rows.update(**change)
        assert check() == (True, False), change
        StatementLine.objects.filter(reference="X").update(reference="=1+1")


def test_what_waits_too_long(desk, cast):
    address = "/api/reconciliation/echeances"
    assert desk.get(address)["data"] == {"jours": 15, "relevesAttendus": [], "sessionsEnAttente": []}
    Run.objects.update(created_at=timezone.now() - timedelta(days=20))
    (missing,) = desk.get(address)["data"]["relevesAttendus"]
    assert (missing["cycleCode"], missing["operateur"], missing["jours"]) == (desk.cycle.code, OPERATOR, 20)
    assert (missing["nombre"], missing["montant"]) == (4, 60_000)
    (west,) = desk.get(address, cast.supervisor_west)["data"]["relevesAttendus"]
    assert west["nombre"] == 2
    assert desk.get(address, jours=21)["data"]["relevesAttendus"] == []
    path = desk.match(desk.line(0))
    assert desk.get(address)["data"]["relevesAttendus"] == []
    ReconciliationSession.objects.update(created_at=timezone.now() - timedelta(days=16))
    (waiting,) = desk.get(address)["data"]["sessionsEnAttente"]
    assert (waiting["jours"], waiting["paiements"], waiting["lignes"]) == (16, 3, 0)
    desk.call(f"{path}/annuler")
    assert desk.get(address)["data"]["sessionsEnAttente"] == []


def test_what_waits_is_announced_each_week(desk):
    for days, number in ((14, 0), (15, 1), (16, 0), (22, 1)):
        Run.objects.update(created_at=timezone.now() - timedelta(days=days))
        assert announce_deadlines() == number, days
    found = Notification.objects.filter(title__contains="attendu", user=desk.world.treasurer)
    assert found.count() == 2


def test_only_who_sees_the_whole_cycle_is_told_what_waits(desk):
    regional = make_user("ROLE_ADMIN", desk.world.regions[0])
    Run.objects.update(created_at=timezone.now() - timedelta(days=15))
    assert announce_deadlines() == 1
    desk.match(desk.line(0))
    ReconciliationSession.objects.update(created_at=timezone.now() - timedelta(days=15))
    assert announce_deadlines() == 1
    assert Notification.objects.filter(user=desk.world.treasurer, category="paiement").count() >= 2
    assert not Notification.objects.filter(user=regional).exists()


def test_a_month_of_an_account(desk):
    address = f"/api/comptes-operateurs/{desk.world.account.compte_id}/releve-mensuel"
    month = f"{timezone.localdate():%Y-%m}"
    data = desk.get(address, mois=month)["data"]
    assert (data["sig"]["ouverture"], data["sig"]["depots"], data["sig"]["cloture"]) == (0, 80_000, 80_000)
    assert data["operateurDit"] is None and data["ecarts"] is None
    today = timezone.localdate().isoformat()
    lines = [desk.line(0, day=today), desk.line(1, 9_000, day=today), f"F-1,,300,{today}"]
    path = desk.match(
        *(f"{line},{kind}" for line, kind in zip(lines, ("paiement", "paiement", "frais"), strict=True)),
        titles=f"{TITLES},nature",
    )
    close(desk, path)
    data = desk.get(address, mois=month)["data"]
    assert (data["sig"]["paiements"], data["sig"]["nbPaiements"], data["sig"]["cloture"]) == (24_000, 2, 56_000)
    assert (data["operateurDit"]["paiements"], data["operateurDit"]["frais"]) == (24_000, 300)
    assert data["ecarts"] == {
        "ouverture": None,
        "depots": -80_000,
        "paiements": 0,
        "frais": 300,
        "extournes": 0,
        "ajustements": 0,
        "cloture": None,
    }
    assert [each["nom"] for each in data["releves"]] == ["releve.csv"]
    desk.get(address, status=400)
    desk.get(address, status=400, mois="2025-13")
    before = desk.get(address, mois="2025-01")["data"]
    assert before["sig"]["cloture"] == 0 and before["releves"] == []


def test_a_month_has_no_differences_that_are_not_there(desk):
    """A balance within the month is not that of the month, fees are counted once, lines are those of the account."""
    address = f"/api/comptes-operateurs/{desk.world.account.compte_id}/releve-mensuel"
    first = timezone.localdate().replace(day=1)
    query = {"mois": f"{first:%Y-%m}"}
    lines = desk.line(0, 15_250, first), f"X-1,,700,{first}"
    desk.match(f"{lines[0]},250", f"{lines[1]},", titles="reference,telephone,montantBrut,date,frais")

    def read_month(**values):
        Statement.objects.update(solde_ouverture=500, solde_cloture=900, **values)
        theirs = desk.get(address, **query)["data"]["operateurDit"]
        return theirs["ouverture"], theirs["cloture"], theirs["paiements"], theirs["frais"]

    # Ours were funded today.
    today = timezone.localdate()
    assert read_month(annonce_fin=today) == (500, 900, 15_700, 250)
    StatementLine.objects.filter(reference="X-1").update(date_operation=today)
    edges = first + timedelta(days=1), today - timedelta(days=1)
    assert read_month(annonce_debut=edges[0], annonce_fin=edges[1])[:2] == (None, None)
    StatementLine.objects.filter(reference="X-1").update(compte="un autre")
    assert read_month(annonce_debut=None)[2:] == (15_000, 250)
    StatementLine.objects.update(compte="un autre")
    Statement.objects.update(numero_compte="un autre")
    assert desk.get(address, **query)["data"]["operateurDit"] is None
