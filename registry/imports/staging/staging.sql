-- The tables of an import of households beside those of every import (geo/import_engine/staging.sql).

-- name: create_tables
CREATE TEMP TABLE import_tel (tape text PRIMARY KEY, e164 text NOT NULL) ON COMMIT DROP;
CREATE TEMP TABLE import_ancien (id uuid, code_menage text, menage_id uuid, created_at timestamptz) ON COMMIT DROP;
CREATE TEMP TABLE import_touche (id uuid, rang bigint, partie text, manque boolean) ON COMMIT DROP;
CREATE TEMP TABLE import_lieu (
  lieu integer GENERATED ALWAYS AS IDENTITY, region_tape text, secteur_tape text, tabanca_tape text,
  region_id uuid, secteur_id uuid, commune_id uuid, localite_id uuid, colonne text, code text, candidats uuid[], voisine text,
  region_voisine text
) ON COMMIT DROP;

-- name: keep_first_rows
-- Keep only the first rows of the file.
DELETE FROM import_raw WHERE ligne IN (SELECT ligne FROM import_raw ORDER BY ligne OFFSET %(most)s);

