-- name: payments
-- What is still to be paid of a cycle, each with the account that an attempt would pay: that of its live attempt, else the
-- present one of the beneficiary after a failure, else the frozen one; so is the mode, as a run chooses it. Without an operator
-- a payment goes through the asked one: a transfer through a bank, all else through another.
SELECT p.id, p.reference, p.nom_complet, p.code_menage, p.montant, coalesce(p.operateur_id, %(operateur)s) AS operateur,
  way.is_bank, nullif(btrim(CASE WHEN t.id IS NOT NULL THEN t.destination
    WHEN way.is_bank THEN CASE WHEN p.statut = 'echoue' THEN b.compte_bancaire ELSE p.compte_bancaire END
    WHEN p.statut = 'echoue' THEN coalesce(
      CASE WHEN coalesce(p.operateur_id, %(operateur)s) = ANY(%(seconds)s::text[]) THEN nullif(b.numero_op_b, '') END,
      nullif(b.compte_mobile, ''), b.compte_bancaire)
    ELSE coalesce(p.compte_mobile, p.compte_bancaire) END), '') AS compte
FROM transfers_paiement AS p JOIN transfers_beneficiaire AS b ON b.id = p.beneficiaire_id
LEFT JOIN transfers_tentative AS t ON t.paiement_id = p.id AND t.etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee')
LEFT JOIN transfers_execution AS e ON e.id = t.execution_id
LEFT JOIN transfers_operateur AS o ON o.code = t.operateur_id
CROSS JOIN LATERAL (SELECT CASE WHEN e.fournisseur = 'especes' THEN 'especes'
    WHEN t.id IS NOT NULL AND jsonb_exists(o.modele_paiement, 'virement') THEN 'virement_bancaire'
    WHEN t.id IS NOT NULL THEN 'mobile_money'
    WHEN p.statut = 'echoue' THEN b.mode_paiement ELSE p.mode_paiement END AS present) AS mode
CROSS JOIN LATERAL (SELECT mode.present IS NOT DISTINCT FROM 'virement_bancaire'
  OR (mode.present IS NULL AND p.compte_mobile IS NULL AND p.compte_bancaire IS NOT NULL) AS is_bank) AS way
WHERE p.cycle_id = %(cycle)s AND p.statut IN ('planifie', 'en_cours', 'echoue')
  AND mode.present IS DISTINCT FROM 'especes'
  AND (%(operateur)s::text IS NULL OR p.operateur_id = %(operateur)s
    OR (p.operateur_id IS NULL AND way.is_bank = %(est_banque)s))
  AND (%(regions)s::uuid[] IS NULL OR p.region_id = ANY(%(regions)s))

-- name: list_bank_accounts
SELECT DISTINCT compte FROM ({payments}) AS payments WHERE is_bank AND compte IS NOT NULL

-- name: check_accounts
-- Check these payments against the rules of their operators, and the bank accounts by what was found of each.
WITH rules AS (
  SELECT * FROM unnest(%(operators)s::text[], %(prefixes)s::text[], %(lengths)s::int[], %(are_national)s::bool[],
    %(are_latin)s::bool[], %(name_lengths)s::int[], %(minima)s::bigint[], %(maxima)s::bigint[])
    AS r (operateur, prefixes, length, is_national, is_latin, name_length, minimum, maximum)
), bank_faults AS (
  SELECT * FROM unnest(%(bank_accounts)s::text[], %(bank_faults)s::text[]) AS f (compte, fault)
), numbers AS (
  SELECT payments.*, prefixes, length, is_national, is_latin, name_length, minimum, maximum, f.fault AS bank_fault,
    CASE WHEN payments.compte ~ %(country)s THEN regexp_replace(payments.compte, %(country)s, '') END AS local
  FROM ({payments}) AS payments LEFT JOIN rules AS r ON r.operateur = payments.operateur
  LEFT JOIN bank_faults AS f ON payments.is_bank AND f.compte = payments.compte
), checked AS MATERIALIZED (
  SELECT id, reference, nom_complet, code_menage, compte, array_remove(ARRAY[
    CASE WHEN compte IS NULL THEN 'compte manquant'
      WHEN is_bank THEN 'compte ' || bank_fault
      WHEN compte !~ '^[+][0-9]{{7,15}}$' THEN 'compte mal_forme'
      WHEN (is_national OR prefixes <> '' OR length IS NOT NULL) AND (local IS NULL
        OR prefixes <> '' AND local !~ prefixes OR length(local) <> length) THEN 'compte refuse' END,
    CASE WHEN btrim(nom_complet) = '' THEN 'nom manquant'
      WHEN length(nom_complet) > name_length THEN 'nom trop_long'
      WHEN is_latin AND nom_complet ~ '[^\u0020-\u007e\u00a0-\u00ff]' THEN 'nom illisible'
      WHEN is_bank AND nom_complet !~ '[[:alpha:]]' THEN 'nom illisible' END,
    CASE WHEN montant < minimum OR montant > maximum THEN 'montant hors_limites' END
  ], NULL) AS faults
  FROM numbers
)
SELECT (SELECT count(*) FROM checked) AS verifies, (SELECT count(*) FROM checked WHERE faults <> '{{}}') AS a_corriger,
  (SELECT coalesce(jsonb_object_agg(fault, n), '{{}}') FROM (
    SELECT fault, count(*) AS n FROM checked, unnest(faults) AS fault GROUP BY fault) AS kinds) AS par_code,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('paiement_id', id, 'reference', reference, 'nom_complet', nom_complet,
      'code_menage', code_menage, 'compte', compte, 'faults', to_jsonb(faults)) ORDER BY reference), '[]') FROM (
    SELECT * FROM checked WHERE faults <> '{{}}' ORDER BY reference LIMIT %(limit)s OFFSET %(start)s) AS page) AS lignes

-- name: list_account_questions
-- The accounts that an operator can be asked for: of each payment the one that its next attempt would pay.
SELECT id, reference, compte, nom_complet FROM (
  SELECT p.id, p.reference, p.nom_complet,
    btrim(CASE WHEN p.statut <> 'echoue' THEN p.compte_mobile
      WHEN %(operateur)s = ANY(%(seconds)s::text[]) THEN coalesce(nullif(b.numero_op_b, ''), b.compte_mobile)
      ELSE b.compte_mobile END) AS compte
  FROM transfers_paiement AS p JOIN transfers_beneficiaire AS b ON b.id = p.beneficiaire_id
  CROSS JOIN LATERAL (SELECT CASE WHEN p.statut = 'echoue' THEN b.mode_paiement ELSE p.mode_paiement END AS present) AS mode
  WHERE p.cycle_id = %(cycle)s AND p.statut IN ('planifie', 'echoue') AND coalesce(p.operateur_id, %(operateur)s) = %(operateur)s
    AND mode.present IS DISTINCT FROM 'especes' AND mode.present IS DISTINCT FROM 'virement_bancaire'
    AND (%(regions)s::uuid[] IS NULL OR p.region_id = ANY(%(regions)s))
) AS payments WHERE compte <> '' ORDER BY reference
