-- Enrolment: eligible households, the next ones, and the enrolment itself.

-- name: lock_household_choice
-- Serialize the transactions which choose households for these programmes: the second one chooses after the first has
-- enrolled. Always before any row lock.
SELECT pg_advisory_xact_lock(hashtext('transfers.enrolment'), hashtext(programme))
FROM (SELECT unnest(%(programmes)s::text[]) AS programme ORDER BY 1) AS wanted

-- name: list_refusals
-- Why a household cannot be enrolled as a principal: the first reason in this order; null when it can. `criteres` are the
-- places of the criteria that it does not meet. Two households of the list that may be one: the later one is refused.
WITH demande AS MATERIALIZED (
  SELECT menage.id,
         CASE WHEN menage.id IN (SELECT b.menage_id FROM transfers_beneficiaire AS b
                                 WHERE b.menage_id = ANY(%(ids)s) AND b.programme_id = %(programme)s
                                   AND b.type = 'principal' AND b.statut_enrolement <> 'sorti') THEN 'enrole'
              WHEN menage.statut = 'rejete' THEN 'rejete'
              WHEN menage.statut <> 'valide' THEN 'en_attente'
              WHEN menage.id = ANY(%(unconfirmed)s) THEN 'seul'
              WHEN NOT coalesce({eligible}, false) THEN 'non_eligible'
              WHEN coalesce(chef.nom_complet, '') = '' THEN 'sans_chef' END AS refus,
         {failures} AS criteres
  FROM registry_menage AS menage LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id
  {joins}
  WHERE menage.id = ANY(%(ids)s)
), libre AS MATERIALIZED (
  SELECT id, rang FROM demande JOIN unnest(%(order)s::uuid[]) WITH ORDINALITY AS envoye (id, rang) USING (id) WHERE refus IS NULL
), paire AS MATERIALIZED (
  SELECT menage_a_id AS id, menage_b_id AS autre FROM registry_doublon
  WHERE decision IS NULL AND score >= %(certain)s AND menage_a_id = ANY(ARRAY(SELECT id FROM libre))
  UNION ALL
  SELECT menage_b_id, menage_a_id FROM registry_doublon
  WHERE decision IS NULL AND score >= %(certain)s AND menage_b_id = ANY(ARRAY(SELECT id FROM libre))
), double AS MATERIALIZED (
  SELECT paire.id FROM paire JOIN transfers_beneficiaire AS b ON b.menage_id = paire.autre
  WHERE b.programme_id = %(programme)s AND b.statut_enrolement <> 'sorti'
  UNION
  SELECT paire.id FROM paire JOIN libre AS ici ON ici.id = paire.id JOIN libre AS avant ON avant.id = paire.autre
  WHERE avant.rang < ici.rang
)
SELECT id, CASE WHEN refus IS NULL AND id IN (SELECT id FROM double) THEN 'double' ELSE refus END AS refus, criteres
FROM demande

-- name: insert_principals
-- Enrol the heads of these households as principals, numbered in the order of the households' ids up to `last`. They
-- are paid on the account which is known.
INSERT INTO transfers_beneficiaire (code, menage_id, programme_id, nom_complet, telephone, compte_mobile,
                                    compte_bancaire, mode_paiement, enrole_par_id)
SELECT %(prefix)s || '-' || lpad(n::text, greatest(6, length(n::text)), '0'), menage_id, %(programme)s, nom_complet,
       telephone, numero_mobile_money, compte_bancaire,
       CASE WHEN numero_mobile_money <> '' THEN 'mobile_money' WHEN compte_bancaire <> '' THEN 'virement_bancaire' END,
       %(user)s
FROM (SELECT chef.*, %(last)s - %(count)s + row_number() OVER (ORDER BY menage_id) AS n
      FROM registry_chef_menage AS chef WHERE menage_id = ANY(%(ids)s)) AS head

-- name: select_page
-- Count the eligible households, those which hold a place and those under the filters, and return the ids of one page
-- of these, poorest first. Places are combined by UNION ALL and not by a join: for a programme which has just enrolled
-- thousands, the statistics promise one row, and a join planned for one row takes quadratic time.
WITH found AS MATERIALIZED (
  SELECT id, min(score_pmt) AS score_pmt, bool_or(enrole) AS enrole
  FROM (SELECT id, score_pmt, true AS eligible, false AS enrole FROM ({eligible}) AS menage
        UNION ALL
        SELECT menage_id, NULL::numeric, false, true FROM transfers_beneficiaire
        WHERE programme_id = %(programme)s AND type = 'principal' AND statut_enrolement <> 'sorti') AS places
  GROUP BY id HAVING bool_or(eligible)
), matching AS (SELECT id, score_pmt FROM found AS menage WHERE {conditions})
SELECT (SELECT count(*) FROM found) AS eligibles, (SELECT count(*) FROM found WHERE enrole) AS enroles,
       (SELECT count(*) FROM matching) AS total,
       ARRAY(SELECT id FROM matching ORDER BY score_pmt, id LIMIT %(limit)s OFFSET %(offset)s) AS ids

-- name: select_excluded_page
-- Count the households that a programme's criteria keep out, by criterion and those under the filters, and return the ids
-- of one page of these, poorest first. `seuls` counts those that one criterion alone keeps out.
WITH excluded AS MATERIALIZED (
  SELECT id, score_pmt, criteres FROM ({ready}) AS menage WHERE criteres <> '{{}}'
), matching AS (SELECT id, score_pmt FROM excluded AS menage WHERE {conditions})
SELECT (SELECT count(*) FROM matching) AS total,
       ARRAY(SELECT id FROM matching ORDER BY score_pmt, id LIMIT %(limit)s OFFSET %(offset)s) AS ids,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('place', place, 'menages', menages, 'seuls', seuls) ORDER BY place), '[]')
        FROM (SELECT place, count(*) AS menages, count(*) FILTER (WHERE cardinality(criteres) = 1) AS seuls
              FROM excluded, unnest(criteres) AS place GROUP BY place) AS counted) AS par_critere

-- name: list_reasons
-- The places of the criteria that these households do not meet.
SELECT menage.id, {failures} AS criteres
FROM registry_menage AS menage LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id
{joins}
WHERE menage.id = ANY(%(ids)s)

-- name: list_previews
WITH place AS MATERIALIZED (
  SELECT menage_id, code, date_enrolement, statut_enrolement FROM transfers_beneficiaire
  WHERE menage_id = ANY(%(ids)s) AND programme_id = %(programme)s AND type = 'principal'
)
SELECT menage.id, menage.code_menage, chef.nom_complet AS chef_nom, region.nom AS region, menage.score_pmt,
       menage.categorie_pauvrete, held.code, held.date_enrolement,
       EXISTS (SELECT FROM place WHERE place.menage_id = menage.id AND statut_enrolement = 'sorti') AS sorti
FROM registry_menage AS menage JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id
LEFT JOIN geo_region AS region ON region.id = menage.region_id
LEFT JOIN place AS held ON held.menage_id = menage.id AND held.statut_enrolement <> 'sorti'
WHERE menage.id = ANY(%(ids)s)
ORDER BY menage.score_pmt, menage.id

-- name: list_next_households
-- Eligible households which never had a principal in the programme, or with `newcomers_only` a beneficiary anywhere,
-- poorest first. A beneficiary who left was removed on purpose: such a household is enrolled again only by its id.
-- A household which may be one that is enrolled already takes no place of the `limit`: enrolment refuses it, and says so.
-- UNION ALL instead of a join, as above.
SELECT id FROM (
  SELECT id, score_pmt, double, count(*) FILTER (WHERE NOT double) OVER (ORDER BY score_pmt, id) AS places
  FROM (SELECT id, min(score_pmt) AS score_pmt
        FROM (SELECT id, score_pmt, false AS known FROM ({eligible}) AS menage
              UNION ALL
              SELECT menage_id, NULL::numeric, true FROM transfers_beneficiaire
              WHERE %(newcomers_only)s OR (programme_id = %(programme)s AND type = 'principal')) AS places
        GROUP BY id HAVING NOT bool_or(known)) AS candidate
  CROSS JOIN LATERAL (SELECT candidate.id IN ({doubles}) AS double) AS judged
  WHERE {enrollable}
) AS compte
WHERE %(limit)s::bigint IS NULL OR places <= %(limit)s - double::int
ORDER BY score_pmt, id

-- name: doubles_of_programme
-- The households which may be one that has a place in the programme, by a pair that is certain and that nobody has decided.
SELECT cote.menage_id FROM registry_doublon AS paire
CROSS JOIN LATERAL (VALUES (menage_a_id, menage_b_id), (menage_b_id, menage_a_id)) AS cote (menage_id, autre)
JOIN transfers_beneficiaire AS b ON b.menage_id = cote.autre
WHERE paire.decision IS NULL AND paire.score >= %(certain)s AND b.programme_id = %(programme)s AND b.statut_enrolement <> 'sorti'

-- name: list_next_selected
-- The households to whom the free places of a selection go: an area has as many places as were chosen in it, less the
-- households of it that hold one in the programme. Who is refused for another reason than the criteria is refused again at
-- enrolment, and leaves the place free.
WITH ligne AS (
  SELECT s.menage, s.zone, s.rang, s.reserve, held.menage_id IS NOT NULL AS known, coalesce(held.live, false) AS live
  FROM transfers_selection_menage AS s
  LEFT JOIN (SELECT menage_id, bool_or(statut_enrolement <> 'sorti') AS live FROM transfers_beneficiaire
             WHERE programme_id = %(programme)s AND type = 'principal' GROUP BY menage_id) AS held
    ON held.menage_id = s.menage
  WHERE s.selection_id = %(selection)s
), libre AS (
  SELECT zone, count(*) FILTER (WHERE NOT reserve) - count(*) FILTER (WHERE live) AS places FROM ligne GROUP BY zone
), suivant AS (
  SELECT candidate.menage AS id, candidate.zone, candidate.rang,
         row_number() OVER (PARTITION BY candidate.zone ORDER BY candidate.rang) AS tour
  FROM (SELECT ligne.*, ligne.menage AS id FROM ligne JOIN ({eligible}) AS menage ON menage.id = ligne.menage
        WHERE NOT ligne.known) AS candidate
  WHERE {enrollable}
)
SELECT suivant.id FROM suivant JOIN libre ON libre.zone IS NOT DISTINCT FROM suivant.zone
WHERE suivant.tour <= libre.places
ORDER BY suivant.tour, suivant.id LIMIT %(limit)s
