"""Sessions: created from a statement, listed, matched, proposed and cancelled."""

from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.files.models import StoredFile
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.jobs.types import Progress
from tests.transfers.reconciliation.desk import OPERATOR, PATH, TITLES, Desk, figures_hold
from transfers.reconciliation.models import ReconciliationSession, Statement


def test_a_session_is_created_from_a_statement(desk, cast):
    file_id = desk.deposit(desk.line(0), desk.line(1))
    data = desk.call(PATH, status=201, **desk.body(file_id, options={"toleranceMontant": 500, "toleranceDate": 30}))
    assert (data["statut"], data["entreesParsees"]) == ("brouillon", 2)
    shown = desk.detail(f"{PATH}/{data['id']}")
    assert shown["options"] == {"toleranceMontant": 500, "toleranceDate": 30, "autoMatch": False}
    assert shown["cycle"] | {"id": None} == {
        "id": None,
        "code": desk.cycle.code,
        "nom": "Cycle",
        "montantTotal": 60_000,
        "nombrePaiements": 4,
    }
    assert shown["statistiques"]["totalEntreesReleve"] == 2
    assert shown["statistiques"]["totalPaiementsCycle"] == 4
    assert shown["statistiques"]["tauxRapprochement"] == 100
    assert shown["fichierReleve"]["nom"] == "releve.csv"
    assert shown["createdBy"]["nom"] == "Ana Gomes"
    assert StoredFile.objects.get(id=file_id).expires_at is None


def test_bodies_that_are_wrong_are_refused_by_field(desk):
    file_id = desk.deposit(desk.line(0))
    for wrong, field in (
        ({"dateFin": "2025-01-01"}, "dateFin"),
        ({"operateur": "nobody"}, "operateur"),
        ({"cycleId": "00000000-0000-7000-8000-000000000000"}, "cycleId"),
        ({"fichierReleve": "00000000-0000-7000-8000-000000000000"}, "fichier"),
        ({"options": {"toleranceMontant": -1}}, "options.toleranceMontant"),
        # Else whole amounts would differ without anybody's decision.
        ({"options": {"toleranceMontant": 5_001}}, "options.toleranceMontant"),
        ({"options": {"tolerance": 1}}, "options.tolerance"),
    ):
        answer = desk.call(PATH, status=400, **desk.body(file_id, **wrong))
        assert field in answer["details"], answer
    assert not ReconciliationSession.objects.exists()


def test_an_operator_that_pays_nobody_of_the_cycle_is_refused(desk):
    """Its statement would show all payments as missing; the file is free for the session that was meant."""
    file_id = desk.deposit(desk.line(0))
    answer = desk.call(PATH, status=400, **desk.body(file_id, operateur="operator_b_money"))
    assert answer["details"] == {"operateur": ["Aucun paiement de ce cycle ne passe par cet opérateur."]}
    assert not Statement.objects.exists()
    # What was once given to it may be on its statement, also when another one pays now.
    desk.cycle.paiements.update(operateur="operator_b_money")
    desk.call(PATH, status=201, **desk.body(file_id))


def test_a_cycle_that_is_not_validated_has_no_session(desk):
    type(desk.cycle).objects.filter(id=desk.cycle.id).update(statut_validation="en_attente")
    answer = desk.call(PATH, status=400, **desk.body(desk.deposit(desk.line(0))))
    assert answer["code"] == "INVALID_STATUS"


def test_the_same_statement_is_compared_once_with_a_cycle(desk):
    path = desk.open(desk.line(0))
    code = desk.detail(path)["code"]
    again = desk.deposit(desk.line(0))
    answer = desk.call(PATH, status=409, **desk.body(again))
    assert answer["code"] == "CONFLICT" and code in answer["error"]
    assert answer["data"]["session"] == {"id": path.rpartition("/")[2], "code": code}
    desk.call(f"{path}/annuler")
    desk.call(PATH, status=201, **desk.body(again))
    assert Statement.objects.count() == 1
    # Its content is there already: the second upload is removed with those that nobody attached.
    assert StoredFile.objects.get(id=again).expires_at is not None


def test_what_a_final_session_left_open_is_taken_up_by_another(desk):
    """The operator answers after the session was closed: the line of nobody is that of a payment."""
    lines = [desk.line(0), "X-1,+245966000001,15000,2025-02-10"]
    first = desk.match(*lines)
    desk.call(f"{first}/validate")
    desk.call(f"{first}/finalize")
    path = desk.match(*lines)
    assert (
        desk.entry(path, source="releve", raison="deja_utilisee")["entreeReleve"]["reference"]
        == desk.payments[0].reference
    )
    figures = desk.detail(path)["statistiques"]
    assert (figures["totalEntreesReleve"], figures["aDecider"], figures["nonRapprocheesSIG"]) == (2, 4, 3)
    line, missing = desk.entry(path, raison="inconnue"), desk.entry(path, search=desk.payments[1].reference)
    desk.resolve(path, missing, "match_manuel", entreeReleveId=line["id"])
    desk.call(f"{path}/validate")
    assert desk.call(f"{path}/finalize")["effets"]["regles"] == 1
    # Nothing of the statement is left: now it is refused.
    assert desk.call(PATH, status=409, **desk.body(desk.deposit(*lines)))["code"] == "CONFLICT"
    assert figures_hold()


def test_the_file_of_a_statement_serves_another_session(desk):
    file_id = desk.deposit(desk.line(0))
    data = desk.call(PATH, status=201, **desk.body(file_id))
    desk.call(f"{PATH}/{data['id']}/annuler")
    assert desk.call(PATH, status=201, **desk.body(file_id))["entreesParsees"] == 1


def test_who_sees_the_whole_session_reads_its_file(desk, cast, api):
    file_id = desk.deposit(desk.line(0))
    desk.call(PATH, status=201, **desk.body(file_id))
    assert desk.get(f"/api/fichiers/{file_id}")["data"]["nom"] == "releve.csv"
    # The whole statement names people of all regions.
    assert api(cast.supervisor_west).get(f"/api/fichiers/{file_id}").status_code == 404


def test_sessions_are_listed_under_their_filters(desk):
    path = desk.match(desk.line(0), desk.line(1))
    every = desk.get(PATH)
    assert every["pagination"]["total"] == 1
    assert every["data"][0]["statistiques"] == {
        "totalEntrees": 6,
        "rapprochees": 2,
        "nonRapprochees": 2,
        "enErreur": 0,
        "aDecider": 2,
        "erreursADecider": 0,
        "tauxRapprochement": 50.0,
    }
    assert every["data"][0]["operateurLabel"]
    for query, number in (
        ({"statut": "en_cours", "operateur": OPERATOR, "cycle": str(desk.cycle.id)}, 1),
        ({"statut": "brouillon"}, 0),
        ({"dateDebut": "2025-02-28", "dateFin": "2025-12-31"}, 1),
        ({"dateDebut": "2025-03-01"}, 0),
        ({"dateFin": "2025-01-31"}, 0),
    ):
        assert len(desk.get(PATH, **query)["data"]) == number, query
    desk.get(PATH, status=400, statut="fini")
    assert path


def test_a_match_makes_the_entries_and_keeps_them(desk):
    path = desk.open(desk.line(0), desk.line(1), "INCONNUE-1,+245955999999,777,2025-02-10")
    first = desk.call(f"{path}/match", criteresMatch={"date": False})
    assert (first["rapprochees"], first["nouveauxMatches"]) == (2, 2)
    assert desk.call(f"{path}/match")["nouveauxMatches"] == 0
    shown = desk.detail(path)
    assert shown["statut"] == "en_cours"
    figures = shown["statistiques"]
    assert (figures["rapprochees"], figures["nonRapprocheesSIG"], figures["nonRapprocheesReleve"]) == (2, 2, 1)
    assert (figures["montantRapproche"], figures["montantNonRapproche"]) == (30_000, 30_000)
    assert figures["tauxRapprochement"] == 50.0
    assert figures_hold()
    groups = {(each["source"], each["raison"]): (each["nombre"], each["montant"]) for each in shown["groupes"]}
    assert groups[("sig", "absent_du_releve")] == (2, 30_000)
    assert groups[("releve", "inconnue")] == (1, 777)


def test_a_match_without_evidence_is_refused(desk):
    path = desk.open(desk.line(0))
    wrong = {"telephone": False, "montant": False, "reference": False}
    answer = desk.call(f"{path}/match", status=400, criteresMatch=wrong)
    assert "criteresMatch" in str(answer["details"])


def test_a_session_matches_itself_when_asked(desk):
    path = desk.open(desk.line(0), options={"autoMatch": True})
    assert desk.detail(path)["statut"] == "en_cours"


def record_progress(monkeypatch):
    """Return the list that the shares of all progress that jobs report are added to."""
    shares, report = [], Progress.report

    def record(progress, done, total=None):
        shares.append(done / total)
        report(progress, done, total)

    monkeypatch.setattr(Progress, "report", record)
    return shares


def test_matching_and_reading_can_be_jobs(desk, settings, monkeypatch):
    shares = record_progress(monkeypatch)
    body = desk.body(desk.deposit(*[desk.line(0)] * 10), options={"autoMatch": True})
    data = desk.call(f"{PATH}?async=true", status=202, **body)
    execute_job(data["jobId"])
    # Reading is the first half, matching the second.
    assert shares == sorted(shares) and shares[-1] == 1 and len({share for share in shares if 0.5 < share < 1}) > 1
    job = Job.objects.get(id=data["jobId"])
    assert (job.statut, job.resultat["statut"]) == ("termine", "en_cours"), job.erreur
    path = f"{PATH}/{job.resultat['id']}"
    assert desk.detail(path)["fichierReleve"]["id"]
    settings.SYNCHRONOUS_MAX_ROWS = 2
    # Two lines are read at once; with the payments of the cycle they are too many to be matched at once.
    small = desk.body(desk.deposit(desk.line(1), desk.line(2)), options={"autoMatch": True})
    data = desk.call(PATH, status=201, **small)
    assert data["statut"] == "brouillon"
    execute_job(data["jobId"])
    assert desk.detail(f"{PATH}/{data['id']}")["statut"] == "en_cours"
    desk.call(f"{PATH}/{data['id']}/annuler")
    large = desk.deposit(*(desk.line(place) for place in range(3)))
    data = desk.call(PATH, status=202, **desk.body(large))
    execute_job(data["jobId"])
    assert Job.objects.get(id=data["jobId"]).resultat["entreesParsees"] == 3
    shares.clear()
    data = desk.call(f"{path}/match", status=202, forceRematch=True)
    execute_job(data["jobId"])
    assert shares == sorted(shares) and shares[-1] == 1 and len(set(shares)) > 2
    job = Job.objects.get(id=data["jobId"])
    assert (job.statut, job.resultat["rapprochees"]) == ("termine", 1), job.erreur


def test_a_session_moves_along_its_states_only(desk):
    path = desk.open(desk.line(0))
    assert desk.call(f"{path}/validate", status=400)["code"] == "INVALID_STATUS"
    desk.call(f"{path}/match")
    assert desk.call(f"{path}/validate")["statut"] == "a_valider"
    assert desk.call(f"{path}/validate", status=400)["code"] == "INVALID_STATUS"
    assert desk.call(f"{path}/annuler")["statut"] == "annule"
    for move in ("annuler", "match", "validate"):
        assert desk.call(f"{path}/{move}", status=400)["code"] == "INVALID_STATUS"


def test_cancelling_frees_lines_and_payments(desk):
    path = desk.match(desk.line(0), desk.line(1))
    desk.call(f"{path}/annuler")
    assert figures_hold()
    assert desk.detail(path)["statistiques"]["rapprochees"] == 0
    assert all(not (each["paiement"] and each["entreeReleve"]) for each in desk.entries(path))
    again = desk.match(desk.line(0), desk.line(1))
    assert desk.detail(again)["statistiques"]["rapprochees"] == 2


def test_a_move_of_another_version_is_refused(desk):
    path = desk.match(desk.line(0))
    tag = desk.client.get(path)["ETag"]
    assert desk.client.get(path, headers={"If-None-Match": tag}).status_code == 304
    desk.resolve(path, desk.entries(path, statut="non_rapprochee")[0], "en_attente")
    answer = desk.client.post(f"{path}/validate", headers={"If-Match": tag})
    assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT")


def test_who_sees_a_part_sees_its_part_and_changes_nothing(desk, cast):
    path = desk.match(desk.line(0), desk.line(1))
    west = cast.supervisor_west
    figures = desk.detail(path, west)["statistiques"]
    assert (figures["rapprochees"], figures["totalPaiementsCycle"], figures["nonRapprocheesSIG"]) == (1, 2, 1)
    assert desk.detail(path, west)["fichierReleve"]["id"] is None
    rows = desk.entries(path, west)
    assert {each["paiement"]["id"] for each in rows} == {
        str(each.id) for each in desk.payments if each.region_id == desk.world.regions[0].id
    }
    for move in ("match", "validate", "annuler"):
        desk.call(f"{path}/{move}", west, 403)
    desk.call(PATH, west, 403, **desk.body(desk.deposit(desk.line(2), user=west)))


def test_a_reader_may_only_look(desk, cast):
    assert isinstance(desk, Desk)
    path = desk.match(desk.line(0))
    desk.call(f"{path}/validate", cast.reader_west, 403)


def test_what_a_statement_says_of_the_country_is_not_for_a_region(desk, cast):
    titles = f"{TITLES},compte operateur"
    path = desk.open(f"{desk.line(0)},245001", "X-1,+245966000001,abc,2025-02-10,245001", titles=titles)
    whole = desk.detail(path)["releve"]
    assert (whole["numeroCompte"], whole["nbErreurs"], whole["erreurs"][0]["valeur"]) == ("245001", 1, "abc")
    part = desk.detail(path, cast.supervisor_west)["releve"]
    assert (part["numeroCompte"], part["soldeCloture"], part["nbErreurs"], part["erreurs"]) == (None, None, 1, [])


def test_a_statement_has_two_bounds(desk, cast, api, settings):
    """That of its lines is told when it is read, that of every file when it is sent."""
    settings.STATEMENT_MAX_LINES = 2
    file_id = desk.deposit(*(desk.line(place) for place in range(3)))
    refused = desk.call(PATH, status=400, **desk.body(file_id))
    assert "plus de 2 lignes" in str(refused) and not Statement.objects.exists()
    settings.UPLOAD_MAX_BYTES, settings.STATEMENT_MAX_BYTES, settings.FILE_QUOTA_BYTES = 100, 1_000, 1_000

    def send(name, lines, user):
        content = b"reference;montant;date\n" + lines * b"A;100;2025-02-03\n"
        answer = api(user).upload("/api/fichiers", {"file": SimpleUploadedFile(name, content, "text/csv")})
        return answer.status_code, answer.json().get("code")

    assert send("releve.csv", 40, desk.world.treasurer) == (201, None)
    refused = (413, "PAYLOAD_TOO_LARGE")
    assert send("releve.csv", 80, desk.world.treasurer) == refused, "longer than a statement may be"
    assert send("releve.png", 40, desk.world.treasurer) == refused, "no statement"
    assert send("releve.csv", 40, cast.agent_west) == refused, "who does not reconcile"
    # Beside what waits already, one statement of the longest kind fits.
    assert send("releve.csv", 50, desk.world.treasurer) == (201, None)
    assert send("releve.csv", 50, desk.world.treasurer) == refused
