-- name: find_cycle_before
-- The latest regular cycle with a list that starts before the period of this one.
SELECT before.id FROM transfers_cycle AS period
JOIN transfers_cycle AS before ON before.programme_id = period.programme_id AND before.date_debut < period.date_debut
WHERE period.id = %(periode)s AND before.periode_id IS NULL AND before.calcule_le IS NOT NULL
ORDER BY before.date_debut DESC LIMIT 1

-- name: select_changes
-- Compare two lists by household: how many differ in which way, and one page of those that do. Excluded payments are on
-- neither list. A supplementary cycle pays few: that the others are not on its list says nothing.
WITH change AS MATERIALIZED (
  SELECT now.id AS paiement_id, before.id AS precedent_id, array_remove(ARRAY[
           CASE WHEN before.id IS NULL THEN 'nouveau' END,
           CASE WHEN now.id IS NULL THEN 'disparu' END,
           CASE WHEN now.beneficiaire_id <> before.beneficiaire_id THEN 'autre_personne'
                WHEN now.nom_complet <> before.nom_complet THEN 'autre_nom' END,
           CASE WHEN now.id IS NOT NULL AND before.id IS NOT NULL
                     AND (now.mode_paiement, now.compte_mobile, now.compte_bancaire)
                         IS DISTINCT FROM (before.mode_paiement, before.compte_mobile, before.compte_bancaire)
                THEN 'autre_compte' END,
           CASE WHEN now.montant <> before.montant THEN 'autre_montant' END], NULL) AS natures
  FROM (SELECT * FROM transfers_paiement WHERE cycle_id = %(cycle)s AND statut <> 'annule'
          AND (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s::uuid[]))) AS now
  FULL JOIN (SELECT * FROM transfers_paiement WHERE cycle_id = %(avant)s AND statut <> 'annule'
               AND (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s::uuid[]))) AS before
    ON before.menage_id = now.menage_id
  WHERE now.id IS NULL OR before.id IS NULL OR now.montant <> before.montant
    OR now.beneficiaire_id <> before.beneficiaire_id OR now.nom_complet <> before.nom_complet
    OR (now.mode_paiement, now.compte_mobile, now.compte_bancaire)
       IS DISTINCT FROM (before.mode_paiement, before.compte_mobile, before.compte_bancaire)
), wanted AS (
  SELECT * FROM change WHERE NOT (%(supplementaire)s AND paiement_id IS NULL)
), counted AS (
  SELECT nature, count(*) AS n FROM wanted CROSS JOIN LATERAL unnest(natures) AS nature GROUP BY nature
), page AS (
  SELECT * FROM wanted WHERE %(nature)s::text IS NULL OR %(nature)s = ANY(natures)
  ORDER BY coalesce(paiement_id, precedent_id) LIMIT %(limit)s OFFSET %(offset)s
)
SELECT (SELECT count(*) FROM wanted) AS total, coalesce((SELECT jsonb_object_agg(nature, n)::text FROM counted), '{}') AS counts,
       coalesce((SELECT jsonb_agg(to_jsonb(page))::text FROM page), '[]') AS items
