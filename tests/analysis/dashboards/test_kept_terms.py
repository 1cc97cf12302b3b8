"""The rate of kept terms is one number: dashboards, teams, reports and BI tools say the same of the same complaints."""

from datetime import timedelta
from itertools import product

import pytest
from django.db import connection
from django.utils import timezone

from analysis.dashboards.queries import compute_complaint_overview
from analysis.reports.queries import build_report, find_scope
from tests.analysis.gis.logins import see_as_own_role
from transfers.complaints.models import HANDLED_STATUSES, OPEN_STATUSES, Complaint
from transfers.complaints.teams.queries import build_overview

ENDS = ("resolue", "fermee", "rejetee")


@pytest.fixture
def complaints(country):
    """One of each: status, resolved before, on or after the last day or never, that day over or to come, suspended."""
    now = timezone.now()
    rows = []
    for number, (status, resolved, due, is_suspended) in enumerate(
        product((*OPEN_STATUSES, *ENDS), (None, -1, 0, 1), (-5, 0, 5), (False, True))
    ):
        is_decided = status in ("resolue", "fermee")
        is_possible = (resolved is not None) == is_decided or status == "rejetee"
        if not is_possible or (is_suspended and status not in OPEN_STATUSES):
            continue
        end = now + timedelta(days=due)
        rows.append(
            Complaint(
                reference=f"PLT-{number}",
                categorie="paiement",
                priorite="haute",
                region=country.west,
                statut=status,
                echeance=timezone.localdate(end),
                date_resolution=None if resolved is None else end + timedelta(days=resolved),
                suspendue_depuis=timezone.localdate() if is_suspended else None,
                motif_suspension="attente_enquete" if is_suspended else None,
            )
        )
    return Complaint.objects.bulk_create(rows)


def test_all_four_say_the_same(complaints, cast, country):
    user, today = cast.admin, timezone.localdate()
    resolved = [row for row in complaints if row.statut in ("resolue", "fermee")]
    kept = sum(timezone.localdate(row.date_resolution) <= row.echeance for row in resolved)
    late = [row for row in complaints if row.statut in (*HANDLED_STATUSES, "nouvelle") and not row.suspendue_depuis]
    broken = len(resolved) - kept + sum(row.echeance < today for row in late)
    rate = round(100 * kept / (kept + broken), 1)
    assert (kept, broken) == (12, 9)

    shown = compute_complaint_overview(user, {})["slaMetrics"]
    assert (shown["respecte"], shown["depasse"], round(shown["tauxRespect"], 1)) == (kept, broken, rate)
    assert build_overview(user).performance["tauxResolutionDansDelai"] == rate
    report = build_report(user, find_scope(user, programme_id=None, region_id=country.west.id), (today, today))
    (told,) = [one.valeur for section in report.sections for one in section.chiffres if one.nom == "Délais tenus"]
    assert told == rate
    see_as_own_role(every=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(resolues_a_temps)::int, sum(hors_delai)::int FROM bi.plaintes")
        assert cursor.fetchone() == (kept, broken)
