-- name: forwards
-- `transaction` lets the sealing take only the entries that no running transaction can precede any more.
CREATE TABLE accounts_audit (
  id uuid PRIMARY KEY DEFAULT uuid7(),
  numero bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  date timestamptz NOT NULL DEFAULT statement_timestamp(),
  utilisateur_id uuid,
  adresse inet,
  requete text,
  operation_id uuid,
  action text NOT NULL CHECK (
    action IN ('creation', 'modification', 'suppression', 'operation', 'lecture', 'anonymisation')),
  model text NOT NULL,
  objet uuid,
  racine uuid,
  region_id uuid,
  changements jsonb NOT NULL DEFAULT '{}',
  nombre bigint,
  details jsonb,
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT audit_racine_known CHECK (objet IS NULL OR racine IS NOT NULL)
);
CREATE INDEX audit_racine ON accounts_audit (racine, numero) WHERE racine IS NOT NULL;
-- Most rows are the object of their own history, and found by it.
CREATE INDEX audit_objet ON accounts_audit (objet, numero) WHERE objet <> racine;
CREATE INDEX audit_utilisateur ON accounts_audit (utilisateur_id, numero) WHERE utilisateur_id IS NOT NULL;
CREATE INDEX audit_region ON accounts_audit (region_id, numero) WHERE region_id IS NOT NULL;
CREATE INDEX audit_operation ON accounts_audit (operation_id, numero) WHERE operation_id IS NOT NULL;
CREATE INDEX audit_model ON accounts_audit (model, numero);
CREATE INDEX audit_transaction ON accounts_audit (transaction);
CREATE INDEX audit_day ON accounts_audit (date, numero);
-- Rare actions only: to find one that most entries have, no index is needed.
CREATE INDEX audit_action ON accounts_audit (action, numero) WHERE action NOT IN ('creation', 'modification');

-- Return what of an entry can never change, and what can be erased; both as bytes that do not depend on any setting.
CREATE FUNCTION accounts_audit_fixed(t accounts_audit) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT convert_to(jsonb_build_array(
    t.id, t.numero, (extract(epoch FROM t.date) * 1000000)::bigint, t.utilisateur_id, host(t.adresse), t.requete,
    t.operation_id, t.action, t.model, t.objet, t.racine, t.region_id, t.nombre, t.details, t.transaction::text
  )::text, 'UTF8')
$$;
CREATE FUNCTION accounts_audit_values(t accounts_audit) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT convert_to(t.changements::text, 'UTF8')
$$;

-- Return whether values may be erased: within a transaction that wrote the entry of an anonymisation, which names each
-- erased entry with the digest of what is left of it. Nothing else may change.
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
CREATE TRIGGER only_erased BEFORE UPDATE ON accounts_audit
  FOR EACH ROW EXECUTE FUNCTION accounts_audit_only_erased();

CREATE FUNCTION accounts_audit_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON accounts_audit
  FOR EACH STATEMENT EXECUTE FUNCTION accounts_audit_kept();

-- name: backwards
DROP FUNCTION accounts_audit_only_erased CASCADE;
DROP FUNCTION accounts_audit_kept CASCADE;
DROP FUNCTION accounts_audit_erased;
DROP FUNCTION accounts_audit_values;
DROP FUNCTION accounts_audit_fixed;
DROP TABLE accounts_audit;
