-- name: forwards
-- The method that ships: plausible weights, to be replaced by a method that is fitted to a survey of the country.
INSERT INTO registry_pmt_methode (
  id, famille, version, nom, description, statut, intercept, termes, transformation, seuils, seuil_pauvrete, par_defaut,
  date_debut, published_at
) VALUES (
  '01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-000000000001', 1, 'Méthode par défaut',
  'Poids indicatifs, sans enquête derrière eux.', 'publiee', 44, '[
    {"variable": "nbEnfants04", "operateur": "lineaire", "valeur": null, "poids": -2.4},
    {"variable": "nbEnfants514", "operateur": "lineaire", "valeur": null, "poids": -2.4},
    {"variable": "nbPersonnes65Plus", "operateur": "lineaire", "valeur": null, "poids": -2.5},
    {"variable": "milieu", "operateur": "=", "valeur": "urbain", "poids": 8},
    {"variable": "chefMenage.sexe", "operateur": "=", "valeur": "F", "poids": -3},
    {"variable": "chefMenage.niveauEducation", "operateur": "=", "valeur": "primaire", "poids": 4},
    {"variable": "chefMenage.niveauEducation", "operateur": "dans", "valeur": ["secondaire", "superieur"], "poids": 8},
    {"variable": "logement.materiauMur", "operateur": "dans", "valeur": ["ciment", "brique_stabilisee"], "poids": 4},
    {"variable": "logement.materiauToit", "operateur": "dans", "valeur": ["zinc", "tuile_beton"], "poids": 3},
    {"variable": "logement.materiauSol", "operateur": "dans", "valeur": ["ciment", "carrelage"], "poids": 4},
    {"variable": "logement.sourceEclairage", "operateur": "dans", "valeur": ["electricite", "solaire"], "poids": 3},
    {"variable": "logement.typeToilette", "operateur": "dans", "valeur": ["chasse_eau", "latrine_amelioree"],
     "poids": 3},
    {"variable": "personnesParPiece", "operateur": ">", "valeur": 3, "poids": -3}
    ]', '{"type": "identite", "sens": "bas_pauvre"}',
  '{"extreme_pauvre": 20, "pauvre": 50, "vulnerable": 70}', 50, true, '2020-01-01', '2020-01-01T00:00:00Z'
);

-- A released version explains scores for ever: only its end may still be set.
CREATE FUNCTION registry_pmt_publiee() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed registry_pmt_methode;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE restrict_violation USING MESSAGE = 'a released PMT method is not deleted',
      TABLE = 'registry_pmt_methode', CONSTRAINT = 'pmt_publiee';
  END IF;
  allowed := OLD;
  allowed.date_fin := NEW.date_fin;
  allowed.updated_at := NEW.updated_at;
  IF NEW IS DISTINCT FROM allowed THEN
    RAISE restrict_violation USING MESSAGE = 'a released PMT method does not change',
      TABLE = 'registry_pmt_methode', CONSTRAINT = 'pmt_publiee';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER pmt_publiee BEFORE UPDATE OR DELETE ON registry_pmt_methode
  FOR EACH ROW WHEN (OLD.statut = 'publiee') EXECUTE FUNCTION registry_pmt_publiee();

CREATE FUNCTION registry_pmt_publiee_vider() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM registry_pmt_methode WHERE statut = 'publiee') THEN
    RAISE restrict_violation USING MESSAGE = 'a released PMT method is not deleted',
      TABLE = 'registry_pmt_methode', CONSTRAINT = 'pmt_publiee';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER pmt_publiee_vider BEFORE TRUNCATE ON registry_pmt_methode
  FOR EACH STATEMENT EXECUTE FUNCTION registry_pmt_publiee_vider();

-- name: backwards
DROP FUNCTION registry_pmt_publiee_vider CASCADE;
DROP FUNCTION registry_pmt_publiee CASCADE;
DELETE FROM registry_pmt_methode WHERE id = '01980000-0000-7000-8000-000000000001';
