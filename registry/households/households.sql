-- name: list_details
-- Return households with their related rows. Each is a subquery by key: ten joins take longer to plan than to run.
SELECT id, code_menage, statut, statut_collecte, taille_menage, score_pmt, score_qualite, categorie_pauvrete,
       eligible_programme, milieu, created_at, date_collecte, score_doublon, date_analyse_qualite, source_donnees,
       identifiant_unique, collector_submission_id, collector_form_uid, collector_validation_status, id_source_externe,
       date_validation_collecte, commentaire_validation_collecte, nb_enfants_04, nb_enfants_514, nb_enfants_010,
       nb_enfants_1114, nb_adultes_1564, nb_personnes_65_plus, nb_handicapes, nb_actifs_occupes, nb_femmes_1564,
       nb_femmes_1549, nb_femmes_enceintes, updated_at, altitude, precision_gps, problemes_qualite, resume_doublons,
       donnees_validation, ST_Y(menage.geom) AS latitude, ST_X(menage.geom) AS longitude,
       (SELECT jsonb_build_object('id', id, 'nom', nom, 'code', code) FROM geo_region
        WHERE id = menage.region_id) AS region,
       (SELECT jsonb_build_object('id', id, 'nom', nom, 'code', code) FROM geo_secteur
        WHERE id = menage.secteur_id) AS secteur,
       (SELECT jsonb_build_object('id', id, 'nom', nom, 'code', code) FROM geo_commune
        WHERE id = menage.commune_id) AS commune,
       (SELECT jsonb_build_object('id', id, 'nom', nom, 'code', code) FROM geo_localite
        WHERE id = menage.localite_id) AS localite,
       (SELECT jsonb_build_object('id', id, 'nom', nom, 'code', code) FROM registry_projet
        WHERE id = menage.projet_id) AS projet,
       (SELECT jsonb_build_object('id', id, 'nom', nom) FROM registry_campagne
        WHERE id = menage.campagne_id) AS campagne,
       (SELECT jsonb_build_object('id', id, 'nomComplet', coalesce(nullif(btrim(prenom || ' ' || nom), ''), email))
        FROM accounts_user WHERE id = menage.enqueteur_id) AS enqueteur,
       (SELECT jsonb_build_object('id', id, 'nomComplet', coalesce(nullif(btrim(prenom || ' ' || nom), ''), email))
        FROM accounts_user WHERE id = menage.valide_collecte_par_id) AS valide_collecte_par,
       (SELECT coalesce(jsonb_agg(jsonb_build_object(
          'action', move.action, 'de', move.de, 'vers', move.vers, 'statut', move.statut, 'date', move.date,
          'utilisateur', jsonb_build_object('id', person.id,
            'nom', coalesce(nullif(btrim(person.prenom || ' ' || person.nom), ''), person.email)),
          'commentaire', move.commentaire, 'motif', move.motif) ORDER BY move.date, move.id), '[]')
        FROM registry_mouvement_collecte AS move JOIN accounts_user AS person ON person.id = move.user_id
        WHERE move.menage_id = menage.id) AS historique_validation,
       (SELECT json_build_object(
          'id', menage_id, 'nomComplet', nom_complet, 'sexe', sexe, 'age', age, 'niveauEducation', niveau_education,
          'occupationPrincipale', occupation_principale, 'statutMatrimonial', statut_matrimonial,
          'telephone', telephone, 'numeroMobileMoney', numero_mobile_money, 'compteBancaire', compte_bancaire)
        FROM registry_chef_menage WHERE menage_id = menage.id) AS chef_menage,
       (SELECT json_build_object(
          'id', menage_id, 'typeLogement', type_logement, 'statutOccupation', statut_occupation,
          'nbPieces', nb_pieces, 'materiauMur', materiau_mur, 'materiauToit', materiau_toit,
          'materiauSol', materiau_sol, 'sourceEau', source_eau, 'typeToilette', type_toilette,
          'sourceEclairage', source_eclairage, 'combustibleCuisine', combustible_cuisine,
          'traitementEau', traitement_eau, 'evacuationDechets', evacuation_dechets, 'aUneCuisine', a_une_cuisine)
        FROM registry_logement WHERE menage_id = menage.id) AS logement
FROM ({menages}) AS menage WHERE menage.id = ANY(%(ids)s)

-- name: list_summaries
-- Return the households of one page of a list; `contacts`: with the telephone of the head.
SELECT id, code_menage, statut, statut_collecte, taille_menage, score_pmt, score_qualite, categorie_pauvrete,
       eligible_programme, milieu,
       (SELECT jsonb_build_object('id', id, 'nom', nom) FROM geo_region WHERE id = menage.region_id) AS region,
       (SELECT jsonb_build_object('id', id, 'nom', nom) FROM geo_secteur WHERE id = menage.secteur_id) AS secteur,
       (SELECT jsonb_build_object('id', id, 'nom', nom) FROM geo_localite WHERE id = menage.localite_id) AS localite,
       (SELECT jsonb_build_object('id', menage_id, 'nomComplet', nom_complet, 'sexe', sexe, 'age', age)
               || CASE WHEN %(contacts)s THEN jsonb_build_object('telephone', telephone) ELSE '{}' END
        FROM registry_chef_menage WHERE menage_id = menage.id) AS chef_menage,
       (SELECT jsonb_build_object('id', id, 'nom', nom) FROM registry_campagne
        WHERE id = menage.campagne_id) AS campagne,
       (SELECT jsonb_build_object('id', id, 'nomComplet', coalesce(nullif(btrim(prenom || ' ' || nom), ''), email))
        FROM accounts_user WHERE id = menage.enqueteur_id) AS enqueteur, date_collecte, created_at,
       -- Of a household that came in as rejected only the decision is known.
       coalesce((SELECT jsonb_build_object('action', move.action, 'date', move.date, 'motif', move.motif,
            'commentaire', move.commentaire,
            'par', coalesce(nullif(btrim(person.prenom || ' ' || person.nom), ''), person.email))
          FROM registry_mouvement_collecte AS move JOIN accounts_user AS person ON person.id = move.user_id
          WHERE move.menage_id = menage.id ORDER BY move.date DESC, move.id DESC LIMIT 1),
         (SELECT jsonb_build_object('action', 'rejet', 'date', menage.date_validation_collecte,
            'motif', menage.donnees_validation ->> 'motif', 'commentaire', menage.commentaire_validation_collecte,
            'par', coalesce(nullif(btrim(prenom || ' ' || nom), ''), email))
          FROM accounts_user WHERE id = menage.valide_collecte_par_id AND menage.statut_collecte = 'rejete'
            AND menage.date_validation_collecte IS NOT NULL)) AS dernier_mouvement,
       problemes_qualite
FROM registry_menage AS menage WHERE id = ANY(%(ids)s)

-- name: sum_households
SELECT coalesce(sum(n), 0)::bigint AS total,
       coalesce(sum(n) FILTER (WHERE statut = 'valide'), 0)::bigint AS valides,
       coalesce(sum(n) FILTER (WHERE statut = 'en_attente'), 0)::bigint AS "enAttente",
       coalesce(sum(n) FILTER (WHERE statut = 'rejete'), 0)::bigint AS rejetes,
       coalesce(sum(n) FILTER (WHERE statut_collecte = 'pre_collecte'), 0)::bigint AS "preCollecte",
       coalesce(sum(n) FILTER (WHERE eligible_programme), 0)::bigint AS eligibles,
       coalesce(sum(avec_pmt), 0)::bigint AS "avecPmt",
       round(sum(somme_pmt) / nullif(sum(avec_pmt), 0), 2) AS "pmtMoyen",
       coalesce(sum(somme_taille), 0)::bigint AS "totalPopulation",
       round(sum(somme_taille) / nullif(sum(n), 0), 2) AS "tailleMoyenne",
       round(sum(somme_qualite) / nullif(sum(avec_qualite), 0), 2) AS "qualiteMoyenne",
       coalesce(sum(nb_enfants_04), 0)::bigint AS "totalEnfants04",
       coalesce(sum(nb_enfants_514), 0)::bigint AS "totalEnfants514",
       coalesce(sum(nb_enfants_010), 0)::bigint AS "totalEnfants010",
       coalesce(sum(nb_enfants_1114), 0)::bigint AS "totalEnfants1114",
       coalesce(sum(nb_adultes_1564), 0)::bigint AS "totalAdultes1564",
       coalesce(sum(nb_personnes_65_plus), 0)::bigint AS "totalPersonnes65Plus",
       coalesce(sum(nb_handicapes), 0)::bigint AS "totalHandicapes",
       coalesce(sum(nb_actifs_occupes), 0)::bigint AS "totalActifs",
       coalesce(sum(nb_femmes_1564), 0)::bigint AS "totalFemmes1564",
       coalesce(sum(nb_femmes_1549), 0)::bigint AS "totalFemmes1549",
       coalesce(sum(nb_femmes_enceintes), 0)::bigint AS "totalFemmesEnceintes"
FROM registry_menage_tally
WHERE (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s))
  AND (%(campagne)s::uuid IS NULL OR campagne_id = %(campagne)s);

-- name: count_by_column
-- Return the counts by each of four columns, in one pass over the few rows of the tally.
SELECT grouping(statut, statut_collecte, categorie_pauvrete, milieu) AS axis,
       coalesce(statut, statut_collecte, categorie_pauvrete, milieu) AS value, sum(n)::bigint AS n
FROM registry_menage_tally
WHERE (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s))
  AND (%(campagne)s::uuid IS NULL OR campagne_id = %(campagne)s)
GROUP BY GROUPING SETS ((statut), (statut_collecte), (categorie_pauvrete), (milieu));

-- name: count_by_region
SELECT region.id, region.nom, coalesce(sum(n), 0)::bigint AS total,
       coalesce(sum(n) FILTER (WHERE statut = 'valide'), 0)::bigint AS valides,
       coalesce(sum(n) FILTER (WHERE statut = 'en_attente'), 0)::bigint AS en_attente,
       coalesce(sum(n) FILTER (WHERE statut_collecte = 'pre_collecte'), 0)::bigint AS pre_collecte
FROM geo_region AS region
LEFT JOIN registry_menage_tally AS tally ON tally.region_id = region.id
  AND (%(campagne)s::uuid IS NULL OR campagne_id = %(campagne)s)
WHERE %(regions)s::uuid[] IS NULL OR region.id = ANY(%(regions)s)
GROUP BY region.id ORDER BY region.nom, region.id;

-- name: count_by_campaign
SELECT campagne.id, campagne.nom, sum(n)::bigint AS total,
       coalesce(sum(n) FILTER (WHERE statut = 'valide'), 0)::bigint AS valides
FROM registry_menage_tally AS tally JOIN registry_campagne AS campagne ON campagne.id = tally.campagne_id
WHERE (%(regions)s::uuid[] IS NULL OR tally.region_id = ANY(%(regions)s))
  AND (%(campagne)s::uuid IS NULL OR campagne_id = %(campagne)s)
GROUP BY campagne.id HAVING sum(n) > 0 ORDER BY campagne.nom, campagne.id;

-- name: delete_households
DELETE FROM registry_menage WHERE id = ANY(%(ids)s);

-- name: list_changed_households
SELECT DISTINCT entry.racine FROM accounts_audit entry JOIN registry_menage menage ON menage.id = entry.racine
WHERE entry.racine = ANY(%(ids)s) AND entry.utilisateur_id IS NOT NULL AND entry.action <> 'lecture'
  AND (entry.operation_id = menage.operation_creation) IS NOT TRUE
  AND NOT EXISTS (
    SELECT FROM accounts_audit made
    WHERE made.racine = menage.id AND made.objet = menage.id AND made.action = 'creation' AND made.requete = entry.requete
  );
