-- Write the members of the households of a platform import. import_membre: the typed members of each line.

-- name: create_members
DROP TABLE IF EXISTS pg_temp.import_membre;
CREATE TEMP TABLE import_membre (
  ligne integer, rang integer, faute text, valeur text, nom_complet text, lien_parente text, sexe text, age smallint,
  date_naissance date, niveau_education text, occupation_principale text, handicap boolean
) ON COMMIT DROP;

-- name: record_member_faults
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne, NULL, faute, true, jsonb_build_object('place', rang, 'value', valeur) FROM import_membre WHERE faute IS NOT NULL;

-- name: update_members
-- Change members of known households whom the submission names: the first with a name, each once. A field without an
-- answer keeps its value.
UPDATE registry_membre_menage AS membre
SET lien_parente = found.lien, sexe = found.sexe, age = found.age, date_naissance = found.naissance,
    niveau_education = found.niveau, occupation_principale = found.occupation, handicap = found.handicap,
    updated_at = statement_timestamp()
FROM (
  SELECT DISTINCT ON (known.id) known.id,
         CASE WHEN staged.lien_parente = 'autre' THEN known.lien_parente ELSE staged.lien_parente END AS lien,
         coalesce(staged.sexe, known.sexe) AS sexe, coalesce(staged.age, known.age) AS age,
         coalesce(staged.date_naissance, known.date_naissance) AS naissance,
         coalesce(staged.niveau_education, known.niveau_education) AS niveau,
         coalesce(staged.occupation_principale, known.occupation_principale) AS occupation,
         coalesce(staged.handicap, known.handicap) AS handicap
  FROM import_membre AS staged
  JOIN import_row AS ligne ON ligne.ligne = staged.ligne AND ligne.connu IS NOT NULL
  JOIN registry_membre_menage AS known ON known.menage_id = ligne.connu
   AND normalise(known.nom_complet) = normalise(staged.nom_complet)
  WHERE NOT ligne.refuse
  ORDER BY known.id, staged.rang
) AS found
WHERE membre.id = found.id
  AND (membre.lien_parente, membre.sexe, membre.age, membre.date_naissance, membre.niveau_education,
       membre.occupation_principale, membre.handicap)
      IS DISTINCT FROM (found.lien, found.sexe, found.age, found.naissance, found.niveau, found.occupation, found.handicap);

-- name: insert_members
-- Insert all members of new households, and members of known ones whose name is not there yet.
INSERT INTO registry_membre_menage (menage_id, nom_complet, lien_parente, sexe, age, date_naissance, niveau_education,
                                    occupation_principale, handicap)
SELECT coalesce(ligne.connu, ligne.nouveau), staged.nom_complet, staged.lien_parente, staged.sexe, staged.age,
       staged.date_naissance, staged.niveau_education, staged.occupation_principale, coalesce(staged.handicap, false)
FROM import_membre AS staged JOIN import_row AS ligne USING (ligne)
WHERE NOT ligne.refuse
  AND (ligne.connu IS NULL OR (%(changes)s AND NOT EXISTS (
    SELECT FROM registry_membre_menage AS known
    WHERE known.menage_id = ligne.connu AND normalise(known.nom_complet) = normalise(staged.nom_complet))))
ORDER BY staged.ligne, staged.rang;

-- name: raise_household_size
-- Raise the size of a household to at least its head and its listed members (decision 0004).
UPDATE registry_menage AS menage SET taille_menage = listed.n, updated_at = statement_timestamp()
FROM (
  SELECT membre.menage_id, 1 + count(*) AS n FROM registry_membre_menage AS membre
  WHERE membre.menage_id IN (
    SELECT coalesce(ligne.connu, ligne.nouveau) FROM import_row AS ligne
    WHERE (ligne.connu IS NULL OR %(changes)s) AND EXISTS (SELECT FROM import_membre AS staged WHERE staged.ligne = ligne.ligne)
      AND NOT ligne.refuse)
  GROUP BY membre.menage_id
) AS listed
WHERE menage.id = listed.menage_id AND menage.taille_menage < listed.n;
