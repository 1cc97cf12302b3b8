-- name: forwards
-- Post the lines of several entries, in their order, and return the number of movements: `entries` names the entry of each
-- line. Locks the accounts by id.
CREATE OR REPLACE FUNCTION transfers_post_entries(entries uuid[], lines transfers_line[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  held record;
  line transfers_line;
  movement transfers_mouvement;
  movements transfers_mouvement[] := '{}';
  place integer;
BEGIN
  FOR held IN
    SELECT id, solde, dernier_numero, derniere_empreinte FROM transfers_compte
    WHERE id IN (SELECT compte_id FROM unnest(lines)) ORDER BY id FOR NO KEY UPDATE
  LOOP
    -- After the lock: so dates follow numbers.
    movement.date := clock_timestamp();
    movement.solde_apres := held.solde;
    movement.numero := held.dernier_numero;
    movement.empreinte := held.derniere_empreinte;
    place := 0;
    FOREACH line IN ARRAY lines LOOP
      place := place + 1;
      CONTINUE WHEN line.compte_id <> held.id;
      movement.id := uuid7();
      movement.compte_id := held.id;
      movement.ecriture_id := entries[place];
      movement.type := line.type;
      movement.montant := line.montant;
      movement.reference := line.reference;
      movement.objet_id := line.objet_id;
      movement.cycle_id := line.cycle_id;
      movement.contrepasse_id := line.contrepasse_id;
      movement.numero := movement.numero + 1;
      movement.solde_avant := movement.solde_apres;
      movement.solde_apres := movement.solde_avant + line.montant;
      movement.empreinte_precedente := movement.empreinte;
      movement.empreinte := transfers_movement_hash(movement);
      movements := movements || movement;
    END LOOP;
  END LOOP;
  IF cardinality(movements) <> cardinality(lines) THEN
    RAISE EXCEPTION 'a line names an unknown account' USING ERRCODE = 'foreign_key_violation';
  END IF;
  INSERT INTO transfers_mouvement SELECT * FROM unnest(movements);
  RETURN cardinality(movements);
END $$;

-- It runs with the owner's rights: for the owner alone.
REVOKE EXECUTE ON FUNCTION transfers_post_entries FROM PUBLIC;

CREATE OR REPLACE FUNCTION transfers_post_entry(entry uuid, lines transfers_line[]) RETURNS bigint
LANGUAGE sql SECURITY INVOKER AS $$
  SELECT transfers_post_entries(array_fill(entry, ARRAY[cardinality(lines)]), lines)
$$;

-- Post the lines of several entries and return the balance of one of their accounts afterwards. The accounts are locked by
-- the posting, in the order of their ids, and the balance is read while they are: nobody has moved it since. That of one
-- entry stays beside it, for processes of the version before.
CREATE FUNCTION transfers_post_balance(entries uuid[], lines transfers_line[], account uuid) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM transfers_post_entries(entries, lines);
  RETURN (SELECT solde FROM transfers_compte WHERE id = account);
END $$;

-- name: backwards
-- What posts several entries stays: the version before posts one by it.
DROP FUNCTION transfers_post_balance(uuid[], transfers_line[], uuid);
