-- name: list_roots
-- Return the household and those that were merged into it: their audit entries are about its people, too.
WITH RECURSIVE root (id) AS (
  SELECT %(id)s::uuid
  UNION
  SELECT absorbe FROM registry_fusion JOIN root ON root.id = conserve WHERE annule_le IS NULL
)
SELECT id FROM root

-- name: list_identifying_words
-- Return the distinct current and former names, numbers and codes of a household and its people.
SELECT DISTINCT word FROM registry_menage AS m
LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = m.id
LEFT JOIN registry_membre_menage AS membre ON membre.menage_id = m.id
LEFT JOIN registry_collecte_recu AS recu ON recu.cible_id = m.id
CROSS JOIN LATERAL (VALUES
  (m.code_menage), (m.identifiant_unique), (m.collector_submission_id), (m.id_source_externe), (chef.nom_complet),
  (chef.telephone), (chef.numero_mobile_money), (chef.compte_bancaire), (membre.nom_complet), (recu.racine),
  (recu.instance)) AS field (word)
WHERE m.id = %(id)s AND word IS NOT NULL
UNION
SELECT word FROM accounts_audit AS t CROSS JOIN LATERAL jsonb_each(t.changements) AS field (name, pair)
CROSS JOIN LATERAL jsonb_array_elements_text(pair) AS value (word)
WHERE t.racine = ANY(%(roots)s::uuid[]) AND word IS NOT NULL AND name IN (
  'code_menage', 'identifiant_unique', 'collector_submission_id', 'id_source_externe', 'nom_complet', 'telephone',
  'numero_mobile_money', 'compte_bancaire', 'compte_mobile', 'numero_op_b', 'numero_document', 'nom_pere', 'nom_mere')

-- name: delete_people
WITH membres AS (DELETE FROM registry_membre_menage WHERE menage_id = %(id)s RETURNING 1),
     chef AS (DELETE FROM registry_chef_menage WHERE menage_id = %(id)s RETURNING 1)
SELECT (SELECT count(*) FROM membres) + (SELECT count(*) FROM chef) AS n

-- name: anonymise_household
-- Keep score, category, counts, dates, milieu, region, project and campaign. A new code removes the old one from lists.
UPDATE registry_menage SET
  code_menage = 'ANONYME-' || upper(right(id::text, 12)), geom = NULL, altitude = NULL, precision_gps = NULL,
  secteur_id = NULL, commune_id = NULL, localite_id = NULL, identifiant_unique = NULL, collector_submission_id = NULL,
  id_source_externe = NULL, commentaire_validation_collecte = NULL, donnees_validation = NULL, score_doublon = NULL,
  resume_doublons = NULL, enqueteur_id = NULL, updated_at = statement_timestamp()
WHERE id = %(id)s

-- name: erase_receipts
-- Erase platform submissions. The row stays, so that the submission is not imported again; its ids become digests.
UPDATE registry_collecte_recu SET contenu = NULL, motif = NULL, etat = 'parti', instance = NULL,
  racine = 'anonyme:' || encode(sha256(convert_to(racine, 'UTF8')), 'hex')
WHERE cible_id = %(id)s

-- name: delete_duplicates
WITH fiche AS (DELETE FROM registry_doublon_fiche WHERE menage_id = %(id)s RETURNING 1),
     paire AS (DELETE FROM registry_doublon WHERE %(id)s IN (menage_a_id, menage_b_id) RETURNING 1)
SELECT (SELECT count(*) FROM fiche) + (SELECT count(*) FROM paire) AS n

-- name: erase_moves
UPDATE registry_mouvement_collecte SET commentaire = NULL, motif = NULL WHERE menage_id = %(id)s

-- name: erase_follow_up
-- Erase the texts of visits and measures; keep the records with their dates.
WITH visites AS (UPDATE registry_visite_sante SET observations = NULL
                 WHERE menage_id = %(id)s AND observations IS NOT NULL RETURNING 1),
     mesures AS (UPDATE registry_mesure_accompagnement SET description = NULL
                 WHERE menage_id = %(id)s AND description IS NOT NULL RETURNING 1)
SELECT (SELECT count(*) FROM visites) + (SELECT count(*) FROM mesures) AS n

-- name: replace_former_codes
-- Replace the codes of the households that were merged into it.
UPDATE registry_menage_ancien SET code_menage = 'ANONYME-' || upper(right(id::text, 12)) WHERE menage_id = %(id)s

-- name: erase_merges
-- Erase the copies from which a merge is undone: it cannot be undone any more.
UPDATE registry_fusion SET archive = '{}', deplaces = '{}', valeurs = '[]', motif = NULL, niveaux = '{}', apports = '{}',
  code_conserve = 'ANONYME', code_absorbe = 'ANONYME', annule_le = coalesce(annule_le, statement_timestamp())
WHERE conserve = ANY(%(roots)s::uuid[]) OR absorbe = ANY(%(roots)s::uuid[])
