-- name: reserve_numbers
-- Return the next number of a prefix; the row lock serialises parallel creations in one region.
INSERT INTO registry_code_counter AS counter (prefixe, dernier) VALUES (%(prefix)s, %(count)s)
ON CONFLICT (prefixe) DO UPDATE SET dernier = counter.dernier + excluded.dernier
RETURNING dernier;

-- name: find_free_number
-- Return the first number from `first` on whose code no household has; null when the next `span` are all taken.
SELECT (SELECT n FROM generate_series(%(first)s, %(first)s + %(span)s - 1) AS n
        WHERE NOT EXISTS (SELECT FROM ({codes}) AS known
                          WHERE known.code = %(prefix)s || '-' || lpad(n::text, greatest(6, length(n::text)), '0'))
        ORDER BY n LIMIT 1) AS numero;

-- name: list_household_codes
-- Codes are unique among existing and merged households.
SELECT code_menage AS code FROM registry_menage UNION ALL SELECT code_menage FROM registry_menage_ancien;
