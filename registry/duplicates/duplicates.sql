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
-- `chefs` and `personnes` are codes of a name and a year of birth: of the same name in near years they are near numbers.
WITH pris AS MATERIALIZED (
  SELECT m.*, chef.nom_complet, chef.sexe, chef.telephone, chef.numero_mobile_money, enquete.an, enquete.an - chef.age AS annee
  FROM ({menages}) AS m LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = m.id
  CROSS JOIN LATERAL (SELECT extract(year FROM coalesce(m.date_collecte, m.created_at))::int AS an) AS enquete
), noms AS MATERIALIZED (
  -- Of "Inconnu 2" a number is left, which is no name.
  SELECT nom_complet, substring(left(name_key_with_variants(nom_complet), 200) FROM '.*[[:alpha:]].*') AS nom
  FROM (SELECT DISTINCT nom_complet FROM pris) AS ecrits
), gens AS MATERIALIZED (
  SELECT id AS menage_id, split_part(btrim(nom_complet), ' ', 1) AS prenom, NULL::int AS annee, false AS est_membre FROM pris
  UNION ALL
  SELECT membre.menage_id, split_part(btrim(membre.nom_complet), ' ', 1),
         coalesce(extract(year FROM membre.date_naissance)::int, pris.an - membre.age), true
  FROM pris JOIN registry_membre_menage AS membre ON membre.menage_id = pris.id
), prenoms AS MATERIALIZED (
  SELECT prenom, hash_name(cle) AS code
  -- OFFSET: else the key of each person's name is made, to leave out empty ones before they are distinct.
  FROM (SELECT prenom, name_key_with_variants(prenom) AS cle FROM (SELECT DISTINCT prenom FROM gens) AS ecrits OFFSET 0) AS faits
  WHERE cle <> ''
), menages AS MATERIALIZED (
  SELECT menage_id, array_agg(code + annee ORDER BY code, annee) FILTER (WHERE est_membre AND annee BETWEEN 1500 AND 2500)
           AS personnes, array_agg(DISTINCT code ORDER BY code) AS codes
  FROM gens JOIN prenoms USING (prenom) GROUP BY menage_id
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
), faites AS MATERIALIZED (
  SELECT lus.*, md5(lus::text)::uuid AS empreinte,
         (SELECT array_agg(hash_name(mot) + lus.annee ORDER BY mot) FROM unnest(string_to_array(nom, ' ')) AS mot
          WHERE lus.annee BETWEEN 1500 AND 2500) AS chefs,
         menages.personnes, groupes.groupes, pris.campagne_id AS campagne, pris.date_collecte::date AS jour,
         -- Devices tell less than they err; a position without an error was clicked on a map or typed.
         CASE WHEN lus.x IS NOT NULL THEN greatest(5, least(300, coalesce(round(pris.precision_gps), 15)))::int END AS erreur,
         pris.enqueteur_id AS enqueteur, pris.source_donnees AS plateforme,
         pack_traits(logement.materiau_mur, logement.materiau_toit, logement.materiau_sol, logement.type_toilette,
                     logement.source_eclairage, logement.nb_pieces::text) AS logement,
         (lus.x / 100)::bigint * 100000 + lus.y / 100 AS maille, pris.region_id AS region
  FROM lus JOIN pris ON pris.id = lus.menage_id LEFT JOIN menages ON menages.menage_id = lus.menage_id
  LEFT JOIN registry_logement AS logement ON logement.menage_id = lus.menage_id
  CROSS JOIN LATERAL (
    SELECT array_agg(hashtext(concat_ws(' ', codes[n], codes[n + 1], codes[n + 2])) ORDER BY n) AS groupes
    FROM generate_series(1, cardinality(codes) - 2) AS n) AS groupes
)
INSERT INTO registry_doublon_fiche AS fiche (
  menage_id, nom, sexe, annee, telephones, identifiant, lieu, secteur, x, y, taille, empreinte, chefs, personnes, groupes,
  campagne, jour, erreur, enqueteur, plateforme, logement, maille, region, etat)
SELECT neuves.* FROM (SELECT faites.*, md5(faites::text)::uuid AS etat FROM faites OFFSET 0) AS neuves
LEFT JOIN registry_doublon_fiche AS connue USING (menage_id)
WHERE connue.etat IS DISTINCT FROM neuves.etat ORDER BY menage_id
ON CONFLICT (menage_id) DO UPDATE
SET nom = excluded.nom, sexe = excluded.sexe, annee = excluded.annee, telephones = excluded.telephones,
    identifiant = excluded.identifiant, lieu = excluded.lieu, secteur = excluded.secteur, x = excluded.x,
    y = excluded.y, taille = excluded.taille, empreinte = excluded.empreinte, chefs = excluded.chefs,
    personnes = excluded.personnes, groupes = excluded.groupes, campagne = excluded.campagne, jour = excluded.jour,
    erreur = excluded.erreur, enqueteur = excluded.enqueteur, plateforme = excluded.plateforme, logement = excluded.logement,
    maille = excluded.maille, region = excluded.region, etat = excluded.etat
WHERE fiche.etat IS DISTINCT FROM excluded.etat

-- name: list_concerned_by_region
-- Both households of each pair of which one lies in another region than its sheet says.
SELECT DISTINCT cote.menage_id FROM ({menages}) AS m
JOIN registry_doublon_fiche AS fiche ON fiche.menage_id = m.id AND fiche.region IS DISTINCT FROM m.region_id
JOIN registry_doublon AS pair ON pair.menage_a_id = m.id OR pair.menage_b_id = m.id
CROSS JOIN LATERAL (VALUES (pair.menage_a_id), (pair.menage_b_id)) AS cote (menage_id) ORDER BY 1

-- name: write_pairs
-- Write the pairs found where they changed. A decision is cleared when the data on which it was taken change; pairs
-- among these households which no longer hold are deleted. Returns the counts.
WITH trouve AS MATERIALIZED (
  SELECT found.a, found.b, found.score, jsonb_strip_nulls({niveaux}) AS niveaux,
         jsonb_strip_nulls({apports}) AS apports,
         md5(fa.empreinte::text || fb.empreinte::text)::uuid AS empreinte
  FROM {found} AS found
  JOIN registry_doublon_fiche AS fa ON fa.menage_id = found.a
  JOIN registry_doublon_fiche AS fb ON fb.menage_id = found.b
), ecrit AS (
  INSERT INTO registry_doublon AS pair (menage_a_id, menage_b_id, score, niveaux, apports, modele, empreinte)
  SELECT a, b, score, niveaux, apports, %(modele)s, empreinte FROM trouve ORDER BY a, b
  ON CONFLICT (menage_a_id, menage_b_id) DO UPDATE
  SET score = excluded.score, niveaux = excluded.niveaux, apports = excluded.apports, modele = excluded.modele,
      empreinte = excluded.empreinte,
      detecte_le = CASE WHEN {stale} THEN statement_timestamp() ELSE pair.detecte_le END,
      decision = CASE WHEN {stale} THEN NULL ELSE pair.decision END,
      motif = CASE WHEN {stale} THEN NULL ELSE pair.motif END,
      decide_par_id = CASE WHEN {stale} THEN NULL ELSE pair.decide_par_id END,
      decide_le = CASE WHEN {stale} THEN NULL ELSE pair.decide_le END,
      empreinte_decision = CASE WHEN {stale} THEN NULL ELSE pair.empreinte_decision END
  WHERE pair.score <> excluded.score OR pair.niveaux <> excluded.niveaux OR pair.empreinte <> excluded.empreinte
     OR pair.apports <> excluded.apports OR pair.modele IS DISTINCT FROM excluded.modele OR {stale}
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
-- Find possible duplicates of a sheet by the same rules as an analysis (`BLOCKING_RULES`). Levels, bits and weights are
-- built from the model.
WITH essai AS MATERIALIZED (
  SELECT menage_id, nom, sexe, annee, numeros.telephones, numeros.propres, identifiant, lieu, secteur, x, y, erreur, taille,
         chefs, personnes, groupes, campagne, jour, enqueteur, plateforme, logement, maille, string_to_array(nom, ' ') AS mots,
         -- All that have a key in common with one of the members: to compare numbers takes a tenth of making keys.
         (SELECT array_agg(proche) FROM unnest(person_keys(personnes)) AS cle, generate_series(4 * cle - 3, 4 * cle + 3) AS proche
          WHERE proche / 4 = cle) AS proches,
         (SELECT count(*) FROM registry_doublon_fiche AS f WHERE f.nom = fiche.nom)::float8 AS n_nom,
         (SELECT count(*) FROM registry_doublon_fiche AS f WHERE f.lieu = fiche.lieu)::float8 AS n_lieu,
         (SELECT count(*) FROM registry_doublon_fiche AS f WHERE f.lieu = fiche.lieu AND f.nom = fiche.nom)::float8 AS n_ici,
         (SELECT count(*) FROM registry_doublon_fiche AS f WHERE f.maille = fiche.maille) AS n_maille
  FROM registry_doublon_fiche AS fiche CROSS JOIN LATERAL ({numbers}) AS numeros WHERE fiche.menage_id = %(id)s
), vu AS MATERIALIZED (
  SELECT f.menage_id FROM essai, registry_doublon_fiche AS f WHERE f.telephones && essai.telephones
  UNION
  SELECT f.menage_id FROM essai, registry_doublon_fiche AS f WHERE f.identifiant = essai.identifiant
  UNION
  SELECT f.menage_id FROM essai, registry_doublon_fiche AS f
  WHERE f.nom = essai.nom AND f.annee BETWEEN essai.annee - 1 AND essai.annee + 1
  UNION
  SELECT f.menage_id FROM essai, registry_doublon_fiche AS f
  WHERE f.nom = essai.nom AND f.secteur = essai.secteur AND f.personnes && essai.proches
  UNION
  -- The years of the same group of three, or of the one before or after it.
  SELECT f.menage_id FROM essai, registry_doublon_fiche AS f
  WHERE f.nom = essai.nom AND f.annee BETWEEN essai.annee / 3 * 3 - 3 AND essai.annee / 3 * 3 + 5
    AND f.personnes && essai.proches
  UNION
  SELECT f.menage_id FROM essai, registry_doublon_fiche AS f
  WHERE f.lieu = essai.lieu
    AND (f.nom = essai.nom OR (f.annee BETWEEN essai.annee / 3 * 3 - 3 AND essai.annee / 3 * 3 + 5
                               AND string_to_array(f.nom, ' ') && essai.mots))
  UNION
  -- The place by the index alone, which holds it: of a large locality few rows are read.
  SELECT f.menage_id FROM essai CROSS JOIN LATERAL (
    SELECT ici.menage_id FROM registry_doublon_fiche AS ici
    WHERE ici.lieu = essai.lieu
      AND (n_lieu <= {village} OR (ici.x / 500 = essai.x / 500 AND ici.y / 500 = essai.y / 500)) OFFSET 0
  ) AS ici JOIN registry_doublon_fiche AS f ON f.menage_id = ici.menage_id
  WHERE f.personnes && essai.proches
  UNION
  -- The square of 100 m, or the one shifted by half a square: the locality may have been chosen wrongly.
  SELECT f.menage_id FROM essai, unnest(ARRAY[-100000, 0, 100000]) AS across, unnest(ARRAY[-1, 0, 1]) AS along,
                          registry_doublon_fiche AS f
  WHERE f.maille = essai.maille + across + along
    AND (f.maille = essai.maille
         OR ((f.x + 50) / 100 = (essai.x + 50) / 100 AND (f.y + 50) / 100 = (essai.y + 50) / 100))
    AND string_to_array(f.nom, ' ') && essai.mots
  UNION
  SELECT f.menage_id FROM essai, registry_doublon_fiche AS f
  WHERE f.groupes && essai.groupes AND (f.secteur = essai.secteur OR f.nom = essai.nom)
), paires AS MATERIALIZED (
  SELECT a.n_nom, a.n_lieu, a.n_lieu AS n_lieu_eloigne,
         {n_nom_lieu} AS n_nom_lieu,
         CASE WHEN {near} THEN greatest(a.n_maille, (
           SELECT count(*) FROM registry_doublon_fiche AS f WHERE f.maille = b.maille))::float8 ELSE 1 END AS n_maille,
         b.menage_id, {levels}
  FROM essai AS a
  JOIN vu ON vu.menage_id <> a.menage_id
  CROSS JOIN LATERAL (
    SELECT menage_id, nom, sexe, annee, {own} AS telephones, telephones AS propres, identifiant, lieu, secteur, x, y, erreur,
           taille, chefs, personnes, campagne, jour, enqueteur, plateforme, logement, maille
    FROM registry_doublon_fiche AS fiche WHERE fiche.menage_id = vu.menage_id OFFSET 0
  ) AS b
  CROSS JOIN LATERAL (SELECT {values} OFFSET 0) AS ab
  -- Before the values, which take most of the time (decision 0339).
  WHERE {chance}
), pese AS MATERIALIZED (
  SELECT *, {weights} FROM (SELECT *, n_maille AS n_maille_voisine FROM paires) AS comptees
), note AS (
  SELECT *, {bits} AS bits FROM pese
)
SELECT note.menage_id AS autre, round((100 / (1 + power(2, -bits)))::numeric, 2) AS score, {codes} AS niveaux,
       {apports} AS apports
FROM note WHERE 100 / (1 + power(2, -bits)) >= %(least)s

-- name: list_compared_values
-- The values shown to the person who judges a pair.
SELECT menage.id, chef.nom_complet AS "nomComplet", chef.sexe, chef.age, fiche.annee AS "anneeNaissance", chef.telephone,
       chef.numero_mobile_money AS "numeroMobileMoney", region.nom AS region, secteur.nom AS secteur,
       localite.nom AS localite, menage.taille_menage AS "tailleMenage",
       menage.identifiant_unique AS "identifiantUnique", campagne.nom AS campagne, menage.date_collecte::date AS "dateCollecte",
       nullif(concat_ws(' ', enqueteur.prenom, enqueteur.nom), '') AS enqueteur, menage.source_donnees AS plateforme,
       nullif(concat_ws(', ', logement.materiau_mur, logement.materiau_toit, logement.materiau_sol, logement.type_toilette,
                        logement.source_eclairage, logement.nb_pieces), '') AS logement,
       (SELECT string_agg(concat_ws(', ', m.nom_complet, m.age), '; ' ORDER BY m.age DESC NULLS LAST, m.nom_complet)
        FROM registry_membre_menage AS m WHERE m.menage_id = menage.id) AS membres,
       CASE WHEN menage.geom IS NOT NULL THEN round(ST_Y(menage.geom)::numeric, 6) || ', '
                                              || round(ST_X(menage.geom)::numeric, 6) END AS position,
       ST_Y(menage.geom) AS latitude, ST_X(menage.geom) AS longitude, menage.precision_gps::float8 AS "precisionGps",
       (SELECT ST_DistanceSphere(menage.geom, autre.geom) FROM registry_menage AS autre
        WHERE autre.id = ANY(%(ids)s) AND autre.id <> menage.id) AS distance
FROM registry_menage AS menage
LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id
LEFT JOIN registry_doublon_fiche AS fiche ON fiche.menage_id = menage.id
LEFT JOIN geo_region AS region ON region.id = menage.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = menage.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = menage.localite_id
LEFT JOIN registry_campagne AS campagne ON campagne.id = menage.campagne_id
LEFT JOIN accounts_user AS enqueteur ON enqueteur.id = menage.enqueteur_id
LEFT JOIN registry_logement AS logement ON logement.menage_id = menage.id
WHERE menage.id = ANY(%(ids)s)
