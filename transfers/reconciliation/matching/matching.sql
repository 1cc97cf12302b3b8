-- name: free_returned
-- Pairs of final sessions whose attempt has failed since, or whose money came back, and whose payment was tried again. Of a
-- pair that was made by hand, the attempt is one of before the session was final.
UPDATE transfers_rapprochement_entree AS e SET rendue = true
FROM transfers_paiement AS p, transfers_rapprochement AS s
WHERE p.cycle_id = %(cycle)s AND e.paiement_id = p.id AND e.source = 'sig' AND e.ligne_id IS NOT NULL AND NOT e.rendue
  -- A session pairs payments of its own cycle: mostly none of it is final, and then nothing is read.
  AND s.id = e.session_id AND s.cycle_id = p.cycle_id AND s.statut = 'valide' AND (
    EXISTS (SELECT FROM transfers_tentative AS t JOIN transfers_tentative AS o ON o.paiement_id = p.id AND o.numero > t.numero
            WHERE t.id = e.tentative_id AND t.etat IN ('retournee', 'rejetee'))
    OR e.tentative_id IS NULL
      AND EXISTS (SELECT FROM transfers_tentative AS t WHERE t.paiement_id = p.id AND t.prepared_at > s.date_validation)
      AND NOT EXISTS (SELECT FROM transfers_tentative AS t WHERE t.paiement_id = p.id AND t.prepared_at <= s.date_validation
                      AND t.etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee')))

-- name: select_payments
-- The payments of the cycle at the operator, a row for each attempt, that no session has paired and nobody has decided.
SELECT p.id AS paiement, t.id AS tentative, {reference} AS reference,
  coalesce(t.destination, p.compte_mobile, p.compte_bancaire) AS telephone,
  coalesce(t.montant_recu, t.montant, p.montant) AS montant,
  coalesce(t.frais, p.taxe_administrative + p.frais_retrait, 0) AS frais, coalesce(t.montant, p.montant) AS ordre,
  (t.settled_at AT TIME ZONE %(zone)s)::date AS jour, (t.sent_at AT TIME ZONE %(zone)s)::date AS depuis,
  coalesce(t.etat, p.statut) AS etat
FROM transfers_paiement AS p
LEFT JOIN transfers_tentative AS t ON t.paiement_id = p.id AND t.operateur_id = %(operateur)s
WHERE p.cycle_id = %(cycle)s AND p.statut <> 'annule' AND (t.id IS NOT NULL OR p.operateur_id = %(operateur)s)
  AND NOT EXISTS (
    SELECT FROM transfers_rapprochement_entree AS e
    WHERE e.paiement_id = p.id AND (e.ligne_id IS NOT NULL AND e.source = 'sig' AND e.session_id <> %(session)s
      -- Of what came back, the attempts that were made since.
      AND (NOT e.rendue OR t.id = e.tentative_id OR t.etat = 'retournee' OR e.tentative_id IS NULL
        AND t.prepared_at <= (SELECT date_validation FROM transfers_rapprochement WHERE id = e.session_id))
      OR e.session_id = %(session)s AND e.source = 'sig' AND e.decide))

-- name: select_lines
-- The lines of the statement that nobody has decided, in an order that depends on what they say only.
SELECT l.id AS ligne, l.reference, l.transaction, l.telephone, l.libelle, l.montant, l.frais, l.brut, l.credit, l.nature,
  l.date_operation AS jour,
  EXISTS (SELECT FROM transfers_rapprochement_entree AS e
          WHERE e.ligne_id = l.id AND e.source = 'releve' AND e.session_id <> %(session)s AND (e.paiement_id IS NOT NULL
            OR e.ligne_renversee_id IS NOT NULL OR e.action IN ('erreur_operateur', 'erreur_sig'))) AS utilisee,
  EXISTS (SELECT FROM transfers_paiement AS p WHERE p.reference = regexp_replace(l.reference, '-R[0-9]+$', '')
          AND p.cycle_id <> %(cycle)s) AS autre_cycle,
  -- Looked up by line only where there is another session of the cycle: mostly there is none.
  (SELECT count(*) > 0 FROM transfers_rapprochement AS s
   WHERE s.cycle_id = %(cycle)s AND s.id <> %(session)s AND s.statut <> 'annule')
    AND EXISTS (SELECT FROM transfers_paiement AS p JOIN transfers_rapprochement_entree AS e
                ON e.paiement_id = p.id AND e.source = 'sig' AND e.ligne_id IS NOT NULL AND NOT e.rendue
                  AND e.session_id <> %(session)s
                WHERE p.reference = regexp_replace(l.reference, '-R[0-9]+$', '') AND p.cycle_id = %(cycle)s)
    AS payee_ailleurs,
  row_number() OVER (ORDER BY l.date_operation, l.moment, l.transaction, l.reference, l.telephone, l.identite, l.rang) AS rang
FROM transfers_releve_ligne AS l
WHERE l.id IN (SELECT ligne_id FROM transfers_releve_place WHERE releve_id = %(releve)s)
  -- Nor those that name a payment whose pair is decided, as its return does. Each set is read once and hashed: as a join,
  -- it is planned for the few entries that were there before a match.
  AND (l.id IN (
    SELECT e.ligne_id FROM transfers_rapprochement_entree AS e
    WHERE e.session_id = %(session)s AND e.source = 'releve' AND e.ligne_id IS NOT NULL
      AND (e.decide OR (e.paiement_id IN (
        SELECT s.paiement_id FROM transfers_rapprochement_entree AS s
        WHERE s.session_id = %(session)s AND s.source = 'sig' AND s.decide AND s.ligne_id IS NOT NULL)) IS TRUE)
  )) IS NOT TRUE

-- name: select_earlier
-- The lines of other sessions of the project that returns of this statement (or of one line, %(ligne)s) may reverse, with
-- the entry that has each: its pair or double, else the one that claims it. `est_rendue` tells what came back already.
WITH back AS MATERIALIZED (
  SELECT l.reference, l.transaction, l.montant, right(regexp_replace(l.telephone, '\D', '', 'g'), 9) AS telephone
  FROM transfers_releve_place AS place JOIN transfers_releve_ligne AS l ON l.id = place.ligne_id
  WHERE place.releve_id = %(releve)s AND l.nature = 'extourne' AND (%(ligne)s::uuid IS NULL OR l.id = %(ligne)s)
), named AS (
  SELECT l.id FROM back JOIN transfers_releve_ligne AS l ON l.reference = back.reference AND l.operateur_id = %(operateur)s
  UNION
  SELECT l.id FROM back JOIN transfers_releve_ligne AS l ON l.transaction = back.transaction AND l.operateur_id = %(operateur)s
  UNION
  -- By the reference of our payment, whose line may name it otherwise.
  SELECT e.ligne_id FROM back JOIN transfers_paiement AS p
    ON p.reference = regexp_replace(upper(btrim(back.reference)), '-R[0-9]+$', '')
  JOIN transfers_rapprochement_entree AS e ON e.paiement_id = p.id AND e.source = 'sig' AND e.ligne_id IS NOT NULL
  UNION
  -- By telephone only with the amount, give or take fees; a number that very many lines have names none of them.
  SELECT l.id FROM back CROSS JOIN LATERAL (
    SELECT id FROM transfers_releve_ligne AS l
    WHERE right(regexp_replace(l.telephone, '\D', '', 'g'), 9) = back.telephone AND l.operateur_id = %(operateur)s
      AND l.montant BETWEEN back.montant / 2 AND back.montant * 2 AND l.nature = 'paiement'
    LIMIT %(shared)s
  ) AS l WHERE length(back.telephone) >= 7
)
SELECT l.id AS ligne, e.paiement_id AS paiement, t.id AS tentative, e.id AS entree, l.reference, l.transaction, l.telephone,
  p.reference AS paiement_reference, l.montant, coalesce(t.frais, 0) AS frais, l.date_operation AS jour,
  EXISTS (SELECT FROM transfers_rapprochement_entree AS pair WHERE pair.session_id = e.session_id AND pair.source = 'sig'
          AND pair.paiement_id = e.paiement_id AND pair.ligne_id = l.id) AS est_paire,
  e.raison IS NOT DISTINCT FROM 'extourne' OR EXISTS (
    SELECT FROM transfers_rapprochement_entree AS back
    WHERE back.ligne_renversee_id = l.id AND (back.session_id <> %(session)s OR back.decide)) AS est_rendue
FROM named JOIN transfers_releve_ligne AS l ON l.id = named.id AND l.nature = 'paiement' AND NOT l.credit
JOIN LATERAL (
  SELECT e.* FROM transfers_rapprochement_entree AS e JOIN transfers_rapprochement AS s ON s.id = e.session_id
  JOIN transfers_cycle AS c ON c.id = s.cycle_id JOIN transfers_programme AS g ON g.id = c.programme_id
  WHERE e.ligne_id = l.id AND e.source = 'releve' AND s.id <> %(session)s AND s.statut <> 'annule' AND g.projet_id = %(projet)s
  ORDER BY e.paiement_id IS NULL, coalesce(e.action IN ('erreur_operateur', 'erreur_sig'), false) DESC, e.id LIMIT 1
) AS e ON true
LEFT JOIN transfers_paiement AS p ON p.id = e.paiement_id
LEFT JOIN LATERAL (
  SELECT t.id, t.frais FROM transfers_tentative AS t WHERE t.paiement_id = e.paiement_id
  ORDER BY t.id = e.tentative_id DESC NULLS LAST, t.etat IN ('confirmee', 'retournee') DESC, t.numero LIMIT 1
) AS t ON true
-- A line of this very statement that nobody has is matched here.
WHERE e.paiement_id IS NOT NULL OR NOT EXISTS (
  SELECT FROM transfers_releve_place AS own WHERE own.releve_id = %(releve)s AND own.ligne_id = l.id)

-- name: forget_decisions
-- The entries are matched like all others; the decisions stay in their history as undone.
WITH forgotten AS (
  UPDATE transfers_rapprochement_entree SET decide = false, action = NULL, commentaire = NULL,
    statut = 'non_rapprochee', raison = coalesce(raison, 'inconnue'),
    ligne_id = CASE WHEN source = 'releve' THEN ligne_id END, paiement_id = CASE WHEN source = 'sig' THEN paiement_id END,
    ligne_renversee_id = NULL, tentative_id = NULL, version = version + 1
  WHERE session_id = %(session)s AND decide
)
UPDATE transfers_rapprochement_decision SET annule_par_id = %(user)s, annule_le = statement_timestamp()
WHERE session_id = %(session)s AND annule_le IS NULL

-- name: create_wanted
DROP TABLE IF EXISTS pg_temp.wanted_entry;
CREATE TEMP TABLE wanted_entry (
  source text, paiement_id uuid, ligne_id uuid, tentative_id uuid, statut text, raison text, score numeric(5, 2),
  indices text[], ecart_montant bigint, ecart_date integer, ligne_renversee_id uuid,
  montant_compare bigint, jour_compare date, entree uuid
) ON COMMIT DROP

-- name: copy_wanted
COPY wanted_entry (source, paiement_id, ligne_id, tentative_id, statut, raison, score, indices, ecart_montant, ecart_date,
  ligne_renversee_id, montant_compare, jour_compare)
FROM STDIN (FORMAT csv)

-- name: find_changes
-- The entries of a second matching that are to change; most stay as they are. Each side is looked up by its own key: one
-- condition for both can be neither hashed nor looked up, and compares each entry with each.
ANALYZE wanted_entry;
UPDATE wanted_entry AS w SET entree = e.id FROM transfers_rapprochement_entree AS e
WHERE e.session_id = %(session)s AND e.source = 'sig' AND w.source = 'sig' AND e.paiement_id = w.paiement_id;
UPDATE wanted_entry AS w SET entree = e.id FROM transfers_rapprochement_entree AS e
WHERE e.session_id = %(session)s AND e.source = 'releve' AND w.source = 'releve' AND e.ligne_id = w.ligne_id;
DROP TABLE IF EXISTS pg_temp.changed_entry;
CREATE TEMP TABLE changed_entry ON COMMIT DROP AS
SELECT e.id, w.*, e.paiement_id IS NOT NULL AND e.ligne_id IS NOT NULL OR e.ligne_renversee_id IS NOT NULL AS had_pair,
  (e.paiement_id, e.ligne_id, e.ligne_renversee_id) IS DISTINCT FROM (w.paiement_id, w.ligne_id, w.ligne_renversee_id)
    AS is_other_pair
FROM wanted_entry AS w JOIN transfers_rapprochement_entree AS e ON e.id = w.entree
WHERE (e.paiement_id, e.ligne_id, e.tentative_id, e.statut, e.raison, e.score, e.indices::text[], e.ecart_montant, e.ecart_date,
    e.ligne_renversee_id)
  IS DISTINCT FROM (w.paiement_id, w.ligne_id, w.tentative_id, w.statut, w.raison, w.score, w.indices, w.ecart_montant,
    w.ecart_date, w.ligne_renversee_id)

-- name: undo_changed_pairs
-- First apart, then together again: a line may go from one payment to another.
UPDATE transfers_rapprochement_entree AS e
SET ligne_id = CASE WHEN e.source = 'releve' THEN e.ligne_id END,
  paiement_id = CASE WHEN e.source = 'sig' THEN e.paiement_id END, ligne_renversee_id = NULL
FROM changed_entry AS c WHERE c.id = e.id AND c.had_pair AND c.is_other_pair

-- name: change_entries
UPDATE transfers_rapprochement_entree AS e
SET paiement_id = c.paiement_id, ligne_id = c.ligne_id, tentative_id = c.tentative_id, statut = c.statut, raison = c.raison,
  score = c.score, indices = c.indices, ecart_montant = c.ecart_montant, ecart_date = c.ecart_date,
  ligne_renversee_id = c.ligne_renversee_id,
  region_id = (SELECT region_id FROM transfers_paiement WHERE id = c.paiement_id), version = e.version + 1
FROM changed_entry AS c WHERE c.id = e.id

-- name: name_paired_elsewhere
-- Payments whose line another session has found since the last matching: nothing is to be decided of them here.
UPDATE transfers_rapprochement_entree AS e SET raison = 'deja_utilisee', statut = 'non_rapprochee', version = e.version + 1
WHERE e.session_id = %(session)s AND e.source = 'sig' AND e.ligne_id IS NULL AND NOT e.decide AND e.raison <> 'deja_utilisee'
  AND EXISTS (SELECT FROM transfers_rapprochement_entree AS o WHERE o.paiement_id = e.paiement_id AND o.source = 'sig'
              AND o.ligne_id IS NOT NULL AND NOT o.rendue AND o.session_id <> e.session_id)

-- name: insert_entries
-- In the order of their keys: their indexes grow at one place after the other.
INSERT INTO transfers_rapprochement_entree (
  id, session_id, source, paiement_id, ligne_id, tentative_id, statut, raison, score, indices, ecart_montant, ecart_date,
  ligne_renversee_id, region_id, montant_compare, jour_compare)
SELECT uuid7(), %(session)s, w.source, w.paiement_id, w.ligne_id, w.tentative_id, w.statut, w.raison, w.score, w.indices,
  w.ecart_montant, w.ecart_date, w.ligne_renversee_id, p.region_id, w.montant_compare, w.jour_compare
FROM wanted_entry AS w LEFT JOIN transfers_paiement AS p ON p.id = w.paiement_id
WHERE w.entree IS NULL
ORDER BY w.paiement_id, w.ligne_id

-- name: refresh_compared
-- What is compared of entries that stay as they are: the day on which a payment was settled since, or what arrived of it.
UPDATE transfers_rapprochement_entree AS e SET montant_compare = w.montant_compare, jour_compare = w.jour_compare
FROM wanted_entry AS w
WHERE e.id = w.entree AND (e.montant_compare, e.jour_compare) IS DISTINCT FROM (w.montant_compare, w.jour_compare)

-- name: count_new_pairs
SELECT count(*) FROM wanted_entry WHERE source = 'sig' AND ligne_id IS NOT NULL

-- name: count_new_pairs_again
SELECT (SELECT count(*) FROM changed_entry WHERE source = 'sig' AND ligne_id IS NOT NULL AND is_other_pair)
  + (SELECT count(*) FROM wanted_entry AS w WHERE w.source = 'sig' AND w.ligne_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM transfers_rapprochement_entree AS e
       WHERE e.session_id = %(session)s AND e.source = 'sig' AND e.paiement_id = w.paiement_id))
