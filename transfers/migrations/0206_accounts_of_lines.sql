-- name: forwards
-- The account that the first statement of a line names: the known one whose whole number it is, else the longest one that it
-- ends with, else the one that ends with it; by its number where none, or several, are meant.
WITH named AS (
  SELECT id, operateur_id, upper(regexp_replace(numero_compte, '[^[:alnum:]]', '', 'g')) AS numero
  FROM transfers_releve WHERE numero_compte IS NOT NULL
), known AS (
  SELECT compte_id, operateur_id, upper(regexp_replace(numero_compte, '[^[:alnum:]]', '', 'g')) AS numero
  FROM transfers_compte_operateur
), same AS (
  SELECT n.id, k.compte_id, rank() OVER (PARTITION BY n.id
    ORDER BY length(k.numero) > length(n.numero), greatest(length(n.numero) - length(k.numero), 0)) AS place
  FROM named AS n JOIN known AS k ON k.operateur_id = n.operateur_id AND (
    k.numero = n.numero OR least(length(k.numero), length(n.numero)) >= 6
      AND (right(n.numero, length(k.numero)) = k.numero OR right(k.numero, length(n.numero)) = n.numero))
), keys AS (
  SELECT n.id, coalesce((SELECT min(compte_id::text) FROM same WHERE same.id = n.id AND place = 1 HAVING count(*) = 1),
    n.numero) AS compte
  FROM named AS n
)
UPDATE transfers_releve_ligne AS l SET compte = first.compte
FROM (
  SELECT DISTINCT ON (p.ligne_id) p.ligne_id, keys.compte FROM transfers_releve_place AS p JOIN keys ON keys.id = p.releve_id
  ORDER BY p.ligne_id, p.releve_id
) AS first WHERE first.ligne_id = l.id
