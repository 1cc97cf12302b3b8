-- name: select_payments
-- The payments of the cycle at the operator, a row for each attempt, that no session has paired and nobody has decided.
SELECT p.id AS paiement, t.id AS tentative, {reference} AS reference,
  coalesce(t.destination, p.compte_mobile, p.compte_bancaire) AS telephone,
  coalesce(t.montant_recu, t.montant, p.montant) AS montant,
  coalesce(t.frais, p.taxe_administrative + p.frais_retrait, 0) AS frais,
  (t.settled_at AT TIME ZONE %(zone)s)::date AS jour, (t.sent_at AT TIME ZONE %(zone)s)::date AS depuis,
  coalesce(t.etat, p.statut) AS etat
FROM transfers_paiement AS p
LEFT JOIN transfers_tentative AS t ON t.paiement_id = p.id AND t.operateur_id = %(operateur)s
WHERE p.cycle_id = %(cycle)s AND p.statut <> 'annule' AND (t.id IS NOT NULL OR p.operateur_id = %(operateur)s)
  AND NOT EXISTS (
    SELECT FROM transfers_rapprochement_entree AS e
    WHERE e.paiement_id = p.id AND (e.ligne_id IS NOT NULL AND e.source = 'sig' AND e.session_id <> %(session)s
      OR e.session_id = %(session)s AND e.source = 'sig' AND e.decide))

-- name: select_lines
-- The lines of the statement that nobody has decided, in an order that depends on what they say only.
SELECT l.id AS ligne, l.reference, l.transaction, l.telephone, l.libelle, l.montant, l.frais, l.credit, l.nature,
  l.date_operation AS jour,
  EXISTS (SELECT FROM transfers_rapprochement_entree AS e
          WHERE e.ligne_id = l.id AND e.source = 'releve' AND e.paiement_id IS NOT NULL AND e.session_id <> %(session)s) AS utilisee,
  EXISTS (SELECT FROM transfers_paiement AS p WHERE p.reference = regexp_replace(l.reference, '-R[0-9]+$', '')
          AND p.cycle_id <> %(cycle)s) AS autre_cycle,
  row_number() OVER (ORDER BY l.date_operation, l.moment, l.transaction, l.reference, l.telephone, l.identite, l.rang) AS rang
FROM transfers_releve_ligne AS l
WHERE l.id IN (SELECT ligne_id FROM transfers_releve_place WHERE releve_id = %(releve)s)
  -- Nor those that name a payment whose pair is decided, as its return does.
  AND NOT EXISTS (SELECT FROM transfers_rapprochement_entree AS e
                  WHERE e.session_id = %(session)s AND e.source = 'releve' AND e.ligne_id = l.id
                    AND (e.decide OR EXISTS (
                      SELECT FROM transfers_rapprochement_entree AS s
                      WHERE s.session_id = e.session_id AND s.source = 'sig' AND s.paiement_id = e.paiement_id AND s.decide
                        AND s.ligne_id IS NOT NULL)))

-- name: forget_decisions
-- The entries are matched like all others; the decisions stay in their history as undone.
WITH forgotten AS (
  UPDATE transfers_rapprochement_entree SET decide = false, action = NULL, commentaire = NULL,
    statut = 'non_rapprochee', raison = coalesce(raison, 'inconnue'),
    ligne_id = CASE WHEN source = 'releve' THEN ligne_id END, paiement_id = CASE WHEN source = 'sig' THEN paiement_id END,
    tentative_id = NULL, version = version + 1
  WHERE session_id = %(session)s AND decide
)
UPDATE transfers_rapprochement_decision SET annule_par_id = %(user)s, annule_le = statement_timestamp()
WHERE session_id = %(session)s AND annule_le IS NULL

-- name: create_wanted
DROP TABLE IF EXISTS pg_temp.wanted_entry;
CREATE TEMP TABLE wanted_entry (
  source text, paiement_id uuid, ligne_id uuid, tentative_id uuid, statut text, raison text, score numeric(5, 2),
  indices text[], ecart_montant bigint, ecart_date integer
) ON COMMIT DROP

-- name: copy_wanted
COPY wanted_entry (source, paiement_id, ligne_id, tentative_id, statut, raison, score, indices, ecart_montant, ecart_date)
FROM STDIN (FORMAT csv)

-- name: find_changes
-- The entries of a second matching that are to change; most stay as they are.
DROP TABLE IF EXISTS pg_temp.changed_entry;
CREATE TEMP TABLE changed_entry ON COMMIT DROP AS
SELECT e.id, w.*, e.paiement_id IS NOT NULL AND e.ligne_id IS NOT NULL AS had_pair,
  (e.paiement_id, e.ligne_id) IS DISTINCT FROM (w.paiement_id, w.ligne_id) AS is_other_pair
FROM wanted_entry AS w JOIN transfers_rapprochement_entree AS e ON e.session_id = %(session)s AND e.source = w.source
  AND CASE w.source WHEN 'sig' THEN e.paiement_id = w.paiement_id ELSE e.ligne_id = w.ligne_id END
WHERE (e.paiement_id, e.ligne_id, e.tentative_id, e.statut, e.raison, e.score, e.indices::text[], e.ecart_montant, e.ecart_date)
  IS DISTINCT FROM (w.paiement_id, w.ligne_id, w.tentative_id, w.statut, w.raison, w.score, w.indices, w.ecart_montant,
    w.ecart_date)

-- name: undo_changed_pairs
-- First apart, then together again: a line may go from one payment to another.
UPDATE transfers_rapprochement_entree AS e
SET ligne_id = CASE WHEN e.source = 'releve' THEN e.ligne_id END,
  paiement_id = CASE WHEN e.source = 'sig' THEN e.paiement_id END
FROM changed_entry AS c WHERE c.id = e.id AND c.had_pair AND c.is_other_pair

-- name: change_entries
UPDATE transfers_rapprochement_entree AS e
SET paiement_id = c.paiement_id, ligne_id = c.ligne_id, tentative_id = c.tentative_id, statut = c.statut, raison = c.raison,
  score = c.score, indices = c.indices, ecart_montant = c.ecart_montant, ecart_date = c.ecart_date,
  region_id = (SELECT region_id FROM transfers_paiement WHERE id = c.paiement_id), version = e.version + 1
FROM changed_entry AS c WHERE c.id = e.id

-- name: insert_entries
INSERT INTO transfers_rapprochement_entree (
  id, session_id, source, paiement_id, ligne_id, tentative_id, statut, raison, score, indices, ecart_montant, ecart_date, region_id)
SELECT uuid7(), %(session)s, w.source, w.paiement_id, w.ligne_id, w.tentative_id, w.statut, w.raison, w.score, w.indices,
  w.ecart_montant, w.ecart_date, p.region_id
FROM wanted_entry AS w LEFT JOIN transfers_paiement AS p ON p.id = w.paiement_id
WHERE NOT %(again)s OR NOT EXISTS (
  SELECT FROM transfers_rapprochement_entree AS e WHERE e.session_id = %(session)s AND e.source = w.source
    AND CASE w.source WHEN 'sig' THEN e.paiement_id = w.paiement_id ELSE e.ligne_id = w.ligne_id END)

-- name: count_new_pairs
SELECT count(*) FROM wanted_entry WHERE source = 'sig' AND ligne_id IS NOT NULL

-- name: count_new_pairs_again
SELECT (SELECT count(*) FROM changed_entry WHERE source = 'sig' AND ligne_id IS NOT NULL AND is_other_pair)
  + (SELECT count(*) FROM wanted_entry AS w WHERE w.source = 'sig' AND w.ligne_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM transfers_rapprochement_entree AS e
       WHERE e.session_id = %(session)s AND e.source = 'sig' AND e.paiement_id = w.paiement_id))
