-- Enrolment: who may be enrolled, who is next, and enrolling.

-- name: alone
-- Who chooses households for these programmes chooses after the other who does has enrolled his. Always before any row.
SELECT pg_advisory_xact_lock(hashtext('transfers.enrolment'), hashtext(programme))
FROM (SELECT unnest(%(programmes)s::text[]) AS programme ORDER BY 1) AS wanted

-- name: look
-- Why a household cannot be enrolled as a principal, the first reason in the order of what is told; null when it can.
SELECT menage.id,
       CASE WHEN EXISTS (SELECT FROM transfers_beneficiaire AS b
                         WHERE b.menage_id = menage.id AND b.programme_id = %(programme)s AND b.type = 'principal'
                           AND b.statut_enrolement <> 'sorti') THEN 'enrole'
            WHEN menage.statut = 'rejete' THEN 'rejete'
            WHEN menage.statut <> 'valide' THEN 'en_attente'
            WHEN NOT coalesce({eligible}, false) THEN 'non_eligible'
            WHEN coalesce(chef.nom_complet, '') = '' THEN 'sans_chef' END AS refus
FROM registry_menage AS menage LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id
WHERE menage.id = ANY(%(ids)s)

-- name: enrol
-- The heads of these households as principals, numbered in the order of the households' ids up to `last`. They are paid
-- on the account that is known.
INSERT INTO transfers_beneficiaire (code, menage_id, programme_id, nom_complet, telephone, compte_mobile,
                                    compte_bancaire, mode_paiement, enrole_par_id)
SELECT %(prefix)s || '-' || lpad(n::text, greatest(6, length(n::text)), '0'), menage_id, %(programme)s, nom_complet,
       telephone, numero_mobile_money, compte_bancaire,
       CASE WHEN numero_mobile_money <> '' THEN 'mobile_money' WHEN compte_bancaire <> '' THEN 'virement_bancaire' END,
       %(user)s
FROM (SELECT chef.*, %(last)s - %(count)s + row_number() OVER (ORDER BY menage_id) AS n
      FROM registry_chef_menage AS chef WHERE menage_id = ANY(%(ids)s)) AS head

-- name: page
-- How many households are eligible, how many of them hold a place, how many are asked for, and the ids of one page of
-- these, the poorest first.
WITH found AS MATERIALIZED (
  SELECT menage.id, menage.score_pmt, place.id IS NOT NULL AS enrole
  FROM ({eligible}) AS menage
  LEFT JOIN transfers_beneficiaire AS place ON place.menage_id = menage.id AND place.programme_id = %(programme)s
    AND place.type = 'principal' AND place.statut_enrolement <> 'sorti'
), asked AS (SELECT id, score_pmt FROM found AS menage WHERE {asked})
SELECT (SELECT count(*) FROM found) AS eligibles, (SELECT count(*) FROM found WHERE enrole) AS enroles,
       (SELECT count(*) FROM asked) AS total,
       ARRAY(SELECT id FROM asked ORDER BY score_pmt, id LIMIT %(limit)s OFFSET %(offset)s) AS ids

-- name: previews
SELECT menage.id, menage.code_menage, chef.nom_complet AS chef_nom, region.nom AS region, menage.score_pmt,
       menage.categorie_pauvrete, place.code AS code, place.date_enrolement,
       EXISTS (SELECT FROM transfers_beneficiaire AS gone
               WHERE gone.menage_id = menage.id AND gone.programme_id = %(programme)s AND gone.type = 'principal'
                 AND gone.statut_enrolement = 'sorti') AS sorti
FROM registry_menage AS menage JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id
LEFT JOIN geo_region AS region ON region.id = menage.region_id
LEFT JOIN transfers_beneficiaire AS place ON place.menage_id = menage.id AND place.programme_id = %(programme)s
  AND place.type = 'principal' AND place.statut_enrolement <> 'sorti'
WHERE menage.id = ANY(%(ids)s)
ORDER BY menage.score_pmt, menage.id

-- name: next
-- Eligible households that never had a principal in the programme, or with `anew` a beneficiary anywhere: the poorest
-- first. Who left was let go on purpose: such a household is enrolled again by name only.
SELECT menage.id FROM ({eligible}) AS menage
WHERE NOT EXISTS (SELECT FROM transfers_beneficiaire AS known
                  WHERE known.menage_id = menage.id
                    AND (%(anew)s OR (known.programme_id = %(programme)s AND known.type = 'principal')))
ORDER BY menage.score_pmt, menage.id LIMIT %(limit)s
