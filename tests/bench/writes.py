"""Writing: imports of CSV and XLSX files, and the nearest services of all households made anew."""

import csv
import json
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from django.conf import settings
from openpyxl import Workbook

from analysis.proximity.services import rebuild_nearest
from tests.bench.stage import Stage
from tests.bench.tools import Client, Memory, Row

CSV_ROWS, XLSX_ROWS = 100_000, 50_000
ROUNDS = 3
HEADERS = (
    "code_menage",
    "nom_complet_chef",
    "sexe_chef",
    "age_chef",
    "telephone_chef",
    "region",
    "secteur",
    "tabanca",
    "milieu",
    "taille_menage",
    "nb_enfants_0_4",
    "nb_enfants_5_14",
    "nb_adultes_15_64",
    "nb_personnes_65_plus",
    "nb_handicapes",
    "nb_actifs_occupes",
    "score_pmt",
    "categorie_pauvrete",
    "latitude",
    "longitude",
)
PLACES = """
SELECT r.nom, s.nom, l.nom, ST_X(l.geom), ST_Y(l.geom) FROM geo_localite AS l
JOIN geo_secteur AS s ON s.id = l.secteur_id JOIN geo_region AS r ON r.id = s.region_id
ORDER BY md5(l.id::text) LIMIT 1000
"""
# How often it is looked whether a job has ended. By the database: twenty requests a second would take a tenth of the
# machine, and two a second would add a quarter of a second of the measuring client's own to every import.
LOOK_SECONDS = 0.02
ENDED = "SELECT ended_at IS NOT NULL FROM accounts_job WHERE id = %s"
CLEAN = "DELETE FROM registry_menage WHERE code_menage LIKE 'BENCH-%'"


def households(places: list[tuple[Any, ...]], count: int, kind: str, turn: int, every: int = 1) -> Iterator[list[Any]]:
    """Rows of a file: another `turn` gives the same codes with other values, in one of `every` so many rows."""
    for n in range(count):
        region, sector, place, lon, lat = places[n % len(places)]
        own = 0 if n % every else turn
        # In a sequence, another turn would give each household the number of its neighbour: a column that slipped.
        small, large, adults = n % 3, hash((n, own)) // 1009 % 4, 1 + n % 4
        score = (n * 7 + own * 13) % 9_900 / 100
        category = (
            "extreme" if score < 20 else "pauvre" if score < 50 else "vulnerable" if score <= 70 else "non_pauvre"
        )
        yield [
            f"BENCH-{kind}-{n:06d}",
            f"Fatumata Baldé {n}",
            "MF"[n % 2],
            20 + n % 60,
            f"+2459550{n:05d}",
            region,
            sector,
            place,
            "rural",
            small + large + adults,
            small,
            large,
            adults,
            0,
            0,
            n % adults,
            score,
            category,
            round(lat + n % 90 * 1e-5, 6),
            round(lon - n % 70 * 1e-5, 6),
        ]


def folder() -> Path:
    made = Path(settings.LOCAL_DIR) / "bench"
    made.mkdir(parents=True, exist_ok=True)
    return made


def csv_file(places: list[tuple[Any, ...]], turn: int, every: int) -> Path:
    path = folder() / f"menages-{turn}.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(HEADERS)
        writer.writerows(households(places, CSV_ROWS, "CSV", turn, every))
    return path


def xlsx_file(places: list[tuple[Any, ...]]) -> Path:
    path = folder() / "menages.xlsx"
    book = Workbook(write_only=True)
    sheet = book.create_sheet("menages")
    sheet.append(list(HEADERS))
    for row in households(places, XLSX_ROWS, "XLSX", 0):
        sheet.append(row)
    book.save(path)
    return path


def sent(stage: Stage, client: Client, path: str, file: Path, mode: str) -> tuple[dict[str, Any], float]:
    """Upload a file and wait for its job: the result, and the seconds from the first byte until anybody can see that
    the job has ended (its end is committed after all that it wrote)."""
    with stage.database() as database:
        began = time.perf_counter()
        answer = client.upload(path, file, {"mode": mode})
        data = answer.json()["data"]
        if answer.status != 202:
            return data, time.perf_counter() - began
        while not database.execute(ENDED, [data["jobId"]]).fetchall()[0][0]:
            time.sleep(LOOK_SECONDS)
        seconds = time.perf_counter() - began
    job = client.get(f"/api/jobs/{data['jobId']}").json()["data"]
    if job.get("resultat") is None:
        raise RuntimeError(f"import: {json.dumps(job)[:400]}")
    return job["resultat"].get("data", job["resultat"]), seconds


def clean(stage: Stage) -> None:
    with stage.database() as database:
        database.execute(CLEAN)
        # All of them: what the deletion leaves behind is otherwise vacuumed beside what is measured next.
        database.execute("VACUUM ANALYZE")
    settle(stage)


def settle(stage: Stage) -> None:
    """Seal what was traced so far: else the worker does it beside what is measured next."""
    with stage.database() as database:
        database.execute("SELECT accounts_audit_seal(10000000)")


def one_csv(stage: Stage, client: Client, file: Path, mode: str) -> tuple[float, float, str]:
    """Rows a second from the first byte to the job's end, MB of growth, and what is wrong with the answer."""
    settle(stage)
    with Memory(stage.pids) as memory:
        result, seconds = sent(stage, client, "/api/import/menages", file, mode)
    done = result.get("imported", 0) + (result.get("updated") or 0)
    return CSV_ROWS / seconds, memory.growth, "" if done == CSV_ROWS else json.dumps(result, ensure_ascii=False)[:200]


def csv_import(stage: Stage) -> list[Row]:
    """Each kind three times, and the middle of the three: the first finds a server that was just started."""
    client, places = stage.client(), stage.sample(PLACES)
    kinds = {
        "create": csv_file(places, 0, 1),
        "update: one row of two differs": csv_file(places, 1, 2),
        "update: every row differs": csv_file(places, 2, 1),
    }
    found: dict[str, list[tuple[float, float, str]]] = {name: [] for name in kinds}
    for _round in range(ROUNDS):
        clean(stage)
        for name, file in kinds.items():
            found[name].append(one_csv(stage, client, file, name.split(":")[0]))
    clean(stage)
    return [_csv_row(name, runs) for name, runs in found.items()]


def _csv_row(name: str, runs: list[tuple[float, float, str]]) -> Row:
    rate, growth = median(rate for rate, *_rest in runs), max(growth for _rate, growth, _wrong in runs)
    each = ", ".join(f"{rate:,.0f}" for rate, *_rest in runs)
    wrong = "; ".join(wrong for *_rest, wrong in runs if wrong)
    return Row(
        f"CSV import of {CSV_ROWS:,} households, {name}",
        "≥ 15,000 rows/s, memory flat",
        f"{rate:,.0f} rows/s in the middle of {each}; memory +{growth:.0f} MB {wrong}".strip(),
        rate >= 15_000 and growth < 150 and not wrong,
    )


def xlsx_import(stage: Stage) -> list[Row]:
    client = stage.client()
    clean(stage)
    file = xlsx_file(stage.sample(PLACES))
    with Memory(stage.pids) as memory:
        result, seconds = sent(stage, client, "/api/import/menages/excel", file, "create")
    done = result.get("imported", 0)
    clean(stage)
    measured = f"{done:,} rows in {seconds:.1f} s; memory +{memory.growth:.0f} MB"
    if done < XLSX_ROWS:
        measured += f"; {json.dumps(result, ensure_ascii=False)[:200]}"
    return [Row(f"XLSX import of {XLSX_ROWS:,} rows", "< 15 s", measured, seconds < 15 and done == XLSX_ROWS)]


def nearest(stage: Stage) -> list[Row]:
    began = time.perf_counter()
    rebuild_nearest()
    seconds = time.perf_counter() - began
    count = stage.sample("SELECT count(*) FROM analysis_nearest_service")[0][0]
    placed = stage.sample("SELECT count(*) FROM registry_menage WHERE geom IS NOT NULL")[0][0]
    holds = seconds < 20 and count == placed
    return [
        Row(f"nearest of five kinds for {placed:,} households", "< 20 s", f"{seconds:.1f} s, {count:,} rows", holds)
    ]
