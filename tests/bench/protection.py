"""Measure services for survivors: statistics over 1,000,000 cases, imports of 50,000 rows and a synchronisation of 10,000.

The households of the database do not matter: `./dev bench --menages 20000 --only protection`. TABANCA_BENCH_CASES makes
fewer cases.
"""

import json
import os
import tempfile
import time
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.db import connection
from django.test import override_settings
from django.utils import timezone
from openpyxl import Workbook

from accounts.users.models import User
from analysis.vbg.cases.api import become_case_role, publish_sums, shift_month
from analysis.vbg.collectors.services import synchronise_form
from analysis.vbg.collectors.types import ServiceSync
from tests.analysis.vbg.collecting import KOBO, MAPPING, build_row
from tests.bench.stage import Stage
from tests.bench.tools import Client, Memory, Row, Times, timed
from tests.registry.survey_platforms.platform import KOBO_FORM, TOKEN, running

CASES: Final = int(os.environ.get("TABANCA_BENCH_CASES", "1000000"))
ROWS: Final = 50_000
SUBMISSIONS: Final = 10_000
MONTHS: Final = 48
TIMES: Final = 40
# Drawn by the owner, who sees the areas, and written by the role, which sees the cases. Each join compares with what one
# side has alone, so that it is a hash join.
DRAW: Final = """
CREATE TEMP TABLE bench_cas ON COMMIT DROP AS
WITH service AS (
  SELECT id, region_id, row_number() OVER (PARTITION BY region_id ORDER BY id) - 1 AS place FROM geo_service_vbg
), area AS (
  SELECT id, region_id, row_number() OVER (ORDER BY id) - 1 AS place,
         (SELECT greatest(count(*), 1) FROM service WHERE service.region_id = geo_secteur.region_id) AS many
  FROM geo_secteur
)
SELECT service.id AS service_id, area.region_id, area.id AS secteur_id,
       (%(newest)s::date - make_interval(months => floor(%(months)s * random())::int))::date AS mois,
       (ARRAY['violence_physique', 'violence_sexuelle', 'violence_psychologique', 'violence_economique', 'mariage_force',
              'mutilation_genitale', 'exploitation', 'autre'])[1 + floor(8 * random() * random())::int] AS rubrique,
       (ARRAY['0-11', '12-17', '18+', 'inconnu'])[1 + floor(4 * random())::int] AS tranche_age,
       (ARRAY['F', 'F', 'F', 'M', 'inconnu'])[1 + floor(5 * random())::int] AS sexe,
       (ARRAY['en_cours', 'resolu', 'transfere', 'clos'])[1 + floor(4 * random())::int] AS statut
FROM generate_series(1, %(count)s) AS n
JOIN area ON area.place = n %% (SELECT count(*) FROM geo_secteur)
LEFT JOIN service ON service.region_id = area.region_id AND service.place = (n / 64) %% area.many
"""
WRITE: Final = """
INSERT INTO vbg.cas (service_id, region_id, secteur_id, mois, rubrique, tranche_age, sexe, statut) SELECT * FROM bench_cas
"""
# The services and agents that a measurement wrote; those of the synchronisation are named by the root of their submission.
DROP: Final = """
DELETE FROM geo_agent_vbg WHERE fonction = 'BENCH';
DELETE FROM geo_service_vbg WHERE code LIKE 'BENCH-%' OR source_id ~ '^(uuid:)?r[0-9]+$'
"""


def insert_cases() -> Row:
    """Add cases of four years, up to so many, and publish their counts; say how long it took."""
    began = time.perf_counter()
    with connection.cursor() as cursor:
        with become_case_role():
            cursor.execute("SELECT count(*) FROM vbg.cas")
            found = int(cursor.fetchone()[0])
            if found < CASES:
                cursor.execute("RESET ROLE")
                newest = shift_month(timezone.localdate(), -1)
                cursor.execute(DRAW, {"newest": newest, "months": MONTHS, "count": CASES - found})
                cursor.execute("GRANT SELECT ON bench_cas TO tabanca_vbg; SET LOCAL ROLE tabanca_vbg")
                cursor.execute(WRITE)
        publish_sums(timezone.now())
        cursor.execute("VACUUM ANALYZE vbg.cas, vbg.cube, vbg.suivi")
    seconds = time.perf_counter() - began
    added = max(CASES - found, 0)
    return Row(f"{added:,} cases drawn, written and published", "", f"{seconds:.1f} s", True)


def counts(stage: Stage) -> list[Row]:
    """The analysis over all, of a region, of a sector and of odd days; the overview; the services with their counts."""
    prepared = insert_cases()
    region, sector = stage.sample("SELECT region_id, id FROM geo_secteur ORDER BY code LIMIT 1")[0]
    analysis, overview = "/api/vbg-analytics/rubrique-analysis", "/api/services-vbg/stats/overview"
    client = stage.client()
    paths = {
        "rubrique-analysis": (analysis, 500),
        "rubrique-analysis of a region": (f"{analysis}?region={region}", 500),
        "rubrique-analysis of a sector": (f"{analysis}?secteur={sector}", 500),
        "rubrique-analysis of odd days": (f"{analysis}?dateDebut=2023-02-11&dateFin=2026-05-03", 500),
        "overview": (overview, 100),
        "overview of a region": (f"{overview}?region={region}", 100),
        "overview of a period": (f"{overview}?dateDebut=2024-02-01&dateFin=2025-11-30", 100),
        "map of services": ("/api/services-vbg/carte", 100),
    }
    rows = [prepared]
    for name, (path, bar) in paths.items():
        found: Times = timed(partial(client.get, path), TIMES)
        rows.append(Row(f"{CASES:,} cases: {name}", f"p95 < {bar} ms", str(found), found.p95 < bar))
    return rows


def write_book(path: Path, rows: Iterable[Sequence[Any]]) -> Path:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("feuille")
    for row in rows:
        sheet.append(row)
    book.save(path)
    return path


def send_book(stage: Stage, client: Client, kind: str, path: Path, titles: Sequence[str], said: str = "") -> Row:
    """From the first byte of the upload to the last of the import's answer; each title is the name of its field."""
    with Memory(stage.pids) as memory:
        began = time.perf_counter()
        sent = client.upload("/api/vbg-analytics/upload", path, {"type": kind}).json()["data"]
        body = {"fileId": sent["fileId"], "mapping": {name: name for name in titles}, "options": {}}
        done = client.post(f"/api/vbg-analytics/import/{kind}", body).json()["data"]
        seconds = time.perf_counter() - began
    measured = f"{done['imported']:,} rows in {seconds:.1f} s; memory +{memory.growth:.0f} MB"
    if done["imported"] < ROWS:
        measured += f"; {json.dumps(done['errors'][:2], ensure_ascii=False)[:200]}"
    holds = seconds < 15 and done["imported"] == ROWS
    return Row(f"import of {ROWS:,} rows of {kind}{said}, upload included", "< 15 s", measured, holds)


def imports(stage: Stage) -> list[Row]:
    """50,000 services and agents, which go again, and twice 50,000 cases, which stay: nothing finds them again."""
    places = stage.sample(
        "SELECT r.code, s.code FROM geo_secteur AS s JOIN geo_region AS r ON r.id = s.region_id ORDER BY s.code"
    )
    known = stage.sample(
        "SELECT code, id FROM geo_service_vbg WHERE visibilite <> 'restreinte' AND region_id IS NOT NULL ORDER BY code"
    )
    client = stage.client()
    with tempfile.TemporaryDirectory() as folder, stage.database() as database:
        database.execute(DROP)
        titles = ("code", "nom", "typeService", "region", "secteur", "telephone", "responsable")
        services = (
            (f"BENCH-{n}", f"Ponto {n}", "ong", *places[n % len(places)], "955100401", "Maria") for n in range(ROWS)
        )
        book = write_book(Path(folder) / "services.xlsx", (titles, *services))
        rows = [send_book(stage, client, "services", book, titles)]
        database.execute(DROP)
        for many in (len(known), 1):
            rows.append(import_agents(stage, client, Path(folder), known[:many]))
            database.execute(DROP)
        titles = ("region", "secteur", "date", "rubrique", "trancheAge", "sexe", "statut")
        cases = ((*places[n % len(places)], f"2025-{n % 12 + 1:02d}", "autre", "18+", "F", "clos") for n in range(ROWS))
        book = write_book(Path(folder) / "cas.xlsx", (titles, *cases))
        rows.append(send_book(stage, client, "cas", book, titles))
        titles = ("service", "date", "rubrique", "trancheAge", "sexe", "statut")
        # Services are named by code and by id.
        cases = (
            (str(known[n % len(known)][n % 2]), f"2025-{n % 12 + 1:02d}", "autre", "18+", "F", "clos")
            for n in range(ROWS)
        )
        book = write_book(Path(folder) / "cas.xlsx", (titles, *cases))
        rows.append(send_book(stage, client, "cas", book, titles, f" of {len(known):,} services"))
    return rows


def import_agents(stage: Stage, client: Client, folder: Path, services: Sequence[Sequence[Any]]) -> Row:
    """50,000 agents of these services (code, id), which their function tells from others."""
    titles = ("nom", "prenom", "fonction", "telephone", "serviceId")
    many = len(services)
    agents = ((f"Sanhá {n}", "Ana", "BENCH", "955100401", str(services[n % many][n // many % 2])) for n in range(ROWS))
    return send_book(
        stage, client, "agents", write_book(folder / "agents.xlsx", (titles, *agents)), titles, f" of {many:,} services"
    )


def synchronisation(stage: Stage) -> list[Row]:
    """Submissions of a platform beside, from the first question asked of it to the last service written."""
    region, sector, longitude, latitude = stage.sample(
        "SELECT r.nom, s.nom, ST_X(p.geom), ST_Y(p.geom) FROM geo_secteur AS s JOIN geo_region AS r ON r.id = s.region_id"
        " CROSS JOIN LATERAL (SELECT ST_PointOnSurface(s.geom) AS geom) AS p ORDER BY s.code LIMIT 1"
    )[0]
    place = {"g/gps": f"{latitude} {longitude} 12 4.5"}
    with (
        running() as server,
        override_settings(
            OUTGOING_ALLOW_PRIVATE=True,
            VBG_FORMS=[KOBO_FORM],
            COLLECTORS={KOBO: {"url": server.url, "token": TOKEN}},
        ),
    ):
        server.rows = [build_row(KOBO, n, region=region, secteur=sector) | place for n in range(1, SUBMISSIONS + 1)]
        user = User.objects.get(email=stage.accounts[0]["email"])
        began = time.perf_counter()
        done = synchronise_form(ServiceSync(KOBO, KOBO_FORM, MAPPING), user, SUBMISSIONS + 1)
        seconds = time.perf_counter() - began
    measured = f"{done.imported:,} services in {seconds:.1f} s"
    if done.errors:
        measured += f"; {done.errors[0].message}"
    with stage.database() as database:
        database.execute(DROP)
        database.execute("DELETE FROM registry_collecte_recu WHERE usage = 'services_vbg'")
        database.execute("DELETE FROM registry_collecte_curseur WHERE usage = 'services_vbg'")
    holds = seconds < 60 and done.imported == SUBMISSIONS
    return [Row(f"synchronisation of {SUBMISSIONS:,} submissions of services", "< 60 s", measured, holds)]


def protection(stage: Stage) -> list[Row]:
    return counts(stage) + imports(stage) + synchronisation(stage)
