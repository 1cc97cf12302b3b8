"""Recognise the titles that people give to the columns of a household file, in French, Portuguese and English.

This module is pure data and text, so that the child process that reads a file may import it. A title is reduced to a
set of plain French words (`reduce_title`): case, accents, punctuation, units, articles and the order of words do not
count.
"""

import re
import unicodedata
from typing import Final

from geo.tables.column_titles import build_title_key

CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
NOT_ALNUM: Final = re.compile(r"[^a-z0-9]+")
# "Q12. ", "3.1) ", "A4 - " before the title itself.
NUMBERING: Final = re.compile(r"^\s*[A-Za-z]{0,2}\d{1,3}(?:[._]\d{1,3})*\s*[.):_-]\s*")
# One of several rows of a repeat, as exports write it: `members[2]/name`.
REPEATED: Final = re.compile(r"\[\d+\]")
# Columns that a platform exports for a geopoint question: `_gps_latitude`, `g/_place_precision`.
GEOPOINT: Final = re.compile(r"^_.+_(latitude|longitude|altitude|precision)$")

# Articles, units and remarks that do not tell what a column contains.
IGNORED: Final = frozenset(
    [
        "a",
        "au",
        "aux",
        "d",
        "f",
        "h",
        "da",
        "das",
        "de",
        "degre",
        "degres",
        "del",
        "des",
        "do",
        "dos",
        "du",
        "decimal",
        "decimale",
        "decimaux",
        "decimais",
        "e",
        "en",
        "et",
        "est",
        "in",
        "l",
        "la",
        "le",
        "les",
        "o",
        "of",
        "os",
        "the",
        "un",
        "une",
        "ou",
        "or",
        "ans",
        "annees",
        "annee",
        "anos",
        "ano",
        "years",
        "year",
        "m",
        "metre",
        "metres",
        "metros",
        "meters",
        "jj",
        "mm",
        "aaaa",
        "yyyy",
        "dd",
        "hh",
        "obligatoire",
        "obrigatorio",
        "required",
        "s",
        "p",
        "pt",
        "fr",
        "qual",
        "quel",
        "quelle",
        "what",
        "is",
        "wgs84",
    ]
)
# Words of the three languages and their abbreviations, by the French word that replaces them.
WORDS: Final = {
    word: french
    for french, words in {
        "nb": "nombre nbre number nr total count qtd quantidade",
        "nom": "nome name noms",
        "prenom": "prenoms apelido surname",
        "complet": "completo full complete",
        "chef": "chefe head cheffe responsable responsavel",
        "menage": "agregado household hh familia famille family foyer familiar menages agregados households",
        "code": "codigo id identifiant identificador identifier",
        "numero": "num no",
        "sexe": "sexo sex gender genero genre",
        "age": "idade ages",
        "telephone": "tel telefone phone telemovel telephones mobile telefones cellulaire portable",
        "region": "regiao regions",
        "secteur": "setor sector secteurs district distrito",
        "village": "tabanca aldeia localite localidade locality villages quartier bairro neighbourhood",
        "milieu": "meio",
        "residence": "residencia",
        "urbain": "urbano urban",
        "taille": "tamanho size dimensao",
        "personnes": "pessoas people persons personne person individus",
        "membres": "membros members",
        "enfants": "criancas children enfant kids",
        "adultes": "adultos adults",
        "agees": "idosos idosas elderly",
        "plus": "mais more over",
        "handicapees": "handicapes deficiencia deficientes disabled handicap disability",
        "actifs": "ativos active",
        "occupes": "ocupados employed",
        "femmes": "mulheres women",
        "enceintes": "gravidas pregnant",
        "pauvrete": "pobreza poverty",
        "categorie": "categoria category",
        "date": "data",
        "collecte": "recolha collection colheita",
        "enquete": "inquerito survey entrevista interview entretien visite visita visit passage",
        "enregistrement": "registo registro registration inscription inscricao cadastro saisie",
        "latitude": "lat",
        "longitude": "long lon lng",
        "precision": "accuracy precisao exatidao",
        "education": "educacao instruction instrucao escolaridade",
        "niveau": "nivel level",
        "occupation": "profession profissao ocupacao metier occupacao",
        "principale": "principal main",
        "matrimonial": "matrimoniale civil marital conjugal",
        "statut": "estado situation situacao status etat estatuto",
        "compte": "conta account",
        "bancaire": "bancaria bank",
        "logement": "habitacao dwelling housing casa house maison alojamento",
        "type": "tipo",
        "pieces": "quartos rooms chambres divisoes",
        "materiau": "material materiaux",
        "mur": "murs parede paredes wall walls",
        "toit": "telhado roof toiture cobertura",
        "sol": "chao piso floor plancher",
        "eau": "agua water",
        "source": "fonte",
        "toilette": "toilettes latrina latrine latrines toilet sanita",
        "eclairage": "iluminacao lighting",
        "combustible": "combustivel fuel",
        "boire": "beber drinking",
        "traitement": "tratamento treatment",
        "dechets": "lixo ordures waste garbage",
        "evacuation": "remocao eliminacao disposal elimination",
        "national": "nacional",
        "unique": "unico",
        "identite": "identidade identity",
        "carte": "bilhete bi card",
        "cuisine": "cozinha cooking cuisson",
    }.items()
    for word in words.split()
}

# Titles by column, reduced in the same way as the titles of a file.
LABELS: Final[dict[str, tuple[str, ...]]] = {
    "code_menage": ("code ménage", "numéro ménage", "code unique ménage", "hhid"),
    "nom_complet_chef": (
        "nom chef",
        "nom complet chef",
        "nom chef ménage",
        "nom complet chef ménage",
        "nom prénom chef",
        "nom prénom chef ménage",
    ),
    "sexe_chef": ("sexe chef", "sexe chef ménage"),
    "age_chef": ("âge chef", "âge chef ménage", "âge complet chef", "âge révolu chef"),
    "telephone_chef": (
        "téléphone",
        "numéro téléphone",
        "nb téléphone",
        "téléphone chef",
        "téléphone chef ménage",
        "numéro téléphone chef",
        "numéro téléphone chef ménage",
    ),
    "region": ("région", "nom région", "région résidence"),
    "secteur": ("secteur", "nom secteur", "secteur résidence"),
    "tabanca": ("village", "nom village", "village résidence"),
    "milieu": ("milieu", "milieu résidence", "urbain rural", "milieu urbain rural"),
    "taille_menage": (
        "taille",
        "taille ménage",
        "nb personnes",
        "nb personnes ménage",
        "nb membres",
        "nb membres ménage",
        "nb nb membres ménage",
        "numéro membres",
        "numéro membres ménage",
        "hhsize",
    ),
    "nb_enfants_0_4": ("enfants 0 4", "nb enfants 0 4"),
    "nb_enfants_5_14": ("enfants 5 14", "nb enfants 5 14"),
    "nb_adultes_15_64": ("adultes 15 64", "nb adultes 15 64", "personnes 15 64", "nb personnes 15 64"),
    "nb_personnes_65_plus": (
        "personnes 65 plus",
        "nb personnes 65 plus",
        "personnes âgées",
        "nb personnes âgées",
        "personnes âgées 65 plus",
        "nb personnes âgées 65 plus",
        "âgées",
        "nb âgées",
        "65 plus",
    ),
    "nb_handicapes": ("handicapées", "nb handicapées", "personnes handicapées", "nb personnes handicapées"),
    "nb_actifs_occupes": ("actifs occupés", "nb actifs occupés"),
    "nb_enfants_0_10": ("enfants 0 10", "nb enfants 0 10"),
    "nb_enfants_11_14": ("enfants 11 14", "nb enfants 11 14"),
    "nb_femmes_15_64": ("femmes 15 64", "nb femmes 15 64"),
    "nb_femmes_15_49": ("femmes 15 49", "nb femmes 15 49"),
    "nb_femmes_enceintes": ("femmes enceintes", "nb femmes enceintes", "enceintes"),
    "score_pmt": ("pmt", "score pmt"),
    "categorie_pauvrete": ("catégorie pauvreté", "catégorie pauvreté ménage", "niveau pauvreté", "statut pauvreté"),
    "latitude": ("latitude", "gps latitude", "latitude ménage"),
    "longitude": ("longitude", "gps longitude", "longitude ménage"),
    "altitude": ("altitude", "gps altitude"),
    "precision_gps": ("gps précision", "précision", "précision position"),
    "date_collecte": (
        "date collecte",
        "date enquête",
        "jour collecte",
        "jour enquête",
        "date enregistrement",
        "date enregistrement ménage",
    ),
    "niveau_education_chef": (
        "niveau éducation chef",
        "niveau éducation chef ménage",
        "éducation",
        "éducation chef",
    ),
    "occupation_principale_chef": (
        "occupation chef",
        "occupation chef ménage",
        "occupation principale chef",
        "occupation principale chef ménage",
        "occupation",
    ),
    "statut_matrimonial": ("statut matrimonial", "statut matrimonial chef", "statut matrimonial chef ménage"),
    "numero_mobile_money": ("mobile money", "numéro mobile money"),
    "identifiant_unique": ("code national", "numéro national", "code unique", "carte identité", "numéro identité"),
    "compte_bancaire": ("compte bancaire", "numéro compte bancaire", "nb compte bancaire", "iban"),
    "logement_type_logement": ("type logement",),
    "logement_statut_occupation": ("statut occupation logement",),
    "logement_nb_pieces": ("nb pièces", "nb pièces logement"),
    "logement_materiau_mur": ("materiau mur", "materiau mur logement", "mur"),
    "logement_materiau_toit": ("materiau toit", "materiau toit logement", "toit"),
    "logement_materiau_sol": ("materiau sol", "materiau sol logement", "sol"),
    "logement_source_eau": ("source eau", "eau", "source eau boire"),
    "logement_type_toilette": ("type toilette", "toilette"),
    "logement_source_eclairage": ("source éclairage", "éclairage"),
    "logement_combustible_cuisine": ("combustible cuisine", "combustible"),
    "logement_traitement_eau": ("traitement eau",),
    "logement_evacuation_dechets": ("évacuation déchets", "déchets"),
    "logement_a_une_cuisine": ("cuisine",),
}

# Vague titles, used only where no other column fills the field, and only with this exact word: any other word for a
# code, such as `ID`, numbers the rows in most exports.
BARE: Final = {
    build_title_key(title): name
    for name, titles in {
        "code_menage": ("Code", "Código"),
        "sexe_chef": ("Sexe", "Sexo", "Sex", "Género", "Genre", "Gender"),
        "age_chef": ("Âge", "Idade", "Age"),
        "date_collecte": ("Date", "Data"),
    }.items()
    for title in titles
}

# Groups of questions about somebody other than the head: their columns are not taken for the head's.
OTHERS: Final = frozenset(
    [
        "conjoint",
        "conjointe",
        "epouse",
        "epoux",
        "mari",
        "spouse",
        "wife",
        "husband",
        "esposa",
        "esposo",
        "marido",
        "conjuge",
        "membre",
        "membres",
        "membro",
        "membros",
        "member",
        "members",
        "enfant",
        "enfants",
        "child",
        "children",
        "crianca",
        "criancas",
        "kid",
        "kids",
        "filho",
        "filhos",
        "voisin",
        "neighbour",
        "vizinho",
        "agent",
        "enqueteur",
        "enumerator",
        "inquiridor",
        "contact",
    ]
)


def _split_words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", CAMEL.sub(" ", text)).encode("ascii", "ignore").decode().lower()
    return NOT_ALNUM.sub(" ", plain).split()


def reduce_title(text: str) -> frozenset[str]:
    """Return a title as the set of its plain French words: `Nome do chefe (M/F)` and `Chef : nom` are equal."""
    return frozenset(WORDS.get(word, word) for word in _split_words(text) if word not in IGNORED)


BY_WORDS: Final = {reduce_title(label): name for name, labels in LABELS.items() for label in labels}


def _find_exact_label(text: str) -> str | None:
    return BY_WORDS.get(reduce_title(text)) or BY_WORDS.get(reduce_title(NUMBERING.sub("", text)))


def split_groups(title: str) -> tuple[list[str], str]:
    """Split the title of an export into its groups and the question: `group_ab1/nom_chef`."""
    *groups, last = title.split("/")
    return groups, last.strip()


def is_about_others(title: str) -> bool:
    """Return whether a question is in a repeat, or in a group about somebody other than the head."""
    groups, _last = split_groups(title)
    return bool(REPEATED.search(title)) or any(OTHERS.intersection(_split_words(group)) for group in groups)


def find_label(title: str) -> str | None:
    """Return the column that a title means, by all its words or by its question alone; None when uncertain."""
    if found := _find_exact_label(title):
        return found
    groups, last = split_groups(title)
    if is_about_others(title):
        return None
    if point := GEOPOINT.match(last.lower()):
        return "precision_gps" if point[1] == "precision" else point[1]
    # "Région/Secteur" is not a question in a group: each part names a field.
    if not groups or any(_find_exact_label(group) for group in groups):
        return None
    return _find_exact_label(last)


def find_bare_label(title: str) -> str | None:
    """Return the column that a title of a single word probably means, or None."""
    return None if is_about_others(title) else BARE.get(build_title_key(split_groups(title)[1]))
