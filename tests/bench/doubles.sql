-- name: clean
DELETE FROM registry_menage WHERE code_menage LIKE 'BENCH-D-%';

-- name: doubles
-- One household in twenty a second time, as another interviewer writes it.
INSERT INTO registry_menage (
  id, code_menage, taille_menage, milieu, date_collecte, geom, region_id, secteur_id, commune_id, localite_id)
SELECT pg_temp.second(id), 'BENCH-D-' || id, taille_menage + (pg_temp.u(id, 1) < 0.2)::int, milieu, date_collecte,
       CASE WHEN pg_temp.u(id, 2) < 0.9 THEN ST_Translate(geom, (pg_temp.u(id, 1) - 0.5) * 0.0003, (pg_temp.u(id, 3) - 0.5) * 0.0003)
       END, region_id, secteur_id, commune_id, localite_id
FROM registry_menage WHERE pg_temp.u(id, 0) < 0.05;

-- name: heads
-- Letters wrong, names turned round, other spellings, ages a year off, numbers not told.
INSERT INTO registry_chef_menage (menage_id, nom_complet, sexe, age, telephone)
SELECT pg_temp.second(menage_id),
       CASE WHEN u < 0.15 THEN overlay(nom_complet PLACING chr(97 + (v * 25)::int) FROM 2 + (w * (length(nom_complet) - 3))::int FOR 1)
            WHEN u < 0.25 THEN split_part(nom_complet, ' ', 2) || ' ' || split_part(nom_complet, ' ', 1)
            WHEN u < 0.45 THEN replace(replace(nom_complet, 'Dj', 'Di'), 'u', 'ou') ELSE nom_complet END,
       sexe, age + CASE WHEN w < 0.2 THEN 1 WHEN w < 0.4 THEN -1 ELSE 0 END, CASE WHEN v < 0.75 THEN telephone END
FROM registry_chef_menage,
     LATERAL (SELECT pg_temp.u(menage_id, 4) AS u, pg_temp.u(menage_id, 5) AS v, pg_temp.u(menage_id, 6) AS w) AS chance
WHERE pg_temp.u(menage_id, 0) < 0.05;

-- name: functions
-- A number from 0 to 1 of an id, always the same; and the id of its double.
CREATE FUNCTION pg_temp.u(id uuid, turn integer) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
  SELECT (('x' || substr(md5(id::text || turn), 1, 8))::bit(32)::bigint)::float8 / 4294967296 $$;
CREATE FUNCTION pg_temp.second(id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT md5('second ' || id)::uuid $$;

-- name: judged
-- Precision and recall of the pairs with a score of at least `least`.
SELECT count(*) FILTER (WHERE sure) / greatest(count(*), 1)::float8 AS precision,
       count(*) FILTER (WHERE sure) / greatest((SELECT count(*) FROM registry_menage WHERE code_menage LIKE 'BENCH-D-%%'), 1)::float8
         AS recall
FROM (SELECT (b.code_menage = 'BENCH-D-' || a.id OR a.code_menage = 'BENCH-D-' || b.id) AS sure
      FROM registry_doublon AS pair JOIN registry_menage AS a ON a.id = menage_a_id
      JOIN registry_menage AS b ON b.id = menage_b_id WHERE score >= %(least)s) AS pairs;
