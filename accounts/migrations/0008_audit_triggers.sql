-- Functions that generate the SQL of audit entries from a table's current columns, so that only values that differ
-- become JSON. `trail` says how a table is audited: the fields of an `AuditedTable` that concern the database, as JSON.
-- `verb` is INSERT, UPDATE or DELETE.

-- name: forwards
-- Return user, address, request and operation in one row. `series` is the prefix shared by the ids of one statement's
-- entries: a UUIDv7 without its last 32 bits, which number the entries. A random id for each costs five times as much.
CREATE FUNCTION accounts_audit_context(
  OUT who uuid, OUT address inet, OUT request text, OUT operation uuid, OUT series text
) LANGUAGE sql VOLATILE AS $$
  SELECT nullif(part[1], '')::uuid, nullif(part[2], '')::inet, nullif(part[3], ''),
         nullif(current_setting('tabanca.operation', true), '')::uuid, left(uuid7()::text, 28)
  FROM string_to_array(coalesce(current_setting('tabanca.context', true), ''), '|') AS part
$$;

CREATE FUNCTION accounts_audit_columns(relation oid) RETURNS name[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(attname ORDER BY attnum) FROM pg_attribute
  WHERE attrelid = relation AND attnum > 0 AND NOT attisdropped
$$;

-- Return an expression over the rows o and n: '"column":[before,after],...' as text, empty when nothing differs.
-- Values become JSON only where they differ. A point has the form of ST_AsGeoJSON, in a tenth of the time; a boundary
-- (shapes) is replaced by its digest; of a secret only the fact that it changed is stored.
CREATE FUNCTION accounts_audit_changes(relation oid, trail jsonb, verb text) RETURNS text
LANGUAGE sql STABLE AS $$
  WITH columns AS (
    SELECT attname AS name, attnum AS place, to_json(attname)::text || ':' AS label, CASE
      WHEN trail -> 'secret' ? attname THEN 'NULL'
      WHEN trail -> 'shapes' ? attname THEN format('md5(ST_AsBinary(@.%I))', attname)
      WHEN format_type(atttypid, atttypmod) LIKE 'geometry(Point,%' THEN format(
        'CASE WHEN @.%1$I IS NOT NULL THEN json_build_object(''type'', ''Point'', ''coordinates'', '
        'json_build_array(ST_X(@.%1$I), ST_Y(@.%1$I))) END', attname)
      ELSE format('@.%I', attname) END AS value
    FROM pg_attribute
    WHERE attrelid = relation AND attnum > 0 AND NOT attisdropped AND NOT trail -> 'derived' ? attname
      AND NOT trail -> CASE verb WHEN 'UPDATE' THEN 'ignored' ELSE 'secret' END ? attname
  ), parts AS (
    -- A function takes a hundred arguments.
    SELECT format('nullif(concat_ws('','', %s), '''')', string_agg(format(CASE verb
      WHEN 'UPDATE' THEN 'CASE WHEN o.%1$I IS DISTINCT FROM n.%1$I THEN %2$L || json_build_array(%3$s, %4$s) END'
      WHEN 'INSERT' THEN 'CASE WHEN n.%1$I IS NOT NULL THEN %2$L || json_build_array(NULL, %4$s) END'
      ELSE 'CASE WHEN o.%1$I IS NOT NULL THEN %2$L || json_build_array(%3$s, NULL) END' END,
      name, label, replace(value, '@', 'o'), replace(value, '@', 'n')), ', ' ORDER BY place)) AS part
    FROM columns GROUP BY place / 90
  )
  SELECT format('concat_ws('','', %s)', string_agg(part, ', ')) FROM parts
$$;

-- Return the statement by which a trigger inserts its entries. OFFSET 0 prevents the planner from inlining the
-- comparison, which would be evaluated again for the condition.
CREATE FUNCTION accounts_audit_statement(relation oid, trail jsonb, verb text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE verb WHEN 'TRUNCATE' THEN format(
    'INSERT INTO accounts_audit (utilisateur_id, adresse, requete, operation_id, action, model, details) '
    'SELECT c.who, c.address, c.request, c.operation, ''suppression'', %L, ''{"truncate": true}'' '
    'FROM accounts_audit_context() AS c', trail ->> 'model')
  ELSE format(
    'INSERT INTO accounts_audit (id, utilisateur_id, adresse, requete, operation_id, action, model, objet, racine, '
    'region_id, changements) SELECT (c.series || lpad(to_hex(row_number() OVER ()), 8, ''0''))::uuid, '
    'c.who, c.address, c.request, c.operation, %L, %L, %6$s.%3$I, %6$s.%4$I, %5$s, '
    '(''{'' || d.told || ''}'')::jsonb FROM %7$s CROSS JOIN accounts_audit_context() AS c '
    'CROSS JOIN LATERAL (SELECT %8$s OFFSET 0) AS d (told)%9$s',
    CASE verb WHEN 'UPDATE' THEN 'modification' WHEN 'INSERT' THEN 'creation' ELSE 'suppression' END,
    trail ->> 'model', trail ->> 'object', trail ->> 'root',
    replace(trail ->> 'region', '{row}', CASE verb WHEN 'DELETE' THEN 'o' ELSE 'n' END),
    CASE verb WHEN 'DELETE' THEN 'o' ELSE 'n' END,
    CASE verb WHEN 'UPDATE' THEN format('old_rows AS o JOIN new_rows AS n USING (%I)', trail ->> 'key')
      WHEN 'INSERT' THEN 'new_rows AS n' ELSE 'old_rows AS o' END,
    accounts_audit_changes(relation, trail, verb),
    CASE verb WHEN 'UPDATE' THEN ' WHERE d.told <> ''''' ELSE '' END)
  END
$$;

-- Create a table's trigger function with the statements for its current columns, whose plans are cached. When columns
-- were added or dropped since, the function builds and plans the statement each time: a millisecond more, until a
-- migration audits the table again. The plans are made for the first rows, often one, and reused for the next ten
-- thousand: so only a hash join of old and new rows is enabled.
CREATE FUNCTION accounts_audit_track(relation regclass, trail jsonb) RETURNS void LANGUAGE plpgsql AS $$
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

-- Audit a table by statement triggers, which see bulk SQL too, with one INSERT per statement. `trail` names what
-- differs from the defaults. A migration that adds or drops columns of the table, or changes its trail, runs this
-- again.
CREATE FUNCTION accounts_audit_table(
  relation regclass, trail jsonb, verbs text[] DEFAULT '{insert,update,delete,truncate}'
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  verb text;
BEGIN
  PERFORM accounts_audit_track(relation, '{
    "key": "id", "object": "id", "root": "id", "region": "NULL::uuid",
    "secret": [], "ignored": ["updated_at"], "derived": [], "shapes": []}' || trail);
  FOREACH verb IN ARRAY verbs LOOP
    -- Within an audit operation the triggers do not even call their function (accounts.audit.services.audit_operation).
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER audited_%1$s AFTER %1$s ON %2$s %3$s FOR EACH STATEMENT
       WHEN (coalesce(current_setting(''tabanca.quiet'', true), '''') <> ''on'') EXECUTE FUNCTION %4$I()',
      verb, relation, CASE verb
        WHEN 'insert' THEN 'REFERENCING NEW TABLE AS new_rows'
        WHEN 'update' THEN 'REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows'
        WHEN 'delete' THEN 'REFERENCING OLD TABLE AS old_rows' END,
      relation || '_audited');
  END LOOP;
END $$;

-- name: backwards
DROP FUNCTION accounts_audit_table;
DROP FUNCTION accounts_audit_track;
DROP FUNCTION accounts_audit_statement;
DROP FUNCTION accounts_audit_changes;
DROP FUNCTION accounts_audit_columns;
DROP FUNCTION accounts_audit_context;
