-- name: grants
-- Run as the owner of the views. Default privileges: a migration that makes a view again must not lock its readers out.
-- What PostgreSQL gives to everybody is taken away again: functions come with migrations.
GRANT USAGE ON SCHEMA {schema} TO {reader};
GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {reader};
ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT ON TABLES TO {reader};
SELECT analysis_fermer()

-- name: columns
SELECT relation.relname AS view, attribute.attname AS name,
  coalesce(col_description(relation.oid, attribute.attnum), attribute.attname) AS alias
FROM pg_class AS relation
JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid AND attribute.attnum > 0
WHERE relation.relnamespace = 'gis'::regnamespace AND relation.relkind = 'v' AND relation.relname <> 'layer_styles'
ORDER BY relation.relname, attribute.attnum

-- name: extent
SELECT ST_XMin(box), ST_YMin(box), ST_XMax(box), ST_YMax(box) FROM (SELECT ST_Extent(geom) AS box FROM geo_region) AS it
WHERE box IS NOT NULL

-- name: save_style
INSERT INTO analysis_style_gis (vue, description, qml, modifie) VALUES (%(view)s, %(title)s, %(qml)s, now())
ON CONFLICT (vue) DO UPDATE SET description = excluded.description, qml = excluded.qml, modifie = now()

-- name: save_project
INSERT INTO gis.qgis_projects (name, metadata, content)
VALUES (%(name)s, jsonb_build_object('last_modified_time', to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS'),
                                     'last_modified_user', 'tabanca'), %(content)s)
ON CONFLICT (name) DO UPDATE SET metadata = excluded.metadata, content = excluded.content

-- name: live_roles
-- Open sessions of each role of the server that a login of this database has.
SELECT role.oid::bigint, count(activity.pid)
FROM pg_roles AS role LEFT JOIN pg_stat_activity AS activity ON activity.usesysid = role.oid
WHERE role.oid::bigint = ANY (%(oids)s)
GROUP BY 1

-- name: list_open_counters
-- The functions behind pg_stat_all_tables, pg_statio_all_tables and pg_locks that everybody may still run, by their names.
SELECT string_agg(oid::regprocedure::text, ', ') FROM pg_proc
WHERE pronamespace = 'pg_catalog'::regnamespace AND has_function_privilege('public', oid, 'EXECUTE')
  AND (proname = 'pg_lock_status' OR proname ~ '^pg_stat_get_(xact_)?(tuples|live|dead|mod|ins|numscans|blocks)')
