-- name: read_entries
SELECT e.id, e.source, e.statut, e.score, e.indices, e.ecart_montant, e.ecart_date, e.raison, e.decide, e.action,
  e.commentaire, e.version, e.paiement_id, e.ligne_id, p.reference AS paiement_reference, p.nom_complet,
  coalesce(p.compte_mobile, p.telephone) AS paiement_telephone, p.montant AS paiement_montant, p.montant_recu,
  p.statut AS paiement_statut, p.date_execution, p.reference_operateur, p.motif_echec,
  l.reference, l.transaction, l.telephone, l.montant, l.frais, l.credit, l.nature, l.date_operation, l.moment, l.libelle
FROM unnest(%(ids)s::uuid[]) WITH ORDINALITY AS wanted (id, place)
JOIN transfers_rapprochement_entree AS e ON e.id = wanted.id
LEFT JOIN transfers_paiement AS p ON p.id = e.paiement_id
LEFT JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id
ORDER BY wanted.place

-- name: list_parts
-- A page lies in parts of groups, which the index `entree_liste` holds one after the other. What lies near the end of its
-- group is counted from there (`backward`), what lies far from both ends from the entry `start`.
SELECT e.id FROM unnest(%(sources)s::text[], %(statuts)s::text[], %(raisons)s::text[], %(starts)s::uuid[], %(offsets)s::bigint[],
  %(counts)s::bigint[], %(backward)s::boolean[])
  WITH ORDINALITY AS part (source, statut, raison, start, first, number, backward, place)
CROSS JOIN LATERAL (
  (SELECT id FROM transfers_rapprochement_entree
   WHERE session_id = %(session)s AND source = part.source AND statut = part.statut AND coalesce(raison, '') = part.raison
     AND id > part.start AND (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s))
   ORDER BY id LIMIT CASE WHEN part.backward THEN 0 ELSE part.number END OFFSET part.first)
  UNION ALL
  (SELECT id FROM transfers_rapprochement_entree
   WHERE session_id = %(session)s AND source = part.source AND statut = part.statut AND coalesce(raison, '') = part.raison
     AND (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s))
   ORDER BY id DESC LIMIT CASE WHEN part.backward THEN part.number ELSE 0 END OFFSET part.first)
) AS e ORDER BY part.place, e.id

-- name: list_places
SELECT id FROM (
  SELECT id, row_number() OVER (ORDER BY id) AS place FROM transfers_rapprochement_entree
  WHERE session_id = %(session)s AND source = %(source)s AND statut = %(statut)s AND coalesce(raison, '') = %(raison)s
    AND (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s))
) AS placed WHERE place %% %(stride)s = 0 ORDER BY place

-- name: search_entries
-- The entries whose payment or line has a reference that begins with the text, or (for who may see contacts) a telephone
-- that ends with its digits; then the other sides of their pairs.
WITH payments AS MATERIALIZED (
  SELECT p.id FROM transfers_paiement AS p
  WHERE p.cycle_id = %(cycle)s AND (p.reference LIKE %(prefix)s OR p.reference LIKE %(upper)s)
  UNION
  SELECT p.id FROM transfers_paiement AS p WHERE p.cycle_id = %(cycle)s AND p.compte_mobile = %(account)s
), lines AS MATERIALIZED (
  SELECT id FROM transfers_releve_ligne WHERE reference LIKE %(prefix)s OR reference LIKE %(upper)s
  UNION
  SELECT id FROM transfers_releve_ligne WHERE transaction = %(text)s
  UNION
  SELECT id FROM transfers_releve_ligne WHERE right(regexp_replace(telephone, '\D', '', 'g'), 9) = %(digits)s
), found AS MATERIALIZED (
  SELECT e.id, e.source, e.paiement_id, e.ligne_id FROM payments AS p
  JOIN transfers_rapprochement_entree AS e ON e.paiement_id = p.id AND e.session_id = %(session)s AND e.source = 'sig'
  UNION ALL
  SELECT e.id, e.source, e.paiement_id, e.ligne_id FROM lines AS l
  JOIN transfers_rapprochement_entree AS e ON e.ligne_id = l.id AND e.session_id = %(session)s AND e.source = 'releve'
), both_sides AS (
  SELECT id FROM found
  UNION
  SELECT e.id FROM found AS f JOIN transfers_rapprochement_entree AS e
    ON e.session_id = %(session)s AND e.source = 'releve' AND e.ligne_id = f.ligne_id WHERE f.source = 'sig'
  UNION
  SELECT e.id FROM found AS f JOIN transfers_rapprochement_entree AS e
    ON e.session_id = %(session)s AND e.source = 'sig' AND e.paiement_id = f.paiement_id WHERE f.source = 'releve'
)
SELECT e.id, count(*) OVER () AS total FROM both_sides JOIN transfers_rapprochement_entree AS e USING (id)
WHERE concat_ws('.', e.source, e.statut, coalesce(e.raison, '')) = ANY(%(groups)s::text[])
  AND (%(regions)s::uuid[] IS NULL OR e.region_id = ANY(%(regions)s))
ORDER BY e.statut, e.source DESC, e.raison, e.id LIMIT %(limit)s OFFSET %(offset)s

-- name: find_usage
-- Which of these payments other sessions have paired, and which of the lines they use.
SELECT 'paiement' AS side, e.paiement_id AS id FROM transfers_rapprochement_entree AS e
WHERE e.paiement_id = ANY(%(payments)s) AND e.ligne_id IS NOT NULL AND e.source = 'sig' AND NOT e.rendue
  AND e.session_id <> %(session)s
UNION ALL
SELECT 'ligne', e.ligne_id FROM transfers_rapprochement_entree AS e
WHERE e.ligne_id = ANY(%(lines)s) AND e.source = 'releve' AND e.session_id <> %(session)s AND (e.paiement_id IS NOT NULL
  OR e.ligne_renversee_id IS NOT NULL OR e.action IN ('erreur_operateur', 'erreur_sig'))

-- name: find_earlier
-- The entries of lines that left the account in other sessions of the project: those that decisions name, and the pairs of
-- payments that returns name.
SELECT e.id FROM transfers_rapprochement_entree AS e JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id
JOIN transfers_rapprochement AS s ON s.id = e.session_id AND s.statut <> 'annule' AND s.operateur_id = %(operateur)s
JOIN transfers_cycle AS c ON c.id = s.cycle_id JOIN transfers_programme AS g ON g.id = c.programme_id
WHERE e.source = 'releve' AND e.session_id <> %(session)s AND g.projet_id = %(projet)s
  AND l.nature = 'paiement' AND NOT l.credit AND (e.id = ANY(%(ids)s) OR e.id IN (
    SELECT line.id FROM transfers_rapprochement_entree AS pair
    JOIN transfers_rapprochement_entree AS line ON line.ligne_id = pair.ligne_id AND line.source = 'releve'
      AND line.session_id = pair.session_id
    WHERE pair.source = 'sig' AND pair.paiement_id = ANY(%(payments)s) AND pair.ligne_id IS NOT NULL))

-- name: break_pairs
-- Entries whose pair changes lose the other side first: two may exchange theirs.
UPDATE transfers_rapprochement_entree SET paiement_id = CASE WHEN source = 'sig' THEN paiement_id END,
  ligne_id = CASE WHEN source = 'releve' THEN ligne_id END
WHERE id = ANY(%(ids)s)

-- name: find_last_decisions
-- Of each of these entries the last decision that changed it, and was not undone.
SELECT DISTINCT ON (entree) (changed ->> 'id')::uuid AS entree, d.id AS decision
FROM transfers_rapprochement_decision AS d CROSS JOIN LATERAL jsonb_array_elements(d.avant) AS changed
WHERE d.session_id = %(session)s AND d.annule_le IS NULL AND (changed ->> 'id')::uuid = ANY(%(ids)s::uuid[])
ORDER BY entree, d.id DESC
