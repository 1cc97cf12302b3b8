-- Sums for BI tools, by area and month, for the logins of 0050_database_logins.sql: nobody's name, no row of one person,
-- no complaint about violence. A month is that of the country, told by its first day. A migration that changes the type of
-- a column summed here, or drops it, drops the view first and creates it again.

-- name: forwards
CREATE SCHEMA bi;
COMMENT ON SCHEMA bi IS 'Read-only sums for BI tools';

CREATE FUNCTION bi.mois(moment timestamptz) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
RETURN date_trunc('month', moment AT TIME ZONE 'Africa/Bissau')::date;

CREATE VIEW bi.zones WITH (security_barrier) AS
SELECT region.id AS region_id, region.code AS region_code, region.nom AS region, region.population AS region_population,
  secteur.id AS secteur_id, secteur.code AS secteur_code, secteur.nom AS secteur, secteur.population AS secteur_population
FROM geo_region AS region
LEFT JOIN geo_secteur AS secteur ON secteur.region_id = region.id
WHERE (SELECT toutes_regions FROM analysis_portee_connexion)
  OR region.id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[]);
COMMENT ON VIEW bi.zones IS 'Regions and their sectors, with their population: the denominators';

CREATE VIEW bi.menages WITH (security_barrier) AS
SELECT region.nom AS region, secteur.nom AS secteur, it.mois, it.milieu, it.categorie_pauvrete, it.statut, it.menages,
  it.personnes, it.eligibles, it.score_pmt_moyen
FROM (
  SELECT region_id, secteur_id, bi.mois(created_at) AS mois, milieu, categorie_pauvrete, statut, count(*) AS menages,
    sum(taille_menage) AS personnes, count(*) FILTER (WHERE eligible_programme) AS eligibles,
    round(avg(score_pmt), 2) AS score_pmt_moyen
  FROM registry_menage
  WHERE (SELECT toutes_regions FROM analysis_portee_connexion)
    OR region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[])
  GROUP BY 1, 2, 3, 4, 5, 6
) AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id;
COMMENT ON VIEW bi.menages IS 'Households and their people, by area and month of registration';

CREATE VIEW bi.beneficiaires WITH (security_barrier) AS
SELECT region.nom AS region, secteur.nom AS secteur, it.mois, programme.code AS programme, it.type, it.statut,
  it.mode_paiement, it.beneficiaires
FROM (
  SELECT menage.region_id, menage.secteur_id, bi.mois(person.date_enrolement) AS mois, person.programme_id, person.type,
    person.statut_enrolement AS statut, person.mode_paiement, count(*) AS beneficiaires
  FROM transfers_beneficiaire AS person
  JOIN registry_menage AS menage ON menage.id = person.menage_id
  WHERE (SELECT toutes_regions FROM analysis_portee_connexion)
    OR menage.region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[])
  GROUP BY 1, 2, 3, 4, 5, 6, 7
) AS it
JOIN transfers_programme AS programme ON programme.id = it.programme_id
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id;
COMMENT ON VIEW bi.beneficiaires IS 'Beneficiaries, by area of their household and month of enrolment';

CREATE VIEW bi.paiements WITH (security_barrier) AS
SELECT region.nom AS region, secteur.nom AS secteur, it.mois, programme.code AS programme, cycle.code AS cycle,
  it.operateur, it.mode_paiement, it.statut, it.paiements, it.montant, it.recu, it.frais
FROM (
  SELECT region_id, secteur_id, bi.mois(date_execution) AS mois, cycle_id, operateur_id AS operateur, mode_paiement, statut,
    count(*) AS paiements, sum(montant) AS montant,
    coalesce(sum(coalesce(montant_recu, montant)) FILTER (WHERE statut = 'reussi'), 0) AS recu,
    coalesce(sum(taxe_administrative + frais_retrait) FILTER (WHERE statut = 'reussi'), 0) AS frais
  FROM transfers_paiement
  WHERE (SELECT toutes_regions FROM analysis_portee_connexion)
    OR region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[])
  GROUP BY 1, 2, 3, 4, 5, 6, 7
) AS it
JOIN transfers_cycle AS cycle ON cycle.id = it.cycle_id
JOIN transfers_programme AS programme ON programme.id = cycle.programme_id
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id;
COMMENT ON VIEW bi.paiements IS 'Payments and their money (XOF), by area and month of execution; without a month: not executed';

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

CREATE VIEW bi.qualite WITH (security_barrier) AS
SELECT region.nom AS region, secteur.nom AS secteur, it.mois, it.source, it.menages, it.evalues, it.score_moyen,
  it.avec_probleme, it.sans_position, it.sans_score_pmt
FROM (
  SELECT region_id, secteur_id, bi.mois(created_at) AS mois, source_donnees AS source, count(*) AS menages,
    count(score_qualite) AS evalues, round(avg(score_qualite), 2) AS score_moyen,
    count(*) FILTER (WHERE problemes_qualite <> '[]') AS avec_probleme,
    count(*) FILTER (WHERE geom IS NULL) AS sans_position,
    count(*) FILTER (WHERE score_pmt IS NULL) AS sans_score_pmt
  FROM registry_menage
  WHERE (SELECT toutes_regions FROM analysis_portee_connexion)
    OR region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[])
  GROUP BY 1, 2, 3, 4
) AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id;
COMMENT ON VIEW bi.qualite IS 'Quality of households, by area and month of registration';

-- name: backwards
DROP SCHEMA bi CASCADE;
