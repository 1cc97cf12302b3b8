-- Create beneficiaries of the demonstration programme, their identity documents and follow-ups.

-- name: enrol
-- The poorest of the households that are eligible for the programme and were validated before it began to pay, up to its
-- objective and to one household in sixteen.
CREATE TEMP TABLE demo_enrole ON COMMIT DROP AS
SELECT row_number() OVER (ORDER BY score_pmt, id) AS n, id AS menage_id, geom,
       greatest(date_validation_collecte, '2024-03-01') + INTERVAL '15 days' AS moment
FROM (SELECT id, geom, score_pmt, date_validation_collecte FROM registry_menage
      WHERE statut = 'valide' AND score_pmt <= %(seuil)s AND categorie_pauvrete IN ('extreme_pauvre', 'pauvre')
        AND date_validation_collecte < (SELECT date_debut FROM transfers_programme WHERE code = 'TM-DEMO') - INTERVAL '15 days'
      ORDER BY score_pmt, id LIMIT least(10000, %(menages)s / 16)) AS poorest;
INSERT INTO transfers_beneficiaire (
  id, code, menage_id, programme_id, nom_complet, telephone, compte_mobile, mode_paiement, statut_enrolement,
  date_enrolement, enrole_par_id, date_sortie, motif_sortie, date_verification_document, created_at, updated_at)
SELECT pg_temp.id(moment, 'beneficiaire', n), 'TM-DEMO-' || lpad(n::text, 6, '0'), menage_id,
       pg_temp.id('2024-01-01', 'programme', 1), nom_complet, telephone, numero_mobile_money,
       CASE WHEN numero_mobile_money IS NULL THEN 'especes' ELSE 'mobile_money' END, statut, moment,
       %(superviseur)s, CASE statut WHEN 'sorti' THEN moment + INTERVAL '200 days' END,
       CASE statut WHEN 'sorti' THEN 'demenagement' END,
       CASE WHEN pg_temp.u(n, 202) < 0.25 THEN moment + INTERVAL '20 days' END, moment, moment
FROM demo_enrole JOIN registry_chef_menage USING (menage_id)
CROSS JOIN LATERAL (SELECT CASE WHEN pg_temp.u(n, 201) < 0.93 THEN 'actif' WHEN pg_temp.u(n, 201) < 0.97 THEN 'suspendu'
                                ELSE 'sorti' END AS statut) AS drawn
ORDER BY n;
INSERT INTO registry_code_counter (prefixe, dernier) SELECT 'TM-DEMO', count(*) FROM demo_enrole
ON CONFLICT (prefixe) DO UPDATE SET dernier = greatest(registry_code_counter.dernier, excluded.dernier)

-- name: add_documents
-- For the beneficiaries whose identity document was verified.
INSERT INTO transfers_document_identite (
  id, beneficiaire_id, menage_id, type_document, statut, numero_document, nom_complet, sexe, date_delivrance,
  date_expiration, created_at, updated_at)
SELECT pg_temp.id(moment, 'document', n), person.id, menage_id, 'carte_identite', 'delivre',
       'DEMO' || lpad((n * 13)::text, 8, '0'), person.nom_complet, chef.sexe, delivre,
       (delivre + INTERVAL '5 years')::date, moment, moment
FROM demo_enrole JOIN transfers_beneficiaire AS person USING (menage_id)
JOIN registry_chef_menage AS chef USING (menage_id)
CROSS JOIN LATERAL (SELECT DATE '2021-01-01' + floor(1000 * pg_temp.u(n, 203))::integer AS delivre) AS drawn
WHERE person.date_verification_document IS NOT NULL
ORDER BY n

-- name: add_follow_ups
-- One beneficiary in five was visited at home.
INSERT INTO transfers_suivi (
  id, beneficiaire_id, menage_id, type_suivi, date_suivi, observations, geom, agent_id, created_at, updated_at)
SELECT pg_temp.id(visite, 'suivi', n), person.id, menage_id, 'visite_domicile', visite,
       pg_temp.pick(ARRAY['Ménage présent, versement reçu.', 'Enfants scolarisés.', 'Numéro de téléphone à mettre à jour.'],
                    pg_temp.u(n, 205)), geom, %(superviseur)s, visite, visite
FROM demo_enrole JOIN transfers_beneficiaire AS person USING (menage_id)
CROSS JOIN LATERAL (SELECT moment + INTERVAL '30 days' * (1 + 3 * pg_temp.u(n, 206)) AS visite) AS drawn
WHERE pg_temp.u(n, 204) < 0.2
ORDER BY n
