-- name: is_out
-- Whether the person to be paid or the holder of the place may not be paid any more, although the list holds them: they
-- are suspended or have left, or graduated before the period of the cycle began.
(b.statut_enrolement IN ('suspendu', 'sorti') OR place.statut_enrolement IN ('suspendu', 'sorti')
  OR place.statut_enrolement = 'gradue'
    AND place.date_graduation::date < (SELECT date_debut FROM transfers_cycle WHERE id = %(cycle)s))

-- name: cash_in_hand
-- The households and the principals whom a file says that no payer paid, although a payer still has their cash of the
-- period, and may hand it out.
SELECT unnest(ARRAY[t.menage_id, p.principal_id]) AS id
FROM transfers_feuille AS f JOIN transfers_feuille_ligne AS l ON l.feuille_id = f.id
JOIN transfers_tentative AS t ON t.id = l.tentative_id JOIN transfers_paiement AS p ON p.id = t.paiement_id
WHERE f.etat = 'remise' AND t.periode_id = %(periode)s AND t.etat IN ('rejetee', 'retournee')

-- name: chosen_payments
-- The chosen payments of people who have not left, each with the account that an attempt would pay: the frozen one, or the
-- beneficiary's present one after a correction (at the second operator their number there); so is the mode. A bank pays
-- transfers, and nobody else does. Cash goes to no account and costs no fees, whatever operator the payment had; nor does
-- what goes through an operator that has no fee schedule. Fees are those of the list where its schedule is that of the
-- operator who is to pay; another one takes those of its own schedule (`est_sans_tarif`: it has none for the amount).
-- What failed may go another way when the account was corrected: through a bank, or, one payment at a time, through
-- another operator that the caller names. Who validated the list has not seen the present account: it is checked as a
-- calculation does, and `est_refuse` when it is missing, unreadable, another household's, or paid one in the period.
-- `est_propre`: the caller corrected the account that would be paid, or the mode: another person sends the money there.
-- Who was suspended, has left, or graduated before the period, is left out, and stays planned: the list binds who may be
-- paid, not who must. `est_deplace`: so is who was to be paid elsewhere since, until somebody tries that payment by itself.
-- `est_en_main`: a payer still has their cash of the period, of whatever cycle.
WITH held AS MATERIALIZED ({held})
SELECT p.id, p.menage_id, p.principal_id, p.montant, way.destination,
  p.menage_id IN (SELECT id FROM held) OR p.principal_id IN (SELECT id FROM held) AS est_en_main,
  NOT %(corrected)s AND {readdressed} AS est_deplace,
  %(corrected)s AND (
    mode.present IS DISTINCT FROM p.mode_paiement AND b.auteurs_comptes ->> 'mode_paiement' = %(auteur)s::text
    OR way.destination NOT IN (coalesce(p.compte_mobile, ''), coalesce(p.compte_bancaire, '')) AND EXISTS (
      SELECT FROM (VALUES ('compte_mobile', b.compte_mobile), ('compte_bancaire', b.compte_bancaire),
        ('numero_op_b', b.numero_op_b)) AS own (name, number)
      WHERE own.number = way.destination AND b.auteurs_comptes ->> own.name = %(auteur)s::text)) AS est_propre,
  CASE WHEN %(cash)s OR p.tranche_id IS NULL OR %(schedule)s::text IS NULL THEN 0
    WHEN priced.operateur_id = %(schedule)s THEN p.taxe_administrative + p.frais_retrait
    ELSE coalesce(other_price.taxe_administrative + other_price.frais_retrait, 0) END AS frais,
  NOT %(cash)s AND priced.operateur_id <> %(schedule)s AND other_price.id IS NULL AS est_sans_tarif,
  %(corrected)s AND mode.present IS DISTINCT FROM 'especes' AND (
    coalesce(way.destination, '') = '' OR (NOT %(transfers)s AND {unreadable})
    OR EXISTS (SELECT FROM transfers_beneficiaire AS other
      WHERE other.compte_mobile = way.destination AND other.menage_id <> b.menage_id AND other.statut_enrolement <> 'sorti')
    OR shared.number IS NOT NULL
    OR used.destination IS NOT NULL AND NOT EXISTS (SELECT FROM transfers_tentative AS own WHERE own.periode_id = %(periode)s
        AND own.menage_id = p.menage_id AND own.etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee'))) AS est_refuse
FROM transfers_paiement AS p JOIN transfers_beneficiaire AS b ON b.id = p.beneficiaire_id
JOIN transfers_beneficiaire AS place ON place.id = p.principal_id
LEFT JOIN transfers_tranche AS priced ON priced.id = p.tranche_id
LEFT JOIN transfers_tranche AS other_price ON priced.operateur_id <> other_price.operateur_id
  AND other_price.operateur_id = %(schedule)s AND other_price.actif
  AND p.montant BETWEEN other_price.montant_min AND other_price.montant_max
CROSS JOIN LATERAL (SELECT CASE WHEN %(corrected)s THEN b.mode_paiement ELSE p.mode_paiement END AS present) AS mode
CROSS JOIN LATERAL (SELECT CASE WHEN %(cash)s THEN NULL
    WHEN %(transfers)s THEN CASE WHEN %(corrected)s THEN b.compte_bancaire ELSE p.compte_bancaire END
    WHEN %(corrected)s THEN coalesce(CASE WHEN %(second)s THEN nullif(b.numero_op_b, '') END, nullif(b.compte_mobile, ''),
                                     b.compte_bancaire)
    ELSE coalesce(p.compte_mobile, p.compte_bancaire) END AS destination) AS way
LEFT JOIN (
  SELECT account.number FROM transfers_beneficiaire AS other
  CROSS JOIN LATERAL (VALUES (other.compte_bancaire), (other.numero_op_b)) AS account (number)
  WHERE %(corrected)s AND other.programme_id = %(programme)s AND other.statut_enrolement <> 'sorti' AND account.number <> ''
  GROUP BY account.number HAVING count(DISTINCT other.menage_id) > 1
) AS shared ON shared.number = way.destination
LEFT JOIN (
  SELECT DISTINCT destination FROM transfers_tentative
  WHERE %(corrected)s AND periode_id = %(periode)s AND etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee')
) AS used ON used.destination = way.destination
WHERE p.cycle_id = %(cycle)s AND p.statut = %(statut)s
  AND (p.operateur_id IS NULL OR p.operateur_id = %(operateur)s OR (%(cash)s AND %(named)s)
    OR %(corrected)s AND (%(transfers)s OR %(named)s AND %(paiement)s::uuid IS NOT NULL))
  AND (%(paiement)s::uuid IS NULL OR p.id = %(paiement)s)
  AND (%(any_mode)s OR (mode.present IS NOT DISTINCT FROM 'especes') = %(cash)s)
  AND (mode.present IS NOT DISTINCT FROM 'virement_bancaire') = %(transfers)s
  AND NOT {is_out}

-- name: payable
-- Whether a chosen payment may leave: nothing is against its account, and the principal has no live attempt in one of the
-- `autres` cycles of the period: under another household, before a merge.
NOT p.est_refuse AND NOT p.est_en_main AND NOT p.est_deplace AND NOT coalesce(p.est_sans_tarif, false)
  AND NOT coalesce(p.est_propre, false) AND NOT EXISTS (
  SELECT FROM transfers_paiement AS twin JOIN transfers_tentative AS live ON live.paiement_id = twin.id
    AND live.etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee')
  WHERE twin.cycle_id = ANY(%(autres)s::uuid[]) AND twin.principal_id = p.principal_id)

-- name: prepare_attempts
-- Insert an attempt for each of the chosen payments that may leave, unless the payment or its household has a live one in
-- the period.
INSERT INTO transfers_tentative (
  id, paiement_id, execution_id, numero, periode_id, menage_id, operateur_id, montant, frais, destination)
SELECT uuid7(), p.id, %(run)s, coalesce((SELECT max(numero) FROM transfers_tentative WHERE paiement_id = p.id), 0) + 1,
  %(periode)s, p.menage_id, %(operateur)s, p.montant, p.frais, p.destination
FROM ({chosen}) AS p
WHERE {payable}
ORDER BY p.id
ON CONFLICT DO NOTHING

-- name: preview_run
-- How many payments a run would send now, and what it would reserve for them, by mode.
SELECT own.mode_paiement AS mode, count(*) AS nombre, sum(p.montant + p.frais)::bigint AS montant
FROM ({chosen}) AS p JOIN transfers_paiement AS own ON own.id = p.id
WHERE {payable} AND NOT EXISTS (
  SELECT FROM transfers_tentative AS live WHERE live.periode_id = %(periode)s AND live.menage_id = p.menage_id
    AND live.etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee'))
GROUP BY own.mode_paiement

-- name: count_modes
-- The payments of a status, by mode.
SELECT mode_paiement AS mode, count(*) AS nombre
FROM transfers_paiement WHERE cycle_id = %(cycle)s AND statut = %(statut)s GROUP BY mode_paiement

-- name: count_refused
SELECT count(*) FILTER (WHERE est_en_main) AS cash, count(*) FILTER (WHERE est_refuse) AS accounts,
  count(*) FILTER (WHERE est_propre) AS own, count(*) FILTER (WHERE est_sans_tarif) AS unpriced FROM ({chosen}) AS p

-- name: count_departed
-- Who is left to be paid, and is out.
SELECT count(*) FROM transfers_paiement AS p JOIN transfers_beneficiaire AS b ON b.id = p.beneficiaire_id
JOIN transfers_beneficiaire AS place ON place.id = p.principal_id
WHERE p.cycle_id = %(cycle)s AND p.statut = %(statut)s AND (%(paiement)s::uuid IS NULL OR p.id = %(paiement)s)
  AND {is_out}

-- name: sum_run
SELECT count(*) AS nombre, coalesce(sum(montant + frais), 0)::bigint AS total FROM transfers_tentative
WHERE execution_id = %(run)s

-- name: mark_payments_running
UPDATE transfers_paiement AS p SET statut = 'en_cours', operateur_id = %(operateur)s, motif_echec = NULL,
  date_soumission = coalesce(p.date_soumission, statement_timestamp()), updated_at = statement_timestamp()
FROM transfers_tentative AS t WHERE t.execution_id = %(run)s AND p.id = t.paiement_id

-- name: list_planned_operators
SELECT DISTINCT p.operateur_id FROM transfers_paiement AS p
WHERE p.cycle_id = %(cycle)s AND p.statut = %(statut)s AND (%(paiement)s::uuid IS NULL OR p.id = %(paiement)s)
  AND (%(any_mode)s OR %(cash)s = coalesce('especes' = CASE WHEN %(corrected)s
    THEN (SELECT mode_paiement FROM transfers_beneficiaire WHERE id = p.beneficiaire_id) ELSE p.mode_paiement END, false))
ORDER BY p.operateur_id NULLS LAST

-- name: claim_run
UPDATE transfers_execution SET bail_id = %(worker)s, bail_fin = statement_timestamp() + %(lease)s
WHERE id = %(run)s AND (bail_id = %(worker)s OR bail_fin IS NULL OR bail_fin < statement_timestamp())

-- name: release_run
-- Nobody takes it up again before the pause (seconds) that its operator asked for.
UPDATE transfers_execution SET bail_id = NULL,
  bail_fin = CASE WHEN %(pause)s > 0 THEN clock_timestamp() + make_interval(secs => %(pause)s) END
WHERE id = %(run)s AND bail_id = %(worker)s

-- name: list_prepared
-- The next orders of a run that were not sent, after an id.
SELECT t.id, {reference} AS reference, t.destination, p.nom_complet, t.montant
FROM transfers_tentative AS t JOIN transfers_paiement AS p ON p.id = t.paiement_id
WHERE t.execution_id = %(run)s AND t.etat = 'preparee' AND t.id > %(after)s ORDER BY t.id LIMIT %(size)s

-- name: claim_batch
-- From prepared to sent, by compare-and-set, before anything leaves the house. What is sent must not be forgotten by a
-- crash of the database, or it would be sent again: the mark is on the disk, also where commits do not wait for that.
WITH durable AS (
  SELECT count(set_config('synchronous_commit', 'on', true)) FROM (SELECT) AS one
  WHERE current_setting('synchronous_commit') = 'off'
), batch AS (
  SELECT id FROM transfers_tentative WHERE execution_id = %(run)s AND etat = 'preparee'
  ORDER BY id LIMIT %(size)s FOR UPDATE SKIP LOCKED
), sent AS (
  UPDATE transfers_tentative AS t SET etat = 'envoyee', sent_at = clock_timestamp()
  FROM batch WHERE t.id = batch.id AND t.etat = 'preparee' RETURNING t.id, t.paiement_id, t.numero, t.destination, t.montant
)
SELECT t.id, {reference} AS reference, t.destination, p.nom_complet, t.montant
FROM sent AS t JOIN transfers_paiement AS p ON p.id = t.paiement_id CROSS JOIN durable ORDER BY t.id

-- name: mark_sent_unknown
-- What a dead worker had sent: nobody knows whether it arrived.
UPDATE transfers_tentative SET etat = 'inconnue', ask_at = clock_timestamp()
WHERE execution_id = %(run)s AND etat = 'envoyee'

-- name: mark_unknown
-- The operator is asked for it soon, then ever more rarely, and not before the pause (seconds) that it asked for.
UPDATE transfers_tentative SET etat = 'inconnue', ask_at = clock_timestamp() + greatest(
  least(greatest((clock_timestamp() - sent_at) / 2, interval '10 seconds'), interval '2 hours'),
  make_interval(secs => %(pause)s))
WHERE id = ANY(%(ids)s) AND etat IN ('envoyee', 'inconnue')

-- name: return_unsent
-- What provably never left is prepared again: only who marked it as sent could have sent it, and says so. Also when another
-- process took it for unknown meanwhile; what people or a statement have settled stays.
UPDATE transfers_tentative SET etat = 'preparee', sent_at = NULL, ask_at = NULL
WHERE id = ANY(%(ids)s) AND etat IN ('envoyee', 'inconnue')

-- name: store_requests
UPDATE transfers_tentative AS t SET demande = o.demande
FROM unnest(%(ids)s::uuid[], %(demandes)s::text[]) AS o (id, demande) WHERE t.id = o.id

-- name: mark_callbacks_handled
UPDATE transfers_rappel SET handled_at = clock_timestamp()
WHERE tentative_id = ANY(%(ids)s) AND handled_at IS NULL AND received_at <= %(asked)s

-- name: list_unknown
SELECT t.id, {reference} AS reference, t.destination, p.nom_complet, t.montant, t.demande
FROM transfers_tentative AS t JOIN transfers_paiement AS p ON p.id = t.paiement_id
WHERE t.execution_id = %(run)s AND t.etat = 'inconnue' AND t.ask_at <= clock_timestamp() ORDER BY t.id LIMIT %(size)s

-- name: sent_outcomes
-- An operator that names one transaction for two orders is not believed for either: nobody can tell which was paid.
SELECT o.* FROM (
  SELECT *, count(*) OVER (PARTITION BY reference) AS named FROM unnest(%(ids)s::uuid[], %(etats)s::text[],
    %(references)s::text[], %(motifs)s::text[], %(montants)s::bigint[], %(moments)s::timestamptz[])
    AS sent (id, etat, reference, motif, montant_recu, moment)
) AS o
WHERE o.reference IS NULL OR (o.named = 1 AND NOT EXISTS (
  SELECT FROM transfers_tentative AS mine JOIN transfers_tentative AS other USING (operateur_id)
  WHERE mine.id = o.id AND other.reference_operateur = o.reference AND other.id <> o.id))

-- name: create_settled
-- What this transaction settles. The table ends with it; within a test it may be there from an earlier settlement.
DROP TABLE IF EXISTS pg_temp.settled_attempt;
CREATE TEMP TABLE settled_attempt (
  id uuid, paiement_id uuid, execution_id uuid, etat text, montant bigint, frais bigint, montant_recu bigint,
  reference_operateur text, motif text, settled_at timestamptz, est_remis boolean
) ON COMMIT DROP

-- name: settle_attempts
-- Store outcomes of open attempts. A settled attempt is never overwritten; an amount above the ordered one is refused.
-- `est_remis`: the cash for it has left the account and is in the hands of a payer.
-- Attempts are found by their ids, whatever statistics say: those of a run that has just begun are unknown to them, and a plan
-- that reads its attempts first asks of each outcome once for each attempt.
WITH o AS MATERIALIZED (
  SELECT sent.* FROM ({outcomes}) AS sent CROSS JOIN LATERAL (
    SELECT execution_id, etat, montant FROM transfers_tentative WHERE id = sent.id OFFSET 0
  ) AS found
  WHERE found.execution_id = ANY(%(runs)s) AND found.etat IN ('preparee', 'envoyee', 'inconnue')
    AND (sent.montant_recu IS NULL OR sent.montant_recu BETWEEN 1 AND found.montant)
), settled AS (
  UPDATE transfers_tentative AS t
  SET etat = o.etat, reference_operateur = coalesce(o.reference, t.reference_operateur), motif = o.motif,
    montant_recu = CASE WHEN o.etat = 'confirmee' AND o.montant_recu < t.montant THEN o.montant_recu END,
    settled_at = coalesce(o.moment, clock_timestamp()), ask_at = NULL
  FROM o WHERE t.id = o.id AND t.etat IN ('preparee', 'envoyee', 'inconnue')
  RETURNING t.id, t.paiement_id, t.execution_id, t.etat, t.montant, t.frais, t.montant_recu, t.reference_operateur,
    t.motif, t.settled_at, EXISTS (
      SELECT FROM transfers_feuille_ligne AS l JOIN transfers_feuille AS f ON f.id = l.feuille_id
      WHERE l.tentative_id = t.id AND f.remise_le IS NOT NULL)
)
INSERT INTO settled_attempt SELECT * FROM settled

-- name: settle_payments
-- The cycles tell where the payments lie: by their status alone, those of all cycles that are being paid would be read.
UPDATE transfers_paiement AS p
SET statut = CASE s.etat WHEN 'confirmee' THEN 'reussi' ELSE 'echoue' END, montant_recu = s.montant_recu,
  reference_operateur = s.reference_operateur, motif_echec = s.motif,
  date_execution = s.settled_at, updated_at = statement_timestamp()
FROM settled_attempt AS s
WHERE p.id = s.paiement_id AND p.cycle_id = ANY(%(cycles)s) AND p.statut = 'en_cours'

-- name: list_settled
SELECT id FROM settled_attempt

-- name: list_settled_failures
SELECT paiement_id FROM settled_attempt WHERE execution_id = %(run)s AND etat = 'rejetee'

-- name: sum_settled
-- `premier` and `dernier`: when the first and the last of them was paid.
SELECT execution_id, coalesce(sum(montant + frais) FILTER (WHERE NOT est_remis), 0)::bigint AS total, count(*) FILTER (WHERE etat = 'confirmee') AS reussis,
  count(*) FILTER (WHERE etat = 'rejetee') AS echoues, min(settled_at) FILTER (WHERE etat = 'confirmee') AS premier,
  max(settled_at) FILTER (WHERE etat = 'confirmee') AS dernier
FROM settled_attempt GROUP BY execution_id ORDER BY execution_id

-- name: list_paid_days
SELECT DISTINCT (settled_at AT TIME ZONE %(zone)s)::date AS jour FROM settled_attempt
WHERE execution_id = %(run)s AND etat = 'confirmee' ORDER BY jour

-- name: payment_lines
-- The lines of one entry: each payment of a day on the account of the operator, or on that of the cash in the hands of
-- payers; the other side in two sums.
SELECT CASE WHEN s.est_remis THEN %(especes)s::uuid ELSE %(compte)s::uuid END AS compte_id, 'paiement' AS type,
  -(coalesce(s.montant_recu, s.montant) + s.frais) AS montant, p.reference, s.id AS objet_id, p.cycle_id, NULL::uuid AS contrepasse_id, row_number() OVER (ORDER BY s.id) AS place
FROM settled_attempt AS s JOIN transfers_paiement AS p ON p.id = s.paiement_id
WHERE s.execution_id = %(run)s AND s.etat = 'confirmee' AND s.settled_at >= %(debut)s AND s.settled_at < %(fin)s
UNION ALL
SELECT other.id, 'paiement', other.montant, NULL, NULL, %(cycle)s::uuid, NULL, other.place FROM (
  SELECT sum(coalesce(montant_recu, montant)) AS paid, sum(frais) AS fees FROM settled_attempt
  WHERE execution_id = %(run)s AND etat = 'confirmee' AND settled_at >= %(debut)s AND settled_at < %(fin)s
) AS sums CROSS JOIN LATERAL (
  VALUES (%(beneficiaires)s::uuid, sums.paid, 9000000000), (%(compte_frais)s::uuid, sums.fees, 9000000001)
) AS other (id, montant, place) WHERE other.montant <> 0

-- name: summarise_run
SELECT count(*) AS nb_paiements, count(*) FILTER (WHERE etat = 'confirmee') AS reussis,
  count(*) FILTER (WHERE etat IN ('rejetee', 'retournee')) AS echoues,
  count(*) FILTER (WHERE etat IN ('preparee', 'envoyee')) AS en_cours,
  count(*) FILTER (WHERE etat = 'inconnue') AS inconnus, coalesce(sum(montant), 0)::bigint AS montant_total
FROM transfers_tentative WHERE execution_id = ANY(%(runs)s)

-- name: list_due_runs
-- Runs that nobody drives although there is something to send or to ask for.
SELECT r.id FROM transfers_execution AS r JOIN transfers_cycle AS c ON c.id = r.cycle_id
JOIN transfers_programme AS g ON g.id = c.programme_id
WHERE r.annonce_le IS NULL AND c.suspendu_le IS NULL AND g.statut <> 'suspendu' AND (r.bail_fin IS NULL OR r.bail_fin < statement_timestamp())
  AND CASE WHEN r.fournisseur = ANY(%(immediate)s)
    THEN EXISTS (SELECT FROM transfers_tentative AS t WHERE t.execution_id = r.id AND (
      t.etat IN ('preparee', 'envoyee') OR (t.etat = 'inconnue' AND t.ask_at <= statement_timestamp())))
    -- By file, what is sent waits for people. Attempts are sent in the order of their ids: the last one tells.
    ELSE (SELECT t.etat FROM transfers_tentative AS t
          WHERE t.execution_id = r.id AND t.etat IN ('preparee', 'envoyee', 'inconnue') ORDER BY t.id DESC LIMIT 1) = 'preparee'
    END
ORDER BY r.created_at

-- name: announce_run
-- Exactly one caller announces the end of a run: when nothing of it is open any more.
UPDATE transfers_execution AS r SET annonce_le = statement_timestamp()
WHERE r.id = %(run)s AND r.annonce_le IS NULL
  AND NOT EXISTS (SELECT FROM transfers_tentative AS t
                  WHERE t.execution_id = r.id AND t.etat IN ('preparee', 'envoyee', 'inconnue'))

-- name: summarise_cycle
-- How the payments of a cycle have ended, and how many may still be paid: those under way, and those planned for people
-- who are not out.
SELECT ended.reussis + ended.echoues AS nb_paiements, ended.reussis, ended.echoues, ended.en_cours + (
  -- Apart: only of those who are planned it matters who they are.
  SELECT count(*) FROM transfers_paiement AS p
  LEFT JOIN transfers_beneficiaire AS b ON b.id = p.beneficiaire_id
  LEFT JOIN transfers_beneficiaire AS place ON place.id = p.principal_id
  WHERE p.cycle_id = %(cycle)s AND p.statut = 'planifie' AND NOT {is_out}) AS reste
FROM (
  SELECT count(*) FILTER (WHERE statut = 'reussi') AS reussis, count(*) FILTER (WHERE statut = 'echoue') AS echoues,
    count(*) FILTER (WHERE statut = 'en_cours') AS en_cours
  FROM transfers_paiement WHERE cycle_id = %(cycle)s
) AS ended

-- name: find_unpaid_confirmations
-- 5: an attempt is confirmed exactly when one movement paid it, of its amount and fees.
SELECT format('%s %s', t.id, t.etat) AS fault FROM transfers_tentative AS t
LEFT JOIN transfers_mouvement AS m ON m.objet_id = t.id AND m.type = 'paiement'
WHERE (t.etat IN ('confirmee', 'retournee')) <> (m.id IS NOT NULL)
  OR m.montant <> -(coalesce(t.montant_recu, t.montant) + t.frais) LIMIT 100

-- name: find_double_attempts
-- 4: at most one live attempt per payment, and per household and principal in a period.
SELECT format('%s: %s', max(paiement_id::text), count(*)) AS fault FROM transfers_tentative
WHERE etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee') GROUP BY periode_id, menage_id HAVING count(*) > 1
UNION ALL
SELECT format('%s: %s', p.principal_id, count(*)) FROM transfers_tentative AS t
JOIN transfers_paiement AS p ON p.id = t.paiement_id
WHERE t.etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee') GROUP BY t.periode_id, p.principal_id HAVING count(*) > 1
UNION ALL
SELECT format('%s: %s', paiement_id, count(*)) FROM transfers_tentative
WHERE etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee') GROUP BY paiement_id HAVING count(*) > 1 LIMIT 100

-- name: find_contradicting_payments
-- 6, 10: what a payment says is what its attempts say; nobody outside the list was paid.
SELECT format('%s: %s, %s', p.reference, p.statut, t.etat) AS fault FROM transfers_paiement AS p
JOIN LATERAL (SELECT etat FROM transfers_tentative WHERE paiement_id = p.id ORDER BY numero DESC LIMIT 1) AS t ON true
WHERE p.statut <> CASE t.etat WHEN 'confirmee' THEN 'reussi' WHEN 'rejetee' THEN 'echoue' WHEN 'retournee' THEN 'echoue'
  ELSE 'en_cours' END
UNION ALL
SELECT format('%s: %s, never sent', p.reference, p.statut) FROM transfers_paiement AS p
WHERE p.statut IN ('en_cours', 'reussi') AND NOT EXISTS (SELECT FROM transfers_tentative WHERE paiement_id = p.id)
LIMIT 100

-- name: find_wrong_reservations
-- 3: what is left of a run's reservation is what its open attempts may still take; what was handed out for them in cash
-- has left the account.
SELECT format('%s: %s, open %s', r.id, r.restant, coalesce(t.open, 0)) AS fault FROM transfers_reservation AS r
JOIN transfers_execution AS e ON e.id = r.id
LEFT JOIN (SELECT a.execution_id, sum(a.montant + a.frais) AS open FROM transfers_tentative AS a
           LEFT JOIN transfers_feuille_ligne AS l ON l.tentative_id = a.id
           LEFT JOIN transfers_feuille AS f ON f.id = l.feuille_id
           WHERE a.etat IN ('preparee', 'envoyee', 'inconnue') AND f.remise_le IS NULL
           GROUP BY a.execution_id) AS t ON t.execution_id = r.id
WHERE r.restant <> coalesce(t.open, 0) LIMIT 100

-- name: erase_attempts
-- The account goes, and what an operator wrote of the person: reasons and call-backs.
WITH own AS (
  SELECT t.id FROM transfers_tentative AS t WHERE t.paiement_id IN (
    SELECT id FROM transfers_paiement WHERE menage_id = ANY(%(roots)s)
    UNION ALL
    SELECT p.id FROM transfers_paiement AS p JOIN transfers_beneficiaire AS b ON b.id = p.beneficiaire_id
    WHERE b.menage_id = ANY(%(roots)s))
), heard AS (
  UPDATE transfers_rappel SET contenu = '{}' WHERE tentative_id IN (SELECT id FROM own)
), decided AS (
  UPDATE transfers_decision_resultat SET motif = 'anonymise' WHERE tentative_id IN (SELECT id FROM own)
)
UPDATE transfers_tentative AS t SET destination = NULL, motif = CASE WHEN t.motif IS NOT NULL THEN 'anonymise' END
FROM own WHERE t.id = own.id AND (t.destination IS NOT NULL OR t.motif IS NOT NULL)
