-- Group issues of one kind in many lines into one entry. Issues about columns left aside form one kind, whatever the
-- title.

-- name: kinds
SELECT gravite, colonne, code, count(*) AS nombre, (array_agg(DISTINCT ligne))[1:%(lines)s] AS lignes
FROM (SELECT gravite, code, coalesce(ligne, 1) AS ligne,
             CASE WHEN code <> ALL(%(titles)s) THEN colonne END AS colonne FROM import_probleme) AS probleme
GROUP BY gravite, colonne, code ORDER BY nombre DESC, min(ligne), colonne, code LIMIT %(kinds)s;

-- name: values
-- Return the most frequent values of each kind, with their first lines.
SELECT gravite, colonne, code, titre, valeur, autre, nombre, lignes, valeurs FROM (
  SELECT *, row_number() OVER (PARTITION BY gravite, colonne, code ORDER BY nombre DESC, lignes[1], titre, valeur, autre) AS rang,
         count(*) OVER (PARTITION BY gravite, colonne, code) AS valeurs
  FROM (
    SELECT gravite, colonne, code, titre, valeur, autre, count(*) AS nombre,
           (array_agg(ligne ORDER BY ligne))[1:%(lines)s] AS lignes
    FROM (SELECT gravite, code, coalesce(ligne, 1) AS ligne, valeur, autre, colonne AS titre,
                 CASE WHEN code <> ALL(%(titles)s) THEN colonne END AS colonne FROM import_probleme) AS probleme
    GROUP BY gravite, colonne, code, titre, valeur, autre
  ) AS counted
) AS ranked WHERE rang <= %(values)s ORDER BY rang;
