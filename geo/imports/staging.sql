-- name: prepare
-- The typed rows, and functions that read texts; run as it is, without values or names to fill in.
CREATE TEMP TABLE import_row (
  ligne integer PRIMARY KEY, id uuid NOT NULL DEFAULT uuid7(),
  nom text, cle text, anonyme boolean NOT NULL DEFAULT false, douteux boolean NOT NULL DEFAULT false,
  code text, source_id text, brut jsonb NOT NULL, valeurs jsonb NOT NULL DEFAULT '{}',
  lat text, lon text, wkt text, region_dit text, secteur_dit text, commune_dit text, localite_dit text,
  geom geometry, region_id uuid, secteur_id uuid, commune_id uuid, localite_id uuid,
  part_pays double precision, cible uuid, par text, position_sure boolean NOT NULL DEFAULT true, garde_nom boolean NOT NULL DEFAULT false,
  refuse boolean NOT NULL DEFAULT false
) ON COMMIT DROP;

-- Text without runs of blanks; NULL for the words that mean "no value".
CREATE OR REPLACE FUNCTION pg_temp.dit(v text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN lower(t) IN ('', 'na', 'n/a', 'n.a.', 'nan', 'null', 'none', '-', '--', '–', '—') THEN NULL ELSE t END
  FROM (SELECT btrim(regexp_replace(v, '[\s\u00a0]+', ' ', 'g'))) AS trimmed (t)
$$;

-- A number with a decimal point or comma; NULL when the text is not one.
CREATE OR REPLACE FUNCTION pg_temp.nombre(v text) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN v ~ '^[-+]?[0-9]{1,15}([.,][0-9]{0,30})?([eE][-+]?[0-9]{1,2})?$'
    THEN replace(v, ',', '.')::double precision END
$$;

-- The next of 1, 2, 5, 10, 20 …: rounding up groups the issues of rows with about the same distance into one.
CREATE OR REPLACE FUNCTION pg_temp.palier(v double precision) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT min(step * 10 ^ power)::integer FROM unnest(ARRAY[1, 2, 5]) AS step, generate_series(0, 6) AS power
  WHERE step * 10 ^ power >= v
$$;

-- The key of a name: without accents, case and blanks.
CREATE OR REPLACE FUNCTION pg_temp.cle(v text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(nullif(replace(normalise(v), ' ', ''), ''), lower(v))
$$;

-- The key of an area: its name up to a slash, without "Setor de", "Região de", "Autonomous Sector" and the like.
CREATE OR REPLACE FUNCTION pg_temp.cle_aire(v text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(nullif(replace(
    regexp_replace(regexp_replace(normalise(split_part(v, '/', 1)),
      '^(sous prefecture|secteur|sector|setor|regiao|region|commune|comuna|departement|district|prefecture|cercle|province|provincia|arrondissement)( autonome| autonomo| autonomous)?( de la| de l| de| da| do| dos| das| des| du| d| of)? ',
      ''),
      '( autonomous| autonome| autonomo)? (sector|setor|secteur|region|regiao|district|commune|prefecture|province)$', ''),
    ' ', ''), ''), pg_temp.cle(v))
$$;

-- WKT as geometry in EPSG:4326; NULL instead of an error.
CREATE OR REPLACE FUNCTION pg_temp.forme(v text, srid integer) RETURNS geometry LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE found geometry;
BEGIN
  IF v IS NULL OR length(v) > 5000000 THEN RETURN NULL; END IF;
  found := ST_Force2D(ST_GeomFromEWKT(v));
  IF ST_SRID(found) = 0 THEN found := ST_SetSRID(found, srid); END IF;
  RETURN ST_Transform(found, 4326);
EXCEPTION WHEN OTHERS THEN RETURN NULL;
END $$;

-- Whether a word in a boolean field means "unknown".
CREATE OR REPLACE FUNCTION pg_temp.ignore(v text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT normalise(v) ~ '^(unknown|not known|inconnue?|desconhecid[ao]|indetermine|don t know|ne sait pas|nao sabe|no data|sem dados)$'
$$;

-- Whether a word that counts as true means "in part": it works, but needs repair.
CREATE OR REPLACE FUNCTION pg_temp.en_partie(v text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT normalise(v) ~ '\m(partial|partiel|parcial|repair|repar|mainten|manuten|entretien|seasonal|saison|sazonal|intermit)'
$$;

-- A value of a field as JSON, by the field's kind of value; NULL when it cannot be parsed.
CREATE OR REPLACE FUNCTION pg_temp.lu(v text, sorte text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE sorte
    WHEN 'entier' THEN CASE WHEN replace(v, ' ', '') ~ '^\+?[0-9]{1,10}([.,]0*)?$'
        AND pg_temp.nombre(replace(v, ' ', '')) <= 2147483647
      THEN to_jsonb(pg_temp.nombre(replace(v, ' ', ''))::bigint) END
    -- A water point that works in part counts as working; find_partly_true reports it.
    WHEN 'booleen' THEN CASE
      WHEN normalise(v) ~ '^(non|no|nao|not|false|faux|0|n|en panne|hors (service|d usage)|out of order|broken|damaged|avariad[ao]|inoperante?)( .*)?$|^abandon'
        THEN 'false'::jsonb
      WHEN normalise(v) ~ '^(oui|yes|sim|true|vrai|1|o|y|s|functional|fonctionnel|fonctionnelle|functionnel|funcional|fonctionne|working|marche|en service|operational|operationnel|operationnelle|operacional|em funcionamento)( .*)?$|^(partial|partiel|parcial)'
        THEN 'true'::jsonb END
    WHEN 'liste' THEN to_jsonb(ARRAY(
      SELECT DISTINCT lower(btrim(item)) FROM regexp_split_to_table(v, '[,;|/]') AS item WHERE btrim(item) <> '' ORDER BY 1))
    WHEN 'type_localite' THEN CASE
      WHEN normalise(v) IN ('village', 'hamlet', 'tabanca', 'aldeia', 'town', 'isolated dwelling', 'farm', 'ppl', 'localite')
        THEN '"village"'::jsonb
      WHEN normalise(v) IN ('quartier', 'quarter', 'neighbourhood', 'neighborhood', 'suburb', 'bairro', 'city')
        THEN '"quartier"'::jsonb END
    WHEN 'type_acteur' THEN CASE
      WHEN normalise(v) IN ('point focal', 'ponto focal', 'focal point') THEN '"point_focal"'::jsonb
      WHEN normalise(v) IN ('chef village', 'chef de village', 'chefe de tabanca', 'village chief')
        THEN '"chef_village"'::jsonb END
    ELSE to_jsonb(v) END
$$

-- name: filter_rows
-- Keep the rows that match every filter: the column's text is one of the values, regardless of case. A failed formula
-- matches any filter, so that the row is refused instead of silently excluded.
DELETE FROM import_raw r
WHERE NOT (SELECT coalesce(bool_and(lower(coalesce(pg_temp.dit(r.attrs ->> f.colonne), '')) IN
    (SELECT lower(v) FROM jsonb_array_elements_text(f.valeurs) AS v) OR pg_temp.dit(r.attrs ->> f.colonne) ~ %(rate)s), true)
  FROM jsonb_to_recordset(%(filtres)s::jsonb) AS f (colonne text, valeurs jsonb))

-- name: project
-- Columns of the file become fields. The open names are expressions over attrs, composed from the mapping.
INSERT INTO import_row (ligne, nom, code, source_id, lat, lon, wkt, region_dit, secteur_dit, commune_dit, localite_dit,
  geom, brut)
SELECT ligne, {raw_nom}, {raw_code}, {raw_source_id}, {raw_lat}, {raw_lon}, {raw_geom}, {raw_region}, {raw_secteur},
  {raw_commune}, {raw_localite}, geom, jsonb_strip_nulls({raw_brut})
FROM import_raw

-- name: find_raw_troubles
INSERT INTO import_issue (ligne, grave, colonne, code)
SELECT ligne, true, CASE WHEN faute NOT IN ('decalee', 'guillemet', 'coupee') THEN 'geom' END, faute
FROM import_raw WHERE faute IS NOT NULL

-- name: find_failed_cells
-- Cells with the error of a failed formula: of the fields, and of the columns in filters.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, c.colonne, CASE WHEN c.valeur ~ '^###' THEN 'trop_etroite' ELSE 'formule' END,
  jsonb_build_object('valeur', left(c.valeur, 80))
FROM import_row r JOIN import_raw raw USING (ligne)
CROSS JOIN LATERAL (
  SELECT * FROM (VALUES ('nom', r.nom), ('code', r.code), ('source_id', r.source_id), ('lat', r.lat), ('lon', r.lon),
    ('geom', r.wkt), ('region', r.region_dit), ('secteur', r.secteur_dit), ('commune', r.commune_dit),
    ('localite', r.localite_dit)) AS own
  UNION ALL SELECT * FROM jsonb_each_text(r.brut)
  UNION ALL SELECT f.colonne, pg_temp.dit(raw.attrs ->> f.colonne)
    FROM jsonb_to_recordset(%(filtres)s::jsonb) AS f (colonne text)) AS c (colonne, valeur)
WHERE left(c.valeur, 1) IN ('#', 'E') AND c.valeur ~ %(rate)s

-- name: keep_failed_cells
-- A cell whose formula failed gets that issue and no other.
DELETE FROM import_issue i USING import_issue f
WHERE f.code IN ('formule', 'trop_etroite') AND i.ligne = f.ligne AND i.code NOT IN ('formule', 'trop_etroite')
  AND (i.colonne = f.colonne OR (i.code = 'demi_coordonnee' AND f.colonne IN ('lat', 'lon')))

-- name: name_rows
-- Rows without a name get the default name, if there is one; names get their key; damaged names are marked.
UPDATE import_row r SET
  anonyme = (r.nom IS NULL),
  nom = coalesce(r.nom, %(nom_defaut)s),
  cle = {cle}(coalesce(r.nom, %(nom_defaut)s)),
  douteux = coalesce(r.nom ~ %(abime)s, false)

-- name: strip_prefixes
-- "Sector de Bissorã" becomes "Bissorã"; an autonomous sector keeps its whole name.
WITH bare AS (
  SELECT ligne, regexp_replace(nom, '^(secteur|sector|setor|r[eé]gion|regi[aã]o|commune|comuna|d[eé]partement|district|(sous[- ])?pr[eé]fecture|cercle|province|prov[ií]ncia|arrondissement) (de la |de l[''’]|de |da |do |dos |das |du |des |d[''’]|of )', '', 'i') AS nu
  FROM import_row
), reported AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT r.ligne, false, 'nom', 'prefixe', jsonb_build_object('valeur', first_value(r.nom) OVER (ORDER BY r.ligne),
    'connu', first_value(bare.nu) OVER (ORDER BY r.ligne))
  FROM import_row r JOIN bare USING (ligne) WHERE bare.nu <> r.nom AND bare.nu <> '')
UPDATE import_row r SET nom = bare.nu FROM bare WHERE bare.ligne = r.ligne AND bare.nu <> r.nom AND bare.nu <> ''

-- name: read_values
-- Texts become values: JSON null when one cannot be parsed, absent for a boolean that is unknown.
UPDATE import_row r SET valeurs = (
  SELECT coalesce(jsonb_object_agg(f.champ, pg_temp.lu(r.brut ->> f.champ, f.sorte)), jsonb_build_object())
  FROM jsonb_to_recordset(%(champs)s::jsonb) AS f (champ text, sorte text, longueur integer)
  WHERE r.brut ? f.champ AND NOT (f.sorte = 'booleen' AND pg_temp.ignore(r.brut ->> f.champ)))
WHERE r.brut <> jsonb_build_object()

-- name: find_text_troubles
WITH fields AS (
  SELECT * FROM jsonb_to_recordset(%(champs)s::jsonb) AS f (champ text, sorte text, longueur integer)
)
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT ligne, true, 'nom', 'nom_absent', jsonb_build_object() FROM import_row WHERE nom IS NULL
UNION ALL
SELECT r.ligne, true, f.champ, 'trop_long', jsonb_build_object('longueur', length(t.texte), 'max', f.longueur)
FROM import_row r CROSS JOIN fields f
-- The limit of a translated word applies to its translation.
CROSS JOIN LATERAL (SELECT CASE WHEN f.champ = 'nom' THEN r.nom WHEN f.champ = 'code' THEN r.code
  WHEN f.champ = 'source_id' THEN r.source_id WHEN f.sorte = 'texte' THEN r.brut ->> f.champ
  WHEN f.sorte = 'liste' THEN (SELECT v FROM jsonb_array_elements_text(r.valeurs -> f.champ) AS v ORDER BY length(v) DESC LIMIT 1)
  END) AS t (texte)
WHERE length(t.texte) > f.longueur
UNION ALL
SELECT r.ligne, true, f.champ, f.sorte, jsonb_build_object('valeur', left(r.brut ->> f.champ, 80))
FROM import_row r CROSS JOIN fields f
WHERE jsonb_typeof(r.valeurs -> f.champ) = 'null'

-- name: find_partly_true
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, false, f.champ, 'en_partie', jsonb_build_object('valeur', left(r.brut ->> f.champ, 80))
FROM import_row r JOIN jsonb_to_recordset(%(champs)s::jsonb) AS f (champ text, sorte text) ON f.sorte = 'booleen'
WHERE r.valeurs -> f.champ = 'true' AND pg_temp.en_partie(r.brut ->> f.champ)

-- name: translate_types
UPDATE import_row r SET valeurs = jsonb_set(r.valeurs, ARRAY['type'], to_jsonb(known.code))
FROM (SELECT dit, (SELECT w ->> 1 FROM jsonb_array_elements(%(mots)s::jsonb) WITH ORDINALITY AS words (w, place)
                   WHERE normalise(dit) ~ (w ->> 0) ORDER BY place LIMIT 1) AS code
      FROM (SELECT DISTINCT valeurs ->> 'type' AS dit FROM import_row) AS said) AS known
WHERE r.valeurs ->> 'type' = known.dit AND known.code IS NOT NULL

-- name: find_repeated_ids
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT ligne, true, 'source_id', 'id_double', jsonb_build_object('valeur', left(source_id, 80), 'autre', premiere)
FROM (SELECT ligne, source_id, min(ligne) OVER (PARTITION BY source_id) AS premiere
      FROM import_row WHERE source_id IS NOT NULL AND NOT refuse) AS ids
WHERE ligne > premiere
UNION ALL
SELECT ligne, true, 'code', 'code_double', jsonb_build_object('valeur', left(code, 80), 'autre', premiere)
FROM (SELECT ligne, code, min(ligne) OVER (PARTITION BY code) AS premiere
      FROM import_row WHERE code IS NOT NULL AND NOT refuse) AS codes
WHERE ligne > premiere
