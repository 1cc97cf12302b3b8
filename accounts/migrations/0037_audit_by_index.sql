-- The statements of the audit triggers find what they look up by indexes, whatever they were planned for.

-- name: forwards
-- Create a table's trigger function with the statements for its current columns, whose plans are cached. When columns
-- were added or dropped since, the function builds and plans the statement each time: a millisecond more, until a
-- migration audits the table again. The plans are made for the first rows, often one, and reused for the next ten
-- thousand: so only a hash join of old and new rows is enabled, and the region of a row is looked up by an index, which
-- a plan for an almost empty table would not use: 20,000 heads of household took two minutes.
CREATE OR REPLACE FUNCTION accounts_audit_track(relation regclass, trail jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql
    SET enable_nestloop = off SET enable_mergejoin = off SET enable_seqscan = off AS $audited$
    BEGIN
      IF accounts_audit_columns(TG_RELID) <> %L::name[] THEN
        EXECUTE accounts_audit_statement(TG_RELID, %L, TG_OP);
      ELSIF TG_OP = ''UPDATE'' THEN
        %s;
      ELSIF TG_OP = ''INSERT'' THEN
        %s;
      ELSIF TG_OP = ''DELETE'' THEN
        %s;
      ELSE
        %s;
      END IF;
      RETURN NULL;
    END $audited$', relation || '_audited', accounts_audit_columns(relation), trail,
    accounts_audit_statement(relation, trail, 'UPDATE'), accounts_audit_statement(relation, trail, 'INSERT'),
    accounts_audit_statement(relation, trail, 'DELETE'), accounts_audit_statement(relation, trail, 'TRUNCATE'));
END $$;

DO $$
DECLARE
  audited regprocedure;
BEGIN
  FOR audited IN
    SELECT oid FROM pg_proc WHERE proname LIKE '%\_audited' AND prorettype = 'trigger'::regtype
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET enable_seqscan = off', audited);
  END LOOP;
END $$;

-- name: backwards
-- Create a table's trigger function with the statements for its current columns, whose plans are cached. When columns
-- were added or dropped since, the function builds and plans the statement each time: a millisecond more, until a
-- migration audits the table again. The plans are made for the first rows, often one, and reused for the next ten
-- thousand: so only a hash join of old and new rows is enabled.
CREATE OR REPLACE FUNCTION accounts_audit_track(relation regclass, trail jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql
    SET enable_nestloop = off SET enable_mergejoin = off AS $audited$
    BEGIN
      IF accounts_audit_columns(TG_RELID) <> %L::name[] THEN
        EXECUTE accounts_audit_statement(TG_RELID, %L, TG_OP);
      ELSIF TG_OP = ''UPDATE'' THEN
        %s;
      ELSIF TG_OP = ''INSERT'' THEN
        %s;
      ELSIF TG_OP = ''DELETE'' THEN
        %s;
      ELSE
        %s;
      END IF;
      RETURN NULL;
    END $audited$', relation || '_audited', accounts_audit_columns(relation), trail,
    accounts_audit_statement(relation, trail, 'UPDATE'), accounts_audit_statement(relation, trail, 'INSERT'),
    accounts_audit_statement(relation, trail, 'DELETE'), accounts_audit_statement(relation, trail, 'TRUNCATE'));
END $$;

DO $$
DECLARE
  audited regprocedure;
BEGIN
  FOR audited IN
    SELECT oid FROM pg_proc WHERE proname LIKE '%\_audited' AND prorettype = 'trigger'::regtype
  LOOP
    EXECUTE format('ALTER FUNCTION %s RESET enable_seqscan', audited);
  END LOOP;
END $$;
