"""Link a frame of households by Splink on DuckDB, from files to a file, in bounded memory.

The input is prepared by PostgreSQL (`analysis/analysis.sql`): the sheets, the frequencies of names and places, and the
telephone numbers which too many households share. The output has the two ids, the score, and the level of each
comparison.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import duckdb
from splink import DuckDBAPI, Linker

from registry.duplicates.linkage.comparisons import HOUSEHOLD_COMPARISONS, build_linker_settings

MEMORY_LIMIT: Final = "2GB"
SHEET_COLUMN_TYPES: Final = {
    "menage_id": "VARCHAR",
    "nom": "VARCHAR",
    "sexe": "VARCHAR",
    "annee": "SMALLINT",
    "telephones": "VARCHAR",
    "identifiant": "VARCHAR",
    "lieu": "VARCHAR",
    "secteur": "VARCHAR",
    "x": "INTEGER",
    "y": "INTEGER",
    "taille": "SMALLINT",
}
# The same as the function of this name in the database.
NAME_REST_MACRO: Final = """
CREATE MACRO name_rest(a, b) AS
  array_to_string(list_filter(string_split(a, ' '), lambda word: NOT list_contains(string_split(b, ' '), word)), ' ');
"""
# UUIDs are replaced by row numbers, because ids are copied with every pair compared.
LOAD_SHEETS: Final = """
CREATE TABLE partages AS FROM read_csv('{shared}', header = false, columns = {{'telephone': 'VARCHAR'}});
CREATE TABLE lus AS
SELECT row_number() OVER () AS menage_id, menage_id AS uuid, nom, sexe, annee, identifiant, lieu, secteur, x, y, taille,
       string_split(telephones, ' ') AS numeros
FROM read_csv('{frame}', header = false, columns = {columns}, auto_detect = false, nullstr = '');
CREATE TABLE joignables AS
SELECT menage_id, list(numero) AS telephones FROM (SELECT menage_id, unnest(numeros) AS numero FROM lus)
WHERE numero NOT IN (SELECT telephone FROM partages) GROUP BY menage_id;
CREATE TABLE fiches AS
SELECT lus.menage_id, nom, sexe, annee, identifiant, lieu, secteur, x, y, taille, telephones,
       string_split(nom, ' ') AS mots, annee // 3 AS annees, (x // 100) * 100000 + y // 100 AS maille,
       ((x + 50) // 100) * 100000 + (y + 50) // 100 AS maille_decalee
FROM lus LEFT JOIN joignables USING (menage_id) ORDER BY lieu;
CREATE TABLE ids AS SELECT menage_id, uuid FROM lus;
DROP TABLE lus;
DROP TABLE joignables;
"""
LOAD_FREQUENCIES: Final = """
CREATE TABLE frequences_{name} AS
FROM read_csv('{path}', header = false, columns = {{'{name}': 'VARCHAR', 'tf_{name}': 'DOUBLE'}})
"""
SAVE_PAIRS: Final = """
COPY (SELECT least(a.uuid, b.uuid), greatest(a.uuid, b.uuid), round(100 * match_probability, 2), {levels}
      FROM {pairs} JOIN ids AS a ON a.menage_id = menage_id_l JOIN ids AS b ON b.menage_id = menage_id_r
      WHERE match_probability >= {least}
) TO '{out}' (FORMAT csv, HEADER false)
"""


def link_households(
    folder: Path, *, households: int, min_score: float, step: Callable[[], None] = lambda: None
) -> Path:
    """Link `frame.csv` of the folder, and return the file of the pairs whose score is at least `min_score` (0 to 100).

    `step` is called between the steps, and may abort by raising.
    """
    out = folder / "pairs.csv"
    config: dict[str, Any] = {
        "memory_limit": MEMORY_LIMIT,
        "temp_directory": str(folder / "spill"),
        "preserve_insertion_order": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
    }
    with duckdb.connect(config=config) as connection:
        connection.execute(NAME_REST_MACRO)
        connection.execute(
            LOAD_SHEETS.format(shared=folder / "shared.csv", frame=folder / "frame.csv", columns=SHEET_COLUMN_TYPES)
        )
        step()
        api = DuckDBAPI(connection)
        linker = Linker(api.register("fiches"), build_linker_settings(households), log_level=None)
        for name in ("nom", "lieu"):
            connection.execute(LOAD_FREQUENCIES.format(name=name, path=folder / f"{name}.csv"))
            linker.table_management.register_term_frequency_lookup(api.register(f"frequences_{name}"), name)
        pairs = linker.inference.predict(threshold_match_probability=min_score / 100, warning_mode="never")
        step()
        levels = ", ".join(f"gamma_{comparison.code}" for comparison in HOUSEHOLD_COMPARISONS)
        connection.execute(SAVE_PAIRS.format(levels=levels, pairs=pairs.physical_name, least=min_score / 100, out=out))
    return out
