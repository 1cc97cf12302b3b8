-- Sheets, pairs and their summaries.

-- name: lock_free_households
-- Lock the rows of some households; rows locked by others are skipped.
SELECT id FROM registry_menage WHERE id = ANY(%(ids)s) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED

-- name: lock_households
SELECT id FROM registry_menage WHERE id = ANY(%(ids)s) ORDER BY id FOR NO KEY UPDATE

-- name: retain_free_households
-- Lock some households against deletion and merge until this transaction ends; skip those which another transaction is
-- deleting or merging.
SELECT id FROM registry_menage WHERE id IN ({menages}) ORDER BY id FOR KEY SHARE SKIP LOCKED

-- name: retain_households
SELECT id FROM registry_menage WHERE id = ANY(%(ids)s) ORDER BY id FOR KEY SHARE

-- name: rebuild_sheets
-- Rebuild the sheets of some households. Only sheets which change are written and locked, in the order of ids. A merge
-- holds the locks of both sheets. Each distinct name is mapped to its key once, however many households have it.
WITH pris AS MATERIALIZED (
  SELECT m.*, chef.nom_complet, chef.sexe, chef.telephone, chef.numero_mobile_money,
         extract(year FROM coalesce(m.date_collecte, m.created_at))::int - chef.age AS annee
  FROM ({menages}) AS m LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = m.id
), noms AS MATERIALIZED (
  SELECT nom_complet, nullif(left(name_key(nom_complet), 200), '') AS nom
  FROM (SELECT DISTINCT nom_complet FROM pris) AS ecrits
), lus AS (
  SELECT pris.id AS menage_id, noms.nom, sexe, annee, numeros.telephones,
         nullif(btrim(identifiant_unique), '') AS identifiant,
         coalesce(localite_id::text, 'grille ' || round(x / 500) || ' ' || round(y / 500)) AS lieu,
         secteur_id AS secteur, round(x)::int AS x, round(y)::int AS y, taille_menage AS taille
  FROM pris LEFT JOIN noms ON noms.nom_complet = pris.nom_complet
  CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT numero ORDER BY numero) AS telephones
    FROM (VALUES (translate(telephone, ' -./()', '')), (translate(numero_mobile_money, ' -./()', ''))) AS v (numero)
    WHERE length(numero) >= 6) AS numeros
  CROSS JOIN LATERAL (
    SELECT ST_X(geom) * 111320 * cos(radians(ST_Y(geom))) AS x, ST_Y(geom) * 110574 AS y OFFSET 0) AS plan
)
INSERT INTO registry_doublon_fiche AS fiche (
  menage_id, nom, sexe, annee, telephones, identifiant, lieu, secteur, x, y, taille, empreinte)
SELECT faites.* FROM (SELECT lus.*, md5(lus::text)::uuid AS empreinte FROM lus) AS faites
LEFT JOIN registry_doublon_fiche AS connue USING (menage_id)
WHERE connue.empreinte IS DISTINCT FROM faites.empreinte ORDER BY menage_id
ON CONFLICT (menage_id) DO UPDATE
SET nom = excluded.nom, sexe = excluded.sexe, annee = excluded.annee, telephones = excluded.telephones,
    identifiant = excluded.identifiant, lieu = excluded.lieu, secteur = excluded.secteur, x = excluded.x,
    y = excluded.y, taille = excluded.taille, empreinte = excluded.empreinte
WHERE fiche.empreinte <> excluded.empreinte

-- name: write_pairs
-- Write the pairs found where they changed. A decision is cleared when the data on which it was taken change; pairs
-- among these households which no longer hold are deleted. Returns the counts.
WITH trouve AS MATERIALIZED (
  SELECT found.a, found.b, found.score, jsonb_strip_nulls({niveaux}) AS niveaux,
         md5(fa.empreinte::text || fb.empreinte::text)::uuid AS empreinte
  FROM {found} AS found
  JOIN registry_doublon_fiche AS fa ON fa.menage_id = found.a
  JOIN registry_doublon_fiche AS fb ON fb.menage_id = found.b
), ecrit AS (
  INSERT INTO registry_doublon AS pair (menage_a_id, menage_b_id, score, niveaux, empreinte)
  SELECT a, b, score, niveaux, empreinte FROM trouve ORDER BY a, b
  ON CONFLICT (menage_a_id, menage_b_id) DO UPDATE
  SET score = excluded.score, niveaux = excluded.niveaux, empreinte = excluded.empreinte,
      detecte_le = CASE WHEN {stale} THEN statement_timestamp() ELSE pair.detecte_le END,
      decision = CASE WHEN {stale} THEN NULL ELSE pair.decision END,
      motif = CASE WHEN {stale} THEN NULL ELSE pair.motif END,
      decide_par_id = CASE WHEN {stale} THEN NULL ELSE pair.decide_par_id END,
      decide_le = CASE WHEN {stale} THEN NULL ELSE pair.decide_le END,
      empreinte_decision = CASE WHEN {stale} THEN NULL ELSE pair.empreinte_decision END
  WHERE pair.score <> excluded.score OR pair.niveaux <> excluded.niveaux OR pair.empreinte <> excluded.empreinte
     OR {stale}
  RETURNING (xmax = 0) AS neuf
), parti AS (
  DELETE FROM registry_doublon AS pair
  WHERE (pair.decision IS NULL OR pair.empreinte_decision <> (
          SELECT md5(fa.empreinte::text || fb.empreinte::text)::uuid
          FROM registry_doublon_fiche AS fa, registry_doublon_fiche AS fb
          WHERE fa.menage_id = pair.menage_a_id AND fb.menage_id = pair.menage_b_id))
    AND {among}
    AND NOT EXISTS (SELECT FROM {found} AS found WHERE found.a = pair.menage_a_id AND found.b = pair.menage_b_id)
  RETURNING 1
)
SELECT (SELECT count(*) FROM trouve) AS paires, (SELECT count(*) FROM trouve WHERE score >= %(certain)s) AS certaines,
       (SELECT count(*) FROM ecrit) AS ecrites, (SELECT count(*) FROM ecrit WHERE neuf) AS nouvelles,
       (SELECT count(*) FROM parti) AS disparues

-- name: write_summaries
-- Write the summary of open pairs into the rows of some households; inserts the ids of those which changed. For a pair
-- whose other household lies in another region, the summary reveals only its existence and its level (decision 0019),
-- not its score.
WITH paire AS (
  SELECT pair.menage_a_id, pair.menage_b_id, pair.score, a.region_id IS NOT DISTINCT FROM b.region_id AS ici
  FROM registry_doublon AS pair
  JOIN registry_menage AS a ON a.id = pair.menage_a_id JOIN registry_menage AS b ON b.id = pair.menage_b_id
  WHERE decision IS NULL AND score >= %(review)s AND {which}
), ouvert AS MATERIALIZED (
  SELECT menage_id, count(*) FILTER (WHERE ici) AS total, count(*) FILTER (WHERE ici AND score >= %(certain)s) AS certains,
         max(CASE WHEN ici THEN score WHEN score >= %(certain)s THEN %(certain)s ELSE %(review)s END)::numeric(5, 2) AS score,
         CASE WHEN bool_or(NOT ici AND score >= %(certain)s) THEN 'certain' WHEN bool_or(NOT ici) THEN 'a_verifier'
         END AS ailleurs
  FROM paire CROSS JOIN LATERAL (VALUES (menage_a_id), (menage_b_id)) AS cote (menage_id) GROUP BY 1
), change AS (
  UPDATE registry_menage AS menage
  SET score_doublon = frais.score, resume_doublons = frais.resume, updated_at = statement_timestamp()
  FROM (SELECT m.id, ouvert.score,
               CASE WHEN ouvert.score IS NOT NULL THEN jsonb_build_object(
                 'total', ouvert.total, 'certains', ouvert.certains, 'aVerifier', ouvert.total - ouvert.certains,
                 'ailleurs', ouvert.ailleurs)
               END AS resume
        FROM ({menages}) AS m LEFT JOIN ouvert ON ouvert.menage_id = m.id
        WHERE ouvert.score IS NOT NULL OR m.score_doublon IS NOT NULL) AS frais
  WHERE frais.id = menage.id
    AND (menage.score_doublon IS DISTINCT FROM frais.score OR menage.resume_doublons IS DISTINCT FROM frais.resume)
  RETURNING menage.id
)
INSERT INTO doublon_change SELECT id FROM change

-- name: find_candidates
-- Find possible duplicates of a sheet: by telephone, identifier, name with year of birth, or name or a word of it
-- within the place. Levels, bits and weights are built from the model.
WITH essai AS MATERIALIZED (
  SELECT menage_id, nom, sexe, annee, {own} AS telephones, identifiant, lieu, secteur, x, y, taille, empreinte,
         string_to_array(nom, ' ') AS mots,
         (SELECT count(*) FROM registry_doublon_fiche AS f WHERE f.nom = fiche.nom)::float8 AS n_nom,
         (SELECT count(*) FROM registry_doublon_fiche AS f WHERE f.lieu = fiche.lieu)::float8 AS n_lieu
  FROM registry_doublon_fiche AS fiche WHERE fiche.menage_id = %(id)s
), vu AS MATERIALIZED (
  SELECT f.menage_id FROM essai, registry_doublon_fiche AS f WHERE f.telephones && essai.telephones
  UNION
  SELECT f.menage_id FROM essai, registry_doublon_fiche AS f WHERE f.identifiant = essai.identifiant
  UNION
  SELECT f.menage_id FROM essai, registry_doublon_fiche AS f
  WHERE f.nom = essai.nom AND f.annee BETWEEN essai.annee - 2 AND essai.annee + 2
  UNION
  -- Sheets which share only a word and the place are weighed only when the ages or the positions are also near.
  SELECT f.menage_id FROM essai, registry_doublon_fiche AS f
  WHERE f.lieu = essai.lieu
    AND (f.nom = essai.nom OR f.annee BETWEEN essai.annee - 3 AND essai.annee + 3
         OR (abs(f.x - essai.x) <= 50 AND abs(f.y - essai.y) <= 50))
    AND (string_to_array(f.nom, ' ') && essai.mots OR levenshtein_less_equal(f.nom, essai.nom, 3) <= 3)
), compare AS MATERIALIZED (
  SELECT b.menage_id, a.n_nom, a.n_lieu, {levels}
  FROM essai AS a
  JOIN vu ON vu.menage_id <> a.menage_id
  CROSS JOIN LATERAL (
    SELECT menage_id, nom, sexe, annee, {own} AS telephones, identifiant, lieu, secteur, x, y, taille, empreinte
    FROM registry_doublon_fiche AS fiche WHERE fiche.menage_id = vu.menage_id OFFSET 0
  ) AS b
), pese AS (
  SELECT *, {bits} AS bits FROM compare
)
SELECT pese.menage_id AS autre, round((100 / (1 + power(2, -bits)))::numeric, 2) AS score, {codes} AS niveaux
FROM pese WHERE 100 / (1 + power(2, -bits)) >= %(least)s

-- name: list_compared_values
-- The values shown to the person who judges a pair.
SELECT menage.id, chef.nom_complet AS "nomComplet", chef.sexe, chef.age, fiche.annee AS "anneeNaissance", chef.telephone,
       chef.numero_mobile_money AS "numeroMobileMoney", region.nom AS region, secteur.nom AS secteur,
       localite.nom AS localite, menage.taille_menage AS "tailleMenage",
       menage.identifiant_unique AS "identifiantUnique",
       CASE WHEN menage.geom IS NOT NULL THEN round(ST_Y(menage.geom)::numeric, 6) || ', '
                                              || round(ST_X(menage.geom)::numeric, 6) END AS position
FROM registry_menage AS menage
LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id
LEFT JOIN registry_doublon_fiche AS fiche ON fiche.menage_id = menage.id
LEFT JOIN geo_region AS region ON region.id = menage.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = menage.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = menage.localite_id
WHERE menage.id = ANY(%(ids)s)
