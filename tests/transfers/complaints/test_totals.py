"""Sums of complaints are those of the rows, and totals of lists and dashboards read from them are those of the list."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection

from geo.layers.api import fold_sums
from transfers.complaints import queries
from transfers.complaints.models import Complaint, ConfidentialText
from transfers.complaints.teams.models import Team, TeamMember
from transfers.complaints.totals.checks import check_totals
from transfers.complaints.totals.models import SUM_FIELDS, ComplaintTotal

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
STATUSES = ("nouvelle", "en_cours", "resolue", "fermee", "rejetee")


@pytest.fixture
def complaints(country):
    """Sixty complaints of two regions and none, a day apart, of every status; each fifth about violence."""
    rows = Complaint.objects.bulk_create(
        Complaint(
            reference=f"PLT-{n:02}",
            objet=f"Montant incomplet {n}" if n % 5 else None,
            categorie=("vbg", "paiement", "service", "ciblage", "autre")[n % 5],
            priorite=("basse", "haute")[n % 2],
            statut=STATUSES[n % 7 % 5],
            region=(country.west, country.east, None)[n % 3],
            echeance=date(2026, 3, 10) + timedelta(days=n % 40),
            date_resolution=NOON + timedelta(days=n % 40, hours=n) if n % 7 % 5 > 1 else None,
            suspendue_depuis=date(2026, 3, 2) if n % 7 % 5 == 1 and n % 2 else None,
            motif_suspension="attente_enquete" if n % 7 % 5 == 1 and n % 2 else None,
        )
        for n in range(60)
    )
    ConfidentialText.objects.bulk_create(ConfidentialText(plainte=row) for row in rows if row.categorie == "vbg")
    for n, row in enumerate(rows):
        Complaint.objects.filter(id=row.id).update(date_creation=NOON - timedelta(days=n, hours=12 if n % 2 else 0))
    return rows


def test_sums_follow_every_write(complaints, country):
    assert check_totals() is None
    Complaint.objects.filter(reference__lt="PLT-30").update(priorite="urgente", region=country.east)
    Complaint.objects.filter(statut="en_cours").update(
        statut="resolue", date_resolution=NOON, suspendue_depuis=None, motif_suspension=None
    )
    Complaint.objects.filter(reference__gt="PLT-50").delete()
    assert check_totals() is None
    before = ComplaintTotal.objects.count()
    fold_sums(ComplaintTotal, SUM_FIELDS)
    assert check_totals() is None and ComplaintTotal.objects.count() < before
    ComplaintTotal.objects.filter(statut="resolue").first().delete()
    assert "sums of complaints" in (check_totals() or "")


def test_lists_and_dashboards_give_the_numbers_of_the_rows(complaints, send, cast, country, referent, api):
    """Under each filter, for readers of everything and of a region, with and without the cases of violence."""
    seen = {
        cast.admin: [row for row in complaints if row.categorie != "vbg"],
        cast.agent_east: [row for row in complaints if row.categorie != "vbg" and row.region_id == country.east.id],
        referent: [row for row in complaints if row.region_id == country.west.id],
    }
    filters = {
        "": lambda row: True,
        "statut=fermee&ouverte=false": lambda row: row.statut == "fermee",
        "ouverte=true&priorite=haute": lambda row: row.statut in STATUSES[:2] and row.priorite == "haute",
        f"region={country.east.id}&categorie=paiement": lambda row: (
            row.region_id == country.east.id and row.categorie == "paiement"
        ),
        "dateDebut=2026-02-01&dateFin=2026-02-20": lambda row: (
            date(2026, 2, 1) <= (NOON - timedelta(days=int(row.reference[4:]))).date() <= date(2026, 2, 20)
        ),
        "search=montant%20complet%2041": lambda row: row.reference == "PLT-41",
        "search=complet": lambda row: row.objet is not None,
        "search=PLT-4&statut=resolue": lambda row: row.reference.startswith("PLT-4") and row.statut == "resolue",
    }
    for reader, rows in seen.items():
        for sent, wanted in filters.items():
            answer = send("get", f"plaintes?limit=100&{sent}", reader)
            found = [row["reference"] for row in answer["data"]]
            assert found == sorted(row.reference for row in rows if wanted(row)), (reader.nom, sent)
            assert answer["pagination"]["total"] == len(found), (reader.nom, sent)
        overview = send("get", "dashboard/complaints-overview", reader)["data"]
        stats = send("get", "dashboard/stats", reader)["data"]["plaintes"]
        assert sum(overview["parCategorie"].values()) == stats["total"] == len(rows)
        resolved = [row for row in rows if row.statut in ("resolue", "fermee")]
        kept = [row for row in resolved if row.date_resolution.date() <= row.echeance]
        late = [row for row in rows if row.statut in STATUSES[:2] and not row.suspendue_depuis]
        assert overview["slaMetrics"]["respecte"] == len(kept), reader.nom
        assert overview["slaMetrics"]["depasse"] == len(resolved) - len(kept) + len(late), reader.nom
        assert stats["resolues"] == len(resolved)
        whole = send("get", "dashboard/stats?dateDebut=2025-12-01&dateFin=2026-06-30", reader)["data"]["plaintes"]
        assert whole == stats


def test_pages_are_the_same_where_many_are_found(complaints, send, cast, monkeypatch):
    pages = []
    for many, share in ((1_000, 0.1), (0, 1_000)):
        monkeypatch.setattr(queries, "MANY_FOUND", many)
        monkeypatch.setattr(queries, "WALKED_SHARE", share)
        sent = [f"limit=3&page={page}&search={text}" for page in (1, 2) for text in ("complet", "montant%20complet")]
        pages.append([send("get", f"plaintes?{query}", cast.admin) for query in sent])
    assert pages[0] == pages[1] and all(len(page["data"]) == 3 for page in pages[0])


def test_one_statement_counts_for_all_members_and_holds_each_limit(country, cast, complaints):
    team = Team.objects.create(nom="Paiements", wip_limit_par_membre=5)
    full, free = (
        TeamMember.objects.create(equipe=team, user=user, wip_limit=limit)
        for user, limit in ((cast.agent_west, 2), (cast.supervisor_west, None))
    )
    opened = [row.id for row in complaints if row.statut == "en_cours"][:6]
    with connection.cursor() as cursor:
        for members in ([full.id] * 2 + [free.id] * 4, [free.id] * 5 + [full.id]):
            cursor.execute(
                "UPDATE transfers_plainte AS p SET membre_id = given.membre, equipe_id = %s"
                " FROM unnest(%s::uuid[], %s::uuid[]) AS given (id, membre) WHERE p.id = given.id",
                [team.id, opened, members],
            )
            counts = dict(TeamMember.objects.values_list("id", "en_cours"))
            assert counts == {full.id: members.count(full.id), free.id: members.count(free.id)}
    Complaint.objects.filter(id=opened[0]).update(
        statut="resolue", date_resolution=NOON, suspendue_depuis=None, motif_suspension=None
    )
    Complaint.objects.filter(id__in=opened[4:]).delete()
    assert dict(TeamMember.objects.values_list("id", "en_cours")) == {full.id: 0, free.id: 3}
