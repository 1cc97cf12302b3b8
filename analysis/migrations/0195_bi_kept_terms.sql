-- The rate of kept terms is resolues_a_temps of resolues_a_temps and hors_delai together: by the one definition.

-- name: forwards
CREATE OR REPLACE VIEW bi.plaintes WITH (security_barrier) AS
SELECT region.nom AS region, secteur.nom AS secteur, it.mois, it.categorie, it.priorite, it.statut, it.canal, it.plaintes,
  it.resolues, it.resolues_a_temps, it.en_retard, it.jours_moyens, it.satisfaction_moyenne, it.hors_delai
FROM (
  SELECT region_id, secteur_id, bi.mois(date_creation) AS mois, categorie, priorite, statut, canal, count(*) AS plaintes,
    count(date_resolution) AS resolues,
    count(*) FILTER (WHERE tenu) AS resolues_a_temps,
    count(*) FILTER (WHERE statut IN ('nouvelle', 'ouverte', 'en_cours') AND suspendue_depuis IS NULL
      AND echeance < (now() AT TIME ZONE 'Africa/Bissau')::date) AS en_retard,
    round((extract(epoch FROM avg(date_resolution - date_creation)) / 86400)::numeric, 1) AS jours_moyens,
    round(avg(satisfaction), 2) AS satisfaction_moyenne, count(*) FILTER (WHERE NOT tenu) AS hors_delai
  FROM transfers_plainte
  CROSS JOIN LATERAL transfers_plainte_delai_tenu(statut, echeance, date_resolution, suspendue_depuis) AS tenu
  WHERE categorie <> 'vbg' AND ((SELECT toutes_regions FROM analysis_portee_connexion)
    OR region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[]))
  GROUP BY 1, 2, 3, 4, 5, 6, 7
) AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id;
COMMENT ON VIEW bi.plaintes IS 'Complaints but those about violence, by area and month, with how long they took';

-- name: backwards
DROP VIEW bi.plaintes;
CREATE VIEW bi.plaintes WITH (security_barrier) AS
SELECT region.nom AS region, secteur.nom AS secteur, it.mois, it.categorie, it.priorite, it.statut, it.canal, it.plaintes,
  it.resolues, it.resolues_a_temps, it.en_retard, it.jours_moyens, it.satisfaction_moyenne
FROM (
  SELECT region_id, secteur_id, bi.mois(date_creation) AS mois, categorie, priorite, statut, canal, count(*) AS plaintes,
    count(date_resolution) AS resolues,
    count(*) FILTER (WHERE (date_resolution AT TIME ZONE 'Africa/Bissau')::date <= echeance) AS resolues_a_temps,
    count(*) FILTER (WHERE statut IN ('nouvelle', 'ouverte', 'en_cours') AND suspendue_depuis IS NULL
      AND echeance < (now() AT TIME ZONE 'Africa/Bissau')::date) AS en_retard,
    round((extract(epoch FROM avg(date_resolution - date_creation)) / 86400)::numeric, 1) AS jours_moyens,
    round(avg(satisfaction), 2) AS satisfaction_moyenne
  FROM transfers_plainte
  WHERE categorie <> 'vbg' AND ((SELECT toutes_regions FROM analysis_portee_connexion)
    OR region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[]))
  GROUP BY 1, 2, 3, 4, 5, 6, 7
) AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id;
COMMENT ON VIEW bi.plaintes IS 'Complaints but those about violence, by area and month, with how long they took';
