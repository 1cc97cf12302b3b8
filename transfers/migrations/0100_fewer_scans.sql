-- name: forwards
-- STABLE, so that the planner puts the body in place of the call: it calls functions that are no more than stable, and a
-- function in SQL that is not inlined costs more than its work. The hash is the same.
ALTER FUNCTION transfers_movement_hash STABLE;

-- Apply added movements to their accounts, once they continue the chains and each entry adds up to zero. One pass over
-- the movements in the order of their chains says all of an account: half a million came to be sorted four times.
CREATE OR REPLACE FUNCTION transfers_apply_movements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  touched bigint;
  expected bigint;
BEGIN
  IF EXISTS (SELECT FROM added GROUP BY ecriture_id HAVING sum(montant) <> 0) THEN
    RAISE EXCEPTION 'an entry that does not add up to zero' USING ERRCODE = 'check_violation';
  END IF;
  WITH links AS (
    SELECT n.compte_id, n.type, n.montant, n.solde_avant, n.solde_apres, n.numero, n.empreinte_precedente, n.empreinte,
      n.empreinte = transfers_movement_hash(n::transfers_mouvement) AS is_own,
      lag(n.solde_apres) OVER chain AS balance, lag(n.numero) OVER chain AS number, lag(n.empreinte) OVER chain AS hash,
      lead(n.numero) OVER chain IS NULL AS is_last
    FROM added AS n WINDOW chain AS (PARTITION BY n.compte_id ORDER BY n.numero)
  ), sums AS (
    SELECT compte_id, bool_and(is_own AND (number IS NULL
        OR (solde_avant = balance AND numero = number + 1 AND empreinte_precedente = hash))) AS is_chain,
      min(numero) AS first, max(solde_avant) FILTER (WHERE number IS NULL) AS before,
      (array_agg(empreinte_precedente) FILTER (WHERE number IS NULL))[1] AS hash_before,
      max(numero) AS last, max(solde_apres) FILTER (WHERE is_last) AS after,
      (array_agg(empreinte) FILTER (WHERE is_last))[1] AS hash_after,
      coalesce(sum(montant) FILTER (WHERE type = 'depot'), 0) AS deposited,
      count(*) FILTER (WHERE type = 'depot') AS deposits,
      coalesce(-sum(montant) FILTER (WHERE type = 'paiement'), 0) AS paid,
      count(*) FILTER (WHERE type = 'paiement') AS payments
    FROM links GROUP BY compte_id
  ), moved AS (
    UPDATE transfers_compte AS c
    SET solde = s.after, dernier_numero = s.last, derniere_empreinte = s.hash_after,
      total_depots = c.total_depots + s.deposited, nombre_depots = c.nombre_depots + s.deposits,
      total_paiements = c.total_paiements + s.paid, nombre_paiements = c.nombre_paiements + s.payments
    FROM sums AS s
    WHERE c.id = s.compte_id AND s.is_chain AND c.solde = s.before AND c.dernier_numero = s.first - 1
      AND c.derniere_empreinte = s.hash_before
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM moved), (SELECT count(*) FROM sums) INTO touched, expected;
  IF touched <> expected THEN
    RAISE EXCEPTION 'movements that do not continue the chain of their account' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- name: backwards
-- Apply added movements to their accounts, once they continue the chains and each entry adds up to zero.
CREATE OR REPLACE FUNCTION transfers_apply_movements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  touched bigint;
  expected bigint;
BEGIN
  IF EXISTS (
    SELECT FROM (
      SELECT n.solde_avant, n.numero, n.empreinte_precedente, n.empreinte, transfers_movement_hash(n::transfers_mouvement) AS computed,
        lag(n.solde_apres) OVER chain AS balance, lag(n.numero) OVER chain AS number, lag(n.empreinte) OVER chain AS hash
      FROM added AS n WINDOW chain AS (PARTITION BY n.compte_id ORDER BY n.numero)
    ) AS links
    WHERE empreinte <> computed
      OR (number IS NOT NULL AND (solde_avant, numero, empreinte_precedente) IS DISTINCT FROM (balance, number + 1, hash))
  ) THEN
    RAISE EXCEPTION 'movements that do not continue the chain of their account' USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM added GROUP BY ecriture_id HAVING sum(montant) <> 0) THEN
    RAISE EXCEPTION 'an entry that does not add up to zero' USING ERRCODE = 'check_violation';
  END IF;
  WITH firsts AS (
    SELECT DISTINCT ON (compte_id) compte_id, solde_avant, numero, empreinte_precedente FROM added ORDER BY compte_id, numero
  ), lasts AS (
    SELECT DISTINCT ON (compte_id) compte_id, solde_apres, numero, empreinte FROM added ORDER BY compte_id, numero DESC
  )
  UPDATE transfers_compte AS c
  SET solde = l.solde_apres, dernier_numero = l.numero, derniere_empreinte = l.empreinte,
    total_depots = c.total_depots + s.deposited, nombre_depots = c.nombre_depots + s.deposits,
    total_paiements = c.total_paiements + s.paid, nombre_paiements = c.nombre_paiements + s.payments
  FROM firsts AS f JOIN lasts AS l USING (compte_id) JOIN (
    SELECT compte_id, coalesce(sum(montant) FILTER (WHERE type = 'depot'), 0) AS deposited,
      count(*) FILTER (WHERE type = 'depot') AS deposits,
      coalesce(-sum(montant) FILTER (WHERE type = 'paiement'), 0) AS paid,
      count(*) FILTER (WHERE type = 'paiement') AS payments
    FROM added GROUP BY compte_id
  ) AS s USING (compte_id)
  WHERE c.id = f.compte_id AND c.solde = f.solde_avant AND c.dernier_numero = f.numero - 1
    AND c.derniere_empreinte = f.empreinte_precedente;
  GET DIAGNOSTICS touched = ROW_COUNT;
  SELECT count(DISTINCT compte_id) INTO expected FROM added;
  IF touched <> expected THEN
    RAISE EXCEPTION 'movements that do not continue the chain of their account' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION transfers_movement_hash IMMUTABLE;
