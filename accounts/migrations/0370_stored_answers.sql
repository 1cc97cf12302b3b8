-- name: forwards
DROP FUNCTION accounts_store_answer, accounts_reserve_key;

-- Store an answer under its key, in the transaction of the work. Waits for one who has the key and has not committed, and
-- fails where the key is another request's. Without a key: nothing.
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
DROP FUNCTION accounts_store_answer;

CREATE FUNCTION accounts_reserve_key(owner uuid, sent_key text, sent_method text, sent_path text, sent_digest text)
RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF sent_key IS NULL THEN
    RETURN true;
  END IF;
  INSERT INTO accounts_idempotency_key (user_id, key, method, path, digest)
  VALUES (owner, sent_key, sent_method, sent_path, sent_digest) ON CONFLICT (user_id, key) DO NOTHING;
  RETURN FOUND;
END $$;

CREATE FUNCTION accounts_store_answer(
  owner uuid, sent_key text, answer_status integer, before bytea, number bigint, after bytea
) RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF sent_key IS NOT NULL THEN
    UPDATE accounts_idempotency_key SET status = answer_status, body = before || convert_to(number::text, 'UTF8') || after
    WHERE user_id = owner AND key = sent_key;
  END IF;
  RETURN number;
END $$;
