-- name: forwards
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- Return one key for all spellings of a name: the text of registry.duplicates.names.build_function_sql, which a test
-- compares with it. A change there comes with a migration that writes the names of all sheets again.
CREATE FUNCTION name_key(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  written text := ' ' || public.normalise(replace(replace(replace(replace(value, 'ç', 'ss'), 'Ç', 'ss'), '''', ''), '’', '')) || ' ';
BEGIN
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(written, ' da ', ' '), ' de ', ' '), ' do ', ' '), ' das ', ' '), ' dos ', ' '), ' e ', ' '), ' el ', ' '), ' al ', ' '), 'ou', 'u'), 'oo', 'u'), 'tch', 'x'), ' thie', ' xe'), ' tie', ' xe'), 'ch', 'x'), 'sh', 'x'), 'ph', 'f'), 'gn', 'n'), 'ck', 'k'), 'gue', 'ge'), 'gui', 'gi');
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(written, 'que', 'ke'), 'qui', 'ki'), 'qua', 'kua'), 'quo', 'kuo'), 'q', 'k'), 'ce', 'se'), 'ci', 'si'), 'cy', 'sy'), 'c', 'k'), 'h', ''), 'dj', 'j'), 'dia', 'ja'), 'die', 'je'), 'dio', 'jo'), 'diu', 'ju'), 'nia', 'na'), 'nio', 'no'), 'niu', 'nu'), 'ge', 'je'), 'gi', 'ji');
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(written, 'z', 's'), 'w', 'u'), 'y', 'i'), 'ou', 'o'), 'ao', 'au'), 'aie ', 'ai '), 'ei', 'e'), 'ee', 'i'), ' emb', ' mb'), ' end', ' nd'), ' enj', ' nj'), ' enk', ' nk'), ' ent', ' nt'), ' imb', ' mb'), ' ind', ' nd'), ' inj', ' nj'), ' ink', ' nk'), ' int', ' nt'), ' umb', ' mb'), ' und', ' nd');
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(written, ' unj', ' nj'), ' unk', ' nk'), ' unt', ' nt'), 'bb', 'b'), 'dd', 'd'), 'ff', 'f'), 'gg', 'g'), 'jj', 'j'), 'kk', 'k'), 'll', 'l'), 'mm', 'm'), 'nn', 'n'), 'pp', 'p'), 'rr', 'r'), 'ss', 's'), 'tt', 't'), 'vv', 'v'), 'xx', 'x'), 'aa', 'a'), 'ii', 'i');
  written := replace(replace(replace(replace(replace(replace(replace(written, 'oo', 'o'), 'uu', 'u'), 'll', 'l'), 'ss', 's'), 'aa', 'a'), 'ii', 'i'), 'uu', 'u');
  RETURN coalesce((
    SELECT string_agg(DISTINCT name, ' ' ORDER BY name) FROM (
      SELECT coalesce('{"fatu": "fatumata", "fatim": "fatumata", "fatima": "fatumata", "fatimata": "fatumata", "fatma": "fatumata", "mamadi": "mamadu", "mamudu": "mamadu", "momodu": "mamadu", "moamed": "mamadu", "muamed": "mamadu", "muamad": "mamadu", "moamad": "mamadu", "amad": "amadu", "amed": "amadu", "amado": "amadu", "usumane": "usuman", "usmane": "usuman", "usman": "usuman", "osmane": "usuman", "osman": "usuman", "abubakar": "bubakar", "bubakari": "bubakar", "babakar": "bubakar", "abubakari": "bubakar", "umar": "umaro", "omar": "umaro", "umaru": "umaro", "omaro": "umaro", "adulai": "abdulai", "abdulae": "abdulai", "adulae": "abdulai", "abdulaia": "abdulai", "braima": "ibraima", "ibraim": "ibraima", "ibraime": "ibraima", "braim": "ibraima", "ibrema": "ibraima", "brema": "ibraima", "sulemane": "suleman", "sulaiman": "suleman", "sulaimane": "suleman", "solemane": "suleman", "soleman": "suleman", "sulaman": "suleman", "aisata": "aisatu", "aixatu": "aisatu", "aixa": "aisatu", "aisa": "aisatu", "mariam": "mariama", "mariem": "mariama", "mariatu": "mariama", "mariata": "mariama", "kadija": "kadi", "kadijatu": "kadi", "kadiatu": "kadi", "kajatu": "kadi", "kaja": "kadi", "jenaba": "jenabu", "jenab": "jenabu", "senabu": "jenabu", "senaba": "jenabu", "senab": "jenabu", "jenebu": "jenabu", "jeneba": "jenabu", "mosa": "musa", "aliu": "ali", "alieu": "ali", "idris": "idrisa", "drisa": "idrisa", "sana": "sane", "sesai": "sise", "sisai": "sise", "sesei": "sise", "turai": "ture", "njae": "njai", "njie": "njai", "njaia": "njai", "mbalo": "embalo", "balo": "embalo", "serno": "xerno", "antoine": "antonio", "antono": "antonio", "josef": "jose", "gomis": "gomes", "mendi": "mendes", "mendis": "mendes", "fernandis": "fernandes", "lopi": "lopes"}'::jsonb ->> word, word) COLLATE "C" AS name
      FROM unnest(string_to_array(btrim(written), ' ')) AS word WHERE word <> '') AS words), '');
END $$;

-- Return the words of one name that another does not have. DuckDB has the same as a macro
-- (registry.duplicates.linking).
CREATE FUNCTION name_rest(a text, b text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(word, ' ' ORDER BY place), '')
  FROM unnest(string_to_array(a, ' ')) WITH ORDINALITY AS words (word, place)
  WHERE word <> ALL (string_to_array(b, ' '))
$$;

-- name: backwards
DROP FUNCTION name_rest;
DROP FUNCTION name_key;
