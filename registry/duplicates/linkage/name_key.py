"""Build the key which all spellings of a name share, by ordered replacements.

Guinean names are written in Portuguese, Creole and French (and, across the borders, English) ways: Djaló, Jaló, Diallo,
Jallow. `RULES` maps them to one form. They are plain replacements of text, applied in this order to a name which
`normalise` has reduced to lower-case letters without accents, with a blank before, between and after its words: a
reader can check them by hand, and they run as fast as the database can copy text. Names which no rule of sound relates
(Fatou is short for Fatumata) are listed in `VARIANTS`, in the form which the rules produce. The key consists of the
name's distinct words, in alphabetical order.

The rules run only in the database function `name_key`, which a migration creates; a test checks that its body is the
one of `build_function_body`. A migration which changes it also rebuilds what holds keys: the index `beneficiaire_cle` and
the columns of `registry_variante_nom`.
"""

from collections.abc import Iterable
from typing import Final

# Applied before accents are removed: a cedilla changes the sound of its letter; an apostrophe does not separate words.
LETTER_REPLACEMENTS: Final = (("ç", "ss"), ("Ç", "ss"), ("'", ""), ("’", ""))
# Written form and replacement. A blank is the beginning or the end of a word.
RULES: Final = (
    # Words which only join names: António da Silva, António Silva.
    *((f" {word} ", " ") for word in ("da", "de", "do", "das", "dos", "e", "el", "al")),
    # Mamadou, Mamadu; Mamadoo.
    ("ou", "u"),
    ("oo", "u"),
    # Tcherno, Cherno, Thierno, Tierno; Aisha, Aicha.
    ("tch", "x"),
    (" thie", " xe"),
    (" tie", " xe"),
    ("ch", "x"),
    ("sh", "x"),
    # Joseph, Josef; Gnaga, Nhaga; Sadick, Sadik.
    ("ph", "f"),
    ("gn", "n"),
    ("ck", "k"),
    # Guilherme; Queita, Keita; Quadé, Kuadé.
    *((f"gu{vowel}", f"g{vowel}") for vowel in "ei"),
    *((f"qu{vowel}", f"k{vowel}") for vowel in "ei"),
    *((f"qu{vowel}", f"ku{vowel}") for vowel in "ao"),
    ("q", "k"),
    # Cissé, Sissé; Camará, Kamara.
    *((f"c{vowel}", f"s{vowel}") for vowel in "eiy"),
    ("c", "k"),
    # The letter h is silent: Bah, Bá; Nhima, Nima; Khadi, Cadi.
    ("h", ""),
    # Djaló, Jaló, Diallo; Niaga, Nhaga; Genabu, Djenabu.
    ("dj", "j"),
    *((f"di{vowel}", f"j{vowel}") for vowel in "aeou"),
    *((f"ni{vowel}", f"n{vowel}") for vowel in "aou"),
    *((f"g{vowel}", f"j{vowel}") for vowel in "ei"),
    # Luiz, Luís; Hawa, Aua; Yaya, Iaia.
    ("z", "s"),
    ("w", "u"),
    ("y", "i"),
    # Sow, Só, Jallow; Diao, Djau; Ndiaye, Njai; Seydi, Sedi; Keeba, Kiba.
    ("ou", "o"),
    ("ao", "au"),
    ("aie ", "ai "),
    ("ei", "e"),
    ("ee", "i"),
    # Embaló, Mballo; Indjai, Njai: an initial vowel before a nasal and a consonant is optional.
    *((f" {vowel}{cluster}", f" {cluster}") for vowel in "eiu" for cluster in ("mb", "nd", "nj", "nk", "nt")),
    # Double letters, and what remains of triple ones.
    *((letter * 2, letter) for letter in "bdfgjklmnprstvxaiou"),
    *((letter * 2, letter) for letter in "lsaiu"),
)
# Words which are the same name, each in the form which the rules produce.
VARIANTS: Final = {
    "fatumata": ("fatu", "fatim", "fatima", "fatimata", "fatma"),
    "mamadu": ("mamadi", "mamudu", "momodu", "moamed", "muamed", "muamad", "moamad"),
    "amadu": ("amad", "amed", "amado"),
    "usuman": ("usumane", "usmane", "usman", "osmane", "osman"),
    "bubakar": ("abubakar", "bubakari", "babakar", "abubakari"),
    "umaro": ("umar", "omar", "umaru", "omaro"),
    "abdulai": ("adulai", "abdulae", "adulae", "abdulaia"),
    "ibraima": ("braima", "ibraim", "ibraime", "braim", "ibrema", "brema"),
    "suleman": ("sulemane", "sulaiman", "sulaimane", "solemane", "soleman", "sulaman"),
    "aisatu": ("aisata", "aixatu", "aixa", "aisa"),
    "mariama": ("mariam", "mariem", "mariatu", "mariata"),
    "kadi": ("kadija", "kadijatu", "kadiatu", "kajatu", "kaja"),
    "jenabu": ("jenaba", "jenab", "senabu", "senaba", "senab", "jenebu", "jeneba"),
    "musa": ("mosa",),
    "ali": ("aliu", "alieu"),
    "idrisa": ("idris", "drisa"),
    "sane": ("sana",),
    "sise": ("sesai", "sisai", "sesei"),
    "ture": ("turai",),
    "njai": ("njae", "njie", "njaia"),
    "embalo": ("mbalo", "balo"),
    "xerno": ("serno",),
    "antonio": ("antoine", "antono"),
    "jose": ("josef",),
    "gomes": ("gomis",),
    "mendes": ("mendi", "mendis"),
    "fernandes": ("fernandis",),
    "lopes": ("lopi",),
}


def _quote_literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _build_replace_sql(value: str, rules: Iterable[tuple[str, str]]) -> str:
    for written, becomes in rules:
        value = f"replace({value}, {_quote_literal(written)}, {_quote_literal(becomes)})"
    return value


def build_function_body() -> str:
    """Return the PL/pgSQL body of `name_key(value text)`: the rules, then the variants, then the sorted words."""
    variants = ", ".join(f'"{word}": "{name}"' for name, words in VARIANTS.items() for word in words if word != name)
    steps = [RULES[start : start + 20] for start in range(0, len(RULES), 20)]
    rules = "\n".join(f"  written := {_build_replace_sql('written', step)};" for step in steps)
    return f"""
DECLARE
  written text := ' ' || public.normalise({_build_replace_sql("value", LETTER_REPLACEMENTS)}) || ' ';
BEGIN
{rules}
  RETURN coalesce((
    SELECT string_agg(DISTINCT name, ' ' ORDER BY name) FROM (
      SELECT coalesce('{{{variants}}}'::jsonb ->> word, word) COLLATE "C" AS name
      FROM unnest(string_to_array(btrim(written), ' ')) AS word WHERE word <> '') AS words), '');
END """
