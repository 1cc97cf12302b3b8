-- Foreign keys to a household that cascade in the database, so that SQL may delete a set of households.

-- name: forwards
-- Django has created these without a cascade, at the end of its migration.
ALTER TABLE registry_membre_menage DROP CONSTRAINT registry_membre_menage_menage_id_c119806c_fk_registry_menage_id;
ALTER TABLE registry_membre_menage ADD CONSTRAINT registry_membre_menage_menage_id_c119806c_fk_registry_menage_id
  FOREIGN KEY (menage_id) REFERENCES registry_menage (id) ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE;
ALTER TABLE registry_doublon_fiche DROP CONSTRAINT registry_doublon_fiche_menage_id_6e855309_fk_registry_menage_id;
ALTER TABLE registry_doublon_fiche ADD CONSTRAINT registry_doublon_fiche_menage_id_6e855309_fk_registry_menage_id
  FOREIGN KEY (menage_id) REFERENCES registry_menage (id) ON DELETE CASCADE;
ALTER TABLE registry_doublon DROP CONSTRAINT registry_doublon_menage_a_id_f2dac0a7_fk_registry_menage_id;
ALTER TABLE registry_doublon ADD CONSTRAINT registry_doublon_menage_a_id_f2dac0a7_fk_registry_menage_id
  FOREIGN KEY (menage_a_id) REFERENCES registry_menage (id) ON DELETE CASCADE;
ALTER TABLE registry_doublon DROP CONSTRAINT registry_doublon_menage_b_id_edfcab70_fk_registry_menage_id;
ALTER TABLE registry_doublon ADD CONSTRAINT registry_doublon_menage_b_id_edfcab70_fk_registry_menage_id
  FOREIGN KEY (menage_b_id) REFERENCES registry_menage (id) ON DELETE CASCADE;

-- Django creates none for these (`db_constraint=False`).
ALTER TABLE registry_mouvement_collecte ADD CONSTRAINT mouvement_menage
  FOREIGN KEY (menage_id) REFERENCES registry_menage (id) ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE;
ALTER TABLE registry_menage_ancien ADD CONSTRAINT registry_menage_ancien_menage_id_fkey
  FOREIGN KEY (menage_id) REFERENCES registry_menage (id) ON DELETE CASCADE;

-- name: backwards
ALTER TABLE registry_menage_ancien DROP CONSTRAINT registry_menage_ancien_menage_id_fkey;
ALTER TABLE registry_mouvement_collecte DROP CONSTRAINT mouvement_menage;
ALTER TABLE registry_doublon DROP CONSTRAINT registry_doublon_menage_b_id_edfcab70_fk_registry_menage_id;
ALTER TABLE registry_doublon ADD CONSTRAINT registry_doublon_menage_b_id_edfcab70_fk_registry_menage_id
  FOREIGN KEY (menage_b_id) REFERENCES registry_menage (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE registry_doublon DROP CONSTRAINT registry_doublon_menage_a_id_f2dac0a7_fk_registry_menage_id;
ALTER TABLE registry_doublon ADD CONSTRAINT registry_doublon_menage_a_id_f2dac0a7_fk_registry_menage_id
  FOREIGN KEY (menage_a_id) REFERENCES registry_menage (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE registry_doublon_fiche DROP CONSTRAINT registry_doublon_fiche_menage_id_6e855309_fk_registry_menage_id;
ALTER TABLE registry_doublon_fiche ADD CONSTRAINT registry_doublon_fiche_menage_id_6e855309_fk_registry_menage_id
  FOREIGN KEY (menage_id) REFERENCES registry_menage (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE registry_membre_menage DROP CONSTRAINT registry_membre_menage_menage_id_c119806c_fk_registry_menage_id;
ALTER TABLE registry_membre_menage ADD CONSTRAINT registry_membre_menage_menage_id_c119806c_fk_registry_menage_id
  FOREIGN KEY (menage_id) REFERENCES registry_menage (id) DEFERRABLE INITIALLY DEFERRED;
