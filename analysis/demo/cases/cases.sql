-- Cases of the demonstration: drawn by the owner of the tables, written as the role of cases.

-- name: draw_cases
-- Spread over the secteurs like the people, more of them lately; two in three came to a service of their region. Keys are
-- drawn by hash, so that the same country is told with the same noise.
CREATE TEMP TABLE demo_cas ON COMMIT DROP AS
WITH secteur AS (
  SELECT region_id, secteur_id, sum(sum(poids)) OVER w - sum(poids) AS de, sum(sum(poids)) OVER w AS jusque
  FROM demo_localite GROUP BY region_id, secteur_id WINDOW w AS (ORDER BY min(l))
), rubrique AS (
  SELECT one ->> 0 AS code, sum((one ->> 1)::float8) OVER w - (one ->> 1)::float8 AS de, sum((one ->> 1)::float8) OVER w AS jusque
  FROM jsonb_array_elements(%(rubriques)s::jsonb) WITH ORDINALITY AS list (one, place) WINDOW w AS (ORDER BY place)
), service AS (
  SELECT id, region_id, row_number() OVER w - 1 AS rang, count(*) OVER (PARTITION BY region_id) AS nombre
  FROM demo_service WHERE genre = 'vbg' WINDOW w AS (PARTITION BY region_id ORDER BY numero)
), drawn AS (
  SELECT n, pg_temp.u(n, 801) * (SELECT max(jusque) FROM secteur) AS lieu, pg_temp.u(n, 802) AS quoi,
         floor(%(mois)s * power(pg_temp.u(n, 803), 1.3))::int AS il_y_a, pg_temp.u(n, 804) AS hasard
  FROM generate_series(1, %(nombre)s) AS n
)
SELECT overlay(overlay(md5('cas/' || %(seed)s || '/' || n) PLACING '4' FROM 13) PLACING 'a' FROM 17)::uuid AS id,
       service.id AS service_id, secteur.region_id, secteur.secteur_id,
       (%(dernier)s::date - make_interval(months => il_y_a))::date AS mois, rubrique.code AS rubrique,
       CASE WHEN pg_temp.u(n, 805) < 0.08 THEN '0-11' WHEN pg_temp.u(n, 805) < 0.32 THEN '12-17'
            WHEN pg_temp.u(n, 805) < 0.95 THEN '18+' ELSE 'inconnu' END AS tranche_age,
       CASE WHEN pg_temp.u(n, 806) < 0.91 THEN 'F' WHEN pg_temp.u(n, 806) < 0.99 THEN 'M' ELSE 'inconnu' END AS sexe,
       CASE WHEN hasard < 0.6 / (1 + il_y_a) THEN 'en_cours' WHEN hasard < 0.7 THEN 'resolu'
            WHEN hasard < 0.85 THEN 'transfere' ELSE 'clos' END AS statut,
       floor(65536 * pg_temp.u(n, 807))::int AS cle
FROM drawn JOIN secteur ON lieu >= secteur.de AND lieu < secteur.jusque
JOIN rubrique ON quoi >= rubrique.de AND (quoi < rubrique.jusque OR rubrique.jusque > 0.999)
LEFT JOIN service ON service.region_id = secteur.region_id AND pg_temp.u(n, 808) < 0.67
                 AND service.rang = floor(service.nombre * pg_temp.u(n, 809))::int

-- name: grant_drawn
GRANT SELECT ON demo_cas TO tabanca_vbg

-- name: add_cases
INSERT INTO vbg.cas (id, service_id, region_id, secteur_id, mois, rubrique, tranche_age, sexe, statut, cle)
SELECT id, service_id, region_id, secteur_id, mois, rubrique, tranche_age, sexe, statut, cle FROM demo_cas

-- name: drop_drawn
DROP TABLE demo_cas
