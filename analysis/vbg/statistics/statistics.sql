-- name: count_cells
-- The cube, the only source of counts by rubrique. A cell is one block of months (month, quarter or year)
-- of one unit (country, region or sector), of one rubrique or all; vbg.publier says what is told of it. All else is made of
-- what was told: of a hidden part 3 are counted, and parts that are all hidden stay hidden. Age bands and
-- sexes are no dimension of it: with five, what is told of the whole and its parts gives hidden cells away (decision 0106).
WITH unite AS MATERIALIZED (
  SELECT * FROM unnest(%(regions)s::uuid[], %(secteurs)s::uuid[]) WITH ORDINALITY AS u (region_id, secteur_id, unite)
), bloc AS MATERIALIZED (
  SELECT * FROM unnest(%(series)s::int[], %(debuts)s::date[], %(fins)s::date[]) WITH ORDINALITY AS b (serie, debut, fin, bloc)
), mois_de_bloc AS MATERIALIZED (
  -- Months are equal to months: compared with the ends of blocks, each row would be compared with every block.
  SELECT serie, bloc, mois::date FROM bloc CROSS JOIN generate_series(debut, fin, interval '1 month') AS mois
), lu AS MATERIALIZED (
  -- Sectors are summed once, not once for each block.
  SELECT unite, mois, rubrique, cube.region_id, sum(nombre_publie) AS nombre, sum(cles_publiees) AS cles
  FROM vbg.cube_rubriques AS cube
  JOIN unite ON (unite.region_id IS NULL OR unite.region_id = cube.region_id)
            AND (unite.secteur_id IS NULL OR unite.secteur_id = cube.secteur_id)
  WHERE (%(rubrique)s::text IS NULL OR rubrique = %(rubrique)s)
    AND mois BETWEEN (SELECT min(debut) FROM bloc) AND (SELECT max(fin) FROM bloc)
  GROUP BY unite, mois, rubrique, cube.region_id
), cellule AS (
  SELECT serie, rubrique, region_id, grouping(rubrique) AS toutes, grouping(region_id) AS partout,
         vbg.publier(sum(nombre)::bigint, sum(cles)::bigint) AS dit
  FROM mois_de_bloc JOIN lu USING (mois)
  GROUP BY GROUPING SETS ((serie, bloc, unite), (serie, bloc, unite, rubrique),
                          (serie, bloc, unite, rubrique, region_id))
  HAVING sum(nombre) > 0
)
SELECT serie, rubrique, region_id,
       CASE WHEN count(dit) > 0 THEN (sum(dit) + 3 * count(*) FILTER (WHERE dit IS NULL))::bigint END AS nombre
FROM cellule GROUP BY serie, rubrique, region_id, toutes, partout

-- name: count_profiles
-- The second cube: a cell is one calendar year of one region, of one age band and one sex, and nothing is told of its margins
-- but what is made of told cells (decision 0310). Hidden parts are as above.
WITH cellule AS (
  SELECT tranche_age, sexe, vbg.publier(sum(nombre_publie)::bigint, sum(cles_publiees)::bigint) AS dit
  FROM vbg.cube
  WHERE mois BETWEEN %(debut)s AND %(fin)s AND (%(regions)s::uuid[] IS NULL OR region_id = ANY (%(regions)s))
  GROUP BY date_trunc('year', mois), region_id, tranche_age, sexe HAVING sum(nombre_publie) > 0
)
SELECT tranche_age, sexe,
       CASE WHEN count(dit) > 0 THEN (sum(dit) + 3 * count(*) FILTER (WHERE dit IS NULL))::bigint END AS nombre
FROM cellule GROUP BY GROUPING SETS ((tranche_age, sexe), (tranche_age), (sexe))

-- name: count_services
SELECT service_id,
       vbg.publier(sum(nombre_publie), sum(cles_publiees)::bigint) AS cas_pris_en_charge,
       vbg.publier(coalesce(sum(nombre_publie) FILTER (WHERE statut = 'en_cours'), 0),
                   coalesce(sum(cles_publiees) FILTER (WHERE statut = 'en_cours'), 0)::bigint) AS cas_en_cours,
       vbg.publier(coalesce(sum(nombre_publie) FILTER (WHERE statut IN ('resolu', 'clos')), 0),
                   coalesce(sum(cles_publiees) FILTER (WHERE statut IN ('resolu', 'clos')), 0)::bigint) AS cas_resolus
FROM vbg.suivi WHERE service_id = ANY (%(services)s) AND mois <= %(fin)s
GROUP BY service_id

-- name: count_totals
-- The cases of units by status; blocks and hidden parts are as above.
WITH unite AS MATERIALIZED (
  SELECT * FROM unnest(%(regions)s::uuid[]) WITH ORDINALITY AS u (region_id, unite)
), bloc AS MATERIALIZED (
  SELECT * FROM unnest(%(debuts)s::date[], %(fins)s::date[]) WITH ORDINALITY AS b (debut, fin, bloc)
), mois_de_bloc AS MATERIALIZED (
  SELECT bloc, mois::date FROM bloc CROSS JOIN generate_series(debut, fin, interval '1 month') AS mois
), lu AS MATERIALIZED (
  -- Services are summed once, not once for each block.
  SELECT unite, mois, statut, sum(nombre_publie) AS nombre, sum(cles_publiees) AS cles
  FROM vbg.suivi JOIN unite ON unite.region_id IS NULL OR unite.region_id = suivi.region_id
  WHERE mois BETWEEN (SELECT min(debut) FROM bloc) AND (SELECT max(fin) FROM bloc)
  GROUP BY unite, mois, statut
), groupe AS (
  SELECT * FROM (VALUES ('cas_pris_en_charge', NULL), ('cas_en_cours', ARRAY['en_cours']),
                        ('cas_resolus', ARRAY['resolu', 'clos'])) AS g (nom, statuts)
), cellule AS (
  SELECT groupe.nom, vbg.publier(sum(nombre)::bigint, sum(cles)::bigint) AS dit
  FROM mois_de_bloc JOIN lu USING (mois) JOIN groupe ON statuts IS NULL OR statut = ANY (statuts)
  GROUP BY bloc, unite, groupe.nom HAVING sum(nombre) > 0
)
SELECT nom, CASE WHEN count(dit) > 0 THEN (sum(dit) + 3 * count(*) FILTER (WHERE dit IS NULL))::bigint END AS nombre
FROM cellule GROUP BY nom
