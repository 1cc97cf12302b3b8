-- The submissions of one form of cases. Temporary tables: import_row (the judged rows), collecte_lue (line, ids). What touches cases runs as the role tabanca_vbg.

-- name: list_known
SELECT id, version, dit FROM vbg.collecte WHERE formulaire = %(formulaire)s

-- name: create_read
CREATE TEMP TABLE collecte_lue ON COMMIT DROP AS
SELECT ligne, id, version, instance
FROM unnest(%(lines)s::int[], %(ids)s::uuid[], %(versions)s::uuid[], %(instances)s::uuid[])
  AS lue (ligne, id, version, instance)

-- name: drop_tables
DROP TABLE IF EXISTS pg_temp.collecte_lue

-- name: list_repeated
-- What a telephone sent once is one case, under whatever other name a platform lists it again.
SELECT ligne FROM collecte_lue AS lue JOIN vbg.collecte AS twin USING (instance) WHERE twin.id <> lue.id

-- name: refuse_rows
UPDATE import_row SET faute = 'ouverture' WHERE ligne = ANY (%(lines)s::int[])

-- name: grant_rows
GRANT SELECT ON collecte_lue TO tabanca_vbg;
GRANT SELECT (ligne, service_id, region_id, secteur_id, mois, rubrique, tranche_age, sexe, statut, faute)
ON import_row TO tabanca_vbg

-- name: update_cases
-- A case that was deleted here stays so; one of a region that the caller does not reach is left to who does.
UPDATE vbg.cas SET service_id = r.service_id, region_id = r.region_id, secteur_id = r.secteur_id, mois = r.mois,
                   rubrique = r.rubrique, tranche_age = r.tranche_age, sexe = r.sexe, statut = r.statut
FROM import_row AS r JOIN collecte_lue AS lue USING (ligne) JOIN vbg.collecte AS known USING (id)
WHERE r.faute IS NULL AND cas.id = lue.id AND known.version <> lue.version
  AND (%(regions)s::uuid[] IS NULL OR cas.region_id = ANY (%(regions)s))

-- name: insert_cases
INSERT INTO vbg.cas (id, service_id, region_id, secteur_id, mois, rubrique, tranche_age, sexe, statut)
SELECT lue.id, r.service_id, r.region_id, r.secteur_id, r.mois, r.rubrique, r.tranche_age, r.sexe, r.statut
FROM import_row AS r JOIN collecte_lue AS lue USING (ligne)
WHERE r.faute IS NULL AND NOT EXISTS (SELECT FROM vbg.collecte AS known WHERE known.id = lue.id)

-- name: remember
-- An edit that the caller may not carry out stays unknown.
INSERT INTO vbg.collecte AS known (id, formulaire, version, instance)
SELECT lue.id, %(formulaire)s, lue.version, lue.instance
FROM import_row AS r JOIN collecte_lue AS lue USING (ligne) WHERE r.faute IS NULL
ON CONFLICT (id) DO UPDATE SET version = excluded.version, instance = excluded.instance
WHERE NOT EXISTS (SELECT FROM vbg.cas WHERE cas.id = known.id AND NOT (%(regions)s::uuid[] IS NULL
                                                                     OR cas.region_id = ANY (%(regions)s)))

-- name: delete_cases
-- The submission stays known, so that it does not come back.
DELETE FROM vbg.cas USING vbg.collecte AS known
WHERE known.id = cas.id AND known.formulaire = %(formulaire)s AND known.id = ANY (%(gone)s::uuid[])
  AND (%(regions)s::uuid[] IS NULL OR cas.region_id = ANY (%(regions)s))

-- name: list_faults
-- The row of another region is another person's: it is passed over, and not counted.
SELECT faute, count(*) AS nombre FROM import_row AS r
WHERE faute IS NOT NULL AND NOT (%(regions)s::uuid[] IS NOT NULL AND EXISTS (
  SELECT FROM geo_region AS area
  WHERE (area.code = r.region OR area.nom_normalise = r.region_cle) AND area.id <> ALL (%(regions)s)))
GROUP BY 1 ORDER BY 1

-- name: mark_told
UPDATE vbg.collecte SET dit = true WHERE id = ANY (%(ids)s)
