-- name: list_deciders
-- Who took the decision that stands of each entry: the last one that changed it. To hold an entry (`en_attente`) resolves
-- nothing.
SELECT DISTINCT auteur_id FROM (
  SELECT DISTINCT ON (changed.id) d.auteur_id, d.action
  FROM transfers_rapprochement_decision AS d CROSS JOIN LATERAL jsonb_to_recordset(d.avant) AS changed (id uuid)
  WHERE d.session_id = %(session)s AND d.annule_le IS NULL ORDER BY changed.id, d.id DESC
) AS standing WHERE action <> 'en_attente'

-- name: create_closing
-- The pairs of a session that are not ignored, with the attempt that each line is about, and what becomes of it:
--   paye      the attempt is paid, of the amount that the line says
--   tardif    the payment had failed, and is paid after all: by its last attempt
--   retour    the money came back
--   detourne  the operator paid somebody else: the payment has failed, and the money is to be claimed
--   surplus   the money left for no attempt that may be paid: it is to be claimed
-- `dit` is what the line says that the beneficiary has: less the fees where they are in its amount (`est_brut`). It is
-- computed here: results may have settled the attempt since the matching.
CREATE TEMP TABLE closing_pair ON COMMIT DROP AS
SELECT pair.*, CASE
    WHEN raison = 'extourne' THEN 'retour'
    WHEN raison = 'autre_numero' AND action = 'erreur_operateur' THEN 'detourne'
    WHEN etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee') THEN 'paye'
    WHEN etat = 'rejetee' AND est_derniere AND NOT est_vivante AND action IS DISTINCT FROM 'erreur_operateur' THEN 'tardif'
    ELSE 'surplus' END AS sort,
  etat IN ('preparee', 'envoyee', 'inconnue') AS est_ouverte,
  CASE WHEN etat = 'confirmee' THEN arrive ELSE least(dit, montant) END AS paye
FROM (
  SELECT *, greatest(ligne_montant - CASE WHEN est_brut THEN frais ELSE 0 END, 1) AS dit FROM (
  SELECT e.id AS entree_id, e.raison, coalesce(e.action, r.action) AS action, e.paiement_id, l.id AS ligne_id,
    coalesce(l.transaction, l.reference) AS texte, l.transaction, l.montant AS ligne_montant,
    -- A statement may have lines of tomorrow: nothing is paid on a day to come.
    least(coalesce(l.moment, l.date_operation + time '12:00'), statement_timestamp()) AS moment, t.id AS tentative_id, t.execution_id, t.etat, t.montant,
    t.frais, coalesce(t.montant_recu, t.montant) AS arrive, x.compte_id, {line_has_fees} AS est_brut,
    NOT EXISTS (SELECT FROM transfers_tentative AS o WHERE o.paiement_id = t.paiement_id AND o.numero > t.numero)
      AS est_derniere,
    EXISTS (SELECT FROM transfers_tentative AS o WHERE o.periode_id = t.periode_id AND o.menage_id = t.menage_id
            AND o.etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee')) AS est_vivante
  FROM transfers_rapprochement_entree AS e
  JOIN transfers_rapprochement_entree AS r
    ON r.session_id = e.session_id AND r.source = 'releve' AND r.ligne_id = e.ligne_id
  JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id
  JOIN LATERAL (
    SELECT * FROM transfers_tentative AS t WHERE t.paiement_id = e.paiement_id
    ORDER BY t.id = e.tentative_id AND (t.etat <> 'rejetee' OR EXISTS (
        SELECT FROM transfers_tentative AS o WHERE o.paiement_id = t.paiement_id
          AND o.etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee'))) DESC NULLS LAST,
      t.etat IN ('preparee', 'envoyee', 'inconnue', 'confirmee') DESC, t.numero DESC LIMIT 1
  ) AS t ON true
  JOIN transfers_execution AS x ON x.id = t.execution_id
  WHERE e.session_id = %(session)s AND e.source = 'sig' AND e.ligne_id IS NOT NULL
    AND coalesce(e.action, r.action) IS DISTINCT FROM 'ignorer'
  ) AS line
) AS pair

-- name: list_earlier_runs
-- The runs of payments of other sessions whose money came back.
SELECT DISTINCT t.execution_id AS id, x.cycle_id FROM transfers_rapprochement_entree AS e
JOIN transfers_tentative AS t ON t.paiement_id = e.paiement_id JOIN transfers_execution AS x ON x.id = t.execution_id
WHERE e.session_id = %(session)s AND e.source = 'releve' AND e.ligne_renversee_id IS NOT NULL

-- name: create_earlier
-- The returns of lines that other sessions have, and what those have made of the money (`sort`):
--   paiement  it has paid: the payment is returned
--   connu     it has paid, and its return is posted already, by a result file
--   attente   it waits on `attente`
--   rien      nothing was posted
-- `est_tenue` tells that the other session still has the line as the matching saw it.
CREATE TEMP TABLE closing_earlier ON COMMIT DROP AS
SELECT *, CASE WHEN {return_has_fees} THEN paye + frais ELSE paye END AS rendu FROM (
SELECT *, parti - CASE WHEN {earlier_has_fees} THEN frais ELSE 0 END AS dit FROM (
SELECT e.id AS entree_id, e.ligne_id, l.montant AS revenu, coalesce(l.date_operation, %(today)s) AS jour,
  coalesce(l.transaction, l.reference) AS texte, t.id AS tentative_id, coalesce(t.frais, 0) AS frais,
  coalesce(t.montant_recu, t.montant) AS paye, t.montant AS ordre, went.montant AS parti, went.brut, posted.compte_id, posted.repris, held.statut AS session_statut,
  held.code AS session_code, held.id IS NOT NULL AS est_tenue,
  CASE WHEN EXISTS (SELECT FROM transfers_mouvement AS m
                    WHERE m.objet_id = went.id AND m.type = 'ajustement' AND m.montant = -went.montant) THEN 'attente'
    WHEN held.est_paire AND t.etat = 'confirmee' THEN 'paiement'
    WHEN held.est_paire AND t.etat = 'retournee' THEN 'connu'
    ELSE 'rien' END AS sort
FROM transfers_rapprochement_entree AS e JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id
JOIN transfers_releve_ligne AS went ON went.id = e.ligne_renversee_id
LEFT JOIN LATERAL (
  SELECT s.id, s.code, s.statut, pair.id IS NOT NULL AS est_paire,
    coalesce(pair.tentative_id, r.tentative_id) AS tentative_id
  FROM transfers_rapprochement_entree AS r JOIN transfers_rapprochement AS s ON s.id = r.session_id AND s.statut <> 'annule'
  LEFT JOIN transfers_rapprochement_entree AS pair ON pair.session_id = r.session_id AND pair.source = 'sig'
    AND pair.ligne_id = r.ligne_id
  WHERE r.ligne_id = e.ligne_renversee_id AND r.source = 'releve' AND r.session_id <> e.session_id
    AND r.paiement_id IS NOT DISTINCT FROM e.paiement_id AND r.raison IS DISTINCT FROM 'extourne'
    AND (r.paiement_id IS NOT NULL OR NOT EXISTS (
      SELECT FROM transfers_rapprochement_entree AS o
      WHERE o.ligne_id = r.ligne_id AND o.source = 'releve' AND o.paiement_id IS NOT NULL))
  ORDER BY coalesce(r.action IN ('erreur_operateur', 'erreur_sig'), false) DESC, r.id LIMIT 1
) AS held ON true
LEFT JOIN LATERAL (
  SELECT * FROM transfers_tentative AS t WHERE t.paiement_id = e.paiement_id
  ORDER BY t.id = held.tentative_id DESC NULLS LAST, t.etat IN ('confirmee', 'retournee') DESC, t.numero LIMIT 1
) AS t ON true
LEFT JOIN LATERAL (
  SELECT m.compte_id, back.montant AS repris FROM transfers_mouvement AS m
  LEFT JOIN transfers_mouvement AS back ON back.contrepasse_id = m.id
  WHERE m.objet_id = t.id AND m.type = 'paiement' LIMIT 1
) AS posted ON true
WHERE e.session_id = %(session)s AND e.source = 'releve' AND e.ligne_renversee_id IS NOT NULL
) AS went
) AS back

-- name: list_open_sessions
SELECT DISTINCT session_code FROM closing_earlier WHERE session_statut <> 'valide' ORDER BY 1

-- name: count_outdated
-- Pairs about which nobody has decided, and which a matching would now call wrong: results have come since.
SELECT (SELECT count(*) FROM closing_pair WHERE action IS NULL AND raison IS NULL
    AND (etat IN ('rejetee', 'retournee') OR (etat = 'confirmee' AND abs(dit - arrive) > %(tolerance)s)))
  + (SELECT count(*) FROM closing_earlier WHERE NOT est_tenue)

-- name: create_absent
-- Payments whose order was sent, from an account of the statement where it names one, on a day that the statement covers,
-- late postings included, and that it does not name. It covers days on which it has lines, and which the session, and the
-- message itself where it says so, are about: one stray line would else cover all days until its own.
-- A payment whose line somebody holds has lost it by that: it is looked into, as the line is.
CREATE TEMP TABLE closing_absent ON COMMIT DROP AS
WITH held AS MATERIALIZED (
  SELECT changed.id FROM transfers_rapprochement_decision AS d
  JOIN transfers_rapprochement_entree AS h ON h.id = d.entree_id AND h.action = 'en_attente'
  CROSS JOIN LATERAL jsonb_to_recordset(d.avant) AS changed (id uuid)
  WHERE d.session_id = %(session)s AND d.action = 'en_attente' AND d.annule_le IS NULL
)
SELECT t.id AS tentative_id FROM transfers_rapprochement_entree AS e
JOIN transfers_rapprochement AS s ON s.id = e.session_id JOIN transfers_releve AS b ON b.id = s.releve_id
JOIN transfers_tentative AS t ON t.paiement_id = e.paiement_id AND t.etat IN ('envoyee', 'inconnue')
JOIN transfers_execution AS x ON x.id = t.execution_id AND (%(comptes)s::uuid[] IS NULL OR x.compte_id = ANY(%(comptes)s))
WHERE e.session_id = %(session)s AND e.source = 'sig' AND e.ligne_id IS NULL AND e.raison = 'absent_du_releve'
  AND e.action IS DISTINCT FROM 'ignorer' AND e.action IS DISTINCT FROM 'en_attente' AND %(absent)s
  AND e.id NOT IN (SELECT id FROM held)
  -- Another session has found its line since.
  AND NOT EXISTS (SELECT FROM transfers_rapprochement_entree AS o
                  WHERE o.paiement_id = e.paiement_id AND o.source = 'sig' AND o.ligne_id IS NOT NULL AND NOT o.rendue)
  AND (t.sent_at AT TIME ZONE %(zone)s)::date >= greatest(b.periode_debut, b.annonce_debut, s.date_debut)
  AND (t.sent_at AT TIME ZONE %(zone)s)::date + s.tolerance_date <= least(b.periode_fin, b.annonce_fin, s.date_fin)

-- name: outcomes
-- What becomes of open attempts. An operator's number that another attempt has is not taken over.
SELECT tentative_id AS id, 'confirmee' AS etat, CASE WHEN count(*) OVER (PARTITION BY transaction) = 1 AND NOT EXISTS (
    SELECT FROM transfers_tentative AS o WHERE o.reference_operateur = transaction AND o.id <> tentative_id)
  THEN transaction END AS reference,
  NULL AS motif, CASE WHEN dit < montant THEN dit END AS montant_recu, moment
FROM closing_pair WHERE sort = 'paye' AND est_ouverte
UNION ALL
SELECT tentative_id, 'rejetee', NULL, CASE sort WHEN 'retour' THEN %(returned)s ELSE %(diverted)s END, NULL, NULL
FROM closing_pair WHERE sort IN ('retour', 'detourne') AND est_ouverte
UNION ALL
SELECT tentative_id, 'rejetee', NULL, %(missing)s, NULL, NULL FROM closing_absent

-- name: late_outcomes
SELECT tentative_id AS id, NULL AS reference, CASE WHEN dit < montant THEN dit END AS montant_recu, moment
FROM closing_pair WHERE sort = 'tardif'

-- name: create_returns
-- What came back of payments (`revenu`), by the line of the return, else what was paid, with the fees where the line of
-- the payment has them; and what of it is the return itself: with the fees, or without.
CREATE TEMP TABLE closing_return ON COMMIT DROP AS
SELECT c.tentative_id, c.compte_id, c.ligne_id, c.texte, c.sort, c.etat = 'confirmee' AS est_reglee,
  back.montant IS NOT NULL AS est_dit, came.revenu,
  c.ligne_montant + CASE WHEN NOT c.est_brut AND {return_has_fees} THEN c.frais ELSE 0 END AS parti,
  CASE WHEN {return_has_fees} THEN c.paye + c.frais ELSE c.paye END AS rendu,
  coalesce(back.date_operation, %(today)s) AS jour
FROM closing_pair AS c LEFT JOIN LATERAL (
  -- A payment that was made twice may have come back twice: then what came back, less what the other line had paid.
  SELECT sum(CASE WHEN l.credit THEN l.montant ELSE -l.montant END)::bigint AS montant,
    min(l.date_operation) FILTER (WHERE l.credit) AS date_operation
  FROM transfers_rapprochement_entree AS b JOIN transfers_releve_ligne AS l ON l.id = b.ligne_id
  WHERE b.session_id = %(session)s AND b.source = 'releve' AND b.paiement_id = c.paiement_id AND b.raison = 'extourne'
    AND b.ligne_id <> c.ligne_id AND c.sort = 'retour'
) AS back ON true
CROSS JOIN LATERAL (SELECT coalesce(back.montant, c.paye + CASE WHEN c.est_brut THEN c.frais ELSE 0 END) AS revenu) AS came
WHERE c.sort = 'retour' OR (c.sort = 'detourne' AND c.etat = 'confirmee')

-- name: list_returns
SELECT tentative_id AS id, rendu AS montant, CASE sort WHEN 'retour' THEN %(returned)s ELSE %(diverted)s END AS motif,
  jour AS date_valeur FROM closing_return WHERE est_reglee
UNION ALL
SELECT tentative_id, rendu, %(returned)s, jour FROM closing_earlier WHERE sort = 'paiement'
ORDER BY id

-- name: create_adjustments
-- Money that left, or came to, an account otherwise than settled: what pairs differ by, what is to be claimed, and the
-- lines about which somebody said that they are an error. `est_recu` tells that the beneficiary has it.
CREATE TEMP TABLE closing_adjustment ON COMMIT DROP AS
SELECT compte_id, -(dit - paye) AS montant, texte, ligne_id,
  sort <> 'retour' AND action IS DISTINCT FROM 'erreur_operateur' AS est_recu
FROM closing_pair
WHERE (sort IN ('paye', 'tardif') OR (sort = 'retour' AND etat = 'confirmee')) AND dit <> paye
UNION ALL
SELECT compte_id, revenu - rendu, texte, ligne_id, false FROM closing_return WHERE est_reglee AND revenu <> rendu
UNION ALL
-- Of what was never settled, another amount may have come back than had left: with the line, or with fees apart from it.
SELECT compte_id, revenu - parti, texte, ligne_id, false FROM closing_return
WHERE NOT est_reglee AND est_dit AND revenu <> parti
UNION ALL
SELECT coalesce(compte_id, %(compte)s), revenu - CASE sort WHEN 'paiement' THEN rendu WHEN 'connu' THEN repris ELSE 0 END, texte,
  ligne_id, false
FROM closing_earlier
WHERE sort = 'attente' OR sort = 'paiement' AND revenu <> rendu OR sort = 'connu' AND revenu <> repris
UNION ALL
SELECT compte_id, -ligne_montant, texte, ligne_id, false FROM closing_pair WHERE sort IN ('detourne', 'surplus')
UNION ALL
-- A second line of a payment that came back with other fees than it had left with: the payment itself stays paid.
SELECT %(compte)s, sum(CASE WHEN l.credit THEN l.montant ELSE -l.montant END)::bigint, NULL, (array_agg(l.id ORDER BY l.id))[1],
  false
FROM transfers_rapprochement_entree AS b JOIN transfers_releve_ligne AS l ON l.id = b.ligne_id
WHERE b.session_id = %(session)s AND b.source = 'releve' AND b.raison = 'extourne' AND b.paiement_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM transfers_rapprochement_entree AS e WHERE e.session_id = %(session)s AND e.source = 'sig'
                  AND e.paiement_id = b.paiement_id AND e.raison = 'extourne')
GROUP BY b.paiement_id HAVING sum(CASE WHEN l.credit THEN l.montant ELSE -l.montant END) <> 0
UNION ALL
SELECT %(compte)s, CASE WHEN l.credit THEN l.montant ELSE -l.montant END, coalesce(l.transaction, l.reference), l.id, false
FROM transfers_rapprochement_entree AS e JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id
WHERE e.session_id = %(session)s AND e.source = 'releve' AND e.action IN ('erreur_operateur', 'erreur_sig')
  AND NOT EXISTS (SELECT FROM closing_pair AS c WHERE c.ligne_id = e.ligne_id)

-- name: sum_adjustments
SELECT count(*) AS nombre, coalesce(sum(montant), 0)::bigint AS montant, coalesce(bool_or(compte_id IS NULL), false) AS sans_compte
FROM closing_adjustment

-- name: adjustment_lines
SELECT compte_id, 'ajustement' AS type, montant, texte AS reference, ligne_id AS objet_id, %(cycle)s::uuid AS cycle_id,
  NULL::uuid AS contrepasse_id, row_number() OVER (ORDER BY ligne_id) AS place FROM closing_adjustment
UNION ALL
SELECT CASE WHEN est_recu THEN %(beneficiaires)s::uuid ELSE %(attente)s::uuid END, 'ajustement', -sum(montant), NULL, NULL,
  %(cycle)s::uuid, NULL, 9000000000 + est_recu::int
FROM closing_adjustment GROUP BY est_recu HAVING sum(montant) <> 0

-- name: drop_tables
DROP TABLE IF EXISTS pg_temp.closing_pair, pg_temp.closing_earlier, pg_temp.closing_absent, pg_temp.closing_return, pg_temp.closing_adjustment
