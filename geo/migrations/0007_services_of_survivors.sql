-- name: forwards
-- Return whether a service shelters people, by its type and what it offers. Types come from files in French, Portuguese
-- and English; a word too many hides a service that could be seen, a word too few shows where survivors sleep.
CREATE FUNCTION geo_is_shelter(kind text, offered text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.normalise(coalesce(kind, '') || ' ' || array_to_string(coalesce(offered, '{}'), ' '))
    ~ '(heberg|alberg|\mabri(s|go|gos|gue|gues)?\M|shelter|refuge|refugio|safe ?house|casas? seguras?|acolhimento|foyer)'
$$;

-- A shelter is restricted from the start, whatever writes it: a form, a file, a collector or SQL. Its name alone is
-- enough to hide it at first; who sees it can open it then.
CREATE FUNCTION geo_restrict_shelter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.geo_is_shelter(NEW.type, NEW.services_offerts)
     OR (TG_OP = 'INSERT' AND NEW.visibilite = 'publique' AND public.geo_is_shelter(NEW.nom, NULL)) THEN
    NEW.visibilite := 'restreinte';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER restrict_shelter BEFORE INSERT OR UPDATE ON geo_service_vbg
  FOR EACH ROW EXECUTE FUNCTION geo_restrict_shelter();
SELECT accounts_audit_table('geo_service_vbg', '{
  "model": "service_vbg", "region": "{row}.region_id", "derived": ["nom_normalise", "geog"]}');
-- The shelters that are there already.
UPDATE geo_service_vbg SET visibilite = 'restreinte' WHERE geo_is_shelter(type, NULL) OR geo_is_shelter(nom, NULL);
-- What the triggers of that update still hold back would stop the constraint.
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE geo_service_vbg ADD CONSTRAINT service_vbg_shelter_restricted
  CHECK (visibilite = 'restreinte' OR NOT geo_is_shelter(type, services_offerts));
-- The code of a service that was written without one: VBG-00001 and on.
CREATE SEQUENCE geo_service_vbg_code;
SELECT accounts_audit_table('geo_agent_vbg', '{
  "model": "agent_vbg", "root": "service_id",
  "region": "(SELECT region_id FROM geo_service_vbg WHERE id = {row}.service_id)"}');
-- A change of agents changes the detail of their service.
CREATE FUNCTION geo_touch_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE geo_service_vbg SET updated_at = clock_timestamp() WHERE id IN (OLD.service_id, NEW.service_id);
  RETURN NULL;
END $$;
CREATE TRIGGER touch_service AFTER INSERT OR UPDATE OR DELETE ON geo_agent_vbg
  FOR EACH ROW EXECUTE FUNCTION geo_touch_service();

-- name: backwards
DROP FUNCTION geo_touch_service CASCADE;
DROP FUNCTION geo_agent_vbg_audited CASCADE;
DROP SEQUENCE geo_service_vbg_code;
ALTER TABLE geo_service_vbg DROP CONSTRAINT service_vbg_shelter_restricted;
DROP FUNCTION geo_restrict_shelter CASCADE;
DROP FUNCTION geo_is_shelter;

-- name: audit_again
-- After the columns went, when going back.
SELECT accounts_audit_table('geo_service_vbg', '{
  "model": "service_vbg", "region": "{row}.region_id", "derived": ["nom_normalise", "geog"]}');
