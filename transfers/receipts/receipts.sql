-- Draw samples of the paid, and count what they answered.

-- name: count_strata
-- The paid of a cycle by region and operator, from the sums of payments, in an order that does not change.
SELECT region_id, operateur_id AS operateur, nombre AS population FROM transfers_paiement_total
WHERE cycle_id = %(cycle)s AND statut = 'reussi' AND nombre > 0
ORDER BY region_id, operateur_id

-- name: draw_sample
-- Of each stratum the payments whose reference has the smallest hashes with the seed: whoever has the list and the seed
-- draws the same sample. `sizes` are by stratum, in the order of count_strata.
INSERT INTO transfers_verification_reponse (id, verification_id, paiement_id, region_id, operateur_id, montant_verse)
SELECT uuid7(), %(verification)s, drawn.id, drawn.region_id, drawn.operateur_id, drawn.verse FROM (
  SELECT p.id, p.reference, p.region_id, p.operateur_id, coalesce(p.montant_recu, p.montant) AS verse, row_number() OVER (
    PARTITION BY p.region_id, p.operateur_id
    ORDER BY sha256(convert_to(%(seed)s || ' ' || p.reference, 'UTF8')), p.reference) AS place
  FROM transfers_paiement AS p WHERE p.cycle_id = %(cycle)s AND p.statut = 'reussi'
) AS drawn
JOIN unnest(%(regions)s::uuid[], %(operators)s::text[], %(sizes)s::int[]) AS stratum (region_id, operateur_id, size)
  ON stratum.region_id IS NOT DISTINCT FROM drawn.region_id
  AND stratum.operateur_id IS NOT DISTINCT FROM drawn.operateur_id AND drawn.place <= stratum.size
ORDER BY drawn.id

-- name: count_answers
-- The strata as they were when the sample was drawn, those of the caller's regions, with what they answered.
WITH stratum AS (
  SELECT s."regionId" AS region_id, s.operateur, s.population, s.taille FROM transfers_verification AS v
  CROSS JOIN LATERAL jsonb_to_recordset(v.strates) AS s ("regionId" uuid, operateur text, population int, taille int)
  WHERE v.id = %(verification)s
    AND (%(visible)s::uuid[] IS NULL OR s."regionId" = ANY(%(visible)s::uuid[]))
), answered AS (
  SELECT region_id, operateur_id, count(recu) AS repondus, count(*) FILTER (WHERE recu = 'oui') AS oui,
    count(*) FILTER (WHERE recu = 'partiel') AS partiel, count(*) FILTER (WHERE recu = 'non') AS non,
    count(*) FILTER (WHERE frais_demandes > 0) AS frais,
    count(*) FILTER (WHERE recu IN ('partiel', 'non') OR frais_demandes > 0) AS ecarts
  FROM transfers_verification_reponse WHERE verification_id = %(verification)s GROUP BY region_id, operateur_id
)
SELECT s.region_id, r.nom AS region, s.operateur, s.population, s.taille, coalesce(a.repondus, 0) AS repondus,
  coalesce(a.oui, 0) AS oui, coalesce(a.partiel, 0) AS partiel, coalesce(a.non, 0) AS non,
  coalesce(a.frais, 0) AS frais, coalesce(a.ecarts, 0) AS ecarts
FROM stratum AS s
LEFT JOIN answered AS a
  ON a.region_id IS NOT DISTINCT FROM s.region_id AND a.operateur_id IS NOT DISTINCT FROM s.operateur
LEFT JOIN geo_region AS r ON r.id = s.region_id
ORDER BY r.nom, s.operateur

-- name: erase_answers
-- What people said of themselves goes; that they were asked, and what they received, remains.
UPDATE transfers_verification_reponse SET commentaire = NULL
WHERE commentaire IS NOT NULL AND paiement_id IN (
  SELECT id FROM transfers_paiement WHERE menage_id = ANY(%(roots)s)
  UNION ALL
  SELECT p.id FROM transfers_paiement AS p JOIN transfers_beneficiaire AS b ON b.id = p.beneficiaire_id
  WHERE b.menage_id = ANY(%(roots)s))
