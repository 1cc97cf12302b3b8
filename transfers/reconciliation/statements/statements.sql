-- The lines of a statement: import_raw as the reader typed them, import_row with what tells each movement from others.

-- name: analyse_raw
ANALYZE import_raw

-- name: turn_signs
-- Lines whose amounts only have a sign: a minus was paid out when most of them have one (`inverse` is their nature then).
UPDATE import_raw SET nature = inverse, credit = NOT credit
WHERE inverse IS NOT NULL
  AND (SELECT count(*) FILTER (WHERE credit) > count(*) FILTER (WHERE NOT credit) FROM import_raw WHERE inverse IS NOT NULL)

-- name: find_returns
-- Money that comes in under the reference of a payment is that payment, which came back.
UPDATE import_raw AS r SET nature = 'extourne'
WHERE r.nature = 'depot' AND r.reference IS NOT NULL AND (
  EXISTS (SELECT FROM transfers_paiement AS p WHERE p.reference = regexp_replace(r.reference, '-R[0-9]+$', ''))
  OR EXISTS (SELECT FROM import_raw AS paid WHERE paid.reference = r.reference AND paid.nature = 'paiement')
  -- Or that of a line of an earlier statement which a session uses: one that was read wrongly it does not.
  OR EXISTS (SELECT FROM transfers_releve_ligne AS paid
             JOIN transfers_rapprochement_entree AS e ON e.ligne_id = paid.id AND e.source = 'releve'
               AND (e.paiement_id IS NOT NULL OR e.action IN ('erreur_operateur', 'erreur_sig'))
             WHERE paid.reference = r.reference AND paid.nature = 'paiement' AND NOT paid.credit
               AND paid.operateur_id = %(operator)s))

-- name: identify_lines
-- Of lines that look alike, each is told by its place among them. The label names only what nothing else names. Whether money
-- that comes in is a deposit or a return depends on what else is known by then: it does not tell movements apart.
CREATE TEMP TABLE import_row ON COMMIT DROP AS
SELECT r.*, uuid7() AS id, false AS connue, row_number() OVER (PARTITION BY identite ORDER BY ligne)::integer AS rang
FROM (
  SELECT *, sha256(convert_to(concat_ws(E'\x1f', coalesce(reference, ''), coalesce(transaction, ''), coalesce(telephone, ''),
    CASE nature WHEN 'depot' THEN 'extourne' ELSE nature END, credit, montant, date_operation, coalesce(moment::text, ''),
    CASE WHEN reference IS NULL AND transaction IS NULL THEN libelle END), 'UTF8')) AS identite
  FROM import_raw WHERE faute IS NULL
) AS r

-- name: find_known_lines
-- Lines that an earlier statement of the account brought. Statements of an operator are stored one after the other
-- (config/locks.py), so that no other transaction adds one of these lines meanwhile.
UPDATE import_row AS r SET id = l.id, connue = true
FROM transfers_releve_ligne AS l
WHERE l.operateur_id = %(operator)s AND l.identite = r.identite AND l.rang = r.rang AND l.compte = ANY(%(comptes)s)

-- name: find_unnamed_lines
-- Where this file, or the earlier one, names no account, lines that look alike are one.
UPDATE import_row AS r SET id = known.id, connue = true
FROM (
  SELECT DISTINCT ON (r.identite, r.rang) r.identite, r.rang, l.id FROM import_row AS r
  JOIN transfers_releve_ligne AS l ON l.operateur_id = %(operator)s AND l.identite = r.identite AND l.rang = r.rang
  WHERE NOT r.connue AND '' IN (l.compte, %(compte)s)
  ORDER BY r.identite, r.rang, l.id
) AS known WHERE known.identite = r.identite AND known.rang = r.rang

-- name: name_accounts
UPDATE transfers_releve_ligne AS l SET compte = %(compte)s
FROM import_row AS r WHERE l.id = r.id AND r.connue AND l.compte = '' AND %(compte)s <> ''

-- name: name_returns
-- Lines that were taken for deposits before the payment was known that they give back.
UPDATE transfers_releve_ligne AS l SET nature = r.nature
FROM import_row AS r WHERE l.id = r.id AND r.connue AND l.nature = 'depot' AND r.nature = 'extourne'

-- name: store_lines
-- In the order of the index of identities, which is the order of these rows.
INSERT INTO transfers_releve_ligne (id, operateur_id, compte, reference, transaction, telephone, nature, credit, montant, frais, brut,
  date_operation, moment, libelle, identite, rang)
SELECT id, %(operator)s, %(compte)s, reference, transaction, telephone, nature, credit, montant, frais, brut,
  date_operation, moment, libelle, identite, rang
FROM import_row WHERE NOT connue

-- name: store_places
INSERT INTO transfers_releve_place (releve_id, numero, ligne_id)
SELECT %(statement)s, ligne, id FROM import_row ORDER BY ligne

-- name: sum_lines
-- `mouvement` is what the lines add to the balance. Sums of a million lines may be beyond what a bigint holds.
SELECT (SELECT count(*) FROM import_row) AS lignes, (SELECT count(*) FROM import_raw WHERE faute IS NOT NULL) AS fautes,
  min(date_operation) AS debut, max(date_operation) AS fin,
  coalesce(sum(CASE WHEN credit THEN montant ELSE -montant END), 0) AS mouvement, coalesce(sum(montant), 0) AS total
FROM import_row

-- name: list_faults
SELECT ligne, faute AS code, colonne, valeur FROM import_raw WHERE faute IS NOT NULL ORDER BY ligne LIMIT %(limit)s
