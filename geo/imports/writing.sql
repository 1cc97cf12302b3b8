-- name: create_final_rows
-- Each row as it will be stored, and its action: creer, modifier or inchange. Unchanged rows are not written.
CREATE TEMP TABLE import_final ON COMMIT DROP AS
SELECT f.*, CASE WHEN f.cible IS NULL THEN 'creer' WHEN ROW({final_columns}) IS DISTINCT FROM ROW({target_columns})
  THEN 'modifier' ELSE 'inchange' END AS action
FROM (SELECT r.ligne, r.id, r.cible, {final}
      FROM import_row r LEFT JOIN {table} t ON t.id = r.cible
      CROSS JOIN LATERAL (SELECT t.source IS NOT DISTINCT FROM %(source)s AS meme, r.cible IS NULL AS neuf) AS q
      WHERE NOT r.refuse) AS f
LEFT JOIN {table} t ON t.id = f.cible

-- name: count_changes
SELECT count(*) AS changes FROM import_final WHERE action <> 'inchange'

-- name: insert_rows
INSERT INTO {table} (id, {columns}) SELECT id, {columns} FROM import_final WHERE action = 'creer' ORDER BY ligne

-- name: update_rows
UPDATE {table} t SET {assignments}, updated_at = now() FROM import_final f WHERE t.id = f.cible AND f.action = 'modifier'

-- name: count_actions
SELECT (SELECT count(*) FROM import_row) AS total,
  (SELECT count(*) FROM import_final WHERE action = 'creer') AS imported,
  (SELECT count(*) FROM import_final WHERE action = 'modifier') AS updated,
  (SELECT count(*) FROM import_final WHERE action = 'inchange') AS unchanged,
  (SELECT count(*) FROM import_row WHERE refuse) AS skipped

-- name: list_coded_values
-- The values of each coded field, how often they occur and how they were understood; the most frequent first.
SELECT champ, valeur, n, devient, refuse, distinctes FROM (
  SELECT f.champ, left(r.brut ->> f.champ, 80) AS valeur, count(*) AS n, nullif(r.valeurs -> f.champ, 'null') AS devient,
    coalesce(r.valeurs -> f.champ = 'null', false) AS refuse,
    row_number() OVER (PARTITION BY f.champ ORDER BY count(*) DESC, left(r.brut ->> f.champ, 80)) AS rang,
    count(*) OVER (PARTITION BY f.champ) AS distinctes
  FROM import_row r CROSS JOIN unnest(%(champs)s::text[]) AS f (champ)
  WHERE r.brut ? f.champ
  GROUP BY f.champ, left(r.brut ->> f.champ, 80), r.valeurs -> f.champ) AS counted
WHERE rang <= %(limite)s ORDER BY champ, rang
