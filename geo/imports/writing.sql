-- name: settle
-- Each row as it will stand, and what that means: creer, modifier or inchange. A row that stands already is not written.
CREATE TEMP TABLE import_final ON COMMIT DROP AS
SELECT f.*, CASE WHEN f.cible IS NULL THEN 'creer' WHEN ROW(<<final_columns>>) IS DISTINCT FROM ROW(<<target_columns>>)
  THEN 'modifier' ELSE 'inchange' END AS action
FROM (SELECT r.ligne, r.id, r.cible, <<final>>
      FROM import_row r LEFT JOIN <<table>> t ON t.id = r.cible
      CROSS JOIN LATERAL (SELECT t.source IS NOT DISTINCT FROM %(source)s AS meme, r.cible IS NULL AS neuf) AS q
      WHERE NOT r.refuse) AS f
LEFT JOIN <<table>> t ON t.id = f.cible

-- name: changes
SELECT count(*) FROM import_final WHERE action <> 'inchange'

-- name: insert_rows
INSERT INTO <<table>> (id, <<columns>>) SELECT id, <<columns>> FROM import_final WHERE action = 'creer' ORDER BY ligne

-- name: update_rows
UPDATE <<table>> t SET <<assignments>>, updated_at = now() FROM import_final f WHERE t.id = f.cible AND f.action = 'modifier'

-- name: counts
SELECT (SELECT count(*) FROM import_row) AS total,
  (SELECT count(*) FROM import_final WHERE action = 'creer') AS imported,
  (SELECT count(*) FROM import_final WHERE action = 'modifier') AS updated,
  (SELECT count(*) FROM import_final WHERE action = 'inchange') AS unchanged,
  (SELECT count(*) FROM import_row WHERE refuse) AS skipped,
  (SELECT count(*) FROM import_issue WHERE grave) AS graves,
  (SELECT count(*) FROM import_issue WHERE NOT grave) AS legers

-- name: issues
SELECT i.ligne, left(r.nom, 80) AS nom, i.colonne, i.code, i.details FROM import_issue i LEFT JOIN import_row r USING (ligne)
WHERE i.grave = %(grave)s ORDER BY i.ligne, i.colonne, i.code LIMIT %(limite)s
