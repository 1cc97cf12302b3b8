-- name: forwards
-- Keep the sums of households, by group and by map cell: each statement appends what it changed (decision 0003). A test
-- compares this with registry/households/tally.sql.
CREATE FUNCTION registry_menage_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO registry_menage_tally (
      region_id, secteur_id, campagne_id, projet_id, statut, statut_collecte, milieu, categorie_pauvrete,
      eligible_programme, avec_position, n, avec_pmt, somme_pmt, somme_taille, avec_qualite, somme_qualite,
      nb_enfants_04, nb_enfants_514, nb_enfants_010, nb_enfants_1114, nb_adultes_1564, nb_personnes_65_plus,
      nb_handicapes, nb_actifs_occupes, nb_femmes_1564, nb_femmes_1549, nb_femmes_enceintes)
    SELECT * FROM (
      SELECT region_id, secteur_id, campagne_id, projet_id, statut, statut_collecte, milieu, categorie_pauvrete,
             eligible_programme, geom IS NOT NULL, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score_pmt IS NOT NULL), 0) AS a,
             coalesce(sum(sign * score_pmt), 0) AS b, sum(sign * taille_menage) AS c,
             coalesce(sum(sign) FILTER (WHERE score_qualite IS NOT NULL), 0) AS d,
             coalesce(sum(sign * score_qualite), 0) AS e,
             sum(sign * nb_enfants_04) AS nb_enfants_04, sum(sign * nb_enfants_514) AS nb_enfants_514,
             sum(sign * nb_enfants_010) AS nb_enfants_010, sum(sign * nb_enfants_1114) AS nb_enfants_1114,
             sum(sign * nb_adultes_1564) AS nb_adultes_1564, sum(sign * nb_personnes_65_plus) AS nb_personnes_65_plus,
             sum(sign * nb_handicapes) AS nb_handicapes, sum(sign * nb_actifs_occupes) AS nb_actifs_occupes,
             sum(sign * nb_femmes_1564) AS nb_femmes_1564, sum(sign * nb_femmes_1549) AS nb_femmes_1549,
             sum(sign * nb_femmes_enceintes) AS nb_femmes_enceintes
      FROM (SELECT 1 AS sign, * FROM new_rows) AS changed
      GROUP BY region_id, secteur_id, campagne_id, projet_id, statut, statut_collecte, milieu, categorie_pauvrete,
               eligible_programme, geom IS NOT NULL) AS difference
    WHERE (n, a, b, c, d, e, nb_enfants_04, nb_enfants_514, nb_enfants_010, nb_enfants_1114, nb_adultes_1564,
           nb_personnes_65_plus, nb_handicapes, nb_actifs_occupes, nb_femmes_1564, nb_femmes_1549, nb_femmes_enceintes)
      IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    WITH fine AS MATERIALIZED (
      SELECT tile_x(lon, 17) AS x, tile_y(lat, 17) AS y,
             region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score IS NOT NULL), 0) AS avec_pmt,
             coalesce(sum(sign * score), 0) AS somme_pmt, sum(sign * round(lon * 1000000)::bigint) AS somme_lon,
             sum(sign * round(lat * 1000000)::bigint) AS somme_lat
      FROM (
        SELECT sign, ST_X(geom) AS lon, ST_Y(geom) AS lat, score_pmt AS score,
               region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme
        FROM (SELECT 1 AS sign, * FROM new_rows) AS changed
        WHERE geom IS NOT NULL
      ) AS placed
      GROUP BY 1, 2, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme)
    INSERT INTO registry_menage_cell (
      z, x, y, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme,
      n, avec_pmt, somme_pmt, somme_lon, somme_lat)
    SELECT * FROM (
      SELECT 17 AS z, x, y, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme,
             n, avec_pmt, somme_pmt, somme_lon, somme_lat FROM fine
      UNION ALL
      SELECT z, x >> (17 - z), y >> (17 - z), region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme,
             sum(n), sum(avec_pmt), sum(somme_pmt), sum(somme_lon), sum(somme_lat)
      FROM fine CROSS JOIN (VALUES (8), (11), (14)) AS coarser (z)
      GROUP BY 1, 2, 3, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme) AS difference
    WHERE (n, avec_pmt, somme_pmt, somme_lon, somme_lat) IS DISTINCT FROM (0, 0, 0, 0, 0);
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO registry_menage_tally (
      region_id, secteur_id, campagne_id, projet_id, statut, statut_collecte, milieu, categorie_pauvrete,
      eligible_programme, avec_position, n, avec_pmt, somme_pmt, somme_taille, avec_qualite, somme_qualite,
      nb_enfants_04, nb_enfants_514, nb_enfants_010, nb_enfants_1114, nb_adultes_1564, nb_personnes_65_plus,
      nb_handicapes, nb_actifs_occupes, nb_femmes_1564, nb_femmes_1549, nb_femmes_enceintes)
    SELECT * FROM (
      SELECT region_id, secteur_id, campagne_id, projet_id, statut, statut_collecte, milieu, categorie_pauvrete,
             eligible_programme, geom IS NOT NULL, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score_pmt IS NOT NULL), 0) AS a,
             coalesce(sum(sign * score_pmt), 0) AS b, sum(sign * taille_menage) AS c,
             coalesce(sum(sign) FILTER (WHERE score_qualite IS NOT NULL), 0) AS d,
             coalesce(sum(sign * score_qualite), 0) AS e,
             sum(sign * nb_enfants_04) AS nb_enfants_04, sum(sign * nb_enfants_514) AS nb_enfants_514,
             sum(sign * nb_enfants_010) AS nb_enfants_010, sum(sign * nb_enfants_1114) AS nb_enfants_1114,
             sum(sign * nb_adultes_1564) AS nb_adultes_1564, sum(sign * nb_personnes_65_plus) AS nb_personnes_65_plus,
             sum(sign * nb_handicapes) AS nb_handicapes, sum(sign * nb_actifs_occupes) AS nb_actifs_occupes,
             sum(sign * nb_femmes_1564) AS nb_femmes_1564, sum(sign * nb_femmes_1549) AS nb_femmes_1549,
             sum(sign * nb_femmes_enceintes) AS nb_femmes_enceintes
      FROM (SELECT -1 AS sign, * FROM old_rows) AS changed
      GROUP BY region_id, secteur_id, campagne_id, projet_id, statut, statut_collecte, milieu, categorie_pauvrete,
               eligible_programme, geom IS NOT NULL) AS difference
    WHERE (n, a, b, c, d, e, nb_enfants_04, nb_enfants_514, nb_enfants_010, nb_enfants_1114, nb_adultes_1564,
           nb_personnes_65_plus, nb_handicapes, nb_actifs_occupes, nb_femmes_1564, nb_femmes_1549, nb_femmes_enceintes)
      IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    WITH fine AS MATERIALIZED (
      SELECT tile_x(lon, 17) AS x, tile_y(lat, 17) AS y,
             region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score IS NOT NULL), 0) AS avec_pmt,
             coalesce(sum(sign * score), 0) AS somme_pmt, sum(sign * round(lon * 1000000)::bigint) AS somme_lon,
             sum(sign * round(lat * 1000000)::bigint) AS somme_lat
      FROM (
        SELECT sign, ST_X(geom) AS lon, ST_Y(geom) AS lat, score_pmt AS score,
               region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme
        FROM (SELECT -1 AS sign, * FROM old_rows) AS changed
        WHERE geom IS NOT NULL
      ) AS placed
      GROUP BY 1, 2, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme)
    INSERT INTO registry_menage_cell (
      z, x, y, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme,
      n, avec_pmt, somme_pmt, somme_lon, somme_lat)
    SELECT * FROM (
      SELECT 17 AS z, x, y, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme,
             n, avec_pmt, somme_pmt, somme_lon, somme_lat FROM fine
      UNION ALL
      SELECT z, x >> (17 - z), y >> (17 - z), region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme,
             sum(n), sum(avec_pmt), sum(somme_pmt), sum(somme_lon), sum(somme_lat)
      FROM fine CROSS JOIN (VALUES (8), (11), (14)) AS coarser (z)
      GROUP BY 1, 2, 3, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme) AS difference
    WHERE (n, avec_pmt, somme_pmt, somme_lon, somme_lat) IS DISTINCT FROM (0, 0, 0, 0, 0);
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO registry_menage_tally (
      region_id, secteur_id, campagne_id, projet_id, statut, statut_collecte, milieu, categorie_pauvrete,
      eligible_programme, avec_position, n, avec_pmt, somme_pmt, somme_taille, avec_qualite, somme_qualite,
      nb_enfants_04, nb_enfants_514, nb_enfants_010, nb_enfants_1114, nb_adultes_1564, nb_personnes_65_plus,
      nb_handicapes, nb_actifs_occupes, nb_femmes_1564, nb_femmes_1549, nb_femmes_enceintes)
    SELECT * FROM (
      SELECT region_id, secteur_id, campagne_id, projet_id, statut, statut_collecte, milieu, categorie_pauvrete,
             eligible_programme, geom IS NOT NULL, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score_pmt IS NOT NULL), 0) AS a,
             coalesce(sum(sign * score_pmt), 0) AS b, sum(sign * taille_menage) AS c,
             coalesce(sum(sign) FILTER (WHERE score_qualite IS NOT NULL), 0) AS d,
             coalesce(sum(sign * score_qualite), 0) AS e,
             sum(sign * nb_enfants_04) AS nb_enfants_04, sum(sign * nb_enfants_514) AS nb_enfants_514,
             sum(sign * nb_enfants_010) AS nb_enfants_010, sum(sign * nb_enfants_1114) AS nb_enfants_1114,
             sum(sign * nb_adultes_1564) AS nb_adultes_1564, sum(sign * nb_personnes_65_plus) AS nb_personnes_65_plus,
             sum(sign * nb_handicapes) AS nb_handicapes, sum(sign * nb_actifs_occupes) AS nb_actifs_occupes,
             sum(sign * nb_femmes_1564) AS nb_femmes_1564, sum(sign * nb_femmes_1549) AS nb_femmes_1549,
             sum(sign * nb_femmes_enceintes) AS nb_femmes_enceintes
      FROM (SELECT -1 AS sign, * FROM old_rows UNION ALL SELECT 1 AS sign, * FROM new_rows) AS changed
      GROUP BY region_id, secteur_id, campagne_id, projet_id, statut, statut_collecte, milieu, categorie_pauvrete,
               eligible_programme, geom IS NOT NULL) AS difference
    WHERE (n, a, b, c, d, e, nb_enfants_04, nb_enfants_514, nb_enfants_010, nb_enfants_1114, nb_adultes_1564,
           nb_personnes_65_plus, nb_handicapes, nb_actifs_occupes, nb_femmes_1564, nb_femmes_1549, nb_femmes_enceintes)
      IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    WITH fine AS MATERIALIZED (
      SELECT tile_x(lon, 17) AS x, tile_y(lat, 17) AS y,
             region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score IS NOT NULL), 0) AS avec_pmt,
             coalesce(sum(sign * score), 0) AS somme_pmt, sum(sign * round(lon * 1000000)::bigint) AS somme_lon,
             sum(sign * round(lat * 1000000)::bigint) AS somme_lat
      FROM (
        SELECT sign, ST_X(geom) AS lon, ST_Y(geom) AS lat, score_pmt AS score,
               region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme
        FROM (SELECT -1 AS sign, * FROM old_rows UNION ALL SELECT 1 AS sign, * FROM new_rows) AS changed
        WHERE geom IS NOT NULL
      ) AS placed
      GROUP BY 1, 2, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme)
    INSERT INTO registry_menage_cell (
      z, x, y, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme,
      n, avec_pmt, somme_pmt, somme_lon, somme_lat)
    SELECT * FROM (
      SELECT 17 AS z, x, y, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme,
             n, avec_pmt, somme_pmt, somme_lon, somme_lat FROM fine
      UNION ALL
      SELECT z, x >> (17 - z), y >> (17 - z), region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme,
             sum(n), sum(avec_pmt), sum(somme_pmt), sum(somme_lon), sum(somme_lat)
      FROM fine CROSS JOIN (VALUES (8), (11), (14)) AS coarser (z)
      GROUP BY 1, 2, 3, region_id, secteur_id, milieu, categorie_pauvrete, eligible_programme) AS difference
    WHERE (n, avec_pmt, somme_pmt, somme_lon, somme_lat) IS DISTINCT FROM (0, 0, 0, 0, 0);
  ELSE
    DELETE FROM registry_menage_tally;
    DELETE FROM registry_menage_cell;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tally_insert AFTER INSERT ON registry_menage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_tally();
CREATE TRIGGER tally_update AFTER UPDATE ON registry_menage REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_tally();
CREATE TRIGGER tally_delete AFTER DELETE ON registry_menage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_tally();
CREATE TRIGGER tally_truncate AFTER TRUNCATE ON registry_menage
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_tally();

CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON registry_menage
  FOR EACH STATEMENT EXECUTE FUNCTION geo_layer_changed('menages');

-- name: backwards
DROP TRIGGER layer_changed ON registry_menage;
DROP FUNCTION registry_menage_tally CASCADE;
