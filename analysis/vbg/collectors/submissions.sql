-- Submissions of a survey platform as services for survivors. import_soumission: the receipts that are to create or
-- change a service, one per line; import_raw: their answers by field (attributs); import_row: the same typed, with the
-- service that a row changes (cible) or creates (nouveau), and its first fault (faute). Parameters usage, source,
-- formulaire identify the form; plan is the hash of the mapping; depuis excludes earlier submissions, null for none.

-- name: drop_submissions
DROP TABLE IF EXISTS pg_temp.import_soumission

-- name: create_chosen_submissions
-- Select what was received or changed since it was last applied with this mapping. Submissions that are encrypted,
-- deleted on the platform, or whose service was deleted here are left out; without `modifier`, so are all that have one.
CREATE TEMP TABLE import_soumission ON COMMIT DROP AS
SELECT (row_number() OVER (ORDER BY soumis_at, id))::integer AS ligne, id AS recu_id, racine, statut, cible_id
FROM registry_collecte_recu
WHERE usage = %(usage)s AND source = %(source)s AND formulaire = %(formulaire)s
  AND etat NOT IN ('parti', 'chiffre') AND supprime_at IS NULL
  AND applique IS DISTINCT FROM version || ':' || %(plan)s
  AND (%(depuis)s::timestamptz IS NULL OR soumis_at >= %(depuis)s)
  AND (%(modifier)s OR cible_id IS NULL)

-- name: index_submissions
ALTER TABLE import_soumission ADD PRIMARY KEY (ligne);
ANALYZE import_soumission

-- name: list_contents
SELECT ligne, contenu::text AS contenu
FROM import_soumission JOIN registry_collecte_recu AS recu ON recu.id = recu_id
WHERE ligne BETWEEN %(first)s AND %(last)s ORDER BY ligne

-- name: type_rows
CREATE TEMP TABLE import_row ON COMMIT DROP AS
SELECT raw.ligne, raw.faute, nullif(a ->> 'code', '') AS code, nullif(a ->> 'nom', '') AS nom,
       normalise(a ->> 'nom') AS nom_cle,
       coalesce(%(words)s::jsonb ->> replace(normalise(a ->> 'typeService'), ' ', ''),
                CASE WHEN %(types)s::text[] @> ARRAY[a ->> 'typeService'] THEN a ->> 'typeService' END) AS type,
       nullif(a ->> 'region', '') AS region, normalise(a ->> 'region') AS region_cle,
       nullif(a ->> 'secteur', '') AS secteur, normalise(a ->> 'secteur') AS secteur_cle,
       nullif(a ->> 'localite', '') AS localite, normalise(a ->> 'localite') AS localite_cle,
       nullif(replace(a ->> 'latitude', ',', '.'), '') AS latitude,
       nullif(replace(a ->> 'longitude', ',', '.'), '') AS longitude,
       nullif(a ->> 'adresse', '') AS adresse, nullif(a ->> 'telephone', '') AS telephone,
       nullif(a ->> 'email', '') AS email, nullif(a ->> 'responsable', '') AS responsable,
       nullif(a ->> 'horaires', '') AS horaires, nullif(a ->> 'description', '') AS description,
       regexp_split_to_array(nullif(lower(a ->> 'servicesOfferts'), ''), '[\s,;]+') AS offres,
       array_remove(regexp_split_to_array(nullif(a ->> 'partenaires', ''), '\s*[,;\n]\s*'), '') AS partenaires,
       nullif(a ->> 'capaciteAccueil', '') AS capacite, nullif(left(a ->> 'dateOuverture', 10), '') AS ouverture,
       nullif(replace(normalise(a ->> 'statut'), ' ', '_'), '') AS statut, nullif(normalise(a ->> 'visibilite'), '') AS visibilite,
       NULL::geometry(Point, 4326) AS geom, NULL::uuid AS region_id, NULL::uuid AS secteur_id, NULL::uuid AS localite_id,
       NULL::uuid AS cible, NULL::uuid AS nouveau
FROM import_raw AS raw CROSS JOIN LATERAL (SELECT raw.attributs) AS cells (a)

-- name: index_rows
ALTER TABLE import_row ADD PRIMARY KEY (ligne);
ANALYZE import_row

-- name: place_rows
UPDATE import_row SET geom = ST_SetSRID(ST_MakePoint(longitude::float8, latitude::float8), 4326)
WHERE latitude ~ '^-?[0-9]{{1,2}}([.][0-9]{{1,20}})?$' AND longitude ~ '^-?[0-9]{{1,3}}([.][0-9]{{1,20}})?$'
  AND abs(latitude::float8) <= 90 AND abs(longitude::float8) <= 180

-- name: match_known
-- The service of the same submission, else the one with the same code; only what the caller sees.
UPDATE import_row AS r SET cible = service.id
FROM import_soumission AS soumission JOIN ({services}) AS service ON service.id = soumission.cible_id
WHERE soumission.ligne = r.ligne

-- name: match_codes
UPDATE import_row AS r SET cible = service.id
FROM import_soumission AS soumission, ({services}) AS service
WHERE soumission.ligne = r.ligne AND soumission.cible_id IS NULL AND service.code = r.code

-- name: match_regions
UPDATE import_row AS r SET region_id = (
  SELECT area.id FROM ({regions}) AS area
  WHERE area.code = r.region OR area.nom_normalise = r.region_cle ORDER BY area.id LIMIT 1)
WHERE r.region IS NOT NULL

-- name: match_places
-- Where no region is answered, the sector in which the point lies says it.
UPDATE import_row AS r SET region_id = within.region_id, secteur_id = CASE WHEN r.secteur IS NULL THEN within.id END
FROM import_row AS bare JOIN LATERAL (
  SELECT secteur.id, secteur.region_id FROM geo_secteur AS secteur JOIN ({regions}) AS area ON area.id = secteur.region_id
  WHERE ST_Covers(secteur.geom, bare.geom) ORDER BY secteur.id LIMIT 1) AS within ON true
WHERE bare.ligne = r.ligne AND r.region IS NULL AND r.geom IS NOT NULL

-- name: match_sectors
UPDATE import_row AS r SET secteur_id = (
  SELECT area.id FROM geo_secteur AS area
  WHERE area.region_id = r.region_id AND (area.code = r.secteur OR area.nom_normalise = r.secteur_cle)
  ORDER BY area.id LIMIT 1)
WHERE r.secteur IS NOT NULL

-- name: match_localities
UPDATE import_row AS r SET localite_id = (
  SELECT area.id FROM geo_localite AS area
  WHERE area.secteur_id = r.secteur_id AND (area.code = r.localite OR area.nom_normalise = r.localite_cle)
  ORDER BY area.id LIMIT 1)
WHERE r.localite IS NOT NULL AND r.secteur_id IS NOT NULL

-- name: judge_rows
UPDATE import_row AS r SET faute = CASE
  WHEN r.faute IS NOT NULL THEN r.faute
  WHEN soumission.statut = 'rejete' AND soumission.cible_id IS NULL THEN 'rejete'
  WHEN nom IS NULL OR length(nom) > 255 THEN 'nom'
  WHEN length(code) > 60 THEN 'code'
  WHEN length(telephone) > 32 OR greatest(length(responsable), length(adresse), length(email), length(horaires)) > 255
    OR EXISTS (SELECT FROM unnest(partenaires) AS partner WHERE length(partner) > 255) OR cardinality(partenaires) > 100
    OR length(description) > 10000 THEN 'longueur'
  WHEN type IS NULL THEN 'type'
  WHEN soumission.cible_id IS NOT NULL AND cible IS NULL THEN 'region'
  WHEN region_id IS NULL AND (region IS NOT NULL OR (cible IS NULL AND NOT %(everywhere)s)) THEN 'region'
  WHEN secteur_id IS NULL AND secteur IS NOT NULL THEN 'secteur'
  WHEN localite_id IS NULL AND localite IS NOT NULL THEN 'localite'
  WHEN geom IS NULL AND coalesce(latitude, longitude) IS NOT NULL THEN 'position'
  -- A place that was told, or an area, and the rest as it is known: see update_services.
  WHEN (r.geom IS NOT NULL OR r.region_id IS NOT NULL) AND (
    SELECT geo_is_far(coalesce(r.geom, known.geom), coalesce(r.region_id, known.region_id),
                      CASE WHEN r.region_id IS NULL OR (r.secteur_id IS NULL AND r.region_id = known.region_id)
                           THEN known.secteur_id ELSE r.secteur_id END)
    FROM (VALUES (r.cible)) AS target (id) LEFT JOIN geo_service_vbg AS known ON known.id = target.id) THEN 'lieu'
  WHEN NOT coalesce(offres <@ %(offers)s::text[], true) THEN 'offre'
  WHEN capacite !~ '^[0-9]{{1,9}}$' THEN 'capacite'
  WHEN NOT r.statut = ANY (%(statuses)s) THEN 'statut'
  WHEN NOT r.visibilite = ANY (%(visibilities)s) THEN 'visibilite'
  WHEN NOT %(shelters)s AND (visibilite = 'restreinte' OR geo_is_shelter(type, offres)
                             OR (cible IS NULL AND geo_is_shelter(nom, NULL))) THEN 'restreint'
  WHEN NOT %(professionals)s AND visibilite = 'professionnels' THEN 'restreint'
  WHEN cible IS NULL AND code IS NOT NULL AND EXISTS (SELECT FROM geo_service_vbg AS taken WHERE taken.code = r.code)
    THEN 'code_pris'
  WHEN cible IS NOT NULL AND soumission.cible_id IS NULL
    AND (NOT %(modifier)s OR EXISTS (SELECT FROM registry_collecte_recu AS other
                                     WHERE other.cible_id = r.cible AND other.usage = %(usage)s
                                       AND other.source = %(source)s AND other.formulaire = %(formulaire)s))
    THEN 'existe'
END
FROM import_soumission AS soumission WHERE soumission.ligne = r.ligne

-- name: judge_repeated_codes
UPDATE import_row AS r SET faute = 'existe'
FROM (SELECT ligne, row_number() OVER (PARTITION BY code ORDER BY ligne) AS rang FROM import_row
      WHERE faute IS NULL AND code IS NOT NULL) AS counted
WHERE counted.ligne = r.ligne AND rang > 1

-- name: judge_known_twins
-- A new row without a code describes a service that the caller sees: the same name, type, region and sector, and not two
-- points more than 500 metres apart. Joined, as the next statement: a subquery would be asked for each row.
UPDATE import_row AS r SET faute = 'double'
FROM ({services}) AS other
WHERE r.faute IS NULL AND r.cible IS NULL AND r.code IS NULL
  AND other.nom_normalise = r.nom_cle AND other.type = r.type
  AND other.region_id IS NOT DISTINCT FROM r.region_id AND other.secteur_id IS NOT DISTINCT FROM r.secteur_id
  AND coalesce(ST_DWithin(other.geom::geography, r.geom::geography, 500), true)

-- name: judge_twins
-- Likewise, what an earlier row describes.
UPDATE import_row AS r SET faute = 'double'
FROM import_row AS other
WHERE r.faute IS NULL AND r.cible IS NULL AND r.code IS NULL
  AND other.ligne < r.ligne AND other.nom_cle = r.nom_cle AND other.type = r.type AND other.faute IS NULL
  AND other.region_id IS NOT DISTINCT FROM r.region_id AND other.secteur_id IS NOT DISTINCT FROM r.secteur_id
  AND coalesce(ST_DWithin(other.geom::geography, r.geom::geography, 500), true)

-- name: name_new
UPDATE import_row SET nouveau = uuid7() WHERE faute IS NULL AND cible IS NULL

-- name: lock_services
SELECT id FROM geo_service_vbg WHERE id IN (SELECT cible FROM import_row WHERE faute IS NULL AND cible IS NOT NULL)
ORDER BY id FOR NO KEY UPDATE

-- name: update_services
-- A question without an answer changes nothing.
UPDATE geo_service_vbg AS service SET
  nom = r.nom, type = r.type, statut = coalesce(r.statut, service.statut), visibilite = coalesce(r.visibilite, service.visibilite),
  code = coalesce(r.code, service.code), adresse = coalesce(r.adresse, service.adresse),
  telephone = coalesce(r.telephone, service.telephone), email = coalesce(r.email, service.email),
  responsable = coalesce(r.responsable, service.responsable), horaires = coalesce(r.horaires, service.horaires),
  description = coalesce(r.description, service.description), services_offerts = coalesce(r.offres, service.services_offerts),
  partenaires = coalesce(r.partenaires, service.partenaires),
  capacite_accueil = coalesce(r.capacite::integer, service.capacite_accueil),
  date_ouverture = coalesce(r.ouverture::date, service.date_ouverture), geom = coalesce(r.geom, service.geom),
  region_id = coalesce(r.region_id, service.region_id),
  secteur_id = CASE WHEN r.region_id IS NULL THEN service.secteur_id
                    WHEN r.secteur_id IS NULL AND r.region_id = service.region_id THEN service.secteur_id
                    ELSE r.secteur_id END,
  localite_id = CASE WHEN r.localite_id IS NOT NULL THEN r.localite_id
                     WHEN r.region_id IS NOT NULL AND (r.region_id <> service.region_id
                       OR (r.secteur_id IS NOT NULL AND r.secteur_id IS DISTINCT FROM service.secteur_id)) THEN NULL
                     ELSE service.localite_id END,
  updated_at = clock_timestamp()
FROM import_row AS r WHERE r.cible = service.id AND r.faute IS NULL

-- name: insert_services
INSERT INTO geo_service_vbg (id, code, nom, type, statut, visibilite, adresse, telephone, email, responsable, horaires,
                             description, services_offerts, partenaires, capacite_accueil, date_ouverture, geom, region_id,
                             secteur_id, localite_id, source, source_id)
SELECT r.nouveau, coalesce(r.code, geo_draw_service_code('VBG-C')), r.nom, r.type,
       coalesce(r.statut, 'actif'), coalesce(r.visibilite, 'publique'), r.adresse, r.telephone, r.email, r.responsable,
       r.horaires, r.description, coalesce(r.offres, '{{}}'), coalesce(r.partenaires, '{{}}'), r.capacite::integer,
       r.ouverture::date, r.geom, r.region_id, r.secteur_id, r.localite_id, %(source)s, left(soumission.racine, 100)
FROM import_row AS r JOIN import_soumission AS soumission USING (ligne)
WHERE r.nouveau IS NOT NULL ORDER BY r.ligne

-- name: close_services
-- Close the services whose submission was deleted on the platform, once: who opens one again is not overruled.
UPDATE geo_service_vbg AS service SET statut = 'inactif', updated_at = clock_timestamp()
FROM registry_collecte_recu AS recu
WHERE recu.usage = %(usage)s AND recu.source = %(source)s AND recu.formulaire = %(formulaire)s
  AND recu.supprime_at IS NOT NULL AND recu.applique IS NOT NULL AND recu.cible_id = service.id
  AND service.statut <> 'inactif' AND service.id IN (SELECT id FROM ({services}) AS seen)

-- name: forget_applied
-- What was deleted on the platform is applied anew should it come back.
UPDATE registry_collecte_recu AS recu SET applique = NULL
WHERE recu.usage = %(usage)s AND recu.source = %(source)s AND recu.formulaire = %(formulaire)s
  AND recu.supprime_at IS NOT NULL AND recu.applique IS NOT NULL
  AND recu.cible_id IN (SELECT id FROM ({services}) AS seen)

-- name: mark_applied
UPDATE registry_collecte_recu AS recu
SET etat = 'applique', motif = NULL, applique = recu.version || ':' || %(plan)s, applique_at = now(),
    cible_id = coalesce(r.cible, r.nouveau)
FROM import_soumission AS soumission JOIN import_row AS r USING (ligne)
WHERE recu.id = soumission.recu_id AND r.faute IS NULL

-- name: mark_quarantined
-- Store the code of the fault, never what was answered.
UPDATE registry_collecte_recu AS recu
SET etat = CASE WHEN r.faute = ANY (%(duplicates)s) THEN 'doublon' ELSE 'quarantaine' END, motif = r.faute
FROM import_soumission AS soumission JOIN import_row AS r USING (ligne)
WHERE recu.id = soumission.recu_id AND r.faute IS NOT NULL

-- name: count_written
SELECT count(*) FILTER (WHERE nouveau IS NOT NULL) AS imported,
       count(*) FILTER (WHERE faute IS NULL AND cible IS NOT NULL) AS updated
FROM import_row

-- name: count_placed
SELECT count(*) AS n FROM import_row WHERE faute IS NULL AND geom IS NOT NULL

-- name: list_faults
SELECT soumission.racine, r.faute, count(*) OVER () AS total
FROM import_row AS r JOIN import_soumission AS soumission USING (ligne)
WHERE r.faute IS NOT NULL AND NOT (%(skip)s AND r.faute = ANY (%(duplicates)s))
ORDER BY ligne LIMIT %(limit)s

-- name: count_examined
-- Count the submissions examined: those just received, and those stored earlier that had to be applied.
SELECT count(*) AS total FROM (
  SELECT racine FROM collecte_recue
  WHERE NOT supprime AND (%(depuis)s::timestamptz IS NULL OR soumis_at >= %(depuis)s)
  UNION SELECT racine FROM import_soumission) AS looked

-- name: list_pending_statuses
-- What the platform is to be told: taken over, or to be looked at again. A status that somebody gave there stays.
SELECT recu.id AS recu_id, coalesce(recu.contenu ->> '__id', recu.numero::text) AS numero,
       CASE recu.etat WHEN 'applique' THEN 'approuve' ELSE 'a_revoir' END AS statut
FROM registry_collecte_recu AS recu LEFT JOIN analysis_vbg_statut_renvoye AS told ON told.recu_id = recu.id
WHERE recu.usage = %(usage)s AND recu.source = %(source)s AND recu.formulaire = %(formulaire)s
  AND recu.supprime_at IS NULL AND recu.etat IN ('applique', 'quarantaine') AND recu.motif IS DISTINCT FROM 'rejete'
  AND (recu.statut IN ('recu', 'modifie') OR recu.statut = told.statut)
  AND recu.statut <> CASE recu.etat WHEN 'applique' THEN 'approuve' ELSE 'a_revoir' END
ORDER BY recu.id LIMIT %(limit)s

-- name: record_told_statuses
WITH told AS (
  INSERT INTO analysis_vbg_statut_renvoye AS known (recu_id, statut, envoye_at)
  SELECT id, statut, now() FROM unnest(%(ids)s::bigint[], %(statuses)s::text[]) AS sent (id, statut)
  ON CONFLICT (recu_id) DO UPDATE SET statut = excluded.statut, envoye_at = excluded.envoye_at
  RETURNING recu_id, statut
)
UPDATE registry_collecte_recu AS recu SET statut = told.statut FROM told WHERE recu.id = told.recu_id

-- name: list_previewable
-- The places of the submissions that the caller may see before they are imported: none that says shelter, or that is of
-- a service hidden from him; with regions of his own, only those that name one of them. Rather too few than one too many.
SELECT place FROM unnest(%(roots)s::text[], %(texts)s::text[]) WITH ORDINALITY AS sent (racine, texte, place)
WHERE (%(shelters)s OR NOT (geo_is_shelter(texte, NULL) OR normalise(texte) ~ '(restreint|professionnel)'))
  AND (%(everywhere)s OR EXISTS (
    SELECT FROM ({regions}) AS area
    WHERE strpos(' ' || normalise(texte) || ' ', ' ' || area.nom_normalise || ' ') > 0
       OR strpos(' ' || normalise(texte) || ' ', ' ' || normalise(area.code) || ' ') > 0))
  AND NOT EXISTS (
    SELECT FROM registry_collecte_recu AS recu
    WHERE recu.usage = %(usage)s AND recu.source = %(source)s AND recu.formulaire = %(formulaire)s
      AND recu.racine = sent.racine AND recu.cible_id IS NOT NULL
      AND recu.cible_id NOT IN (SELECT id FROM ({services}) AS seen))
ORDER BY place
