-- Convert receipts of a survey platform to households, through the staging tables of imports.sql. import_soumission:
-- the receipts that are to create or change a household, one per line. Parameters: usage, source, formulaire identify
-- the form; plan is the hash of the mapping; depuis excludes earlier submissions, null for none.

-- name: create_chosen_submissions
-- Select what was received or changed since it was last applied with this mapping. Submissions that are encrypted,
-- deleted on the platform, or whose household was deleted or merged are left out; without `modifier`, so are all that
-- have a household.
CREATE TEMP TABLE import_soumission ON COMMIT DROP AS
SELECT (row_number() OVER (ORDER BY recu.soumis_at, recu.id))::integer AS ligne, recu.id AS recu_id, recu.racine,
       recu.source, recu.formulaire, recu.statut, recu.cible_id, recu.soumis_at, menage.code_menage AS code
FROM registry_collecte_recu AS recu LEFT JOIN registry_menage AS menage ON menage.id = recu.cible_id
WHERE recu.usage = %(usage)s AND recu.source = %(source)s AND recu.formulaire = %(formulaire)s
  AND recu.etat NOT IN ('parti', 'chiffre') AND recu.supprime_at IS NULL
  AND recu.applique IS DISTINCT FROM recu.version || ':' || %(plan)s
  AND (%(depuis)s::timestamptz IS NULL OR recu.soumis_at >= %(depuis)s)
  AND (%(modifier)s OR recu.cible_id IS NULL);

-- name: index_submissions
ALTER TABLE import_soumission ADD PRIMARY KEY (ligne);
ANALYZE import_soumission;

-- name: drop_submissions
DROP TABLE IF EXISTS pg_temp.import_soumission;

-- name: list_contents
-- Return the raw submissions of some lines, as text: their numbers may have any length. A new household is dated by its
-- submission, unless the mapping has a date.
SELECT ligne, code, contenu::text AS contenu,
       CASE WHEN soumission.cible_id IS NULL
            THEN to_char(soumission.soumis_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') END AS date
FROM import_soumission AS soumission JOIN registry_collecte_recu AS recu ON recu.id = recu_id
WHERE ligne BETWEEN %(first)s AND %(last)s ORDER BY ligne;

-- name: record_duplicates
-- Report as duplicates codes of a household of another submission of the form, or of one that may not be changed.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne.ligne, 'code_menage', 'soumission_double', true, jsonb_build_object('value', ligne.code_menage)
FROM import_row AS ligne JOIN import_soumission AS soumission USING (ligne)
WHERE ligne.connu IS NOT NULL AND soumission.cible_id IS DISTINCT FROM ligne.connu
  AND NOT ligne.refuse
  AND (NOT %(modifier)s OR EXISTS (
    SELECT FROM registry_collecte_recu AS other
    WHERE other.cible_id = ligne.connu AND other.usage = %(usage)s AND other.source = %(source)s
      AND other.formulaire = %(formulaire)s));

-- name: mark_applied
UPDATE registry_collecte_recu AS recu
SET etat = 'applique', motif = NULL, applique = recu.version || ':' || %(plan)s, applique_at = now(),
    cible_id = coalesce(ligne.connu, ligne.nouveau)
FROM import_soumission AS soumission JOIN import_row AS ligne USING (ligne)
WHERE recu.id = soumission.recu_id
  AND NOT ligne.refuse;

-- name: mark_quarantined
-- Store why a submission is left out: columns and codes, never what was answered.
UPDATE registry_collecte_recu AS recu SET etat = why.etat, motif = why.motif
FROM import_soumission AS soumission JOIN (
  SELECT ligne, string_agg(DISTINCT concat_ws(':', colonne, code), ' ') AS motif,
         CASE WHEN bool_and(code IN ('soumission_double', 'code_double')) THEN 'doublon' ELSE 'quarantaine' END AS etat
  FROM import_issue WHERE grave AND ligne IS NOT NULL GROUP BY ligne
) AS why USING (ligne)
WHERE recu.id = soumission.recu_id AND (recu.etat, recu.motif) IS DISTINCT FROM (why.etat, why.motif);

-- name: link_known_households
-- Link households that were known by their code to their submission.
UPDATE registry_menage AS menage
SET collector_submission_id = soumission.racine, collector_form_uid = soumission.formulaire,
    collector_validation_status = soumission.statut
FROM import_soumission AS soumission JOIN import_row AS ligne USING (ligne)
WHERE menage.id = ligne.connu AND menage.collector_submission_id IS NULL
  AND NOT ligne.refuse;

-- name: copy_statuses
-- Copy the platform's current status of each submission, deletions included, to its household. Households locked by
-- others are skipped until the next run: waiting for them while holding the households of an import could deadlock.
WITH free AS (
  SELECT menage.id, recu.statut
  FROM registry_menage AS menage JOIN registry_collecte_recu AS recu
    ON menage.id = recu.cible_id AND menage.collector_submission_id = recu.racine
   AND menage.collector_form_uid = recu.formulaire
  WHERE recu.usage = %(usage)s AND recu.source = %(source)s AND recu.formulaire = %(formulaire)s
    AND menage.collector_validation_status IS DISTINCT FROM recu.statut
    AND (%(regions)s::uuid[] IS NULL OR menage.region_id = ANY (%(regions)s::uuid[]))
    AND NOT EXISTS (SELECT FROM registry_projet AS projet WHERE projet.id = menage.projet_id
                    AND (projet.lecture_seule OR NOT projet.actif))
  ORDER BY menage.id FOR NO KEY UPDATE OF menage SKIP LOCKED
)
UPDATE registry_menage AS menage SET collector_validation_status = free.statut, updated_at = statement_timestamp()
FROM free WHERE menage.id = free.id;

-- name: list_errors
SELECT soumission.racine, issue.ligne, issue.colonne, issue.code, issue.details, count(*) OVER () AS total
FROM import_issue AS issue JOIN import_soumission AS soumission USING (ligne)
WHERE grave AND NOT (%(skip)s AND issue.code IN ('soumission_double', 'code_double'))
ORDER BY ligne, colonne, issue.code LIMIT %(limit)s;

-- name: count_examined
-- Count the submissions examined: those just received, and those stored earlier that had to be applied.
SELECT count(*) AS total FROM (
  SELECT racine FROM collecte_recue
  WHERE NOT supprime AND (%(depuis)s::timestamptz IS NULL OR soumis_at >= %(depuis)s)
  UNION SELECT racine FROM import_soumission) AS looked;
