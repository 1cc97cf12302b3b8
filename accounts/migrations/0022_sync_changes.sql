-- name: forwards
-- What changed, for clients that keep a copy: the ids of changed rows, one line for up to 100 of a region. `transaction`
-- lets readers take only lines that no running transaction can precede any more. A row that leaves a region, or is
-- deleted, is told to the region where it was: who reads the line looks whether he still sees the row.
CREATE TABLE accounts_sync_change (
  nature text NOT NULL,
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  numero bigint GENERATED ALWAYS AS IDENTITY,
  region_id uuid,
  objets uuid[] NOT NULL,
  PRIMARY KEY (nature, transaction, numero)
);
CREATE INDEX sync_change_transaction ON accounts_sync_change (transaction);

-- The oldest running transaction of each day: lines from before the first mark may be deleted.
CREATE TABLE accounts_sync_mark (
  jour date PRIMARY KEY,
  transaction xid8 NOT NULL
);
INSERT INTO accounts_sync_mark (jour, transaction) VALUES (current_date, '0');

-- Up to which transaction webhooks were told of changes: one row.
CREATE TABLE accounts_sync_announced (transaction xid8 NOT NULL);
INSERT INTO accounts_sync_announced VALUES (pg_current_xact_id());

-- Tell of changed rows: their ids, and the region of each.
CREATE FUNCTION accounts_sync_add(kind text, ids uuid[], regions uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO accounts_sync_change (nature, region_id, objets)
  SELECT kind, region_id, array_agg(id)
  FROM (
    SELECT id, region_id, (row_number() OVER (PARTITION BY region_id) - 1) / 100 AS part
    FROM unnest(ids, regions) AS told (id, region_id)
  ) AS parted
  GROUP BY region_id, part
$$;

-- Tell one region of changed rows.
CREATE FUNCTION accounts_sync_add(kind text, ids uuid[], region uuid) RETURNS void LANGUAGE sql AS $$
  SELECT accounts_sync_add(kind, ids, array_fill(region, ARRAY[cardinality(ids)]))
$$;

-- Have every change of a table told as one of `kind`. `region` is an expression over the row r.
CREATE FUNCTION accounts_sync_track(relation regclass, kind text, region text) RETURNS void LANGUAGE plpgsql AS $track$
DECLARE
  name text := relation || '_synced';
BEGIN
  EXECUTE format($made$
    CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off SET enable_mergejoin = off AS $synced$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM accounts_sync_add(%2$L, array_agg(r.id), array_agg(%3$s)) FROM new_rows AS r;
      ELSIF TG_OP = 'DELETE' THEN
        PERFORM accounts_sync_add(%2$L, array_agg(r.id), array_agg(%3$s)) FROM old_rows AS r;
      ELSE
        PERFORM accounts_sync_add(%2$L, array_agg(id), array_agg(region_id)) FROM (
          SELECT r.id, %3$s AS region_id FROM new_rows AS r UNION SELECT r.id, %3$s FROM old_rows AS r
        ) AS changed;
      END IF;
      RETURN NULL;
    END $synced$
    $made$, name, kind, region);
  EXECUTE format('CREATE TRIGGER synced_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION %I()', relation, name);
  EXECUTE format('CREATE TRIGGER synced_update AFTER UPDATE ON %s REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION %I()', relation, name);
  EXECUTE format('CREATE TRIGGER synced_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION %I()', relation, name);
END $track$;

-- name: backwards
DROP FUNCTION accounts_sync_track;
DROP FUNCTION accounts_sync_add(text, uuid[], uuid);
DROP FUNCTION accounts_sync_add(text, uuid[], uuid[]);
DROP TABLE accounts_sync_announced;
DROP TABLE accounts_sync_mark;
DROP TABLE accounts_sync_change;
