-- name: list_lines
-- The lines of an operator's statement about a cycle: what was paid, and with %(differ)s what goes wrong at operators.
-- `n` numbers the payments by a draw, so that what differs lies everywhere in the list.
WITH paid AS (
  -- Operators name a payment by the reference of its last attempt.
  SELECT reference || coalesce((
      SELECT '-R' || max(numero) FROM transfers_tentative WHERE paiement_id = p.id HAVING max(numero) > 1), '')
      AS reference, compte_mobile AS telephone, coalesce(montant_recu, montant) AS montant, statut,
    coalesce(date_execution, date_soumission)::date AS jour,
    row_number() OVER (PARTITION BY statut ORDER BY md5(reference)) AS n
  FROM transfers_paiement AS p
  WHERE cycle_id = %(cycle)s AND operateur_id = %(operator)s AND statut IN ('reussi', 'en_cours', 'echoue')
), lines AS (
  -- What agrees, and what lost its reference on the way.
  SELECT CASE WHEN %(differ)s AND n %% 30 = 3 THEN '' ELSE reference END AS reference,
    CASE WHEN %(differ)s AND n %% 110 = 8 THEN '+245969' || lpad((n * 7919 %% 1000000)::text, 6, '0') ELSE telephone END
      AS telephone,
    CASE WHEN %(differ)s AND n %% 130 = 5 THEN montant - 5000 ELSE montant END AS montant, jour, 'paiement' AS nature,
    '' AS sens, md5(reference) AS place
  FROM paid WHERE statut = 'reussi' AND NOT (%(differ)s AND n %% 45 = 1)
  UNION ALL
  -- Without an answer until now, or failed as far as we know.
  SELECT reference, telephone, montant, jour, 'paiement', '', md5(reference) FROM paid
  WHERE %(differ)s AND (statut = 'en_cours' AND n %% 3 > 0 OR statut = 'echoue' AND n %% 20 = 1)
  UNION ALL
  -- Paid twice.
  SELECT reference, telephone, montant, jour + 1, 'paiement', '', md5(reference) || 'b' FROM paid
  WHERE %(differ)s AND statut = 'reussi' AND n %% 200 = 12
  UNION ALL
  -- Paid, and taken back.
  SELECT reference, telephone, montant, jour + 2, 'extourne', 'c', md5(reference) || 'c' FROM paid
  WHERE %(differ)s AND statut = 'reussi' AND n %% 250 = 20
  UNION ALL
  -- What nobody has ordered, with amounts like those of payments without a line.
  SELECT 'X-' || right(reference, 4) || n, '+245966' || lpad((n * 104729 %% 1000000)::text, 6, '0'),
    montant - CASE WHEN n %% 90 = 1 THEN 0 ELSE 500 END, jour, 'paiement', '', md5(reference) || 'd' FROM paid
  WHERE %(differ)s AND statut = 'reussi' AND n %% 90 IN (1, 17)
  UNION ALL
  -- What the operator has taken for itself.
  SELECT 'FRAIS-' || %(code)s, '', 25000, max(jour), 'frais', '', 'z' FROM paid HAVING %(differ)s AND count(*) > 0
)
SELECT reference, telephone, montant, jour AS date, nature, sens FROM lines ORDER BY jour, place
