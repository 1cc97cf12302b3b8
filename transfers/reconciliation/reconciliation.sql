-- name: count_entries
-- The counters of a session: of each region the sums of its entries by group (types.EntryGroup.key).
SELECT coalesce(jsonb_object_agg(region, sums), '{}') AS counters FROM (
  SELECT region, jsonb_object_agg(key, jsonb_build_array(number, amount)) AS sums FROM (
    SELECT coalesce(e.region_id::text, '') AS region, count(*) AS number,
      concat_ws('.', e.source, e.statut, coalesce(e.raison, ''),
        CASE WHEN e.paiement_id IS NOT NULL AND e.ligne_id IS NOT NULL THEN 1 ELSE 0 END) AS key,
      sum(CASE e.source WHEN 'sig' THEN p.montant ELSE l.montant END) AS amount
    FROM transfers_rapprochement_entree AS e
    LEFT JOIN transfers_paiement AS p ON p.id = e.paiement_id AND e.source = 'sig'
    LEFT JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id AND e.source = 'releve'
    WHERE e.session_id = %(session)s
    GROUP BY 1, 3
  ) AS grouped GROUP BY region
) AS regions

-- name: next_number
SELECT nextval('transfers_rapprochement_numero')

-- name: undo_pairs
-- The entries of a cancelled session lose the other side, and what was claimed: lines and payments are free again.
UPDATE transfers_rapprochement_entree AS e SET
  paiement_id = CASE WHEN e.source = 'sig' THEN e.paiement_id END,
  ligne_id = CASE WHEN e.source = 'releve' THEN e.ligne_id END,
  region_id = CASE WHEN e.source = 'sig' THEN e.region_id END,
  ligne_renversee_id = NULL, tentative_id = NULL, score = NULL, indices = '{}', ecart_montant = NULL, ecart_date = NULL, statut = 'non_rapprochee',
  raison = CASE e.source WHEN 'sig' THEN 'absent_du_releve' ELSE 'inconnue' END, action = NULL, decide = false,
  version = e.version + 1
WHERE e.session_id = %(session)s AND (e.paiement_id IS NOT NULL AND e.ligne_id IS NOT NULL
  OR e.ligne_renversee_id IS NOT NULL OR e.action IN ('erreur_operateur', 'erreur_sig'))

-- name: erase_entries
-- What statements and people say of a person goes; that they were paid, how much and when, remains.
WITH own AS (
  SELECT e.id, e.ligne_id FROM transfers_rapprochement_entree AS e WHERE e.paiement_id IN (
    SELECT id FROM transfers_paiement WHERE menage_id = ANY(%(roots)s)
    UNION ALL
    SELECT p.id FROM transfers_paiement AS p JOIN transfers_beneficiaire AS b ON b.id = p.beneficiaire_id
    WHERE b.menage_id = ANY(%(roots)s))
), lines AS (
  UPDATE transfers_releve_ligne SET telephone = NULL, libelle = NULL WHERE id IN (SELECT ligne_id FROM own)
), decisions AS (
  UPDATE transfers_rapprochement_decision AS d SET commentaire = NULL, avant = (
    SELECT coalesce(jsonb_agg(field || jsonb_build_object(
      'avant', (field -> 'avant') || '{"commentaire": null}', 'apres', (field -> 'apres') || '{"commentaire": null}')), '[]')
    FROM jsonb_array_elements(d.avant) AS field)
  WHERE d.entree_id IN (SELECT id FROM own)
)
UPDATE transfers_rapprochement_entree AS e SET commentaire = NULL FROM own WHERE e.id = own.id
