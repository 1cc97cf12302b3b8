"""Statements over all households: PMT scores beside the same UPDATE written by hand, quality, and enrolment.

Everything is rolled back, and the dead rows swept away, so that each measurement finds what the one before found.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from django.db import connection, transaction

from accounts.audit.services import audit_operation
from accounts.users.models import User
from accounts.users.queries import find_active_user
from registry.households.bulk.services import open_bulk_load, tune_transaction
from registry.pmt.models import PmtMethod
from registry.quality_dashboard.queries import compute_dashboard
from registry.quality_dashboard.services import analyse_visible_households, refresh_quality_tallies
from registry.scoring.services import score_all_households
from tests.bench.stage import Stage
from tests.bench.tools import Row, timed
from transfers.enrolment.queries import find_eligible_households
from transfers.enrolment.services import enrol_into_programme
from transfers.programmes.eligibility.queries import count_eligible_households
from transfers.programmes.models import Programme

EVERYBODY = SimpleNamespace(region_ids=None)
SHIPPED = "Méthode par défaut"
# The shipped method as somebody would write it once, with its weights in place.
BY_HAND = """
UPDATE registry_menage AS m
SET score_pmt = n.score, eligible_programme = n.score <= 50, ancien_score_pmt = m.score_pmt, methode_pmt = %(methode)s,
    categorie_pauvrete = CASE WHEN n.score < 20 THEN 'extreme_pauvre' WHEN n.score < 50 THEN 'pauvre'
                              WHEN n.score <= 70 THEN 'vulnerable' ELSE 'non_pauvre' END,
    date_pmt = now(), updated_at = now()
FROM (
  SELECT m.id, round(greatest(0, least(100, 44 - 2.4 * nb_enfants_04 - 2.4 * nb_enfants_514 - 2.5 * nb_personnes_65_plus
    + 8 * (milieu = 'urbain')::int - 3 * (sexe = 'F')::int + 4 * (niveau_education = 'primaire')::int
    + 8 * (niveau_education IN ('secondaire', 'superieur'))::int
    + 4 * (materiau_mur IN ('ciment', 'brique_stabilisee'))::int + 3 * (materiau_toit IN ('zinc', 'tuile_beton'))::int
    + 4 * (materiau_sol IN ('ciment', 'carrelage'))::int + 3 * (source_eclairage IN ('electricite', 'solaire'))::int
    + 3 * (type_toilette IN ('chasse_eau', 'latrine_amelioree'))::int
    - 3 * (taille_menage / nullif(nb_pieces, 0)::float8 > 3)::int))::numeric, 2) AS score
  FROM registry_menage AS m JOIN registry_chef_menage AS c ON c.menage_id = m.id
  JOIN registry_logement AS l ON l.menage_id = m.id
) AS n
WHERE n.id = m.id
"""


def by_hand() -> int:
    method = PmtMethod.objects.get(nom=SHIPPED)
    tune_transaction()
    with audit_operation("by_hand"), open_bulk_load(), connection.cursor() as cursor:
        cursor.execute(BY_HAND, {"methode": method.id})
        return cursor.rowcount


@dataclass(frozen=True)
class Spent:
    """What one statement over all households cost: rows written, seconds, and seconds of the server's processor."""

    rows: int
    seconds: float
    processor: float

    def __str__(self) -> str:
        return f"{self.rows:,} rows in {self.seconds:.1f} s (processor {self.processor:.1f} s)"


def processor() -> float:
    """Seconds of processor time of the server's process behind the connection; it runs on this machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        told = Path(f"/proc/{cursor.fetchone()[0]}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def spent(*works: Callable[[], int]) -> list[Spent]:
    """What each costs, one after the other in one transaction that is rolled back."""
    found = []
    with transaction.atomic():
        for work in works:
            began, before = time.perf_counter(), processor()
            count = work()
            found.append(Spent(count, time.perf_counter() - began, processor() - before))
        transaction.set_rollback(True)
    sweep()
    return found


def sweep() -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM registry_menage")


def scored() -> int:
    return score_all_households(user=EVERYBODY).modifies


def analysed() -> int:
    return analyse_visible_households(user=EVERYBODY).modifies


def forget() -> int:
    """No household was ever scored or analysed: every row is to be written."""
    with audit_operation("forget"), open_bulk_load(), connection.cursor() as cursor:
        cursor.execute("UPDATE registry_menage SET score_qualite = NULL WHERE score_qualite IS NOT NULL")
        return cursor.rowcount


def pmt(stage: Stage) -> list[Row]:
    # Unmeasured: whoever comes first pays for making the table longer, and the others write into the space he left.
    spent(by_hand)
    [hand] = spent(by_hand)
    all_change, none_changes = spent(scored, scored)
    ratio, work = all_change.seconds / hand.seconds, all_change.processor / hand.processor
    measured = f"{all_change}; by hand {hand}; ratio {ratio:.2f} (processor {work:.2f})"
    return [
        Row("PMT of all, all change", "≤ 1.3 x by hand, < 90 s", measured, ratio <= 1.3 and all_change.seconds < 90),
        Row(
            "PMT of all, none changes",
            "< 10 s",
            str(none_changes),
            none_changes.rows == 0 and none_changes.seconds < 10,
        ),
    ]


def quality(stage: Stage) -> list[Row]:
    if forget():
        sweep()
    all_change, none_changes = spent(analysed, analysed)
    holds = all_change.seconds < 120 and none_changes.rows == 0
    refresh_quality_tallies()
    table = timed(lambda: compute_dashboard({}, EVERYBODY), 10)
    return [
        Row("quality of all, all change", "< 120 s", f"{all_change}; again {none_changes}", holds),
        Row("dashboard of quality over all", "p95 under 1 s", str(table), table.p95 < 1000),
    ]


def enrolment(stage: Stage) -> list[Row]:
    known = Programme.objects.first()
    programme = Programme(code="MESURE", nom="Mesure", projet=known.projet, date_debut="2025-01-01", seuil_pmt_max=60)
    user = find_active_user(User.objects.filter(role__code="ROLE_ADMIN", is_active=True).first().id)

    def begun() -> int:
        programme.save(force_insert=True)
        return 1

    def next_ones() -> int:
        return enrol_into_programme(programme=programme, ids=[], limit=10_000, user=user).enrolled

    count = timed(lambda: count_eligible_households(programme, user), 5)
    page = timed(lambda: find_eligible_households(programme, {"page": 1, "limit": 20}, user), 5)
    _, first, second = spent(begun, next_ones, next_ones)
    return [
        Row(
            "eligible households of a programme: count; first page",
            "p95 under 2 s",
            f"{count}; {page}",
            max(count.p95, page.p95) < 2000,
        ),
        Row(
            "enrolling the poorest 10,000; the next 10,000",
            "under 5 s",
            f"{first}; {second}",
            max(first.seconds, second.seconds) < 5,
        ),
    ]
