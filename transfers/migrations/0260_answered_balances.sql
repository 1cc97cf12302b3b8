-- name: forwards
-- Post the lines of an entry and return the balance of one of its accounts afterwards. The accounts are locked by the
-- posting, in the order of their ids, and the balance is read while they are: nobody has moved it since.
CREATE FUNCTION transfers_post_balance(entry uuid, lines transfers_line[], account uuid) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM transfers_post_entry(entry, lines);
  RETURN (SELECT solde FROM transfers_compte WHERE id = account);
END $$;

-- name: backwards
DROP FUNCTION transfers_post_balance;
