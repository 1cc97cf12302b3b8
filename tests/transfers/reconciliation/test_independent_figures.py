"""All figures of reconciliation, reckoned anew from the raw rows in plain Python, and compared with the API and the minute."""

import datetime
from collections import Counter
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from tests.transfers.reconciliation.desk import TITLES, Desk
from tests.transfers.reconciliation.printed import read_pdf, strip
from transfers.reconciliation.figures.minutes.rules import REASON_NAMES, STATUS_NAMES

OTHER = f"{TITLES},nature,frais"
TODAY = timezone.localdate


def read_rows(table, key="id"):
    """Return the rows of a table by their key, with nothing left to the database but reading them."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")
        names = [column.name for column in cursor.description]
        return {row[key]: row for row in (dict(zip(names, values, strict=True)) for values in cursor)}


class Books:
    """The raw rows, and what an accountant makes of them. Amounts are decimals, added one by one."""

    def __init__(self):
        self.sessions = read_rows("transfers_rapprochement")
        self.entries = list(read_rows("transfers_rapprochement_entree").values())
        self.payments = read_rows("transfers_paiement")
        self.lines = read_rows("transfers_releve_ligne")
        self.movements = list(read_rows("transfers_mouvement").values())
        self.attempts = read_rows("transfers_tentative")

    def amount(self, entry):
        own = self.payments[entry["paiement_id"]] if entry["source"] == "sig" else self.lines[entry["ligne_id"]]
        return Decimal(own["montant"])

    def reckon_session(self, session_id):
        own = [entry for entry in self.entries if entry["session_id"] == session_id]
        ours = [entry for entry in own if entry["source"] == "sig"]
        theirs = [entry for entry in own if entry["source"] == "releve"]
        paired = [entry for entry in ours if entry["ligne_id"] and entry["statut"] != "erreur"]
        never = ("non_envoye", "echec_confirme")
        expected = [entry for entry in ours if entry["ligne_id"] or entry["raison"] not in never]
        missing = [entry for entry in expected if not entry["ligne_id"]]
        open_ours = [entry for entry in ours if entry["statut"] == "non_rapprochee"]
        open_theirs = [entry for entry in theirs if entry["statut"] == "non_rapprochee"]
        undecided = [entry for entry in open_ours if entry["raison"] not in never]
        undecided += [entry for entry in open_theirs if entry["raison"] not in ("autre_operation", "deja_utilisee")]
        undecided += [entry for entry in ours if entry["statut"] == "erreur"]
        apart = ("paye_deux_fois", "retour_a_verifier")
        undecided += [entry for entry in theirs if entry["statut"] == "erreur" and entry["raison"] in apart]
        return {
            "rapprochees": len(paired),
            "attendus": len(expected),
            "nonRapprocheesSIG": len(open_ours),
            "nonRapprocheesReleve": len(open_theirs),
            "enErreur": sum(entry["statut"] == "erreur" for entry in own),
            "aDecider": len(undecided),
            "erreursADecider": sum(entry["statut"] == "erreur" for entry in undecided),
            "montantRapproche": sum(map(self.amount, paired), Decimal(0)),
            "montantNonRapproche": sum(map(self.amount, missing), Decimal(0)),
            "tauxRapprochement": rate(len(paired), len(expected)),
        }

    def group(self, session_id):
        found = {}
        for entry in self.entries:
            if entry["session_id"] == session_id:
                number, amount = found.get((entry["source"], entry["statut"], entry["raison"]), (0, Decimal(0)))
                found[entry["source"], entry["statut"], entry["raison"]] = number + 1, amount + self.amount(entry)
        return found

    def is_told_here(self, entry):
        """Whether a problem is counted by this entry: a return by the money that came in, a pair by its payment."""
        if entry["raison"] == "extourne":
            return entry["source"] == "releve" and self.lines[entry["ligne_id"]]["credit"]
        alone = entry["paiement_id"] is None or entry["ligne_id"] is None
        apart = ("paye_deux_fois", "retour_a_verifier", "retour_anterieur")
        return entry["source"] == "sig" or alone or entry["raison"] in apart

    def reckon_statistics(self):
        counted = [row for row in self.sessions.values() if row["statut"] != "annule"]
        final = [row for row in counted if row["statut"] == "valide"]
        months = sorted({f"{row['date_debut']:%Y-%m}" for row in final})
        problems = Counter(
            entry["raison"]
            for entry in self.entries
            if entry["raison"] and self.sessions[entry["session_id"]]["statut"] != "annule" and self.is_told_here(entry)
        )
        return {
            "resume": {
                "totalSessions": len(counted),
                "sessionsValidees": len(final),
                "sessionsEnCours": len(counted) - len(final),
                "tauxMoyenRapprochement": self._rate(final),
            },
            "parOperateur": {
                code: (len(own), sum(row["statut"] == "valide" for row in own), self._rate(own))
                for code in {row["operateur_id"] for row in counted}
                for own in [[row for row in counted if row["operateur_id"] == code]]
            },
            "tendance": [
                (month, self._rate([row for row in final if f"{row['date_debut']:%Y-%m}" == month])) for month in months
            ],
            "problemesFrequents": dict(problems),
        }

    def _rate(self, sessions):
        sums = [self.reckon_session(row["id"]) for row in sessions]
        pairs, expected = (sum(each[name] for each in sums) for name in ("rapprochees", "attendus"))
        return rate(pairs, expected) if expected else None

    def reckon_month(self, account_id, first, after):
        """Our side of a month of an account."""
        zone = ZoneInfo(settings.TIME_ZONE)
        own = [row for row in self.movements if row["compte_id"] == account_id]
        day = lambda row: row["date"].astimezone(zone).date()  # noqa: E731
        sums = Counter()
        for row in (row for row in own if first <= day(row) < after):
            amount = Decimal(row["montant"])
            if row["type"] == "depot":
                sums["depots"] += amount
            elif row["type"] == "paiement":
                fees = Decimal(self.attempts[row["objet_id"]]["frais"] or 0)
                sums["frais"] += fees
                sums["paiements"] += -amount - fees
            elif row["contrepasse_id"]:
                sums["extournes"] += amount
            else:
                sums["ajustements"] += amount
        sums["ouverture"] = sum(Decimal(row["montant"]) for row in own if day(row) < first)
        sums["cloture"] = sum(Decimal(row["montant"]) for row in own if day(row) < after)
        return sums

    def reckon_lines(self, first, after):
        """Their side of it: each line once, of statements that sessions compare."""
        compared = {row["releve_id"] for row in self.sessions.values() if row["statut"] != "annule"}
        with connection.cursor() as cursor:
            cursor.execute("SELECT releve_id, ligne_id FROM transfers_releve_place")
            wanted = {line for statement, line in cursor if statement in compared}
        sums = Counter()
        for line in (self.lines[each] for each in wanted):
            if line["date_operation"] and first <= line["date_operation"] < after:
                amount, kind = Decimal(line["montant"]), line["nature"]
                sums["frais"] += Decimal(line["frais"] or 0)
                if kind == "paiement" and not line["credit"]:
                    sums["paiements"] += amount
                elif kind in ("depot", "extourne", "frais"):
                    sums[f"{kind}s" if kind != "frais" else kind] += amount
                else:
                    sums["ajustements"] += amount if line["credit"] else -amount
        return sums


def rate(pairs, expected):
    if not expected:
        return 100.0
    return float((Decimal(100) * pairs / expected).quantize(Decimal("0.01")))


@pytest.fixture
def desk(world, api):
    return Desk(world, api, people=8, fees=True)


def close(desk, path):
    desk.call(f"{path}/validate")
    desk.call(f"{path}/finalize", commentaire="Clos")


def work(desk):
    """Sessions of two months as an office has them: one final, one with a late return, one open, one cancelled."""
    today = TODAY().isoformat()
    desk.settle(f"{desk.payments[6].reference};echoue;compte;;;", f"{desk.payments[5].reference};reussi;;{today};;")
    first = [
        f"{desk.line(0, day=today)},paiement,250",
        f"{desk.line(1, 15_250, today)},paiement,",
        f"{desk.line(2, 9_000, today)},paiement,",
        f"{desk.line(3, day=today)},paiement,",
        f"{desk.line(3, day=today)},paiement,",
        f"{desk.line(4, day=today)},paiement,",
        f"{desk.line(4, day=today)},extourne,",
        f"F-1,,300,{today},frais,",
        f"D-1,,50000,{today},depot,",
        f"X-1,+245966000001,700,{today},paiement,",
        f"X-2,+245966000002,800,{today},paiement,",
    ]
    path = desk.match(*first, titles=OTHER)
    for entry in desk.entries(path, statut="erreur", aDecider="true"):
        is_double = entry["raisonNonMatch"] == "paye_deux_fois"
        desk.resolve(path, entry, "erreur_operateur" if is_double else "match_manuel")
    for entry in desk.entries(path, raison="inconnue"):
        desk.resolve(path, entry, "erreur_operateur" if entry["entreeReleve"]["reference"] == "X-1" else "ignorer")
    close(desk, path)
    later = desk.match(f"{desk.line(0, day=today)},extourne,", f"{desk.line(5, day=today)},paiement,", titles=OTHER)
    close(desk, later)
    gone = desk.match(desk.line(7, day=today))
    desk.call(f"{gone}/annuler")
    opened = desk.match(desk.line(7, 12_000, today), dateDebut="2025-03-01", dateFin="2025-03-31")
    return [path, later, opened]


def test_every_figure_is_that_of_the_raw_rows(desk):
    paths = work(desk)
    books = Books()
    details = {path: desk.detail(path) for path in paths}
    for path, detail in details.items():
        session_id = next(key for key in books.sessions if str(key) == path.rpartition("/")[2])
        told, reckoned = detail["statistiques"], books.reckon_session(session_id)
        assert {name: told[name] for name in reckoned} == reckoned
        groups = {
            (each["source"], each["statut"], each["raison"]): (each["nombre"], each["montant"])
            for each in detail["groupes"]
        }
        assert groups == books.group(session_id)
    stats = desk.get("/api/reconciliation/stats")["data"]
    operators = {
        each["operateur"]: (each["sessions"], each["sessionsValidees"], each["taux"]) for each in stats["parOperateur"]
    }
    wanted = books.reckon_statistics()
    assert stats["resume"] == wanted["resume"] and operators == wanted["parOperateur"]
    assert [(each["mois"], each["taux"]) for each in stats["tendance"]] == wanted["tendance"]
    assert {each["type"]: each["count"] for each in stats["problemesFrequents"]} == wanted["problemesFrequents"]
    assert wanted["problemesFrequents"]["retour_anterieur"] == 1
    _compare_month(desk, books)
    _compare_minute(desk, books, paths[0], details[paths[0]])


def _compare_month(desk, books):
    account = desk.world.account.compte_id
    first = TODAY().replace(day=1)
    after = (first + datetime.timedelta(days=32)).replace(day=1)
    month = desk.get(f"/api/comptes-operateurs/{account}/releve-mensuel", mois=f"{first:%Y-%m}")["data"]
    ours, theirs = books.reckon_month(account, first, after), books.reckon_lines(first, after)
    names = ("depots", "paiements", "frais", "extournes", "ajustements")
    assert {name: month["sig"][name] for name in (*names, "ouverture", "cloture")} == {
        name: ours[name] for name in (*names, "ouverture", "cloture")
    }
    assert {name: month["operateurDit"][name] for name in names} == {name: theirs[name] for name in names}
    assert {name: month["ecarts"][name] for name in names} == {name: theirs[name] - ours[name] for name in names}
    assert (
        ours["depots"] + ours["extournes"] + ours["ajustements"] - ours["paiements"] - ours["frais"] == ours["cloture"]
    )


def _compare_minute(desk, books, path, detail):
    """The minute prints the same: rate, amounts, each group, and as many decisions as stand."""
    answer = desk.client.get(f"{path}/proces-verbal")
    text = read_pdf(b"".join(answer.streaming_content) if answer.streaming else answer.content)
    session_id = next(key for key in books.sessions if str(key) == path.rpartition("/")[2])
    sums = books.reckon_session(session_id)
    assert strip(f"{sums['rapprochees']}/{sums['attendus']}({sums['tauxRapprochement']}%)") in text
    assert strip(f"{sums['montantRapproche']}XOF") in text and strip(f"{sums['montantNonRapproche']}XOF") in text
    pairs = [entry for entry in books.entries if entry["session_id"] == session_id and entry["source"] == "sig"]
    said = sum(Decimal(books.lines[entry["ligne_id"]]["montant"]) for entry in pairs if entry["ligne_id"])
    assert said != sums["montantRapproche"] and strip(f"{said}XOF") in text
    for (source, status, reason), (number, amount) in books.group(session_id).items():
        name = "Paiements" if source == "sig" else "Lignesdurelev"
        words = f"{STATUS_NAMES[status]}{REASON_NAMES[reason] if reason else ''}"
        assert strip(f"{name}{words}{number}{amount}") in text, (source, status, reason)
    standing = [row for row in read_rows("transfers_rapprochement_decision").values() if row["annule_le"] is None]
    assert f"cisions{sum(row['session_id'] == session_id for row in standing)}" in text
