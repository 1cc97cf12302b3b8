-- name: forwards
ALTER TABLE geo_localite ADD CONSTRAINT localite_commune_of_secteur
  FOREIGN KEY (commune_id, secteur_id) REFERENCES geo_commune (id, secteur_id) DEFERRABLE INITIALLY IMMEDIATE;

-- name: backwards
ALTER TABLE geo_localite DROP CONSTRAINT localite_commune_of_secteur;
