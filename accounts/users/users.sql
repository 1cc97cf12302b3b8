-- name: list_holders
-- The users who hold all of some permissions, by their own role or granted ones, and see a region: one of theirs or, who has
-- none and may see all, any. Without a region: who sees the whole country. Few roles are looked at, and each user once.
WITH role AS MATERIALIZED (
  SELECT role.id, array_agg(held.key::text) AS keys
  FROM accounts_role AS role CROSS JOIN unnest(role.permissions) AS held (key)
  WHERE role.is_active AND held.key = ANY(%(keys)s::text[] || %(everywhere)s::text)
  GROUP BY role.id
), granted AS MATERIALIZED (
  SELECT given.user_id, array_agg(held.key) AS keys
  FROM accounts_role_grant AS given JOIN role ON role.id = given.role_id CROSS JOIN unnest(role.keys) AS held (key)
  WHERE given.until IS NULL OR given.until > statement_timestamp()
  GROUP BY given.user_id
), person AS (
  SELECT person.id, person.regions_liees, coalesce(role.keys, '{}') || coalesce(granted.keys, '{}') AS keys
  FROM accounts_user AS person
  LEFT JOIN role ON role.id = person.role_id
  LEFT JOIN granted ON granted.user_id = person.id
  WHERE person.is_active AND person.deleted_at IS NULL
)
SELECT id FROM person
WHERE keys @> %(keys)s::text[]
  AND (%(region)s::uuid = ANY(regions_liees) OR regions_liees = '{}' AND %(everywhere)s::text = ANY(keys))
