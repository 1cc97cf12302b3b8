-- name: schema_forwards
CREATE SCHEMA IF NOT EXISTS vbg;
CREATE SEQUENCE transfers_plainte_numero;

-- name: schema_backwards
DROP SEQUENCE transfers_plainte_numero;

-- name: forwards
-- A beneficiary and the household of a complaint are one key, which follows merges.
ALTER TABLE transfers_plainte ADD CONSTRAINT transfers_plainte_suit
  FOREIGN KEY (beneficiaire_id, menage_id) REFERENCES transfers_beneficiaire (id, menage_id)
  ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;
-- The queue of what waits for a member, and what a member handles.
CREATE INDEX plainte_en_attente ON transfers_plainte (date_creation, id) WHERE statut = 'nouvelle';
CREATE INDEX plainte_charge ON transfers_plainte (membre_id) WHERE statut IN ('ouverte', 'en_cours');
CREATE INDEX plainte_region_date ON transfers_plainte (region_id, date_creation DESC, id DESC);

-- Counts a member's open complaints. One more than the limit is refused, whoever asks and at the same time as whom: the
-- update locks the member, and looks at the limit again when it has waited.
CREATE FUNCTION transfers_plainte_compter(moins uuid, plus uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  limite int;
BEGIN
  IF moins IS NOT DISTINCT FROM plus THEN
    RETURN;
  END IF;
  UPDATE transfers_equipe_membre SET en_cours = en_cours - 1 WHERE id = moins;
  IF plus IS NULL THEN
    RETURN;
  END IF;
  UPDATE transfers_equipe_membre m SET en_cours = m.en_cours + 1 FROM transfers_equipe e
    WHERE m.id = plus AND e.id = m.equipe_id
      AND (coalesce(m.wip_limit, e.wip_limit_par_membre) IS NULL
        OR m.en_cours < coalesce(m.wip_limit, e.wip_limit_par_membre));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'member % has reached the limit', plus
      USING ERRCODE = 'check_violation', CONSTRAINT = 'membre_wip_limit_atteinte';
  END IF;
END $$;

CREATE FUNCTION transfers_plainte_membre(plainte transfers_plainte) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN plainte.statut IN ('ouverte', 'en_cours') THEN plainte.membre_id END
$$;

CREATE FUNCTION transfers_plainte_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM transfers_plainte_compter(
    CASE WHEN TG_OP <> 'INSERT' THEN transfers_plainte_membre(OLD) END,
    CASE WHEN TG_OP <> 'DELETE' THEN transfers_plainte_membre(NEW) END);
  RETURN NULL;
END $$;
CREATE TRIGGER transfers_plainte_charge_insert AFTER INSERT OR DELETE ON transfers_plainte
  FOR EACH ROW EXECUTE FUNCTION transfers_plainte_charge();
CREATE TRIGGER transfers_plainte_charge_update AFTER UPDATE OF statut, membre_id ON transfers_plainte
  FOR EACH ROW EXECUTE FUNCTION transfers_plainte_charge();

-- Only the triggers above count: who saves a member with a number read earlier does not set it back.
CREATE FUNCTION transfers_equipe_membre_compte() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() = 1 THEN
    NEW.en_cours := OLD.en_cours;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER transfers_equipe_membre_compte BEFORE UPDATE OF en_cours ON transfers_equipe_membre
  FOR EACH ROW EXECUTE FUNCTION transfers_equipe_membre_compte();

-- A member handles complaints of their own team.
ALTER TABLE transfers_equipe_membre ADD CONSTRAINT transfers_equipe_membre_cle UNIQUE (id, equipe_id);
ALTER TABLE transfers_plainte ADD CONSTRAINT transfers_plainte_membre_equipe
  FOREIGN KEY (membre_id, equipe_id) REFERENCES transfers_equipe_membre (id, equipe_id)
  DEFERRABLE INITIALLY DEFERRED;

SELECT accounts_audit_table('transfers_equipe', '{"model": "equipe"}');
SELECT accounts_audit_table('transfers_equipe_membre', '{
  "model": "membre_equipe", "root": "equipe_id", "ignored": ["updated_at", "en_cours"], "derived": ["en_cours"]}');

-- name: backwards
DROP FUNCTION transfers_equipe_audited, transfers_equipe_membre_audited CASCADE;
ALTER TABLE transfers_plainte DROP CONSTRAINT transfers_plainte_membre_equipe;
ALTER TABLE transfers_equipe_membre DROP CONSTRAINT transfers_equipe_membre_cle;
DROP TRIGGER transfers_plainte_charge_update ON transfers_plainte;
DROP TRIGGER transfers_plainte_charge_insert ON transfers_plainte;
DROP FUNCTION transfers_plainte_charge, transfers_plainte_membre, transfers_plainte_compter;
DROP TRIGGER transfers_equipe_membre_compte ON transfers_equipe_membre;
DROP FUNCTION transfers_equipe_membre_compte;
DROP INDEX plainte_region_date, plainte_charge, plainte_en_attente;
ALTER TABLE transfers_plainte DROP CONSTRAINT transfers_plainte_suit;
