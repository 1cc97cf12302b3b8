-- name: create_project_accounts
INSERT INTO transfers_compte (id, projet_id, nature) SELECT uuid7(), %(projet)s, nature FROM unnest(%(natures)s::text[]) AS nature
ON CONFLICT (projet_id, nature) WHERE nature <> 'operateur' DO NOTHING

-- name: post_lines
SELECT transfers_post_entry(%(entry)s, (
  SELECT array_agg(ROW(compte_id, type, montant, reference, objet_id, cycle_id, contrepasse_id)::transfers_line
                   ORDER BY place)
  FROM ({lines}) AS line
)) AS posted

-- name: post_new_entries
-- Several entries and their answers. The accounts are locked when all entries are written: only answers are stored after it,
-- each with its own balance, and without lines nothing is done. A key that is another request's fails the whole statement.
WITH sent AS MATERIALIZED (
  SELECT * FROM ROWS FROM (json_to_recordset(%(sent)s::json) AS (
    entry uuid, nature text, description text, date_valeur date, source text, piece uuid, auteur uuid, type text,
    montant bigint, reference text, owner uuid, key text, method text, path text, digest text, status integer, before text,
    after text
  )) WITH ORDINALITY AS sent (
    entry, nature, description, date_valeur, source, piece, auteur, type, montant, reference, owner, key, method, path, digest,
    status, before, after, place)
), line AS MATERIALIZED (
  SELECT array_agg(entry ORDER BY place) AS entries,
    array_agg(ROW(compte_id, type, montant, reference, objet_id, cycle_id, contrepasse_id)::transfers_line
              ORDER BY place) AS lines
  FROM ({lines}) AS line
), entry AS (
  INSERT INTO transfers_ecriture (id, nature, description, date_valeur, source, piece_id, auteur_id)
  SELECT entry, nature, description, date_valeur, source, piece, auteur FROM sent, line WHERE lines IS NOT NULL RETURNING 1
), posted AS MATERIALIZED (
  SELECT transfers_post_balance(entries, lines, %(compte)s::uuid) AS balance FROM line WHERE (SELECT count(*) FROM entry) > 0
), answer AS MATERIALIZED (
  -- Nobody else moves the account meanwhile: before the entries that follow it was what they have not yet added.
  SELECT sent.*, balance - coalesce(sum(montant) OVER later, 0) AS balance FROM sent, posted
  WINDOW later AS (ORDER BY place ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)
)
SELECT balance, accounts_store_answer(
  owner, key, method, path, digest, status, convert_to(before || balance || after, 'UTF8'))
FROM answer ORDER BY place

-- name: sent_lines
SELECT * FROM ROWS FROM (jsonb_to_recordset(%(lignes)s::jsonb) AS (
  compte_id uuid, type text, montant bigint, reference text, objet_id uuid, cycle_id uuid, contrepasse_id uuid
)) WITH ORDINALITY AS line (compte_id, type, montant, reference, objet_id, cycle_id, contrepasse_id, place)

-- name: reduce_reservation
UPDATE transfers_reservation SET restant = restant - %(montant)s WHERE id = %(id)s AND restant >= %(montant)s

-- name: find_wrong_balances
-- 1: a balance is the sum of its movements, and so are the totals.
SELECT format('%s: %s, movements %s', c.id, c.solde, coalesce(m.somme, 0)) AS fault
FROM transfers_compte AS c
LEFT JOIN (
  SELECT compte_id, sum(montant) AS somme, sum(montant) FILTER (WHERE type = 'depot') AS deposited,
    count(*) FILTER (WHERE type = 'depot') AS deposits, -sum(montant) FILTER (WHERE type = 'paiement') AS paid,
    count(*) FILTER (WHERE type = 'paiement') AS payments
  FROM transfers_mouvement GROUP BY compte_id
) AS m ON m.compte_id = c.id
WHERE (c.solde, c.total_depots, c.nombre_depots, c.total_paiements, c.nombre_paiements) <>
  (coalesce(m.somme, 0), coalesce(m.deposited, 0), coalesce(m.deposits, 0), coalesce(m.paid, 0), coalesce(m.payments, 0))
LIMIT 100

-- name: find_broken_chains
-- 2: each movement begins where the one before ended, without gaps; the account knows the last one.
SELECT format('%s %s', compte_id, numero) AS fault FROM (
  SELECT compte_id, numero, solde_avant, lag(solde_apres, 1, 0::bigint) OVER chain AS balance,
    row_number() OVER chain AS number FROM transfers_mouvement WINDOW chain AS (PARTITION BY compte_id ORDER BY numero)
) AS links WHERE solde_avant <> balance OR numero <> number
UNION ALL
SELECT format('%s: last %s', c.id, c.dernier_numero) FROM transfers_compte AS c
WHERE c.dernier_numero <> (SELECT coalesce(max(numero), 0) FROM transfers_mouvement WHERE compte_id = c.id)
LIMIT 100

-- name: find_wrong_reserves
-- 3: what is reserved is what is left of the reservations.
SELECT format('%s: %s, reservations %s', c.id, c.reserve, coalesce(r.somme, 0)) AS fault
FROM transfers_compte AS c
LEFT JOIN (SELECT compte_id, sum(restant) AS somme FROM transfers_reservation GROUP BY compte_id) AS r ON r.compte_id = c.id
WHERE c.reserve <> coalesce(r.somme, 0) OR (c.nature = 'operateur' AND c.solde < c.reserve) LIMIT 100

-- name: find_wrong_hashes
-- 8: the chain of hashes replays.
SELECT format('%s %s', m.compte_id, m.numero) AS fault FROM (
  SELECT t.compte_id, t.numero, t.empreinte, t.empreinte_precedente, transfers_movement_hash(t) AS computed,
    lag(t.empreinte, 1, ''::bytea) OVER (PARTITION BY t.compte_id ORDER BY t.numero) AS previous
  FROM transfers_mouvement AS t
) AS m WHERE m.empreinte <> m.computed OR m.empreinte_precedente <> m.previous
UNION ALL
SELECT format('%s: last hash', c.id) FROM transfers_compte AS c
WHERE c.derniere_empreinte <> coalesce(
  (SELECT empreinte FROM transfers_mouvement WHERE compte_id = c.id ORDER BY numero DESC LIMIT 1), '')
LIMIT 100

-- name: find_unbalanced_entries
-- Double entry: the movements of an entry add up to zero.
SELECT ecriture_id::text AS fault FROM transfers_mouvement GROUP BY ecriture_id HAVING sum(montant) <> 0 LIMIT 100
