-- Create users, project, campaigns and programme of the demonstration country.

-- name: add_users
-- They have worked: who never signed in could have done nothing of what the demonstration says of them.
INSERT INTO accounts_user (id, email, password, nom, prenom, role_id, last_login)
SELECT pg_temp.id('2024-01-01', 'user', given.at), given.email, %(hash)s, given.nom, given.prenom, role.id,
       current_date - given.at * interval '5 hours'
FROM ROWS FROM (jsonb_to_recordset(%(accounts)s::jsonb) AS (email text, nom text, prenom text, role text))
     WITH ORDINALITY AS given (email, nom, prenom, role, at)
JOIN accounts_role AS role ON role.code = given.role
ON CONFLICT DO NOTHING;

-- name: link_users
INSERT INTO geo_region_user (region_id, user_id)
SELECT region.id, account.id
FROM jsonb_to_recordset(%(accounts)s::jsonb) AS given (email text, regions jsonb)
JOIN accounts_user AS account ON account.email = given.email
CROSS JOIN LATERAL jsonb_array_elements_text(given.regions) AS linked (code)
JOIN geo_region AS region ON region.code = linked.code;

-- name: add_work
WITH organisation AS (
  INSERT INTO registry_organisation (id, nom)
  VALUES (pg_temp.id('2024-01-01', 'organisation', 1), 'Ministério da Mulher, Família e Solidariedade Social')
  RETURNING id
), projet AS (
  INSERT INTO registry_projet (id, code, nom, description, date_debut, date_fin, bailleur, organisation_id)
  SELECT pg_temp.id('2024-01-01', 'projet', 1), 'RSU-DEMO', 'Registre social de démonstration',
         'Pays synthétique : aucune personne réelle.', '2024-01-01',
         (date_trunc('year', current_date) + INTERVAL '5 years - 1 day')::date, 'Démonstration', organisation.id
  FROM organisation
  RETURNING id
), campagne AS (
  INSERT INTO registry_campagne (id, nom, date_debut, date_fin)
  VALUES (pg_temp.id('2024-01-01', 'campagne', 1), 'Recensement social 2024', '2024-02-01', '2024-12-31'),
         (pg_temp.id('2024-01-01', 'campagne', 2), 'Mise à jour 2025', '2025-01-01', '2025-11-30'),
         (pg_temp.id('2024-01-01', 'campagne', 3), 'Mise à jour ' || extract(year FROM current_date - 60),
          date_trunc('year', current_date - 60)::date, greatest(date_trunc('year', current_date) + INTERVAL '1 year - 1 day',
          current_date + INTERVAL '60 days')::date)
), programme AS (
  INSERT INTO transfers_programme (id, code, nom, description, type, statut, projet_id, date_debut, date_fin, budget_total,
    montant_par_beneficiaire, frequence_paiement, objectif_beneficiaires, seuil_pmt_max, categories_pauvrete_eligibles,
    nombre_cycles_prevus, duree_mois, sources_financement, avec_conditionnalites, conditionnalites_education,
    conditionnalites_sante, criteres_personnalises, responsable, email_responsable, telephone_responsable, partenaires)
  SELECT pg_temp.id('2024-01-01', 'programme', 1), 'TM-DEMO', 'Transferts monétaires aux ménages pauvres',
         'Programme de démonstration.', 'transfert_monetaire', 'actif', projet.id,
         (date_trunc('quarter', current_date) - INTERVAL '15 months')::date,
         (date_trunc('quarter', current_date) + INTERVAL '30 months - 1 day')::date, 1200000000,
         30000, 'trimestriel', 10000, %(seuil)s, ARRAY['extreme_pauvre', 'pauvre'], 15, 45,
         ARRAY['Budget de l''État', 'Bailleur de démonstration'], true,
         ARRAY['Inscription scolaire des enfants de 6 à 14 ans'],
         ARRAY['Vaccination à jour des enfants de moins de 5 ans', 'Consultations prénatales'],
         jsonb_build_object('texte', 'Le comité de la tabanca confirme la liste.'), 'Nhima Sanca',
         'programme@tabanca.example', '+245955000100', ARRAY['ONG de démonstration']
  FROM projet
)
SELECT projet.id AS projet, pg_temp.id('2024-01-01', 'campagne', 1) AS campagne_1,
       pg_temp.id('2024-01-01', 'campagne', 2) AS campagne_2, pg_temp.id('2024-01-01', 'campagne', 3) AS campagne_3
FROM projet;
