-- name: forwards
-- The usual rule sets of the field, as templates to be copied.
CREATE TEMP TABLE modele (code text, nom text, description text, logique text) ON COMMIT DROP;
INSERT INTO modele VALUES
  ('MODELE-EXTREME-PAUVRETE', 'Extrême pauvreté',
   'Ménages de la catégorie la plus pauvre, avec un score de qualité suffisant.', 'AND'),
  ('MODELE-PETITE-ENFANCE', 'Ménages pauvres avec jeunes enfants',
   'Ménages pauvres qui ont un enfant de moins de 5 ans ou une femme enceinte.', 'AND'),
  ('MODELE-FEMME-CHEF', 'Femmes cheffes de ménage', 'Ménages pauvres dont le chef est une femme.', 'AND'),
  ('MODELE-PERSONNES-AGEES', 'Personnes âgées', 'Ménages pauvres avec au moins une personne de 65 ans ou plus.', 'AND'),
  ('MODELE-HANDICAP', 'Personnes handicapées', 'Ménages pauvres avec au moins une personne handicapée.', 'AND'),
  ('MODELE-SCOLARISATION', 'Filles en âge d''aller à l''école',
   'Ménages pauvres avec au moins une fille de 10 à 14 ans.', 'AND'),
  ('MODELE-FAMILLE-NOMBREUSE', 'Ménages nombreux',
   'Ménages pauvres de 8 personnes ou plus, ou avec plus de 3 personnes par pièce.', 'AND'),
  ('MODELE-RURAL-EAU', 'Ménages ruraux sans eau sûre',
   'Ménages ruraux pauvres qui prennent leur eau d''un puits non protégé ou d''une eau de surface.', 'AND');
CREATE TEMP TABLE modele_regle (code text, nom text, champ text, operateur text, valeur jsonb, haut jsonb, ordre int,
                                obligatoire boolean, groupe int, message text, sexe text, age_min int, age_max int)
  ON COMMIT DROP;
INSERT INTO modele_regle
SELECT code, 'Ménage pauvre', 'categoriePauvrete', 'in', '["extreme_pauvre", "pauvre"]', NULL, 1, true, NULL,
       'Le ménage n''est pas pauvre.'
FROM modele WHERE code <> 'MODELE-EXTREME-PAUVRETE';
INSERT INTO modele_regle VALUES
  ('MODELE-EXTREME-PAUVRETE', 'Extrêmement pauvre', 'categoriePauvrete', '=', '"extreme_pauvre"', NULL, 1, true, NULL,
   'Le ménage n''est pas extrêmement pauvre.'),
  ('MODELE-EXTREME-PAUVRETE', 'Données de qualité', 'scoreQualite', '>=', '60', NULL, 2, false, NULL,
   'Les données du ménage sont à vérifier.'),
  ('MODELE-PETITE-ENFANCE', 'Enfant de moins de 5 ans', 'nbEnfants04', '>=', '1', NULL, 2, false, 1,
   'Pas d''enfant de moins de 5 ans.'),
  ('MODELE-PETITE-ENFANCE', 'Femme enceinte', 'nbFemmesEnceintes', '>=', '1', NULL, 3, false, 1,
   'Pas de femme enceinte.'),
  ('MODELE-FEMME-CHEF', 'Chef femme', 'sexe', '=', '"F"', NULL, 2, false, NULL, 'Le chef n''est pas une femme.'),
  ('MODELE-HANDICAP', 'Personne handicapée', 'nbHandicapes', '>=', '1', NULL, 2, false, NULL,
   'Pas de personne handicapée.'),
  ('MODELE-FAMILLE-NOMBREUSE', 'Huit personnes ou plus', 'tailleMenage', '>=', '8', NULL, 2, false, 1,
   'Moins de huit personnes.'),
  ('MODELE-FAMILLE-NOMBREUSE', 'Logement surpeuplé', 'personnesParPiece', '>', '3', NULL, 3, false, 1,
   'Au plus trois personnes par pièce.'),
  ('MODELE-RURAL-EAU', 'Milieu rural', 'milieu', '=', '"rural"', NULL, 2, false, NULL,
   'Le ménage n''est pas en milieu rural.'),
  ('MODELE-RURAL-EAU', 'Eau non sûre', 'sourceEau', 'in', '["puits_non_protege", "eau_surface"]', NULL, 3, false, NULL,
   'Le ménage a une eau sûre.');
INSERT INTO modele_regle VALUES
  ('MODELE-PERSONNES-AGEES', 'Personne de 65 ans ou plus', 'nbPersonnes', '>=', '1', NULL, 2, false, NULL,
   'Personne n''a 65 ans.', NULL, 65, NULL),
  ('MODELE-SCOLARISATION', 'Fille de 10 à 14 ans', 'nbPersonnes', '>=', '1', NULL, 2, false, NULL,
   'Pas de fille de 10 à 14 ans.', 'F', 10, 14);
INSERT INTO transfers_jeu_regles (code, nom, description, est_template)
SELECT code, nom, description, true FROM modele;
INSERT INTO transfers_jeu_regles_version (jeu_id, numero, logique)
SELECT jeu.id, 1, modele.logique FROM modele JOIN transfers_jeu_regles AS jeu USING (code);
INSERT INTO transfers_regle (version_id, nom, champ, operateur, valeur, valeur_secondaire, ordre, obligatoire, groupe,
                             message_echec, personnes_sexe, personnes_age_min, personnes_age_max)
SELECT version.id, regle.nom, champ, operateur, valeur, haut, ordre, obligatoire, groupe, message, sexe, age_min, age_max
FROM modele_regle AS regle JOIN transfers_jeu_regles AS jeu USING (code)
JOIN transfers_jeu_regles_version AS version ON version.jeu_id = jeu.id;
DROP TABLE modele, modele_regle;
SELECT accounts_audit_table('transfers_jeu_regles', '{
  "model": "jeu_regles", "ignored": ["updated_at", "nb_evaluations", "nb_eligibles", "derniere_evaluation"],
  "derived": ["nb_evaluations", "nb_eligibles", "derniere_evaluation"]}');

-- name: backwards
DROP FUNCTION transfers_jeu_regles_audited CASCADE;
