-- name: insert_members
-- Everybody but the head, of names as people have them: the commonest is that of one in twelve. Of one in ten the day of
-- birth is known and not the age.
INSERT INTO registry_membre_menage (menage_id, nom_complet, lien_parente, sexe, age, date_naissance, handicap)
SELECT menage.id, noms[1 + floor(power((drawn / 700 %% 1000) / 1000.0, 1.5) * cardinality(noms))::int], 'autre', sexe,
       CASE WHEN drawn %% 10 < 9 THEN (drawn / 10) %% 70 END,
       CASE WHEN drawn %% 10 = 9 THEN current_date - (drawn / 10) %% 25000 END, drawn %% 61 = 0
FROM registry_menage AS menage
CROSS JOIN LATERAL generate_series(1, menage.taille_menage - 1) AS place
CROSS JOIN LATERAL (SELECT abs(hashtext(menage.code_menage || place)) AS drawn) AS chance
CROSS JOIN LATERAL (SELECT CASE WHEN drawn %% 2 = 0 THEN 'F' ELSE 'M' END AS sexe,
                           CASE WHEN drawn %% 2 = 0 THEN %(femmes)s::text[] ELSE %(hommes)s::text[] END AS noms) AS person
