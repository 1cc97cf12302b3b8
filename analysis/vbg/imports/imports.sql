-- Rows of a workbook: import_raw (ligne, faute, attributs as jsonb, forme), then import_row with typed columns, the row
-- that it changes (cible) and its first fault (faute).

-- name: describe_columns
-- How many cells of each column are filled, and how many different values they have.
SELECT name, count(*) AS filled, count(DISTINCT value) AS unique, bool_and(value ~ '^[+-]?[0-9]+([.,][0-9]+)?$') AS is_number,
       bool_and(value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}') AS is_date
FROM import_raw CROSS JOIN LATERAL jsonb_each_text(attributs) AS cell (name, value)
WHERE value <> '' GROUP BY name

-- name: list_duplicates
-- The values that stand on several rows of a column.
SELECT attributs ->> %(column)s AS value, array_agg(ligne ORDER BY ligne) AS rows
FROM import_raw WHERE attributs ->> %(column)s <> ''
GROUP BY 1 HAVING count(*) > 1 ORDER BY min(ligne) LIMIT %(limit)s

-- name: list_sample
SELECT attributs::text AS attributs FROM import_raw ORDER BY ligne LIMIT %(limit)s

-- name: count_raw
SELECT count(*) AS n FROM import_raw

-- name: list_incomplete
-- The rows that were cut, and those without a value in one of these columns (the first such column).
SELECT ligne, (SELECT name FROM unnest(%(columns)s::text[]) WITH ORDINALITY AS needed (name, place)
               WHERE faute IS NULL AND coalesce(attributs ->> name, '') = '' ORDER BY place LIMIT 1) AS name
FROM import_raw
WHERE faute IS NOT NULL OR EXISTS (
  SELECT FROM unnest(%(columns)s::text[]) AS needed (name) WHERE coalesce(attributs ->> name, '') = '')
ORDER BY ligne LIMIT %(limit)s

-- name: count_incomplete
SELECT count(*) AS n FROM import_raw
WHERE faute IS NOT NULL OR EXISTS (
  SELECT FROM unnest(%(columns)s::text[]) AS needed (name) WHERE coalesce(attributs ->> name, '') = '')

-- name: type_services
CREATE TEMP TABLE import_row ON COMMIT DROP AS
SELECT raw.ligne, raw.faute IS NOT NULL AS est_coupee, nullif(raw.attributs ->> %(code)s, '') AS code,
       nullif(raw.attributs ->> %(nom)s, '') AS nom, normalise(raw.attributs ->> %(nom)s) AS nom_cle,
       nullif(raw.attributs ->> %(telephone)s, '') AS telephone,
       nullif(raw.attributs ->> %(responsable)s, '') AS responsable,
       nullif(raw.attributs ->> %(region)s, '') AS region, nullif(raw.attributs ->> %(secteur)s, '') AS secteur,
       normalise(raw.attributs ->> %(region)s) AS region_cle, normalise(raw.attributs ->> %(secteur)s) AS secteur_cle,
       row_number() OVER (PARTITION BY nullif(raw.attributs ->> %(code)s, '') ORDER BY raw.ligne) AS rang,
       coalesce(%(words)s::jsonb ->> replace(normalise(raw.attributs ->> %(type)s), ' ', ''),
                CASE WHEN %(types)s::jsonb ? (raw.attributs ->> %(type)s) THEN raw.attributs ->> %(type)s END) AS type,
       NULL::uuid AS region_id, NULL::uuid AS secteur_id, NULL::uuid AS cible, NULL::text AS faute
FROM import_raw AS raw

-- name: match_regions
UPDATE import_row AS r SET
  region_id = (SELECT id FROM ({regions}) AS area
               WHERE area.code = r.region OR area.nom_normalise = r.region_cle ORDER BY id LIMIT 1)

-- name: match_services
UPDATE import_row AS r SET cible = service.id FROM ({services}) AS service WHERE service.code = r.code

-- name: match_sectors
UPDATE import_row AS r SET
  secteur_id = (SELECT area.id FROM geo_secteur AS area
                WHERE area.region_id = r.region_id AND (area.code = r.secteur OR area.nom_normalise = r.secteur_cle)
                ORDER BY area.id LIMIT 1)
WHERE r.secteur IS NOT NULL

-- name: judge_services
UPDATE import_row AS r SET faute = CASE
  WHEN est_coupee THEN 'ligne'
  WHEN nom IS NULL OR length(nom) > 255 THEN 'nom'
  WHEN length(code) > 60 THEN 'code'
  WHEN length(telephone) > 32 OR length(responsable) > 255 THEN 'longueur'
  WHEN type IS NULL THEN 'type'
  WHEN region_id IS NULL AND (region IS NOT NULL OR (cible IS NULL AND NOT %(everywhere)s)) THEN 'region'
  WHEN secteur_id IS NULL AND secteur IS NOT NULL THEN 'secteur'
  -- A service that is moved to areas far from its point, which no workbook has.
  WHEN region_id IS NOT NULL AND EXISTS (
    SELECT FROM geo_service_vbg AS known
    WHERE known.id = r.cible AND geo_is_far(known.geom, r.region_id, r.secteur_id)
      AND (known.region_id IS DISTINCT FROM r.region_id
           OR (r.secteur_id IS NOT NULL AND known.secteur_id IS DISTINCT FROM r.secteur_id))) THEN 'lieu'
  WHEN NOT %(shelters)s AND (geo_is_shelter(type, NULL) OR (cible IS NULL AND geo_is_shelter(nom, NULL))) THEN 'restreint'
  WHEN code IS NOT NULL AND rang > 1 THEN 'double'
  WHEN cible IS NULL AND code IS NOT NULL AND EXISTS (SELECT FROM geo_service_vbg AS taken WHERE taken.code = r.code)
    THEN 'code_pris'
  WHEN cible IS NOT NULL AND NOT %(update)s THEN 'existe'
END

-- name: analyse_rows
-- Else the planner takes the rows without a code or a fault for very few, and joins each with every service; likewise
-- those of agents with every agent.
ANALYZE import_row

-- name: judge_known_twins
-- A row without a code describes a service that the caller sees: the rule of collectors, but for the points, which no
-- workbook has. Joined by equalities only, so that a name which stands on every row costs no more than others.
UPDATE import_row AS r SET faute = 'existe'
FROM (SELECT DISTINCT nom_normalise, type, coalesce(region_id::text, '') AS region, coalesce(secteur_id::text, '') AS secteur
      FROM ({services}) AS service) AS known
WHERE r.faute IS NULL AND r.code IS NULL AND known.nom_normalise = r.nom_cle AND known.type = r.type
  AND known.region = coalesce(r.region_id::text, '') AND known.secteur = coalesce(r.secteur_id::text, '')

-- name: judge_twins
-- Likewise, what an earlier row describes.
UPDATE import_row AS r SET faute = 'double'
FROM (SELECT ligne, row_number() OVER (PARTITION BY nom_cle, type, region_id, secteur_id ORDER BY ligne) AS rang
      FROM import_row WHERE faute IS NULL) AS counted
WHERE counted.ligne = r.ligne AND r.code IS NULL AND counted.rang > 1

-- name: update_services
UPDATE geo_service_vbg AS service SET
  nom = r.nom, type = r.type, telephone = coalesce(r.telephone, service.telephone),
  responsable = coalesce(r.responsable, service.responsable), region_id = coalesce(r.region_id, service.region_id),
  secteur_id = CASE WHEN r.region_id IS NULL THEN service.secteur_id
                    WHEN r.secteur IS NULL AND r.region_id = service.region_id THEN service.secteur_id
                    ELSE r.secteur_id END,
  localite_id = CASE WHEN r.region_id IS NOT NULL AND (r.region_id <> service.region_id
                       OR (r.secteur_id IS NOT NULL AND r.secteur_id IS DISTINCT FROM service.secteur_id)) THEN NULL
                     ELSE service.localite_id END,
  updated_at = clock_timestamp()
FROM import_row AS r WHERE r.cible = service.id AND r.faute IS NULL

-- name: insert_services
INSERT INTO geo_service_vbg (code, nom, type, statut, telephone, responsable, region_id, secteur_id, adresse, source)
SELECT coalesce(code, geo_draw_service_code('VBG-I')), nom, type, 'actif', telephone,
       responsable, region_id, secteur_id, NULL, 'import'
FROM import_row WHERE cible IS NULL AND faute IS NULL ORDER BY ligne

-- name: type_agents
CREATE TEMP TABLE import_row ON COMMIT DROP AS
SELECT raw.ligne, raw.faute IS NOT NULL AS est_coupee, nullif(raw.attributs ->> %(nom)s, '') AS nom,
       coalesce(raw.attributs ->> %(prenom)s, '') AS prenom, nullif(raw.attributs ->> %(fonction)s, '') AS fonction,
       nullif(raw.attributs ->> %(telephone)s, '') AS telephone, nullif(raw.attributs ->> %(service)s, '') AS service,
       NULL::uuid AS service_id, NULL::uuid AS cible, NULL::text AS faute
FROM import_raw AS raw

-- name: match_agents_by_code
UPDATE import_row AS r SET service_id = service.id FROM ({services}) AS service WHERE service.code = r.service

-- name: match_agents_by_id
UPDATE import_row AS r SET service_id = service.id FROM ({services}) AS service
WHERE r.service_id IS NULL AND service.id::text = lower(r.service)

-- name: match_known_agents
UPDATE import_row AS r SET cible = agent.id FROM geo_agent_vbg AS agent
WHERE agent.service_id = r.service_id AND normalise(agent.nom) = normalise(r.nom)
  AND normalise(agent.prenom) = normalise(r.prenom)

-- name: judge_agents
UPDATE import_row AS r SET faute = CASE
  WHEN est_coupee THEN 'ligne'
  WHEN nom IS NULL OR length(nom) > 255 THEN 'nom'
  WHEN length(prenom) > 255 OR length(fonction) > 255 OR length(telephone) > 32 THEN 'longueur'
  WHEN service_id IS NULL THEN 'service'
  WHEN cible IS NOT NULL AND NOT %(update)s THEN 'existe'
END

-- name: judge_repeated_agents
-- Whatever each row calls the service: its code, or its id.
UPDATE import_row AS r SET faute = 'double'
FROM (SELECT ligne, row_number() OVER (PARTITION BY service_id, normalise(nom), normalise(prenom) ORDER BY ligne) AS rang
      FROM import_row WHERE faute IS NULL) AS counted
WHERE counted.ligne = r.ligne AND counted.rang > 1

-- name: update_agents
UPDATE geo_agent_vbg AS agent SET fonction = coalesce(r.fonction, agent.fonction),
  telephone = coalesce(r.telephone, agent.telephone), updated_at = clock_timestamp()
FROM import_row AS r WHERE r.cible = agent.id AND r.faute IS NULL

-- name: insert_agents
INSERT INTO geo_agent_vbg (nom, prenom, fonction, telephone, service_id)
SELECT nom, prenom, fonction, telephone, service_id FROM import_row
WHERE cible IS NULL AND faute IS NULL ORDER BY ligne

-- name: count_rows
SELECT count(*) AS total, count(*) FILTER (WHERE faute IS NULL AND cible IS NULL) AS imported,
       count(*) FILTER (WHERE faute IS NULL AND cible IS NOT NULL) AS updated,
       count(*) FILTER (WHERE faute IS NOT NULL) AS skipped
FROM import_row

-- name: list_faults
SELECT ligne, faute FROM import_row WHERE faute IS NOT NULL ORDER BY ligne LIMIT %(limit)s

-- name: type_cases
-- Of a date the month is kept; the day tells what is to come and what is there twice, and goes with this table.
CREATE TEMP TABLE import_row ON COMMIT DROP AS
SELECT ligne, est_coupee, service, region, secteur, normalise(region) AS region_cle, normalise(secteur) AS secteur_cle,
       CASE WHEN morceaux IS NULL THEN NULL
            WHEN coalesce(morceaux[1], morceaux[6])::int BETWEEN 2000 AND 2999
             AND coalesce(morceaux[2], morceaux[5])::int BETWEEN 1 AND 12
             AND coalesce(morceaux[3], morceaux[4], '1')::int BETWEEN 1 AND 31
            THEN make_date(coalesce(morceaux[1], morceaux[6])::int, coalesce(morceaux[2], morceaux[5])::int, 1)
       END AS mois,
       coalesce(morceaux[3], morceaux[4])::int AS jour,
       rubriques ->> rubrique AS rubrique,
       CASE WHEN age IS NULL THEN 'inconnu' ELSE ages ->> age END AS tranche_age,
       CASE WHEN sexe_lu IS NULL THEN 'inconnu' ELSE sexes ->> sexe_lu END AS sexe,
       CASE WHEN statut_lu IS NULL THEN 'en_cours' ELSE statuts ->> statut_lu END AS statut,
       NULL::uuid AS service_id, NULL::uuid AS region_id, NULL::uuid AS secteur_id, NULL::uuid AS cible, NULL::text AS faute
FROM (
  SELECT ligne, faute IS NOT NULL AS est_coupee, nullif(attributs ->> %(service)s, '') AS service,
         nullif(attributs ->> %(region)s, '') AS region, nullif(attributs ->> %(secteur)s, '') AS secteur,
         -- [0-9], since \d may know digits of other scripts, which are no integers.
         regexp_match(attributs ->> %(date)s,
                      '^\s*(?:([0-9][0-9][0-9][0-9])-([0-9][0-9]?)(?:-([0-9][0-9]?))?(?:[T ].*)?|'
                      '(?:([0-9][0-9]?)[/.-])?([0-9][0-9]?)[/.-]([0-9][0-9][0-9][0-9]))\s*$') AS morceaux,
         replace(normalise(attributs ->> %(rubrique)s), ' ', '') AS rubrique,
         nullif(replace(normalise(attributs ->> %(trancheAge)s), ' ', ''), '') AS age,
         nullif(replace(normalise(attributs ->> %(sexe)s), ' ', ''), '') AS sexe_lu,
         nullif(replace(normalise(attributs ->> %(statut)s), ' ', ''), '') AS statut_lu,
         %(words)s::jsonb -> 'rubrique' AS rubriques, %(words)s::jsonb -> 'trancheAge' AS ages,
         %(words)s::jsonb -> 'sexe' AS sexes, %(words)s::jsonb -> 'statut' AS statuts
  FROM import_raw
  OFFSET 0 -- else the pieces of a date would be searched for again wherever they are named
) AS lue

-- name: match_cases_by_code
-- Two statements, as for agents: with an OR every row would be compared with every service.
UPDATE import_row AS r SET service_id = service.id, region_id = service.region_id, secteur_id = service.secteur_id
FROM ({services}) AS service WHERE service.code = r.service

-- name: match_cases_by_id
UPDATE import_row AS r SET service_id = service.id, region_id = service.region_id, secteur_id = service.secteur_id
FROM ({services}) AS service WHERE r.service_id IS NULL AND service.id::text = lower(r.service)

-- name: match_areas_of_cases
-- The areas of a row come before those of its service.
UPDATE import_row AS r SET
  region_id = (SELECT id FROM ({regions}) AS area
               WHERE area.code = r.region OR area.nom_normalise = r.region_cle ORDER BY id LIMIT 1),
  secteur_id = NULL
WHERE r.region IS NOT NULL

-- name: match_sectors_of_cases
UPDATE import_row AS r SET
  secteur_id = (SELECT area.id FROM geo_secteur AS area
                WHERE area.region_id = r.region_id AND (area.code = r.secteur OR area.nom_normalise = r.secteur_cle)
                ORDER BY area.id LIMIT 1)
WHERE r.secteur IS NOT NULL

-- name: judge_cases
UPDATE import_row AS r SET faute = CASE
  WHEN est_coupee THEN 'ligne'
  WHEN service IS NOT NULL AND service_id IS NULL THEN 'service'
  WHEN region_id IS NULL OR NOT EXISTS (SELECT FROM ({regions}) AS area WHERE area.id = r.region_id) THEN 'region'
  WHEN secteur IS NOT NULL AND secteur_id IS NULL THEN 'secteur'
  WHEN mois IS NULL OR mois + coalesce(jour, 1) - 1 > %(today)s THEN 'date'
  -- A day that its month does not have, as 31/02, is one of the next month.
  WHEN extract(month FROM mois + coalesce(jour, 1) - 1) <> extract(month FROM mois) THEN 'date'
  WHEN rubrique IS NULL THEN 'rubrique'
  WHEN tranche_age IS NULL THEN 'trancheAge'
  WHEN sexe IS NULL THEN 'sexe'
  WHEN statut IS NULL THEN 'statut'
END

-- name: judge_repeated_cases
-- What was read is compared, and not how it was written; those of a whole month may be alike.
UPDATE import_row AS r SET faute = 'double'
FROM (SELECT ligne, row_number() OVER (PARTITION BY service_id, region_id, secteur_id, mois, jour, rubrique, tranche_age, sexe,
                                                    statut ORDER BY ligne) AS rang
      FROM import_row WHERE faute IS NULL AND jour IS NOT NULL) AS counted
WHERE counted.ligne = r.ligne AND counted.rang > 1
