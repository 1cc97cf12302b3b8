-- The lines of a result file: import_raw as they were read, import_row typed and with the attempt that they name,
-- import_issue what is wrong with them (geo/import_engine/staging.sql).

-- name: analyse_raw
ANALYZE import_raw

-- name: describe_reasons
-- Of a bank's reason, which is `code`, `code code` or `code: text`, the sentence of the first code, then all as it came.
UPDATE import_raw AS r SET motif = known.sentence || ' (' || r.motif || ')'
FROM unnest(%(codes)s::text[], %(sentences)s::text[]) AS known (code, sentence)
WHERE known.code = split_part(translate(r.motif, ':', ' '), ' ', 1)

-- name: resolve_attempt_ids
-- A transfer whose reference is too long for a bank is named by the id of its attempt.
UPDATE import_raw AS r SET reference = {reference}
FROM transfers_tentative AS t JOIN transfers_paiement AS p ON p.id = t.paiement_id
WHERE t.id = CASE WHEN r.reference ~ '^[0-9a-f]{{32}}$' THEN r.reference::uuid END

-- name: type_rows
-- The verdict is null for an unknown status, `paye` for an amount that is not a whole number, `jour` for a day that no
-- calendar has. `X` names the first attempt of payment X, `X-R2` its second.
CREATE TEMP TABLE import_row ON COMMIT DROP AS
SELECT r.ligne, r.faute, r.reference, r.statut, r.montant, r.date_execution, r.reference_operateur, r.message,
  left(r.motif, %(reason)s) AS motif,
  verdict.meaning AS verdict, amount.whole AS paye, day.jour, day.moment, t.id AS tentative, t.execution_id, t.etat,
  t.montant AS ordonne, t.montant_recu AS arrive, t.frais, t.especes, t.operateur_id, t.parti_le, false AS refuse
FROM import_raw AS r
LEFT JOIN import_verdict AS verdict ON verdict.statut = r.statut
CROSS JOIN LATERAL (SELECT CASE WHEN sums.plain ~ '^[0-9]{{1,15}}([.,]0{{1,6}})?$'
    THEN regexp_replace(sums.plain, '[.,].*$', '')::bigint END AS whole
  FROM (SELECT translate(r.montant, E' \u00a0\u202f', '') AS plain) AS sums) AS amount
LEFT JOIN import_day AS day ON day.date_execution = r.date_execution
LEFT JOIN (
  SELECT t.id, t.execution_id, t.etat, t.montant, t.montant_recu, t.operateur_id, t.frais,
    e.fournisseur = 'especes' AS especes, {reference} AS reference,
    (coalesce(t.sent_at, t.prepared_at) AT TIME ZONE 'Africa/Bissau')::date AS parti_le
  FROM transfers_tentative AS t JOIN transfers_paiement AS p ON p.id = t.paiement_id
  JOIN transfers_execution AS e ON e.id = t.execution_id
  WHERE t.execution_id = ANY(%(runs)s)
) AS t ON t.reference = r.reference

-- name: read_verdicts
-- Each written status once, with its meaning.
CREATE TEMP TABLE import_verdict ON COMMIT DROP AS
SELECT written.statut, known.meaning FROM (SELECT DISTINCT statut FROM import_raw) AS written
JOIN unnest(%(statuses)s::text[], %(meanings)s::text[]) AS known (name, meaning)
  ON known.name = regexp_replace(normalise(written.statut), '[^a-z0-9]', '', 'g')

-- name: read_days
-- Each written date once: a file has few. An ISO date or a day and month before the year, with or without a time.
CREATE TEMP TABLE import_day ON COMMIT DROP AS
SELECT date_execution, jour, CASE WHEN jour IS NOT NULL
    THEN (jour + coalesce(heure, '12:00')::time) AT TIME ZONE 'Africa/Bissau' END AS moment
FROM (
  SELECT date_execution, heure, CASE WHEN month BETWEEN 1 AND 12 AND year BETWEEN 2000 AND 9999
      AND day BETWEEN 1 AND extract(day FROM make_date(year, month, 1) + interval '1 month - 1 day')
    THEN make_date(year, month, day) END AS jour
  FROM (
    SELECT date_execution, coalesce(iso[1], local[3])::int AS year, coalesce(iso[2], local[2])::int AS month,
      coalesce(iso[3], local[1])::int AS day, coalesce(iso[4], local[4]) AS heure
    FROM (
      SELECT date_execution,
        regexp_match(date_execution, '^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]((?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?)(?:[.][0-9]+)?(?:Z|[+]00:?00)?)?$') AS iso,
        regexp_match(date_execution, '^([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})(?: ((?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?))?$') AS local
      FROM (SELECT DISTINCT date_execution FROM import_raw WHERE date_execution IS NOT NULL) AS written
    ) AS found
  ) AS parts
) AS days

-- name: find_faults
-- The first fault of each line. A repeated reference refuses all its lines: nobody can tell which one is true.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT ligne, true, nullif(split_part(fault, ' ', 1), 'ligne'), split_part(fault, ' ', 2), jsonb_strip_nulls(jsonb_build_object(
  'value', left(CASE split_part(fault, ' ', 1) WHEN 'reference' THEN reference WHEN 'statut' THEN statut
    WHEN 'montant' THEN coalesce(paye::text, montant) WHEN 'dateExecution' THEN date_execution
    WHEN 'referenceOperateur' THEN reference_operateur
    WHEN 'ligne' THEN CASE WHEN faute = 'doublon' THEN reference WHEN faute LIKE 'lot_%%' THEN motif END END, 80),
  'other', other, 'expected', ordonne, 'state', etat))
FROM (
  SELECT r.*, CASE WHEN r.ligne = same.first THEN same.last ELSE same.first END AS other, CASE
    WHEN r.faute <> 'courte' THEN 'ligne ' || r.faute
    WHEN r.reference IS NULL THEN 'reference reference_vide'
    WHEN r.statut IS NULL THEN 'statut statut_vide'
    WHEN r.verdict IS NULL THEN 'statut statut'
    WHEN r.tentative IS NULL THEN 'reference inconnue'
    -- Nobody has got it: it is sent yet.
    WHEN r.etat = 'preparee' THEN 'reference non_envoye'
    WHEN same.first IS NOT NULL THEN 'reference repetee'
    WHEN r.montant IS NOT NULL AND r.paye IS NULL THEN 'montant montant'
    -- What comes back is the payment, with its fees or without them.
    WHEN r.verdict = 'retourne' AND r.paye NOT IN (coalesce(r.arrive, r.ordonne), coalesce(r.arrive, r.ordonne) + r.frais)
      THEN 'montant montant_different'
    WHEN r.paye > r.ordonne AND r.verdict <> 'retourne' THEN 'montant trop_paye'
    WHEN r.verdict = 'partiel' AND NOT coalesce(r.paye BETWEEN 1 AND r.ordonne - 1, false) THEN 'montant montant_partiel'
    WHEN r.verdict IN ('reussi', 'en_attente') AND r.paye <> r.ordonne THEN 'montant montant_different'
    WHEN r.verdict = 'echoue' AND r.paye NOT IN (0, r.ordonne) THEN 'montant montant_different'
    WHEN r.date_execution IS NOT NULL AND r.jour IS NULL THEN 'dateExecution date'
    WHEN r.jour > (statement_timestamp() AT TIME ZONE 'Africa/Bissau')::date THEN 'dateExecution date_future'
    -- Nobody was paid before the order left.
    WHEN r.jour < r.parti_le THEN 'dateExecution date_avant_envoi'
    WHEN r.etat NOT IN ('preparee', 'envoyee', 'inconnue') THEN CASE
      -- What is paid was waiting before: an older report, read late.
      WHEN r.verdict = 'en_attente' AND r.etat <> 'rejetee' THEN NULL
      WHEN r.etat IN ('rejetee', 'retournee') AND r.verdict IN ('echoue', 'retourne') THEN 'statut deja_regle'
      -- Cash comes back by the sheet on which it was handed out.
      WHEN r.etat = 'confirmee' AND r.verdict = 'retourne' AND NOT r.especes THEN NULL
      WHEN r.etat = 'confirmee' AND r.verdict = CASE WHEN r.arrive IS NULL THEN 'reussi' ELSE 'partiel' END
        AND coalesce(r.paye = coalesce(r.arrive, r.ordonne), true) THEN 'statut deja_regle'
      ELSE 'statut contredit' END
    WHEN length(r.reference_operateur) > 120 THEN 'referenceOperateur reference_longue'
    END AS fault
  FROM import_row AS r LEFT JOIN (
    SELECT tentative, min(ligne) AS first, max(ligne) AS last FROM import_row GROUP BY tentative HAVING count(*) > 1
  ) AS same ON same.tentative = r.tentative
) AS checked WHERE fault IS NOT NULL

-- name: name_unknown_references
-- Tell of unknown references what they are: of another cycle, or of a payment that was not given out by file.
UPDATE import_issue AS i SET code = CASE WHEN p.cycle_id = %(cycle)s THEN 'non_envoye' ELSE 'autre_cycle' END
FROM import_row AS r JOIN transfers_paiement AS p ON p.reference = regexp_replace(r.reference, '-R[0-9]+$', '')
WHERE i.code = 'inconnue' AND r.ligne = i.ligne

-- name: find_replaced_messages
-- The bank refuses a message that was handed out again since under another identifier: the newer one may be paid.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, 'reference', 'message_remplace', jsonb_build_object('value', r.reference, 'other', newer.identifiant)
FROM import_row AS r
JOIN transfers_message_banque AS m ON m.identifiant = r.message AND m.execution_id = r.execution_id
CROSS JOIN LATERAL (
  SELECT n.identifiant FROM transfers_message_banque AS n
  WHERE n.execution_id = m.execution_id AND n.partie = m.partie AND n.emission > m.emission
  ORDER BY n.emission DESC LIMIT 1
) AS newer
WHERE NOT r.refuse AND r.verdict = 'echoue'

-- name: drop_shared_references
-- A bank's reference may be that of a booking of many transfers: then it names none of them.
UPDATE import_row AS r SET reference_operateur = NULL
WHERE r.reference_operateur IS NOT NULL AND (EXISTS (
  SELECT FROM import_row AS other WHERE other.reference_operateur = r.reference_operateur AND other.ligne <> r.ligne
) OR EXISTS (
  SELECT FROM transfers_tentative AS t WHERE t.operateur_id = r.operateur_id
    AND t.reference_operateur = r.reference_operateur AND t.id <> r.tentative))

-- name: find_taken_references
-- A reference of the operator names one payment: in the file, and of all that it paid before.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, 'referenceOperateur', 'reference_operateur', jsonb_build_object('value', r.reference_operateur)
FROM (
  SELECT ligne, tentative, operateur_id, reference_operateur, count(*) OVER (PARTITION BY operateur_id, reference_operateur) AS uses
  FROM import_row WHERE NOT refuse AND reference_operateur IS NOT NULL AND verdict NOT IN ('en_attente', 'retourne')
) AS r
WHERE r.uses > 1 OR EXISTS (
  SELECT FROM transfers_tentative AS t WHERE t.operateur_id = r.operateur_id
    AND t.reference_operateur = r.reference_operateur AND t.id <> r.tentative)

-- name: find_unissued_cash
-- Nobody was paid in cash before the cash of the sheet was handed out.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, 'statut', 'non_remis', jsonb_build_object('value', r.reference)
FROM import_row AS r JOIN transfers_execution AS e ON e.id = r.execution_id AND e.fournisseur = 'especes'
WHERE NOT r.refuse AND r.verdict <> 'echoue' AND NOT EXISTS (
  SELECT FROM transfers_feuille_ligne AS l JOIN transfers_feuille AS f ON f.id = l.feuille_id
  WHERE l.tentative_id = r.tentative AND f.remise_le IS NOT NULL)

-- name: believed_outcomes
-- What came back before it was known to be paid has failed.
SELECT tentative AS id, CASE WHEN verdict IN ('echoue', 'retourne') THEN 'rejetee' ELSE 'confirmee' END AS etat,
  CASE WHEN verdict <> 'retourne' THEN reference_operateur END AS reference,
  CASE WHEN verdict IN ('echoue', 'retourne') THEN coalesce(motif, %(usual_reason)s) END AS motif,
  CASE WHEN verdict = 'partiel' THEN paye END AS montant_recu,
  least(moment, statement_timestamp()) AS moment
FROM import_row WHERE NOT refuse AND verdict <> 'en_attente' AND etat <> 'confirmee'

-- name: believed_returns
-- Payments that were paid, and whose money is on the operator's account again.
SELECT tentative AS id, coalesce(paye, arrive, ordonne) AS montant, coalesce(motif, %(usual_reason)s) AS motif,
  coalesce(jour, (statement_timestamp() AT TIME ZONE 'Africa/Bissau')::date) AS date_valeur
FROM import_row WHERE NOT refuse AND verdict = 'retourne' AND etat = 'confirmee' ORDER BY tentative

-- name: count_lines
SELECT (SELECT count(*) FROM import_row) AS lignes,
  (SELECT count(*) FROM import_row WHERE NOT refuse AND verdict = 'en_attente') AS en_attente,
  (SELECT count(*) FROM import_issue WHERE code = 'deja_regle') AS deja_regles,
  (SELECT count(*) FROM import_issue) AS nb_erreurs
