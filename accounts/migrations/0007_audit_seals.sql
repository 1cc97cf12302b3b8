-- name: forwards
CREATE TABLE accounts_audit_sceau (
  position bigint PRIMARY KEY,
  trace uuid NOT NULL UNIQUE,
  sel bytea,
  valeurs bytea NOT NULL,
  chaine bytea NOT NULL,
  horizon xid8 NOT NULL,
  scelle_le timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Return the link of the chain after `before`.
CREATE FUNCTION accounts_audit_chained(before bytea, place bigint, fixed bytea, digest bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(coalesce(before, '') || int8send(place) || fixed || digest)
$$;
CREATE FUNCTION accounts_audit_link(before bytea, place bigint, t accounts_audit, digest bytea) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT accounts_audit_chained(before, place, sha256(accounts_audit_fixed(t)), digest)
$$;

-- Seal at most so many entries that are not sealed yet, and return how many. Hash a batch in one statement and chain it
-- in memory. The horizon is stored with the last seal: no entry of an older transaction can appear later, so one that
-- does was put in; and the next sealing looks no further back. It is the oldest transaction that still ran, or that of
-- the last entry when there are more. When the horizon is from another cluster (a restored backup), everything is
-- looked through once.
CREATE FUNCTION accounts_audit_seal(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  below xid8;
  ahead xid8;
  lowest xid8;
  newest xid8;
  place bigint;
  head bytea;
  found record;
  traces uuid[] := '{}';
  salts bytea[] := '{}';
  digests bytea[] := '{}';
  chains bytea[] := '{}';
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('accounts_audit_seal'));
  below := pg_snapshot_xmin(pg_current_snapshot());
  ahead := pg_snapshot_xmax(pg_current_snapshot());
  SELECT position, chaine, horizon INTO place, head, lowest FROM accounts_audit_sceau ORDER BY position DESC LIMIT 1;
  place := coalesce(place, 0);
  lowest := coalesce(lowest, '0'::xid8);
  IF lowest > ahead THEN lowest := '0'; END IF;
  FOR found IN
    SELECT (s.trace).id, (s.trace).transaction, s.salt, sha256(accounts_audit_fixed(s.trace)) AS fixed,
           sha256(s.salt || accounts_audit_values(s.trace)) AS digest
    FROM (
      SELECT t AS trace, uuid_send(gen_random_uuid()) AS salt FROM accounts_audit AS t
      -- Looked up one by one: joined, all seals there are would be read for the few that are missing.
      WHERE t.transaction >= lowest AND (SELECT s.position FROM accounts_audit_sceau AS s WHERE s.trace = t.id) IS NULL
      ORDER BY t.transaction, t.numero LIMIT most
    ) AS s
  LOOP
    made := made + 1;
    head := accounts_audit_chained(head, place + made, found.fixed, found.digest);
    traces[made] := found.id;
    salts[made] := found.salt;
    digests[made] := found.digest;
    chains[made] := head;
    newest := found.transaction;
  END LOOP;
  IF made < most THEN
    newest := below;
  END IF;
  INSERT INTO accounts_audit_sceau (position, trace, sel, valeurs, chaine, horizon)
  SELECT place + n, trace, salt, digest, chain, CASE WHEN n = made THEN least(below, newest) ELSE lowest END
  FROM unnest(traces, salts, digests, chains) WITH ORDINALITY AS seal (trace, salt, digest, chain, n);
  RETURN made;
END $$;

-- Of a seal only the salt may be erased, with the values of its entry.
CREATE FUNCTION accounts_audit_sceau_only_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'sel' = to_jsonb(OLD) - 'sel' AND NEW.sel IS NULL AND EXISTS (
    SELECT FROM accounts_audit WHERE id = OLD.trace AND accounts_audit_erased(id, sha256(accounts_audit_values(accounts_audit)))
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'accounts_audit_sceau is append-only'
    USING ERRCODE = 'restrict_violation', TABLE = 'accounts_audit_sceau';
END $$;
CREATE TRIGGER only_erased BEFORE UPDATE ON accounts_audit_sceau
  FOR EACH ROW EXECUTE FUNCTION accounts_audit_sceau_only_erased();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON accounts_audit_sceau
  FOR EACH STATEMENT EXECUTE FUNCTION accounts_audit_kept();

-- name: backwards
DROP FUNCTION accounts_audit_seal;
DROP FUNCTION accounts_audit_link;
DROP FUNCTION accounts_audit_chained;
DROP TABLE accounts_audit_sceau;
DROP FUNCTION accounts_audit_sceau_only_erased;
