"""Seals of the trail: an order, a chain of hashes, and the one way in which values may be erased (decision 0018)."""

from django.db import migrations

TABLE = """
CREATE TABLE accounts_audit_sceau (
  position bigint PRIMARY KEY,
  trace uuid NOT NULL UNIQUE,
  sel bytea,
  valeurs bytea NOT NULL,
  chaine bytea NOT NULL,
  horizon xid8 NOT NULL,
  scelle_le timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX audit_transaction ON accounts_audit (transaction);

-- What of a trace can never change, and what can be erased; both as bytes that do not depend on any setting.
CREATE FUNCTION accounts_audit_fixed(t accounts_audit) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT convert_to(jsonb_build_array(
    t.id, t.numero, (extract(epoch FROM t.date) * 1000000)::bigint, t.utilisateur_id, host(t.adresse), t.requete,
    t.operation_id, t.action, t.model, t.objet, t.racine, t.region_id, t.nombre, t.details, t.transaction::text
  )::text, 'UTF8')
$$;
CREATE FUNCTION accounts_audit_values(t accounts_audit) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT convert_to(t.changements::text, 'UTF8')
$$;
CREATE FUNCTION accounts_audit_link(before bytea, place bigint, t accounts_audit, digest bytea) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(coalesce(before, '') || int8send(place) || sha256(accounts_audit_fixed(t)) || digest)
$$;

-- Seals what is not sealed yet, at most so many, and keeps the horizon: the oldest transaction that still ran. No trace
-- of an older one can appear later, so one that does was put in; and the next sealing looks no further back. When the
-- horizon is from another cluster (a restored backup), everything is looked through once.
CREATE FUNCTION accounts_audit_seal(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  below xid8;
  ahead xid8;
  lowest xid8;
  place bigint;
  head bytea;
  salt bytea;
  digest bytea;
  found accounts_audit;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('accounts_audit_seal'));
  below := pg_snapshot_xmin(pg_current_snapshot());
  ahead := pg_snapshot_xmax(pg_current_snapshot());
  SELECT position, chaine, horizon INTO place, head, lowest FROM accounts_audit_sceau ORDER BY position DESC LIMIT 1;
  lowest := coalesce(lowest, '0'::xid8);
  IF lowest > ahead THEN lowest := '0'; END IF;
  FOR found IN
    SELECT t.* FROM accounts_audit AS t
    WHERE t.transaction >= lowest AND NOT EXISTS (SELECT FROM accounts_audit_sceau WHERE trace = t.id)
    ORDER BY t.transaction, t.numero LIMIT most
  LOOP
    made := made + 1;
    place := coalesce(place, 0) + 1;
    salt := uuid_send(gen_random_uuid());
    digest := sha256(salt || accounts_audit_values(found));
    head := accounts_audit_link(head, place, found, digest);
    INSERT INTO accounts_audit_sceau (position, trace, sel, valeurs, chaine, horizon)
    VALUES (place, found.id, salt, digest, head, lowest);
  END LOOP;
  IF made > 0 AND made < most THEN
    PERFORM set_config('tabanca.sealing', 'on', true);
    UPDATE accounts_audit_sceau SET horizon = below WHERE position = place;
    PERFORM set_config('tabanca.sealing', '', true);
  END IF;
  RETURN made;
END $$;

-- Values may be erased, and nothing else changed, within a transaction that wrote a trace of an anonymisation which
-- names each erased trace with the digest of what is left of it.
CREATE FUNCTION accounts_audit_erased(identity uuid, left_over bytea) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM accounts_audit
    WHERE id = nullif(current_setting('tabanca.erasure', true), '')::uuid AND action = 'anonymisation'
      AND transaction = pg_current_xact_id_if_assigned()
      AND details -> 'traces' ->> identity::text = encode(left_over, 'hex'))
$$;
CREATE FUNCTION accounts_audit_only_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'changements' = to_jsonb(OLD) - 'changements'
     AND accounts_audit_erased(OLD.id, sha256(accounts_audit_values(NEW))) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'accounts_audit is append-only' USING ERRCODE = 'restrict_violation', TABLE = 'accounts_audit';
END $$;
CREATE FUNCTION accounts_audit_sceau_only_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'sel' = to_jsonb(OLD) - 'sel' AND NEW.sel IS NULL AND EXISTS (
    SELECT FROM accounts_audit WHERE id = OLD.trace AND accounts_audit_erased(id, sha256(accounts_audit_values(accounts_audit)))
  ) OR current_setting('tabanca.sealing', true) = 'on' AND to_jsonb(NEW) - 'horizon' = to_jsonb(OLD) - 'horizon' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'accounts_audit_sceau is append-only'
    USING ERRCODE = 'restrict_violation', TABLE = 'accounts_audit_sceau';
END $$;
DROP TRIGGER kept ON accounts_audit;
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON accounts_audit
  FOR EACH STATEMENT EXECUTE FUNCTION accounts_audit_kept();
CREATE TRIGGER only_erased BEFORE UPDATE ON accounts_audit
  FOR EACH ROW EXECUTE FUNCTION accounts_audit_only_erased();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON accounts_audit_sceau
  FOR EACH STATEMENT EXECUTE FUNCTION accounts_audit_kept();
CREATE TRIGGER only_erased BEFORE UPDATE ON accounts_audit_sceau
  FOR EACH ROW EXECUTE FUNCTION accounts_audit_sceau_only_erased();
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_user_regions")]
    operations = [
        migrations.RunSQL(TABLE, migrations.RunSQL.noop),
    ]
