"""Attendance by file: each line is taken or refused, and the same file twice is one."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.files.models import StoredFile
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from config.postgis.base import get_connection
from transfers.conditionality.checks.models import ComplianceCheck


@pytest.fixture
def send(api, cast, school):
    def post(text, user=None, **more):
        get_connection().forget_locks()
        upload = SimpleUploadedFile("presences.csv", text.encode(), content_type="text/csv")
        return api(user or cast.agent_west).upload(
            f"/api/conditionnalites/{school.id}/import", {"file": upload, **more}
        )

    return post


def test_lines_are_taken_or_refused(send, beneficiary, stranger):
    text = (
        "Bénéficiaire;Assiduité;Date;Source;Statut\n"
        "TM-1;75,5 %;10/06/2025;école;\n"
        "TM-1;90;2025-07-10;école;\n"
        "TM-2;90;2025-07-10;école;\n"
        "TM-1;120;2025-08-10;école;\n"
        "TM-1;;2025-08-11;école;\n"
        "TM-1;;2025-08-12;école;justifié\n"
        "TM-1;;2025-08-13;école;justifie\n"
    )
    answer = send(text)
    assert answer.status_code == 200, answer.content
    data = answer.json()["data"]
    assert (data["lignes"], data["traites"], data["nbErreurs"]) == (7, 3, 4)
    assert [(row["ligne"], row["colonne"]) for row in data["erreurs"]] == [
        (4, "codeBeneficiaire"),
        (5, "tauxConformite"),
        (6, "tauxConformite"),
        (7, "statut"),
    ]
    found = ComplianceCheck.objects.order_by("date_verification").values_list("statut", "taux_conformite")
    assert [(status, rate if rate is None else float(rate)) for status, rate in found] == [
        ("non_conforme", 75.5),
        ("conforme", 90.0),
        ("justifie", None),
    ]


def test_a_long_file_is_read_by_a_job(send, beneficiary, settings):
    settings.SYNCHRONOUS_MAX_ROWS = 1
    short = send("code,taux,date\nTM-1,10,2025-06-10\n")
    assert (short.status_code, short.json()["data"]["traites"]) == (200, 1)
    answer = send("code,taux,date\nTM-1,95,2025-06-10\nTM-9,10,2025-06-10\n")
    assert answer.status_code == 202, answer.content
    assert ComplianceCheck.objects.get().statut == "non_conforme"
    execute_job(answer.json()["data"]["jobId"])
    job = Job.objects.get()
    assert (job.statut, job.total) == ("termine", 2), job.erreur
    assert (job.resultat["traites"], job.resultat["erreurs"][0]["colonne"]) == (1, "codeBeneficiaire")
    assert (ComplianceCheck.objects.get().statut, StoredFile.objects.count()) == ("conforme", 0)


def test_the_same_file_twice_is_one_and_keeps_the_notice(send, api, cast, beneficiary):
    text = "code,taux,date\nTM-1,10,2025-06-10\n"
    send(text)
    row = ComplianceCheck.objects.get()
    get_connection().forget_locks()
    api(cast.agent_west).post("/api/verifications-conditionnalites/avis", {"ids": [str(row.id)]})
    assert send(text).json()["data"]["traites"] == 1
    row = ComplianceCheck.objects.get()
    assert row.date_avis is not None
    send("code,taux,date\nTM-1,95,2025-06-10\n")
    row = ComplianceCheck.objects.get()
    assert (row.statut, row.date_avis) == ("conforme", None)


def test_a_reason_that_was_accepted_stays(send, api, cast, beneficiary):
    """Sent again, the file tells which of its lines say otherwise; what a line leaves out stays, too."""
    text = "code,taux,date\nTM-1,10,2025-06-10\nTM-1,20,2025-07-10\n"
    send(text)
    row, other = ComplianceCheck.objects.order_by("date_verification")
    for each, statut in ((row, "justifie"), (other, "non_conforme")):
        get_connection().forget_locks()
        values = {"statut": statut, "commentaires": "Hôpital", "dateEcheance": "2025-09-01"}
        path = f"/api/verifications-conditionnalites/{each.id}"
        assert api(cast.agent_west).put(path, values).status_code == 200
    answer = send(text.replace(",10,", ",15,")).json()
    assert (answer["data"]["traites"], answer["data"]["nbMaintenus"], answer["data"]["maintenus"]) == (2, 1, [2])
    assert "1 reste justifiée" in answer["message"]
    shown = [
        (each.statut, each.taux_conformite, each.commentaires, str(each.date_echeance))
        for each in ComplianceCheck.objects.order_by("date_verification")
    ]
    assert shown == [("justifie", 15, "Hôpital", "2025-09-01"), ("non_conforme", 20, "Hôpital", "2025-09-01")]
    assert send("code,taux,date,statut\nTM-1,10,2025-06-10,justifie\n").json()["data"]["nbMaintenus"] == 0


def test_a_line_twice_is_not_guessed(send, beneficiary):
    data = send("code,taux,date\nTM-1,10,2025-06-10\nTM-1,95,2025-06-10\n").json()["data"]
    assert (data["traites"], data["nbErreurs"]) == (0, 2)


@pytest.mark.parametrize("text", ["", "code,taux,date\n", "nom,taux\nA,1\n", "code,code,date\nTM-1,TM-1,2025-01-01\n"])
def test_files_that_are_refused(send, beneficiary, text):
    answer = send(text)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert not ComplianceCheck.objects.exists()


def test_a_read_only_project_refuses(send, beneficiary, programme):
    programme.projet.lecture_seule = True
    programme.projet.save()
    assert send("code,taux,date\nTM-1,10,2025-06-10\n").json()["code"] == "READ_ONLY_PROJECT"
