-- name: forwards
-- Return the key of a name with nicknames and spellings of the country's table replaced by the names they stand for.
CREATE FUNCTION name_key_with_variants(value text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(DISTINCT mot, ' ' ORDER BY mot), '') FROM (
    SELECT regexp_split_to_table(coalesce(variante.cle, ecrit.mot), ' ') COLLATE "C" AS mot
    FROM unnest(string_to_array(name_key(value), ' ')) AS ecrit (mot)
    LEFT JOIN registry_variante_nom AS variante ON variante.mot = ecrit.mot) AS mots
  WHERE mot <> ''
$$;

-- Return the number of a name to which a year is added: of one name in near years they are near numbers, and numbers of
-- two names lie apart.
CREATE FUNCTION hash_name(value text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (hashtext(value) & 1048575) * 1024
$$;

-- Return how many people of one list are in another: the same name, at most three years apart. DuckDB has the same as a
-- macro (registry.duplicates.linkage.linker).
CREATE FUNCTION shared_people(a integer[], b integer[]) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT count(*)::integer FROM unnest(a) AS one WHERE EXISTS (SELECT FROM unnest(b) AS other WHERE abs(one - other) <= 3)
$$;

-- Return what people of one name in the same four years have in common.
CREATE FUNCTION person_keys(people integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT one / 4) FROM unnest(people) AS one
$$;

-- Nicknames in use in Guinea-Bissau and around it; administrators add others.
INSERT INTO registry_variante_nom (ecrit, nom) VALUES
  ('Abdu', 'Abdulai'), ('Laye', 'Abdulai'), ('Buba', 'Bubacar'), ('Ibu', 'Ibraima'), ('Modu', 'Mamadu'),
  ('Dudu', 'Mamadu'), ('Ous', 'Ussumane'), ('Solo', 'Suleimane'),
  ('Zé', 'José'), ('Zeca', 'José'), ('Tó', 'António'), ('Toni', 'António'), ('Tonho', 'António'), ('Nando', 'Fernando'),
  ('Mingo', 'Domingos'), ('Mingas', 'Domingas'), ('Nelo', 'Manuel'), ('Manel', 'Manuel'), ('Chico', 'Francisco'),
  ('Quim', 'Joaquim'), ('Guto', 'Augusto'), ('Tino', 'Quintino'), ('Bela', 'Isabel'), ('Mena', 'Filomena'),
  ('Nanda', 'Fernanda'), ('Bia', 'Beatriz'), ('Lena', 'Helena'), ('Tuma', 'Fatumata'), ('Fama', 'Fatumata'),
  ('Mari', 'Mariama'), ('Dija', 'Cadi'), ('Djena', 'Djenabu'), ('Matu', 'Mariatu'), ('Sali', 'Salimatu'),
  ('Rama', 'Ramatulai'), ('Mai', 'Maimuna'), ('Muna', 'Maimuna'), ('Aida', 'Aissatu');

SELECT accounts_audit_table('registry_variante_nom', '{"model": "variante_nom"}');

-- name: backwards
DROP FUNCTION registry_variante_nom_audited CASCADE;
DROP FUNCTION person_keys;
DROP FUNCTION shared_people;
DROP FUNCTION hash_name;
DROP FUNCTION name_key_with_variants;
