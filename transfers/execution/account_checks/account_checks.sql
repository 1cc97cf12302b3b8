-- name: check_accounts
-- Check what is still to be paid of a cycle: the account that an attempt would pay (that of its live attempt, else the
-- present one of the beneficiary after a failure, else the frozen one) against the rules of the operator.
WITH rules AS (
  SELECT * FROM unnest(%(operators)s::text[], %(prefixes)s::text[], %(lengths)s::int[], %(are_national)s::bool[],
    %(are_latin)s::bool[], %(name_lengths)s::int[], %(minima)s::bigint[], %(maxima)s::bigint[])
    AS r (operateur, prefixes, length, is_national, is_latin, name_length, minimum, maximum)
), payments AS (
  SELECT p.id, p.reference, p.nom_complet, p.code_menage, p.montant, r.*,
    p.mode_paiement = 'virement_bancaire' OR p.mode_paiement IS NULL AND p.compte_mobile IS NULL AND p.compte_bancaire IS NOT NULL AS is_bank,
    nullif(btrim(CASE WHEN t.id IS NOT NULL THEN t.destination
      WHEN p.statut = 'echoue' THEN coalesce(b.compte_mobile, b.compte_bancaire)
      ELSE coalesce(p.compte_mobile, p.compte_bancaire) END), '') AS compte
  FROM transfers_paiement AS p JOIN transfers_beneficiaire AS b ON b.id = p.beneficiaire_id
  LEFT JOIN transfers_tentative AS t ON t.paiement_id = p.id AND t.etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee')
  LEFT JOIN rules AS r ON r.operateur = coalesce(p.operateur_id, %(operateur)s)
  WHERE p.cycle_id = %(cycle)s AND p.statut IN ('planifie', 'en_cours', 'echoue')
    AND p.mode_paiement IS DISTINCT FROM 'especes'
    AND (%(operateur)s::text IS NULL OR coalesce(p.operateur_id, %(operateur)s) = %(operateur)s)
    AND (%(regions)s::uuid[] IS NULL OR p.region_id = ANY(%(regions)s))
), numbers AS (
  SELECT *, CASE WHEN compte ~ %(country)s THEN regexp_replace(compte, %(country)s, '') END AS local FROM payments
), checked AS MATERIALIZED (
  SELECT id, reference, nom_complet, code_menage, compte, array_remove(ARRAY[
    CASE WHEN compte IS NULL THEN 'compte manquant'
      WHEN is_bank THEN CASE WHEN compte !~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{3,33}$' THEN 'compte mal_forme' END
      WHEN compte !~ '^[+][0-9]{7,15}$' THEN 'compte mal_forme'
      WHEN (is_national OR prefixes <> '' OR length IS NOT NULL) AND (local IS NULL
        OR prefixes <> '' AND local !~ prefixes OR length(local) <> length) THEN 'compte refuse' END,
    CASE WHEN btrim(nom_complet) = '' THEN 'nom manquant'
      WHEN length(nom_complet) > name_length THEN 'nom trop_long'
      WHEN is_latin AND nom_complet ~ '[^\u0020-\u007e\u00a0-\u00ff]' THEN 'nom illisible' END,
    CASE WHEN montant < minimum OR montant > maximum THEN 'montant hors_limites' END
  ], NULL) AS faults
  FROM numbers
)
SELECT (SELECT count(*) FROM checked) AS verifies, (SELECT count(*) FROM checked WHERE faults <> '{}') AS a_corriger,
  (SELECT coalesce(jsonb_object_agg(fault, n), '{}') FROM (
    SELECT fault, count(*) AS n FROM checked, unnest(faults) AS fault GROUP BY fault) AS kinds) AS par_code,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('paiement_id', id, 'reference', reference, 'nom_complet', nom_complet,
      'code_menage', code_menage, 'compte', compte, 'faults', to_jsonb(faults)) ORDER BY reference), '[]') FROM (
    SELECT * FROM checked WHERE faults <> '{}' ORDER BY reference LIMIT %(limit)s OFFSET %(start)s) AS page) AS lignes

-- name: list_account_questions
-- The accounts that an operator can be asked for: of each payment the one that its next attempt would pay.
SELECT id, reference, compte, nom_complet FROM (
  SELECT p.id, p.reference, p.nom_complet,
    btrim(CASE WHEN p.statut = 'echoue' THEN b.compte_mobile ELSE p.compte_mobile END) AS compte
  FROM transfers_paiement AS p JOIN transfers_beneficiaire AS b ON b.id = p.beneficiaire_id
  WHERE p.cycle_id = %(cycle)s AND p.statut IN ('planifie', 'echoue') AND coalesce(p.operateur_id, %(operateur)s) = %(operateur)s
    AND p.mode_paiement IS DISTINCT FROM 'especes' AND p.mode_paiement IS DISTINCT FROM 'virement_bancaire'
    AND (%(regions)s::uuid[] IS NULL OR p.region_id = ANY(%(regions)s))
) AS payments WHERE compte <> '' ORDER BY reference
