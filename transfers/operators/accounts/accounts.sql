-- name: treasury_lines
-- The lines by which the treasury gives what is `sent` to an account of its project. An inactive account takes no deposits.
SELECT sent.entry, line.* FROM transfers_compte_operateur AS a
JOIN registry_projet AS p ON p.id = a.projet_id AND p.actif AND NOT p.lecture_seule
JOIN transfers_compte AS t ON t.projet_id = a.projet_id AND t.nature = 'tresor'
JOIN sent ON a.actif OR sent.type <> 'depot'
CROSS JOIN LATERAL (VALUES
  (a.compte_id, sent.type, sent.montant, sent.reference, NULL::uuid, NULL::uuid, NULL::uuid, 2 * sent.place),
  (t.id, sent.type, -sent.montant, NULL, NULL, NULL, NULL, 2 * sent.place + 1)
) AS line (compte_id, type, montant, reference, objet_id, cycle_id, contrepasse_id, place)
WHERE a.compte_id = %(compte)s

-- name: list_daily_balances
-- The balance at the end of each day of a period, found from the index by a probe a day.
SELECT jour::date AS date, coalesce((
  SELECT solde_apres FROM transfers_mouvement
  WHERE compte_id = %(compte)s AND date < (jour::date + 1)::timestamp AT TIME ZONE %(zone)s
  ORDER BY date DESC, numero DESC LIMIT 1), 0) AS solde
FROM generate_series(%(debut)s::date, %(fin)s::date, '1 day') AS jour ORDER BY jour

-- name: list_valued_days
-- What the entries of a period added to an account, by the day that they bear and by type. An entry bears no day after that
-- on which it was posted, so all of the period were posted since its first day. The movements of an entry stand one after
-- the other, are of one type and bear one moment: from moment to moment an entry costs some probes, however many payments
-- it holds. The row without a day is the balance before.
WITH RECURSIVE first AS (
  SELECT %(debut)s::date::timestamp AT TIME ZONE %(zone)s AS moment
), before AS (
  SELECT numero, solde_apres FROM transfers_mouvement
  WHERE compte_id = %(compte)s AND date < (SELECT moment FROM first) ORDER BY date DESC, numero DESC LIMIT 1
), ends AS (
  (SELECT date, numero, solde_apres, type, ecriture_id FROM transfers_mouvement
   WHERE compte_id = %(compte)s AND date >= (SELECT moment FROM first) ORDER BY date DESC, numero DESC LIMIT 1)
  UNION ALL
  SELECT earlier.* FROM ends CROSS JOIN LATERAL (
    SELECT date, numero, solde_apres, type, ecriture_id FROM transfers_mouvement
    WHERE compte_id = %(compte)s AND date >= (SELECT moment FROM first) AND date < ends.date
    ORDER BY date DESC, numero DESC LIMIT 1) AS earlier
), entries AS (
  SELECT date, type, ecriture_id,
    solde_apres - lag(solde_apres, 1, coalesce((SELECT solde_apres FROM before), 0)) OVER by_number AS montant,
    numero - lag(numero, 1, coalesce((SELECT numero FROM before), 0)) OVER by_number AS nombre
  FROM ends WINDOW by_number AS (ORDER BY numero)
)
SELECT NULL::date AS jour, NULL AS type, coalesce((SELECT solde_apres FROM before), 0) AS montant, 0 AS nombre
UNION ALL
SELECT least(e.date_valeur, (m.date AT TIME ZONE %(zone)s)::date), m.type, sum(m.montant)::bigint, sum(m.nombre)::bigint
FROM entries AS m JOIN transfers_ecriture AS e ON e.id = m.ecriture_id GROUP BY 1, 2

-- name: summarise_period
-- Movements of one batch bear one moment: the last of them is told by its number.
WITH bounds AS (
  SELECT %(debut)s::date::timestamp AT TIME ZONE %(zone)s AS first,
         (%(fin)s::date + 1)::timestamp AT TIME ZONE %(zone)s AS after
), before AS (
  SELECT solde_apres, numero FROM transfers_mouvement
  WHERE compte_id = %(compte)s AND date < (SELECT first FROM bounds) ORDER BY date DESC, numero DESC LIMIT 1
), latest AS (
  SELECT solde_apres, numero FROM transfers_mouvement
  WHERE compte_id = %(compte)s AND date < (SELECT after FROM bounds) ORDER BY date DESC, numero DESC LIMIT 1
), others AS (
  SELECT type, count(*) AS nombre, sum(montant) AS total FROM transfers_mouvement, bounds
  WHERE compte_id = %(compte)s AND type IN ('depot', 'ajustement') AND date >= first AND date < after GROUP BY type
)
-- Payments are what is left: so a million of them are not read.
SELECT coalesce((SELECT solde_apres FROM before), 0) AS solde_debut,
  coalesce((SELECT solde_apres FROM latest), 0) AS solde_fin,
  coalesce((SELECT total FROM others WHERE type = 'depot'), 0)::bigint AS total_depots,
  coalesce((SELECT nombre FROM others WHERE type = 'depot'), 0) AS nombre_depots,
  (coalesce((SELECT sum(total) FROM others), 0) + coalesce((SELECT solde_apres FROM before), 0)
    - coalesce((SELECT solde_apres FROM latest), 0))::bigint AS total_paiements,
  (coalesce((SELECT numero FROM latest), 0) - coalesce((SELECT numero FROM before), 0)
    - coalesce((SELECT sum(nombre) FROM others), 0))::bigint AS nombre_paiements

-- name: sum_movements
SELECT c.solde AS ancien_solde, coalesce(sum(m.montant), 0)::bigint AS nouveau_solde, count(m.id) AS nombre_mouvements
FROM transfers_compte AS c LEFT JOIN transfers_mouvement AS m ON m.compte_id = c.id
WHERE c.id = %(compte)s GROUP BY c.id

-- name: sum_activity
SELECT count(*) FILTER (WHERE m.type = 'depot') AS depots,
  coalesce(sum(m.montant) FILTER (WHERE m.type = 'depot'), 0)::bigint AS montant_depots,
  count(*) FILTER (WHERE m.type = 'paiement') AS paiements,
  coalesce(-sum(m.montant) FILTER (WHERE m.type = 'paiement'), 0)::bigint AS montant_paiements
FROM transfers_mouvement AS m
WHERE m.compte_id = ANY(%(comptes)s) AND m.date >= %(debut)s::date::timestamp AT TIME ZONE %(zone)s
  AND m.date < (%(fin)s::date + 1)::timestamp AT TIME ZONE %(zone)s

-- name: list_account_codes
SELECT code FROM transfers_compte_operateur
