-- name: forwards
-- Store an answer under its key, in the transaction of the work. Waits for one who has the key and has not committed, and
-- fails where the key is another request's. Without a key: nothing. The functions of the version before stay beside it, for
-- processes that still run.
CREATE FUNCTION accounts_store_answer(
  owner uuid, sent_key text, sent_method text, sent_path text, sent_digest text, answer_status integer, answer bytea
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF sent_key IS NOT NULL THEN
    INSERT INTO accounts_idempotency_key (user_id, key, method, path, digest, status, body)
    VALUES (owner, sent_key, sent_method, sent_path, sent_digest, answer_status, answer);
  END IF;
END $$;

-- name: backwards
DROP FUNCTION accounts_store_answer(uuid, text, text, text, text, integer, bytea);
