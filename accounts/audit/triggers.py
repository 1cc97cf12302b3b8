"""The SQL by which a table is audited. A migration runs `track(...)` once a table.

Statement triggers with transition tables: bulk SQL is seen, one INSERT a statement. Rows are compared as JSON, so a
column that a later migration adds is audited without a new trigger.
"""

from collections.abc import Iterable

from accounts.audit.catalogue import Trail

# Inside a mass operation the triggers do not even call their function (accounts.audit.services.operation).
AWAKE = "coalesce(current_setting('tabanca.quiet', true), '') <> 'on'"
INTO = "INSERT INTO accounts_audit (utilisateur_id, adresse, requete, operation_id, action, model, objet, racine, region_id, changements)"  # fmt: skip


def _array(names: Iterable[str]) -> str:
    return "'{" + ",".join(names) + "}'::text[]"


def _row(trail: Trail, row: str, hidden: Iterable[str]) -> str:
    """The row as JSON without `hidden` columns; a boundary as its digest, a secret as nothing."""
    parts = [f"(to_jsonb({row}) - {_array([*hidden, *trail.derived, *trail.shapes, *trail.secret])})"]
    parts += [f"jsonb_build_object('{name}', md5(ST_AsBinary({row}.{name})))" for name in trail.shapes]
    return " || ".join(parts)


def _secrets(trail: Trail) -> str:
    """That a secret changed, without what it is."""
    return "".join(
        f" || CASE WHEN o.{name} IS DISTINCT FROM n.{name} THEN '{{\"{name}\": [null, null]}}'::jsonb ELSE '{{}}' END"
        for name in trail.secret
    )


def _select(trail: Trail, row: str, action: str, changes: str) -> str:
    where = f"{row}.{trail.object}, {row}.{trail.root}, {trail.region.format(row=row)}"
    return f"SELECT who, address, request, operation, '{action}', '{trail.model}', {where}, {changes}"


def _function(trail: Trail) -> str:
    """OFFSET 0: the comparison is made once a row, and not again for the condition."""
    changes = f"accounts_audit_difference({_row(trail, 'o', trail.ignored)}, {_row(trail, 'n', trail.ignored)}){_secrets(trail)}"
    return f"""
CREATE OR REPLACE FUNCTION {trail.table}_audited() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  context text[] := string_to_array(coalesce(current_setting('tabanca.context', true), ''), '|');
  who uuid := nullif(context[1], '')::uuid;
  address inet := nullif(context[2], '')::inet;
  request text := nullif(context[3], '');
  operation uuid := nullif(current_setting('tabanca.operation', true), '')::uuid;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    {INTO}
    {_select(trail, "n", "modification", "d.changes")}
    FROM old_rows AS o JOIN new_rows AS n USING ({trail.key}) CROSS JOIN LATERAL (SELECT {changes} OFFSET 0) AS d (changes)
    WHERE d.changes <> '{{}}';
  ELSIF TG_OP = 'INSERT' THEN
    {INTO}
    {_select(trail, "n", "creation", f"accounts_audit_difference('{{}}', {_row(trail, 'n', ())})")} FROM new_rows AS n;
  ELSIF TG_OP = 'DELETE' THEN
    {INTO}
    {_select(trail, "o", "suppression", f"accounts_audit_difference({_row(trail, 'o', ())}, '{{}}')")} FROM old_rows AS o;
  ELSE
    INSERT INTO accounts_audit (utilisateur_id, adresse, requete, operation_id, action, model, details)
    VALUES (who, address, request, operation, 'suppression', '{trail.model}', '{{"truncate": true}}');
  END IF;
  RETURN NULL;
END $$;
"""


REFERENCING = {
    "insert": "REFERENCING NEW TABLE AS new_rows",
    "update": "REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows",
    "delete": "REFERENCING OLD TABLE AS old_rows",
    "truncate": "",
}


def track(trails: Iterable[Trail], *tables: str) -> str:
    """SQL of one function and its triggers for each of these tables, which the migration names: what a later one adds
    to `trails` has no table yet when this one is run. It can be run again when a `Trail` has changed."""
    known = {trail.table: trail for trail in trails}
    made = []
    for trail in (known[table] for table in tables):
        made.append(_function(trail))
        for verb in trail.verbs:
            made.append(
                f"CREATE OR REPLACE TRIGGER audited_{verb} AFTER {verb.upper()} ON {trail.table} {REFERENCING[verb]}"
                f" FOR EACH STATEMENT WHEN ({AWAKE}) EXECUTE FUNCTION {trail.table}_audited();\n"
            )
    return "".join(made)
