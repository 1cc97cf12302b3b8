-- name: forwards
-- The holidays of Guinea-Bissau that are the same day each year. Korité, Tabaski and others move: they are entered by year.
INSERT INTO transfers_jour_ferie (nom, jour, chaque_annee) VALUES
  ('Ano Novo', '1975-01-01', true), ('Dia dos Heróis Nacionais', '1975-01-20', true),
  ('Dia Internacional da Mulher', '1975-03-08', true), ('Dia do Trabalhador', '1975-05-01', true),
  ('Dia dos Mártires de Pidjiguiti', '1975-08-03', true), ('Dia da Independência', '1975-09-24', true),
  ('Dia do Movimento Reajustador', '1981-11-14', true), ('Natal', '1975-12-25', true);

CREATE FUNCTION transfers_jour_ouvre(le date) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN extract(isodow FROM le) < 6 AND NOT EXISTS (
  SELECT 1 FROM transfers_jour_ferie AS f
  WHERE f.jour = le OR f.chaque_annee AND f.jour < le
    AND extract(month FROM f.jour) = extract(month FROM le) AND extract(day FROM f.jour) = extract(day FROM le));

-- The day that is so many working days after another one, or before it where the number is below zero.
CREATE FUNCTION transfers_jours_ouvres(depuis date, nombre integer) RETURNS date
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  trouve date := depuis;
  reste integer := abs(nombre);
BEGIN
  WHILE reste > 0 LOOP
    trouve := trouve + sign(nombre)::integer;
    IF abs(trouve - depuis) > 10 * abs(nombre) + 1000 THEN
      RAISE EXCEPTION 'the calendar has no % working days from % on', nombre, depuis;
    END IF;
    reste := reste - transfers_jour_ouvre(trouve)::integer;
  END LOOP;
  RETURN trouve;
END $$;

SELECT accounts_audit_table('transfers_jour_ferie', '{"model": "jour_ferie"}');

-- name: backwards
DROP FUNCTION transfers_jour_ferie_audited CASCADE;
DROP FUNCTION transfers_jours_ouvres, transfers_jour_ouvre;
