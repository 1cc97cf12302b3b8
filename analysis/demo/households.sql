-- Create households, heads, dwellings and members of the demonstration country, in batches of numbers [first, last).

-- name: place_households
-- Household n lives in locality l. Numbers are permuted by a multiplication modulo the number of households (a
-- bijection, as the factor is a large prime), so that the households collected on one day come from everywhere.
CREATE TEMP TABLE demo_place ON COMMIT DROP AS
SELECT (rang * 982451653) %% %(menages)s::bigint AS n, l.l, rang
FROM demo_localite AS l, generate_series(l.lo, l.hi - 1) AS rang
ORDER BY 1;
CREATE UNIQUE INDEX ON demo_place (n);
CREATE TEMP TABLE demo_region ON COMMIT DROP AS
SELECT region_code, min(region_id::text)::uuid AS region_id, min(lo) AS lo, max(hi) AS hi,
       min(enqueteur.id::text)::uuid AS enqueteur_id
FROM demo_localite LEFT JOIN accounts_user AS enqueteur ON enqueteur.email = %(enqueteurs)s::jsonb ->> region_code
GROUP BY region_code;
-- The nearest seat of another secteur of the region: the position of the few households with a quality flag.
CREATE TEMP TABLE demo_ailleurs ON COMMIT DROP AS
WITH siege AS (
  SELECT DISTINCT ON (i) i, region_code, geom FROM demo_localite WHERE est_siege ORDER BY i, l
)
SELECT own.i, (SELECT other.geom FROM siege AS other WHERE other.region_code = own.region_code AND other.i <> own.i
               ORDER BY ST_Distance(other.geom, own.geom), other.i LIMIT 1) AS geom
FROM siege AS own;
CREATE TEMP TABLE demo_liste ON COMMIT DROP AS
SELECT ARRAY(SELECT jsonb_array_elements_text(n -> 'hommes_islam')) AS hommes_islam,
       ARRAY(SELECT jsonb_array_elements_text(n -> 'femmes_islam')) AS femmes_islam,
       ARRAY(SELECT jsonb_array_elements_text(n -> 'familles_islam')) AS familles_islam,
       ARRAY(SELECT jsonb_array_elements_text(n -> 'hommes')) AS hommes,
       ARRAY(SELECT jsonb_array_elements_text(n -> 'femmes')) AS femmes,
       ARRAY(SELECT jsonb_array_elements_text(n -> 'familles')) AS familles,
       ARRAY(SELECT jsonb_array_elements_text(n -> 'occupations_rurales')) AS rurales,
       ARRAY(SELECT jsonb_array_elements_text(n -> 'occupations_urbaines')) AS urbaines
FROM (SELECT %(names)s::jsonb AS n) AS given;
ANALYZE demo_place;

-- name: draw_batch
-- The random draws for a batch of households. `richesse` is normal: the wealth that does not depend on the locality.
CREATE TEMP TABLE demo_batch ON COMMIT DROP AS
WITH draw AS (
  SELECT p.n, p.rang, l.l, l.i, l.nom AS localite, l.milieu, l.aisance, l.geom AS centre, l.marge, l.poids, l.noms_islamiques,
         l.region_id, l.region_code, l.secteur_id, l.commune_id, l.id AS localite_id,
         TIMESTAMPTZ '2024-02-01 08:00Z' + INTERVAL '640 days' * (p.n::float8 / %(menages)s) AS rencontre,
         pg_temp.u(p.n, 110) < l.noms_islamiques AS islam,
         floor(3.4 * pg_temp.u(p.n, 101) ^ 1.6 + (l.milieu = 'rural')::integer * 0.3)::integer AS e04,
         floor(4.8 * pg_temp.u(p.n, 102) ^ 1.3)::integer AS e514,
         CASE WHEN pg_temp.u(p.n, 103) < 0.07 THEN 0 ELSE 1 + floor(2.5 * pg_temp.u(p.n, 104) ^ 1.5)::integer END AS femmes,
         floor(3.3 * pg_temp.u(p.n, 105) ^ 1.15)::integer AS hommes_tires,
         CASE WHEN pg_temp.u(p.n, 106) < 0.74 THEN 0 WHEN pg_temp.u(p.n, 106) < 0.94 THEN 1 ELSE 2 END AS vieux,
         pg_temp.g(p.n, 107) AS richesse, pg_temp.u(p.n, 108) AS u_chef, pg_temp.u(p.n, 109) AS u_statut
  FROM demo_place AS p JOIN demo_localite AS l USING (l)
  WHERE p.n >= %(first)s AND p.n < %(last)s
), adult AS (
  SELECT *, CASE WHEN femmes + vieux + hommes_tires = 0 THEN 1 ELSE hommes_tires END AS hommes,
         richesse + aisance / 10 AS niveau
  FROM draw
), head AS (
  SELECT *, vieux > 0 AND (femmes + hommes = 0 OR u_chef < 0.45) AS chef_vieux,
         floor(least(4, greatest(0, 1.3 + 1.1 * niveau + 0.8 * pg_temp.g(n, 112))))::integer AS instruction
  FROM adult
), house AS (
  SELECT *,
         CASE WHEN NOT chef_vieux AND femmes = 0 THEN 'M' WHEN NOT chef_vieux AND hommes = 0 THEN 'F'
              WHEN pg_temp.u(n, 111) < 0.79 THEN 'M' ELSE 'F' END AS sexe_chef,
         (ARRAY['aucun', 'coranique', 'primaire', 'secondaire', 'superieur'])
           [CASE WHEN instruction = 1 AND NOT islam THEN 1 ELSE instruction + 1 END] AS education,
         niveau + 0.6 * pg_temp.g(n, 121) AS mur, niveau + 0.6 * pg_temp.g(n, 122) AS toit,
         niveau + 0.6 * pg_temp.g(n, 123) AS sol, niveau + 0.7 * pg_temp.g(n, 124) AS lumiere,
         e04 + e514 + femmes + hommes + vieux AS personnes
  FROM head
), dated AS (
  -- Who waits was met lately, with the same pause between two of a region: those in collection last, before them who is
  -- submitted, before them who is validated.
  SELECT house.*,
         CASE WHEN u_statut BETWEEN 0.60 AND 0.70 OR u_statut >= 0.74
              THEN current_date - INTERVAL '10 hours' - INTERVAL '60 days' * ((row_number() OVER attente - 0.5) / count(*) OVER (
                PARTITION BY region_code, u_statut BETWEEN 0.60 AND 0.70 OR u_statut >= 0.74))
              ELSE rencontre END AS moment
  FROM house
  WINDOW attente AS (
    PARTITION BY region_code, u_statut BETWEEN 0.60 AND 0.70 OR u_statut >= 0.74
    ORDER BY CASE WHEN u_statut >= 0.90 THEN 0 WHEN u_statut >= 0.74 THEN 1 ELSE 2 END + 1.2 * pg_temp.u(n, 146), n)
)
-- An id has its household's moment: the newest come first by both.
SELECT dated.*,
       -- What waits reached the registry in the last two weeks, in the order of the interviews, as tablets come back from
       -- the field; the last few of them lay about. What is validated did so on its day.
       CASE WHEN u_statut < 0.74 THEN moment
            ELSE current_date - INTERVAL '10 hours' - INTERVAL '1 day' * least(age, 14 * age / 44 + 14 * greatest(0, age - 44))
            END AS arrivee,
       pg_temp.id(moment, 'menage', n) AS id,
       greatest(1, personnes + CASE WHEN pg_temp.u(n, 125) < 0.015 THEN 1 WHEN pg_temp.u(n, 125) < 0.03 THEN -1 ELSE 0 END) AS taille
FROM dated
CROSS JOIN LATERAL (
  SELECT extract(epoch FROM current_date - INTERVAL '10 hours' - moment) / 86400.0 AS age
) AS days;

-- name: drop_batch
DROP TABLE demo_batch, demo_chef, demo_logement, demo_score;

-- name: add_households
-- {category} and {eligible} are SQL expressions over `score`, from the rules of the PMT feature.
INSERT INTO registry_menage (
  id, code_menage, statut, statut_collecte, milieu, taille_menage, date_collecte, score_pmt, categorie_pauvrete,
  eligible_programme, methode_pmt, date_pmt, problemes_qualite, geom, altitude, precision_gps, region_id, secteur_id, commune_id, localite_id, source_donnees,
  identifiant_unique, projet_id, campagne_id, enqueteur_id, date_validation_collecte, valide_collecte_par_id,
  commentaire_validation_collecte, donnees_validation, nb_enfants_04, nb_enfants_514, nb_enfants_010, nb_enfants_1114, nb_adultes_1564,
  nb_personnes_65_plus, nb_handicapes, nb_actifs_occupes, nb_femmes_1564, nb_femmes_1549, nb_femmes_enceintes,
  created_at, updated_at)
SELECT
  batch.id, batch.region_code || '-' || lpad((batch.rang - demo_region.lo + 1)::text, 6, '0'),
  CASE WHEN u_statut < 0.60 THEN 'valide' WHEN u_statut < 0.70 THEN 'en_attente' WHEN u_statut < 0.74 THEN 'rejete'
       WHEN u_statut < 0.90 THEN 'en_attente' ELSE 'collecte' END,
  CASE WHEN u_statut < 0.60 THEN 'integre' WHEN u_statut < 0.70 THEN 'valide' WHEN u_statut < 0.74 THEN 'rejete'
       ELSE 'pre_collecte' END,
  batch.milieu, taille, moment, score,
  {category},
  {eligible},
  CASE WHEN score IS NOT NULL THEN %(methode)s::uuid END, CASE WHEN score IS NOT NULL THEN least(moment + INTERVAL '1 day', current_date) END,
  CASE WHEN ailleurs THEN jsonb_build_array(%(outside)s::jsonb) ELSE '[]' END,
  CASE WHEN ailleurs OR pg_temp.u(n, 131) >= 0.025 THEN ST_SetSRID(ST_MakePoint(
    round((ST_X(origine) + rayon * cos(angle) / 108600)::numeric, 6)::float8,
    round((ST_Y(origine) + rayon * sin(angle) / 110600)::numeric, 6)::float8), 4326) END,
  round((2 + 45 * pg_temp.u(n, 132))::numeric, 1),
  round((CASE WHEN pg_temp.u(n, 133) < 0.03 THEN 55 ELSE 3 END + 9 * pg_temp.u(n, 134))::numeric, 1),
  batch.region_id, secteur_id, commune_id, localite_id,
  CASE WHEN pg_temp.u(n, 135) < 0.6 THEN 'collector_platform_a' WHEN pg_temp.u(n, 135) < 0.85 THEN 'import' ELSE 'manuel' END,
  CASE WHEN pg_temp.u(n, 135) < 0.6 THEN 'RSU-' || lpad((n * 7)::text, 9, '0') END,
  CASE WHEN pg_temp.u(n, 136) < 0.85 THEN %(projet)s::uuid END,
  CASE WHEN moment < '2025-01-01' THEN %(campagne_1)s::uuid WHEN moment = rencontre THEN %(campagne_2)s::uuid
       ELSE %(campagne_3)s::uuid END,
  enqueteur_id,
  -- Who is validated, and not yet in the registry, was so in the last two weeks, but for a few.
  CASE WHEN u_statut >= 0.60 AND u_statut < 0.70 AND pg_temp.u(n, 148) < 0.97
       THEN greatest(moment + INTERVAL '1 day', current_date - INTERVAL '14 days' * pg_temp.u(n, 137))
       WHEN u_statut < 0.74 THEN least(moment + INTERVAL '1 day' * (2 + 20 * pg_temp.u(n, 137)), current_date) END,
  CASE WHEN u_statut < 0.74 THEN %(superviseur)s::uuid END,
  CASE WHEN u_statut >= 0.70 AND u_statut < 0.74 THEN pg_temp.pick(ARRAY[
    'Fiche incomplète : à reprendre avec le ménage.', 'Le ménage figure déjà sous un autre code.',
    'Personne à l''adresse donnée lors de la contre-visite.', 'Les âges des enfants se contredisent.'], pg_temp.u(n, 147)) END,
  CASE WHEN u_statut >= 0.70 AND u_statut < 0.74 THEN jsonb_build_object('motif', pg_temp.pick(
    ARRAY['donnees_incompletes', 'doublon', 'hors_zone', 'donnees_incoherentes'], pg_temp.u(n, 147))) END,
  e04, e514, e04 + round(e514 * 0.6), e514 - round(e514 * 0.6), femmes + hommes, vieux,
  (pg_temp.u(n, 138) < 0.07)::integer, floor((femmes + hommes) * pg_temp.u(n, 139)), femmes, round(femmes * 0.8),
  (femmes > 0 AND pg_temp.u(n, 140) < 0.1)::integer,
  arrivee + INTERVAL '6 hours', least(arrivee + INTERVAL '1 day' * (1 + 30 * pg_temp.u(n, 141)), current_date)
FROM demo_batch AS batch JOIN demo_score AS scored USING (id, n) JOIN demo_region USING (region_code) JOIN demo_ailleurs USING (i)
CROSS JOIN LATERAL (
  SELECT ailleurs, CASE WHEN ailleurs THEN demo_ailleurs.geom ELSE centre END AS origine,
         2 * pi() * pg_temp.u(n, 143) AS angle,
         -- Distance in metres from the centre of a 2D normal cloud, wider in towns, never beyond the secteur's border.
         least(CASE WHEN ailleurs THEN 200 ELSE 0.95 * marge END,
               (CASE batch.milieu WHEN 'urbain' THEN 330 ELSE 170 END) * sqrt(-2 * ln(1 - pg_temp.u(n, 144)))) AS rayon
  -- One household in each region with more than one secteur; the documentation cites this number.
  FROM (SELECT demo_ailleurs.geom IS NOT NULL AND batch.rang - demo_region.lo + 1 = %(misplaced)s AS ailleurs) AS drawn
) AS gps
ORDER BY n;

-- name: draw_heads
-- Heads and dwellings are drawn before their households are written: the score is made of all three.
CREATE TEMP TABLE demo_chef (
  n, menage_id, nom_complet, sexe, age, niveau_education, occupation_principale, statut_matrimonial, telephone,
  numero_mobile_money) ON COMMIT DROP AS
SELECT n, batch.id,
       pg_temp.pick(CASE WHEN islam THEN CASE sexe_chef WHEN 'M' THEN hommes_islam ELSE femmes_islam END
                         ELSE CASE sexe_chef WHEN 'M' THEN liste.hommes ELSE liste.femmes END END, pg_temp.u(n, 151))
         || ' ' || pg_temp.pick(CASE WHEN islam THEN familles_islam ELSE familles END, pg_temp.u(n, 152)),
       sexe_chef,
       CASE WHEN chef_vieux THEN 65 + floor(22 * pg_temp.u(n, 153) ^ 2) ELSE 19 + floor(46 * pg_temp.u(n, 153) ^ 0.8) END,
       education,
       pg_temp.pick(CASE milieu WHEN 'rural' THEN rurales ELSE urbaines END, pg_temp.u(n, 154)),
       CASE WHEN sexe_chef = 'F' AND pg_temp.u(n, 155) < 0.55 THEN 'veuf'
            WHEN pg_temp.u(n, 155) < 0.6 THEN 'marie_monogame' WHEN pg_temp.u(n, 155) < 0.88 THEN 'marie_polygame'
            WHEN pg_temp.u(n, 155) < 0.95 THEN 'celibataire' ELSE 'divorce' END,
       numero, CASE WHEN pg_temp.u(n, 156) < 0.45 AND length(numero) = 13 THEN numero END
FROM demo_batch AS batch CROSS JOIN demo_liste AS liste
CROSS JOIN LATERAL (
  SELECT CASE WHEN pg_temp.u(n, 157) < 0.12 THEN NULL
              WHEN pg_temp.u(n, 157) < 0.125 THEN '95' || floor(1000 * pg_temp.u(n, 158))::integer
              ELSE '+245' || pg_temp.pick(ARRAY['955', '956', '965', '966', '969'], pg_temp.u(n, 159))
                   || lpad(floor(1000000 * pg_temp.u(n, 158))::integer::text, 6, '0') END AS numero
) AS phone;

-- name: draw_dwellings
CREATE TEMP TABLE demo_logement (
  n, menage_id, type_logement, statut_occupation, nb_pieces, materiau_mur, materiau_toit, materiau_sol, source_eau,
  type_toilette, source_eclairage, combustible_cuisine, traitement_eau, evacuation_dechets, a_une_cuisine) ON COMMIT DROP AS
SELECT n, id,
       CASE WHEN niveau < -1.3 THEN 'case' WHEN milieu = 'urbain' AND niveau > 2 THEN 'appartement'
            WHEN pg_temp.u(n, 161) < 0.3 THEN 'concession' ELSE 'maison_individuelle' END,
       CASE WHEN milieu = 'urbain' AND pg_temp.u(n, 162) < 0.45 THEN 'locataire' WHEN pg_temp.u(n, 162) < 0.93 THEN 'proprietaire'
            ELSE 'heberge' END,
       1 + floor(sqrt(personnes) * (0.5 + pg_temp.u(n, 163))),
       CASE WHEN mur > 1 THEN 'ciment' WHEN mur > 0.3 THEN 'brique_stabilisee' WHEN mur > -1.4 THEN 'banco' ELSE 'bois_bambou' END,
       CASE WHEN toit > 2.6 THEN 'tuile_beton' WHEN toit > -0.6 THEN 'zinc' ELSE 'chaume' END,
       CASE WHEN sol > 2 THEN 'carrelage' WHEN sol > 0.5 THEN 'ciment' ELSE 'terre' END,
       CASE WHEN milieu = 'urbain' AND niveau > 1 THEN 'robinet' WHEN pg_temp.u(n, 164) < 0.35 THEN 'forage'
            WHEN pg_temp.u(n, 164) < 0.6 THEN 'puits_protege' WHEN pg_temp.u(n, 164) < 0.92 THEN 'puits_non_protege'
            ELSE 'eau_surface' END,
       CASE WHEN niveau > 2 THEN 'chasse_eau' WHEN niveau > 0.6 THEN 'latrine_amelioree'
            WHEN pg_temp.u(n, 165) < 0.7 THEN 'latrine_traditionnelle' ELSE 'aucune' END,
       CASE WHEN lumiere > 1.4 AND milieu = 'urbain' THEN 'electricite' WHEN lumiere > 0.4 THEN 'solaire'
            WHEN pg_temp.u(n, 166) < 0.75 THEN 'lampe_torche' ELSE 'bougie' END,
       CASE WHEN niveau > 2.3 THEN 'gaz' WHEN milieu = 'urbain' THEN 'charbon' ELSE 'bois' END,
       CASE WHEN pg_temp.u(n, 167) < 0.2 THEN 'javel' WHEN pg_temp.u(n, 167) < 0.3 THEN 'filtration'
            WHEN pg_temp.u(n, 167) < 0.35 THEN 'ebullition' ELSE 'aucun' END,
       CASE WHEN milieu = 'urbain' AND pg_temp.u(n, 168) < 0.4 THEN 'collecte' WHEN pg_temp.u(n, 168) < 0.6 THEN 'nature'
            WHEN pg_temp.u(n, 168) < 0.8 THEN 'brulage' ELSE 'enfouissement' END,
       pg_temp.u(n, 169) < 0.35
FROM demo_batch;

-- name: add_heads
INSERT INTO registry_chef_menage (
  menage_id, nom_complet, sexe, age, niveau_education, occupation_principale, statut_matrimonial, telephone,
  numero_mobile_money)
SELECT menage_id, nom_complet, sexe, age, niveau_education, occupation_principale, statut_matrimonial, telephone,
       numero_mobile_money
FROM demo_chef ORDER BY n;

-- name: add_dwellings
INSERT INTO registry_logement (
  menage_id, type_logement, statut_occupation, nb_pieces, materiau_mur, materiau_toit, materiau_sol, source_eau,
  type_toilette, source_eclairage, combustible_cuisine, traitement_eau, evacuation_dechets, a_une_cuisine)
SELECT menage_id, type_logement, statut_occupation, nb_pieces, materiau_mur, materiau_toit, materiau_sol, source_eau,
       type_toilette, source_eclairage, combustible_cuisine, traitement_eau, evacuation_dechets, a_une_cuisine
FROM demo_logement ORDER BY n;

-- name: add_members
-- Everyone but the head: children, women, men and elders, as many as the household's counts say.
INSERT INTO registry_membre_menage (
  id, menage_id, nom_complet, lien_parente, sexe, age, niveau_education, occupation_principale, handicap, created_at,
  updated_at)
WITH someone AS (
  SELECT batch.*, m, n * 32 + m AS who,
         CASE WHEN m <= e04 THEN 'e04' WHEN m <= e04 + e514 THEN 'e514'
              WHEN m <= e04 + e514 + femmes THEN 'femme' WHEN m <= e04 + e514 + femmes + hommes THEN 'homme'
              ELSE 'vieux' END AS groupe
  FROM demo_batch AS batch, generate_series(1, personnes) AS m
), member AS (
  SELECT someone.*, m = min(m) OVER (PARTITION BY someone.n, groupe) AS premier, chef.age AS age_chef,
         CASE groupe WHEN 'femme' THEN 'F' WHEN 'homme' THEN 'M'
              ELSE CASE WHEN pg_temp.u(who, 171) < 0.5 THEN 'M' ELSE 'F' END END AS sexe,
         CASE groupe WHEN 'e04' THEN floor(5 * pg_temp.u(who, 176)) ELSE 5 + floor(10 * pg_temp.u(who, 176)) END AS enfance,
         -- One household in 200 where the ages of a parent and a child contradict each other.
         groupe = 'homme' AND NOT chef_vieux AND pg_temp.u(someone.n, 180) < 0.005 AS ages_faux,
         -- The head is the first person of their group, and is skipped below.
         CASE WHEN chef_vieux THEN 'vieux' WHEN sexe_chef = 'F' THEN 'femme' ELSE 'homme' END AS groupe_chef
  FROM someone JOIN demo_chef AS chef USING (n)
), parent AS (
  SELECT *,
       CASE WHEN groupe IN ('e04', 'e514') AND pg_temp.u(who, 174) < 0.85
              AND age_chef - enfance BETWEEN 15 AND CASE sexe_chef WHEN 'F' THEN 48 ELSE 65 END
            THEN CASE sexe WHEN 'M' THEN 'fils' ELSE 'fille' END
            WHEN groupe IN ('e04', 'e514') AND age_chef - enfance > 48 THEN 'autre'
            WHEN groupe IN ('e04', 'e514') THEN CASE sexe WHEN 'M' THEN 'neveu' ELSE 'niece' END
            WHEN ages_faux THEN 'fils'
            WHEN groupe = 'femme' AND sexe_chef = 'M' AND premier THEN 'epouse'
            WHEN groupe IN ('femme', 'homme') AND pg_temp.u(who, 175) >= 0.5 AND age_chef < 30
            THEN CASE groupe WHEN 'femme' THEN 'soeur' ELSE 'frere' END
            WHEN groupe = 'femme' THEN (ARRAY['soeur', 'autre', 'fille', 'niece'])[1 + floor(4 * pg_temp.u(who, 175))::integer]
            WHEN groupe = 'homme' THEN (ARRAY['frere', 'cousin', 'fils', 'neveu'])[1 + floor(4 * pg_temp.u(who, 175))::integer]
            WHEN chef_vieux THEN CASE sexe WHEN 'M' THEN 'frere' ELSE 'soeur' END
            ELSE CASE sexe WHEN 'M' THEN 'pere' ELSE 'mere' END END AS lien
  FROM member
), span AS (
  -- The ages that an adult of this kinship may have beside the head.
  SELECT *,
       CASE lien WHEN 'epouse' THEN greatest(16, age_chef - 12) WHEN 'fils' THEN greatest(15, age_chef - 45)
                 WHEN 'fille' THEN greatest(15, age_chef - 45) WHEN 'autre' THEN 15 WHEN 'niece' THEN 15 WHEN 'neveu' THEN 15
                 ELSE greatest(15, age_chef - 12) END AS moins,
       CASE lien WHEN 'epouse' THEN age_chef + 2 WHEN 'fils' THEN age_chef - 15 WHEN 'fille' THEN age_chef - 15
                 WHEN 'autre' THEN 64 WHEN 'niece' THEN age_chef + 2 WHEN 'neveu' THEN age_chef + 2
                 ELSE age_chef + 12 END AS plus
  FROM parent
)
SELECT pg_temp.id(moment, 'membre', who), span.id,
       pg_temp.pick(CASE WHEN islam THEN CASE sexe WHEN 'M' THEN hommes_islam ELSE femmes_islam END
                         ELSE CASE sexe WHEN 'M' THEN liste.hommes ELSE liste.femmes END END, pg_temp.u(who, 172))
         || ' ' || pg_temp.pick(CASE WHEN islam THEN familles_islam ELSE familles END,
                                CASE WHEN groupe IN ('e04', 'e514') THEN pg_temp.u(n, 152) ELSE pg_temp.u(who, 173) END),
       lien, sexe,
       CASE WHEN groupe IN ('e04', 'e514') THEN enfance
            WHEN ages_faux THEN greatest(15, age_chef - 9)
            WHEN lien IN ('pere', 'mere') THEN greatest(65, age_chef + 15) + floor(14 * pg_temp.u(who, 176) ^ 2)
            WHEN groupe = 'vieux' THEN 65 + floor(22 * pg_temp.u(who, 176) ^ 2)
            ELSE least(64, moins) + floor(greatest(1, least(64, plus) - least(64, moins) + 1) * pg_temp.u(who, 176)) END,
       CASE groupe WHEN 'e04' THEN 'aucun' WHEN 'e514' THEN 'primaire'
                   ELSE pg_temp.pick(ARRAY['aucun', 'aucun', 'coranique', 'primaire', 'secondaire'], pg_temp.u(who, 177)) END,
       CASE WHEN groupe IN ('femme', 'homme')
            THEN pg_temp.pick(CASE milieu WHEN 'rural' THEN rurales ELSE urbaines END, pg_temp.u(who, 178)) END,
       pg_temp.u(who, 179) < 0.015, moment + INTERVAL '6 hours', moment + INTERVAL '6 hours'
FROM span CROSS JOIN demo_liste AS liste
WHERE NOT (premier AND groupe = groupe_chef)
ORDER BY who;

-- name: hurry
-- One in ten interviews of Bissau began three minutes after another of the same enumerator.
UPDATE registry_menage AS menage SET date_collecte = avant.date_collecte + INTERVAL '3 minutes'
FROM (
  SELECT p.n, lag(m.date_collecte) OVER (ORDER BY m.date_collecte, m.id) AS date_collecte, m.id
  FROM registry_menage AS m JOIN demo_region USING (region_id)
  JOIN demo_place AS p ON m.code_menage = region_code || '-' || lpad((p.rang - lo + 1)::text, 6, '0')
  WHERE region_code = 'BS'
) AS avant
WHERE avant.id = menage.id AND avant.date_collecte IS NOT NULL AND pg_temp.u(avant.n, 191) < 0.1;

-- name: round_ages
-- One head in six of Oio told an age that ends in 0 or 5.
UPDATE registry_chef_menage AS chef SET age = round(age / 5.0) * 5
FROM registry_menage AS menage JOIN demo_region USING (region_id)
JOIN demo_place AS p ON menage.code_menage = region_code || '-' || lpad((p.rang - lo + 1)::text, 6, '0')
WHERE chef.menage_id = menage.id AND region_code = 'OI' AND pg_temp.u(p.n, 192) < 0.16;

-- name: choose_twins
-- Households that were interviewed twice, or three times: neighbours of a few villages of each region, by kind.
-- `modele` is the code of the household that `copie` repeats.
CREATE TEMP TABLE demo_jumeau ON COMMIT DROP AS
WITH village AS (
  SELECT l.l, l.lo, l.region_code, demo_region.lo AS debut,
         row_number() OVER (PARTITION BY l.region_code ORDER BY pg_temp.u(l.l, 190), l.l) AS genre,
         (demo_region.hi - demo_region.lo) / 40 AS place
  FROM demo_localite AS l JOIN demo_region USING (region_code)
  WHERE l.hi - l.lo >= 4 AND l.lo - demo_region.lo >= 20
), paire AS (
  SELECT village.*, pas FROM village, generate_series(1, 2) AS pas
  WHERE genre <= least(5, place) AND (pas = 1 OR genre = 1)
)
SELECT modele.id AS modele, copie.id AS copie, pas,
       CASE WHEN genre = 1 AND pas = 1 THEN 2 WHEN genre = 1 THEN 6 ELSE genre END AS genre
FROM paire
JOIN registry_menage AS modele ON modele.code_menage = region_code || '-' || lpad((lo - debut + 1)::text, 6, '0')
JOIN registry_menage AS copie ON copie.code_menage = region_code || '-' || lpad((lo - debut + 1 + pas)::text, 6, '0')
WHERE modele.localite_id = copie.localite_id AND modele.geom IS NOT NULL;

-- name: copy_households
-- Kind 2 is told alike in all; 3 has a like name and the place in common; 4 has no position; 5 has the name, the age and
-- the telephone in common; of 6 the name is spelt otherwise and a child is missing. Of 3 and 5 nobody listed the members.
UPDATE registry_menage AS copie SET
  taille_menage = modele.taille_menage - (genre = 6 AND modele.nb_enfants_04 > 0)::integer,
  nb_enfants_04 = modele.nb_enfants_04 - (genre = 6 AND modele.nb_enfants_04 > 0)::integer,
  nb_enfants_010 = modele.nb_enfants_010 - (genre = 6 AND modele.nb_enfants_04 > 0)::integer,
  nb_enfants_514 = modele.nb_enfants_514, nb_enfants_1114 = modele.nb_enfants_1114,
  nb_adultes_1564 = modele.nb_adultes_1564, nb_personnes_65_plus = modele.nb_personnes_65_plus,
  nb_femmes_1564 = modele.nb_femmes_1564, nb_femmes_1549 = modele.nb_femmes_1549,
  nb_actifs_occupes = modele.nb_actifs_occupes, nb_femmes_enceintes = modele.nb_femmes_enceintes,
  geom = CASE WHEN genre <> 4 THEN ST_SetSRID(ST_MakePoint(
    round((ST_X(modele.geom) + pas * 0.00004)::numeric, 6)::float8,
    round((ST_Y(modele.geom) + pas * genre * 0.00003)::numeric, 6)::float8), 4326) END
FROM demo_jumeau JOIN registry_menage AS modele ON modele.id = modele
WHERE copie.id = copie AND genre IN (2, 4, 6);

-- name: move_copies
UPDATE registry_menage AS copie SET geom = ST_SetSRID(ST_MakePoint(
  round((ST_X(modele.geom) + 0.00012)::numeric, 6)::float8, round((ST_Y(modele.geom) - 0.00009)::numeric, 6)::float8), 4326)
FROM demo_jumeau JOIN registry_menage AS modele ON modele.id = modele
WHERE copie.id = copie AND genre = 3;

-- name: copy_heads
UPDATE registry_chef_menage AS copie SET
  nom_complet = CASE WHEN genre IN (3, 6) THEN replace(replace(replace(replace(translate(
    modele.nom_complet, 'áãéêíóõú', 'aaeeioou'), 'Mamadu', 'Mamadou'), 'Fatumata', 'Fatoumata'), 'Djalo', 'Diallo'), 'Issa', 'Isa')
    ELSE modele.nom_complet END,
  sexe = modele.sexe, age = modele.age + (genre IN (3, 6))::integer, niveau_education = modele.niveau_education,
  occupation_principale = modele.occupation_principale, statut_matrimonial = modele.statut_matrimonial,
  telephone = CASE WHEN genre IN (3, 6) THEN NULL ELSE modele.telephone END
FROM demo_jumeau JOIN registry_chef_menage AS modele ON modele.menage_id = modele
WHERE copie.menage_id = copie;

-- name: copy_dwellings
UPDATE registry_logement AS copie SET
  nb_pieces = modele.nb_pieces, materiau_mur = modele.materiau_mur, materiau_toit = modele.materiau_toit,
  materiau_sol = modele.materiau_sol, type_toilette = modele.type_toilette,
  source_eclairage = modele.source_eclairage
FROM demo_jumeau JOIN registry_logement AS modele ON modele.menage_id = modele
WHERE copie.menage_id = copie AND genre IN (2, 4, 6);

-- name: drop_members_of_copies
DELETE FROM registry_membre_menage WHERE menage_id IN (SELECT copie FROM demo_jumeau);

-- name: copy_members
INSERT INTO registry_membre_menage (
  id, menage_id, nom_complet, lien_parente, sexe, age, niveau_education, occupation_principale, handicap, created_at,
  updated_at)
SELECT pg_temp.id(menage.created_at, 'membre', 1000000000 + row_number() OVER (ORDER BY copie, membre.id)), copie,
       membre.nom_complet, membre.lien_parente, membre.sexe, membre.age, membre.niveau_education,
       membre.occupation_principale, membre.handicap, menage.created_at, menage.created_at
FROM demo_jumeau JOIN registry_menage AS menage ON menage.id = copie
CROSS JOIN LATERAL (
  SELECT m.*, row_number() OVER (ORDER BY m.age, m.id) AS place
  FROM registry_membre_menage AS m WHERE m.menage_id = modele
) AS membre
JOIN registry_menage AS source ON source.id = modele
WHERE genre IN (2, 4, 6) AND NOT (genre = 6 AND place = 1 AND source.nb_enfants_04 > 0);

-- name: set_counters
-- The next generated household code continues after the last one of its region.
INSERT INTO registry_code_counter (prefixe, dernier)
SELECT region_code, hi - lo FROM demo_region
ON CONFLICT (prefixe) DO UPDATE SET dernier = greatest(registry_code_counter.dernier, excluded.dernier);
