"""Define the quality rules as data.

A rule has a code, a weight, a severity, a field, a message and a condition.

The quality score is 100 minus the weights of the rules which a household breaks, and never below 0. A condition is SQL
of this code base over `m` (household), `chef`, `logement` and `secteur` (left joined); null counts as not broken. A
household stores only the codes (`problemes_qualite`); messages are translated when they are read.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata

# Severities.
SEVERE: Final = "haute"
MODERATE: Final = "moyenne"
MINOR: Final = "faible"
MAX_GPS_PRECISION_M: Final = 50
PROBABLE_DUPLICATE_SCORE: Final = 90


@dataclass(frozen=True)
class QualityRule:
    code: str
    weight: int
    severity: str
    field: str
    message: str | Promise
    condition: str


def _build_unlisted_sql(part: str, columns: dict[str, str]) -> str:
    """Return a condition which is true when a column of `part` has a value outside the reference list of its field.

    `columns` maps columns to names of fields. A field without a list accepts any value.
    """
    tests = []
    for column, field in columns.items():
        listed = f"nullif(ARRAY(SELECT valeur::text FROM registry_reference WHERE champ = '{field}'), '{{}}')"
        tests.append(f"NOT coalesce({part}.{column} = ANY({listed}), true)")
    return " OR ".join(tests)


def _list_number_lengths(code: int, region: str) -> set[int]:
    """Return the possible numbers of digits of a telephone number of a country, without its country code."""
    metadata: Any = PhoneMetadata.metadata_for_region_or_calling_code(code, region)
    numbers = metadata.general_desc
    return {*numbers.possible_length, *numbers.possible_length_local_only} - {-1}


# The country code and the total number of digits, as text, which PostgreSQL looks up in an array: one regular
# expression of all countries takes a minute for a million rows.
_KNOWN_LENGTHS = sorted(
    f"{code} {len(str(code)) + length}"
    for code, regions in COUNTRY_CODE_TO_REGION_CODE.items()
    for length in _list_number_lengths(code, regions[0])
)
POSSIBLE_NUMBERS: Final = f"'{{{','.join(_KNOWN_LENGTHS)}}}'::text[]"


def build_unreadable_number_sql(number: str) -> str:
    """Return a condition which is true when the SQL expression `number` is not an E.164 number of any country's length.

    A number that cannot be parsed is stored as typed, and may begin with `+` all the same. The condition is null when
    the number is null.
    """
    known = " OR ".join(
        f"substr({number}, 2, {digits}) || ' ' || length({number}) - 1 = ANY({POSSIBLE_NUMBERS})"
        for digits in (1, 2, 3)
    )
    return f"NOT ({number} ~ '^\\+[0-9]+$' AND ({known}))"


HEAD_LISTS: Final = {
    "niveau_education": "niveauEducation",
    "occupation_principale": "occupationPrincipale",
    "statut_matrimonial": "statutMatrimonial",
}
DWELLING_LISTS: Final = {
    "type_logement": "typeLogement",
    "statut_occupation": "statutOccupation",
    "materiau_mur": "materiauMur",
    "materiau_toit": "materiauToit",
    "materiau_sol": "materiauSol",
    "source_eau": "sourceEau",
    "type_toilette": "typeToilette",
    "source_eclairage": "sourceEclairage",
    "combustible_cuisine": "combustibleCuisine",
    "traitement_eau": "traitementEau",
    "evacuation_dechets": "evacuationDechets",
}
# Years between a parent and a child: below the first nobody is a parent, beyond the second no woman is a mother.
MIN_PARENT_GAP: Final = 12
MAX_MOTHER_GAP: Final = 60
# Years by which a nephew may be older than the head, or an uncle younger.
MAX_GENERATION_GAP: Final = 15
IMPLAUSIBLE_AGES_SQL: Final = f"""EXISTS (
  SELECT FROM registry_membre_menage AS membre WHERE membre.menage_id = m.id AND CASE
    WHEN membre.lien_parente IN ('fils', 'fille') THEN chef.age - membre.age < {MIN_PARENT_GAP}
      OR (chef.sexe = 'F' AND chef.age - membre.age > {MAX_MOTHER_GAP})
    WHEN membre.lien_parente IN ('pere', 'mere') THEN membre.age - chef.age < {MIN_PARENT_GAP}
      OR (membre.lien_parente = 'mere' AND membre.age - chef.age > {MAX_MOTHER_GAP})
    WHEN membre.lien_parente IN ('neveu', 'niece') THEN membre.age - chef.age > {MAX_GENERATION_GAP}
    WHEN membre.lien_parente IN ('oncle', 'tante') THEN chef.age - membre.age > {MAX_GENERATION_GAP} END)"""
POINT_OUTSIDE_SECTOR: Final = "POINT_HORS_SECTEUR"
# Thresholds of suspicion: minutes between two interviews, km/h between two households, households at one position.
SUSPICION_LIMITS: Final = {
    "minutes": "5",
    "speed": "120",
    "shared": "3",
    "precision": str(MAX_GPS_PRECISION_M),
    "outside": POINT_OUTSIDE_SECTOR,
}
QUALITY_RULES: Final = (
    QualityRule("GPS_MANQUANT", 20, SEVERE, "latitude", _("La position GPS manque."), "m.geom IS NULL"),
    QualityRule(
        "GPS_IMPRECIS",
        10,
        MODERATE,
        "precisionGps",
        _("La position GPS est imprécise (plus de 50 m)."),
        f"m.precision_gps > {MAX_GPS_PRECISION_M}",
    ),
    QualityRule(
        POINT_OUTSIDE_SECTOR,
        15,
        MODERATE,
        "latitude",
        _("La position GPS est en dehors du secteur."),
        "m.geom IS NOT NULL AND NOT ST_Covers(secteur.geom, m.geom)",
    ),
    QualityRule("SECTEUR_MANQUANT", 10, MODERATE, "secteur", _("Le secteur manque."), "m.secteur_id IS NULL"),
    QualityRule(
        "TAILLE_INCOHERENTE",
        10,
        MODERATE,
        "tailleMenage",
        _("La taille du ménage n'est pas la somme des enfants, adultes et personnes âgées."),
        "m.taille_menage <> m.nb_enfants_04 + m.nb_enfants_514 + m.nb_adultes_1564 + m.nb_personnes_65_plus",
    ),
    QualityRule(
        "COMPTES_INCOHERENTS",
        10,
        MODERATE,
        "nbActifsOccupes",
        _("Les nombres de personnes se contredisent (femmes, enceintes, actifs, handicapés)."),
        "m.nb_femmes_1564 > m.nb_adultes_1564 OR m.nb_femmes_1549 > m.nb_femmes_1564"
        " OR m.nb_femmes_enceintes > m.nb_femmes_1564 OR m.nb_actifs_occupes > m.taille_menage"
        " OR m.nb_handicapes > m.taille_menage",
    ),
    QualityRule(
        "DATE_FUTURE",
        10,
        MODERATE,
        "dateCollecte",
        _("La date de collecte est dans le futur."),
        "m.date_collecte > statement_timestamp() + interval '1 day'",
    ),
    QualityRule("CHEF_MANQUANT", 25, SEVERE, "chefMenage", _("Le chef de ménage manque."), "chef.menage_id IS NULL"),
    QualityRule(
        "CHEF_TROP_JEUNE", 15, SEVERE, "chefMenage.age", _("Le chef de ménage a moins de 15 ans."), "chef.age < 15"
    ),
    QualityRule(
        "CHEF_SANS_AGE",
        5,
        MINOR,
        "chefMenage.age",
        _("L'âge du chef de ménage manque."),
        "chef.menage_id IS NOT NULL AND chef.age IS NULL",
    ),
    QualityRule(
        "AGES_INVRAISEMBLABLES",
        10,
        MODERATE,
        "membres",
        _(
            "L'âge d'un membre ne va pas avec son lien de parenté : moins de 12 ans entre parent et enfant, plus de 60 ans "
            "entre mère et enfant, un neveu bien plus âgé que le chef ou un oncle bien plus jeune."
        ),
        IMPLAUSIBLE_AGES_SQL,
    ),
    QualityRule(
        "TELEPHONE_ILLISIBLE",
        5,
        MINOR,
        "chefMenage.telephone",
        _("Le numéro de téléphone n'est pas reconnu."),
        build_unreadable_number_sql("chef.telephone"),
    ),
    QualityRule(
        "MOBILE_MONEY_ILLISIBLE",
        5,
        MINOR,
        "chefMenage.numeroMobileMoney",
        _("Le numéro de mobile money n'est pas reconnu."),
        build_unreadable_number_sql("chef.numero_mobile_money"),
    ),
    QualityRule(
        "LOGEMENT_MANQUANT", 10, MINOR, "logement", _("Le logement n'est pas décrit."), "logement.menage_id IS NULL"
    ),
    QualityRule(
        "LOGEMENT_SANS_PIECE", 5, MINOR, "logement.nbPieces", _("Le logement a zéro pièce."), "logement.nb_pieces = 0"
    ),
    QualityRule(
        "CHEF_HORS_LISTE",
        5,
        MINOR,
        "chefMenage",
        _("Une valeur du chef de ménage n'est pas dans les listes de référence."),
        _build_unlisted_sql("chef", HEAD_LISTS),
    ),
    QualityRule(
        "LOGEMENT_HORS_LISTE",
        5,
        MINOR,
        "logement",
        _("Une valeur du logement n'est pas dans les listes de référence."),
        _build_unlisted_sql("logement", DWELLING_LISTS),
    ),
    QualityRule(
        "DOUBLON_PROBABLE",
        20,
        SEVERE,
        "codeMenage",
        _("Ce ménage est probablement un doublon."),
        f"m.score_doublon >= {PROBABLE_DUPLICATE_SCORE}",
    ),
)
QUALITY_RULES_BY_CODE: Final = {rule.code: rule for rule in QUALITY_RULES}


def describe_quality_problems(codes: Iterable[str] | None) -> list[dict[str, Any]]:
    """Return quality problems for a response: {code, gravite, champ, message}. Codes without a rule are left out."""
    return [
        {"code": rule.code, "gravite": rule.severity, "champ": rule.field, "message": str(rule.message)}
        for rule in (QUALITY_RULES_BY_CODE.get(code) for code in codes or ())
        if rule
    ]
