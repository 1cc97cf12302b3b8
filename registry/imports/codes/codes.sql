-- Generate codes for the rows of import_row whose household has none. Until then such a row has a token and its line for
-- a code, in import_raw too.

-- name: mark_codeless_cells
UPDATE import_raw SET code_menage = %(token)s || ligne WHERE code_menage IS NULL;

-- name: mark_codeless_rows
UPDATE import_row SET code_menage = %(token)s || ligne WHERE code_menage IS NULL;

-- name: generate_codes
-- Generate a code `<REGION>-<6 digits>` for each new household without one, whose code begins with the token.
WITH fresh AS (
  SELECT ligne.ligne, coalesce(region.code, %(nowhere)s) AS prefixe,
         row_number() OVER (PARTITION BY coalesce(region.code, %(nowhere)s) ORDER BY ligne.ligne) AS place
  FROM import_row AS ligne LEFT JOIN geo_region AS region ON region.id = ligne.region_id
  WHERE starts_with(ligne.code_menage, %(token)s)
    AND NOT ligne.refuse
), counted AS (
  INSERT INTO registry_code_counter AS counter (prefixe, dernier)
  SELECT prefixe, count(*) FROM fresh GROUP BY prefixe ORDER BY prefixe
  ON CONFLICT (prefixe) DO UPDATE SET dernier = counter.dernier + excluded.dernier RETURNING prefixe, dernier
), numbered AS (
  SELECT ligne, prefixe, (dernier - count(*) OVER (PARTITION BY prefixe) + place)::text AS number
  FROM fresh JOIN counted USING (prefixe)
)
UPDATE import_row AS ligne SET code_menage = prefixe || '-' || lpad(number, greatest(length(number), 6), '0')
FROM numbered WHERE numbered.ligne = ligne.ligne;

-- name: reset_taken_codes
-- Reset generated codes that somebody already chose by hand, to be generated again, and return their prefixes.
WITH taken AS (
  UPDATE import_row AS ligne SET code_menage = %(token)s || ligne.ligne
  FROM (SELECT ligne.ligne, ligne.code_menage FROM import_row AS ligne JOIN import_raw AS brut USING (ligne)
        WHERE starts_with(brut.code_menage, %(token)s) AND ligne.code_menage <> brut.code_menage) AS made
  WHERE made.ligne = ligne.ligne
    AND (EXISTS (SELECT FROM registry_menage WHERE registry_menage.code_menage = made.code_menage)
         OR EXISTS (SELECT FROM registry_menage_ancien AS former WHERE former.code_menage = made.code_menage)
         OR EXISTS (SELECT FROM import_raw WHERE import_raw.code_menage = made.code_menage))
  RETURNING made.code_menage
)
SELECT DISTINCT regexp_replace(code_menage, '-[0-9]+$', '') AS prefixe FROM taken;

-- name: advance_code_counters
UPDATE registry_code_counter SET dernier = greatest(dernier, coalesce((
  SELECT max(right(code_menage, -length(prefixe) - 1)::bigint)
  FROM (SELECT code_menage FROM registry_menage UNION ALL SELECT code_menage FROM registry_menage_ancien) AS chosen
  WHERE code_menage LIKE replace(replace(prefixe, '_', '\_'), '%%', '\%%') || '-%%'
    AND right(code_menage, -length(prefixe) - 1) ~ '^[0-9]{1,15}$'), 0))
WHERE prefixe = ANY (%(prefixes)s);
