-- Read and count the issues of `import_issue` (staging.sql).

-- name: record_issue
INSERT INTO import_issue (ligne, colonne, code, grave, details) VALUES (%s, %s, %s, %s, %s::jsonb);

-- name: list_issues
SELECT coalesce(ligne, 1) AS ligne, colonne, code, grave, details FROM import_issue
WHERE grave = %(grave)s ORDER BY ligne NULLS FIRST, colonne, code LIMIT %(limit)s;

-- name: list_issues_between
SELECT ligne, colonne, code, grave, details FROM import_issue
WHERE ligne BETWEEN %(first)s AND %(last)s ORDER BY ligne, grave DESC, colonne, code;

-- name: count_issues
SELECT count(*) FILTER (WHERE grave) AS errors, count(*) FILTER (WHERE NOT grave) AS warnings FROM import_issue;

-- name: count_issues_by_column
SELECT colonne, count(*) AS n FROM import_issue GROUP BY colonne ORDER BY n DESC, colonne LIMIT 100;

-- name: list_same_issues
-- Rows with the same message are one issue, at the first of their lines. `label` names a row of import_row.
SELECT i.colonne, i.code, i.details, count(*) AS nombre,
  (array_agg(i.ligne ORDER BY i.ligne))[1:%(lines)s] AS lignes,
  (array_agg(left(r.{label}, 80) ORDER BY i.ligne))[1:%(lines)s] AS noms
FROM import_issue AS i LEFT JOIN import_row AS r USING (ligne)
WHERE i.grave = %(grave)s GROUP BY i.colonne, i.code, i.details
ORDER BY min(i.ligne), i.colonne, i.code, i.details LIMIT %(limit)s;

-- name: count_same_issues
SELECT count(*) FILTER (WHERE grave) AS errors, count(*) FILTER (WHERE NOT grave) AS warnings
FROM (SELECT DISTINCT grave, colonne, code, details FROM import_issue) AS findings;

-- name: list_kinds
-- Issues of one kind in many lines are one entry. Those about the titles of columns are of one kind, whatever the title.
SELECT grave, colonne, code, count(*) AS nombre, (array_agg(DISTINCT ligne))[1:%(lines)s] AS lignes
FROM (SELECT grave, code, coalesce(ligne, 1) AS ligne,
             CASE WHEN code <> ALL(%(titles)s) THEN colonne END AS colonne FROM import_issue) AS issue
GROUP BY grave, colonne, code ORDER BY nombre DESC, min(ligne), colonne, code LIMIT %(kinds)s;

-- name: list_kind_values
-- The most frequent values of each kind, with their first lines.
SELECT grave, colonne, code, titre, details, nombre, lignes, valeurs FROM (
  SELECT *, row_number() OVER (PARTITION BY grave, colonne, code ORDER BY nombre DESC, lignes[1], titre, details) AS rang,
         count(*) OVER (PARTITION BY grave, colonne, code) AS valeurs
  FROM (
    SELECT grave, colonne, code, titre, details, count(*) AS nombre,
           (array_agg(ligne ORDER BY ligne))[1:%(lines)s] AS lignes
    FROM (SELECT grave, code, coalesce(ligne, 1) AS ligne, details, colonne AS titre,
                 CASE WHEN code <> ALL(%(titles)s) THEN colonne END AS colonne FROM import_issue) AS issue
    GROUP BY grave, colonne, code, titre, details
  ) AS counted
) AS ranked WHERE rang <= %(values)s ORDER BY rang;
