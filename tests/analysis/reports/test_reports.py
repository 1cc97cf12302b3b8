"""Reports: the numbers of the rows, within what the reader may see, as PDF and XLSX, and by mail once a month."""

import io
from datetime import date

import pytest
from django.core import mail
from django.utils import timezone, translation
from openpyxl import load_workbook

from accounts.files.models import StoredFile
from accounts.jobs.models import Job
from accounts.mails.jobs import attempt_delivery
from accounts.mails.models import OutgoingMail
from accounts.roles.models import Role
from accounts.users.api import find_active_user
from analysis.reports.jobs import run_report_job
from analysis.reports.models import ReportDelivery, ReportSubscription
from analysis.reports.printing.document import build_areas
from analysis.reports.queries import build_report, find_scope
from analysis.reports.services import plan_monthly_mails, write_report
from registry.households.models import Household
from registry.projects.models import Project
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.models import Complaint, ConfidentialText
from transfers.programmes.models import Programme

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 10)
MONTH = (date(2026, 2, 1), date(2026, 2, 28))


def complain(reference, region, categorie="paiement", **more):
    values = {"priorite": "haute", "echeance": MONTH[1], "region": region, **more}
    row = Complaint.objects.create(reference=reference, categorie=categorie, **values)
    if categorie == "vbg":
        ConfidentialText.objects.create(plainte=row, objet="secret")
    Complaint.objects.filter(id=row.id).update(date_creation=timezone.make_aware(timezone.datetime(2026, 2, 10, 9)))


@pytest.fixture
def told(country, cast):
    """Two households and one beneficiary of the west, one household of the east; three complaints of the west."""
    project = Project.objects.create(code="P", nom="P")
    programme = Programme.objects.create(
        code="P", nom="=Filets", type="transfert_monetaire", date_debut="2026-01-01", projet=project
    )
    homes = [
        Household.objects.create(
            code_menage=f"M-{number}", taille_menage=3, region=region, secteur=sector, score_qualite=80
        )
        for number, (region, sector) in enumerate(
            [(country.west, country.north), (country.west, country.north), (country.east, None)]
        )
    ]
    Beneficiary.objects.create(menage=homes[0], programme=programme, code="P-000001", nom_complet="A", type="principal")
    complain("PLT-1", country.west, secteur=country.north)
    complain("PLT-2", country.west)
    complain("PLT-3", country.west, "vbg", secteur=country.north)
    return programme


def figures(report):
    return {figure.nom: figure.valeur for section in report.sections for figure in section.chiffres}


def test_a_region_has_the_numbers_of_its_rows_and_nothing_about_violence(told, country, cast):
    for reader in (cast.supervisor_west, cast.admin):
        user = find_active_user(reader.id)
        scope = find_scope(user, programme_id=None, region_id=country.west.id)
        report = build_report(user, scope, MONTH)
        found = figures(report)
        assert (found["Ménages"], found["Bénéficiaires"], found["Plaintes reçues"]) == (2, 1, 2)
        (row,) = [row for row in report.zones if row.id == country.north.id]
        assert (row.menages, row.beneficiaires, row.plaintes, row.taux_plaintes) == (2, 1, 1, 1000.0)


def test_who_sees_other_regions_gets_no_report_of_this_one(told, country, cast):
    user = find_active_user(cast.agent_east.id)
    assert find_scope(user, programme_id=None, region_id=country.west.id) is None
    scope = find_scope(user, programme_id=told.id, region_id=None)
    assert figures(build_report(user, scope, MONTH)).get("Bénéficiaires", 0) == 0


def test_the_files_are_a_pdf_and_a_workbook_with_numbers(told, cast):
    user = find_active_user(cast.admin.id)
    report = build_report(user, find_scope(user, programme_id=told.id, region_id=None), MONTH)
    name, content = write_report(report, "pdf")
    assert content.startswith(b"%PDF") and name.endswith("-2026-02-01.pdf")
    assert write_report(report, "pdf")[1] == content
    book = load_workbook(io.BytesIO(write_report(report, "xlsx")[1]))
    rows = {row[0]: row[1] for row in book.worksheets[0].iter_rows(values_only=True) if row[0]}
    assert (rows["dont enrôlés dans la période"], rows["Actifs"]) == (0, 1)
    assert book.worksheets[0]["A1"].value == "'=Filets"
    with translation.override("pt"):
        other = build_report(user, find_scope(user, programme_id=told.id, region_id=None), MONTH)
    assert [section.titre for section in other.sections][1] == "Beneficiários"
    heading, table = build_areas(report)[:2]
    assert heading.getKeepWithNext() and len(table._cellvalues) == 1 + len(report.zones)


def test_a_report_is_written_as_a_job_and_downloaded_by_its_user_alone(told, country, cast, api, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    answer = api(cast.supervisor_west).post("/api/rapports", {"regionId": str(country.west.id), "format": "xlsx"})
    assert answer.status_code == 202, answer.content
    job = Job.objects.get(id=answer.json()["data"]["jobId"])

    class Silent:
        def report(self, *_values):
            return None

    result = run_report_job(job, Silent())
    path = f"/api/fichiers/{result['fichier']}/contenu"
    sent = api(cast.supervisor_west).get(path)
    assert sent.status_code == 200
    assert b"".join(sent.streaming_content).startswith(b"PK")
    assert api(cast.agent_east).get(path).status_code == 404
    assert StoredFile.objects.get(id=result["fichier"]).expires_at is not None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "regionId"),
        ({"dateDebut": "2026-03-01", "dateFin": "2026-02-01"}, "dateFin"),
        ({"dateDebut": "1926-03-01", "dateFin": "2026-02-01"}, "dateFin"),
        ({"dateDebut": "2026-03-01"}, "dateDebut"),
        ({"format": "exe"}, "format"),
    ],
)
def test_bad_input_is_refused_at_its_field(country, cast, api, body, field):
    about = {"regionId": str(country.west.id)} if body else {}
    answer = api(cast.supervisor_west).post("/api/rapports", about | body)
    assert answer.status_code in {400, 422}, answer.content
    assert field in answer.json()["details"]


def test_a_role_gets_its_report_by_mail_once_each_within_their_regions(told, country, cast):
    role = Role.objects.get(code=cast.supervisor_west.role.code)
    ReportSubscription.objects.create(role=role, region=country.west)
    planned = plan_monthly_mails(TODAY)
    assert planned >= 1
    assert plan_monthly_mails(TODAY) == 0
    delivery = ReportDelivery.objects.get(user=cast.supervisor_west)
    assert delivery.mois == MONTH[0]
    assert not ReportDelivery.objects.filter(user__in=[cast.agent_east]).exists()
    attempt_delivery(delivery.courriel)
    assert OutgoingMail.objects.get(id=delivery.courriel).statut == OutgoingMail.Statut.ENVOYE
    (sent,) = mail.outbox
    assert [media for _name, _content, media in sent.attachments] == [
        "application/pdf",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ]
    assert "secret" not in sent.body


def test_subscriptions_are_administered(country, cast, api):
    role = cast.supervisor_west.role
    body = {"roleId": str(role.id), "regionId": str(country.west.id)}
    client = api(cast.admin)
    made = client.post("/api/rapports/abonnements", body)
    assert made.status_code == 201, made.content
    assert client.post("/api/rapports/abonnements", body).status_code == 409
    assert client.get("/api/rapports/abonnements").json()["total"] == 1
    assert api(cast.agent_east).post("/api/rapports/abonnements", body).status_code == 403
    assert client.delete(f"/api/rapports/abonnements/{made.json()['data']['id']}").status_code == 200
    assert client.delete(f"/api/rapports/abonnements/{made.json()['data']['id']}").status_code == 404
