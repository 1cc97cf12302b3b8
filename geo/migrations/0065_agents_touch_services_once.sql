-- name: forwards
-- A change of agents changes the detail of their service: once a statement, whatever the number of agents. Once an agent,
-- each version of a service's row was searched behind all before it, and each change called every trigger of services.
DROP TRIGGER touch_service ON geo_agent_vbg;
DROP FUNCTION geo_touch_service;
CREATE FUNCTION geo_touch_services() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    touched := ARRAY(SELECT DISTINCT service_id FROM new_rows);
  ELSIF TG_OP = 'DELETE' THEN
    touched := ARRAY(SELECT DISTINCT service_id FROM old_rows);
  ELSE
    touched := ARRAY(SELECT service_id FROM old_rows UNION SELECT service_id FROM new_rows);
  END IF;
  IF touched <> '{}' THEN
    -- In the order in which rows are locked everywhere.
    UPDATE geo_service_vbg SET updated_at = clock_timestamp() WHERE id IN (
      SELECT id FROM geo_service_vbg WHERE id = ANY (touched) ORDER BY id FOR NO KEY UPDATE);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_services_of_new AFTER INSERT ON geo_agent_vbg REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION geo_touch_services();
CREATE TRIGGER touch_services_of_changed AFTER UPDATE ON geo_agent_vbg
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION geo_touch_services();
CREATE TRIGGER touch_services_of_gone AFTER DELETE ON geo_agent_vbg REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION geo_touch_services();

-- name: backwards
DROP TRIGGER touch_services_of_new ON geo_agent_vbg;
DROP TRIGGER touch_services_of_changed ON geo_agent_vbg;
DROP TRIGGER touch_services_of_gone ON geo_agent_vbg;
DROP FUNCTION geo_touch_services;
CREATE FUNCTION geo_touch_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE geo_service_vbg SET updated_at = clock_timestamp() WHERE id IN (OLD.service_id, NEW.service_id);
  RETURN NULL;
END $$;
CREATE TRIGGER touch_service AFTER INSERT OR UPDATE OR DELETE ON geo_agent_vbg
  FOR EACH ROW EXECUTE FUNCTION geo_touch_service();
