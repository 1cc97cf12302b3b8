"""Define the comparisons of two households: the evidence of the model of Fellegi and Sunter, as data.

A comparison has levels, tried in order; the first whose condition holds counts. Each level has a weight in bits, in
`weights.json` or the file of TABANCA_DUPLICATE_WEIGHTS: the logarithm of how much more often two records of the same household are at it than two records of
different households. The probability that the two are one household follows from the sum of the weights and the prior
odds. The score is 100 times that probability.

A rare value is stronger evidence: where `rarity` names a column, log2(households / households which have that value) is
added, counted in the registry itself. A name is counted in its village when both live in one: half a village has the
same family name.

Conditions are SQL valid in both PostgreSQL and DuckDB, over the columns of `Sheet`; `{a.nom}` is one side, `{b.nom}`
the other, `{communs}` one of `PAIR_VALUES`. A missing value says nothing: a comparison is left out when its `missing`
condition holds.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MAX_VERSION: Final = 40  # characters, as a pair stores it


def read_weights(path: Path | None) -> dict[str, Any]:
    """Read a file of weights, or those that ship. Raises ImproperlyConfigured."""
    path = path or Path(__file__).with_name("weights.json")
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ImproperlyConfigured(f"the weights of duplicates cannot be read from {path}: {error}") from error
    if not isinstance(found, dict):
        raise ImproperlyConfigured(f"{path} holds no weights of duplicates")
    return found


# The weights, their version, and what they were fitted on (`python -m tests.bench.field.fit`, `manage.py fit_duplicates`).
WEIGHTS: Final[dict[str, Any]] = read_weights(settings.DUPLICATE_WEIGHTS)


# Rarities of levels at which two positions are told to be two houses.
APART: Final = ("lieu_eloigne", "maille_voisine")


@dataclass(frozen=True)
class Level:
    """Define a level of a comparison.

    `reason` describes a pair at this level; None when there is nothing worth reading. Whether it tells for one household
    or against depends on the weight of the pair; `against` is for pairs whose weights are not known.
    `rarity`: "menage" when the value belongs to one household alone, else the column whose value's rarity counts
    (`lieu_eloigne` is `lieu`, and `maille_voisine` is `maille`, for another level).
    """

    code: str
    condition: str
    reason: str | Promise | None = None
    rarity: str | None = None
    against: bool = False


@dataclass(frozen=True)
class Comparison:
    """Define a comparison of two sheets.

    `fields` are shown to judge it: names of columns of `registry.duplicates.queries.list_compared_values`.
    """

    code: str
    label: str | Promise
    missing: str
    levels: tuple[Level, ...]
    fields: tuple[str, ...]

    def find_bits(self, level: Level) -> float:
        """Return the weight of a level without its rarity."""
        bits: float = WEIGHTS["bits"][self.code][level.code]
        return bits

    def find_floor(self, level: Level) -> float:
        """Return the least weight of a level with a rarity: that of the best level below which has none, at least 0.

        A value which everybody has is no worse a sign than one which only resembles it, or none at all.
        """
        if level.rarity in APART:  # Two houses of one locality may be as bad a sign as two places.
            return self.find_bits(self.levels[-1])
        below = self.levels[self.levels.index(level) + 1 :]
        return max(0.0, *(self.find_bits(other) for other in below if not other.rarity))


def _build_missing_sql(*names: str) -> str:
    return " OR ".join(f"{{{side}.{name}}} IS NULL" for name in names for side in "ab")


def _build_error_sql(side: str) -> str:
    # Sheets of before tell no error until the next analysis.
    return f"coalesce({{{side}.erreur}}, 15)"


# What is calculated of a pair once, for several levels.
PAIR_VALUES: Final = {
    # How many members the two lists have in common: the same given name, about the same age.
    "communs": "least(shared_people({a.personnes}, {b.personnes}), shared_people({b.personnes}, {a.personnes}))",
    "moins": "least(cardinality({a.personnes}), cardinality({b.personnes}))",
    # Whether the head of the one is listed among the members of the other.
    "chef_a": "shared_people({a.chefs}, {b.personnes})",
    "chef_b": "shared_people({b.chefs}, {a.personnes})",
    # How far apart two positions are, squared, in the errors that the devices told: at 1 as far as both usually err.
    "ecart": (
        "(({a.x} - {b.x})::float8 * ({a.x} - {b.x}) + ({a.y} - {b.y})::float8 * ({a.y} - {b.y}))"
        f" / (power({_build_error_sql('a')}, 2) + power({_build_error_sql('b')}, 2))"
    ),
    # Of the traits of the dwelling that both tell, and how many of these are the same.
    "traits": "known_traits({a.logement}, {b.logement})",
    "memes_traits": "shared_traits({a.logement}, {b.logement})",
    # The words of two names, and those that the names do not share.
    "mots_a": "string_to_array({a.nom}, ' ')",
    "mots_b": "string_to_array({b.nom}, ' ')",
    "reste_a": "CASE WHEN {a.nom} <> {b.nom} THEN name_rest({a.nom}, {b.nom}) END",
    "reste_b": "CASE WHEN {a.nom} <> {b.nom} THEN name_rest({b.nom}, {a.nom}) END",
}
NEAR_POSITIONS: Final = "abs({a.x} - {b.x}) <= 50 AND abs({a.y} - {b.y}) <= 50"
# More than 100 m, and more than bad positions explain.
APART_POSITIONS: Final = "(abs({a.x} - {b.x}) > 100 OR abs({a.y} - {b.y}) > 100) AND {ecart} > 3"
ALL_TRAITS: Final = "{memes_traits} = {traits} AND {traits} >= 5"
SAME_SURVEYOR: Final = "coalesce({a.enqueteur} = {b.enqueteur}, false)"
SAME_PLACE: Final = f"({{a.lieu}} = {{b.lieu}} OR {NEAR_POSITIONS})"
APART_IN_TIME_OR_PLACE: Final = f"({{a.jour}} <> {{b.jour}} OR NOT coalesce({SAME_PLACE}, false))"
# The words which the names do not share are close when at most one letter in four is wrong, and alike when, for
# example, two adjacent letters of a word of five are swapped.
CLOSE_NAMES: Final = "levenshtein({reste_a}, {reste_b}) * 4 <= least(length({reste_a}), length({reste_b}))"
ALIKE_NAMES: Final = "levenshtein({reste_a}, {reste_b}) * 3 <= least(length({reste_a}), length({reste_b})) + 1"
HOUSEHOLD_COMPARISONS: Final = (
    Comparison(
        "nom",
        _("Nom du chef"),
        _build_missing_sql("nom"),
        (
            Level(
                "identique_village",
                "{a.nom} = {b.nom} AND {a.lieu} = {b.lieu}",
                _("Même nom"),
                "nom_lieu",
            ),
            Level("identique", "{a.nom} = {b.nom}", _("Même nom"), "nom"),
            Level("proche", CLOSE_NAMES, _("Noms presque identiques")),
            Level(
                "partie",
                "({mots_a} <@ {mots_b} OR {mots_b} <@ {mots_a})"
                " AND strpos({a.nom}, ' ') > 0 AND strpos({b.nom}, ' ') > 0",
                _("L'un des noms contient l'autre"),
            ),
            Level("ressemblant", ALIKE_NAMES, _("Noms ressemblants")),
            Level("conjoint", "{chef_a} > 0 AND {chef_b} > 0", _("Le chef de chacun est un membre de l'autre")),
            Level("membre", "{chef_a} > 0 OR {chef_b} > 0", _("Le chef de l'un est un membre de l'autre")),
            Level("mot", "{mots_a} && {mots_b}", _("Un prénom ou un nom de famille en commun")),
            Level("different", "", _("Noms différents"), against=True),
        ),
        ("nomComplet",),
    ),
    Comparison(
        "sexe",
        _("Sexe du chef"),
        _build_missing_sql("sexe"),
        (
            Level("identique", "{a.sexe} = {b.sexe}"),
            Level("conjoint", "{chef_a} > 0 OR {chef_b} > 0"),
            Level("different", "", _("Sexes différents"), against=True),
        ),
        ("sexe",),
    ),
    Comparison(
        "annee",
        _("Année de naissance du chef"),
        _build_missing_sql("annee"),
        (
            Level("identique", "{a.annee} = {b.annee}", _("Même année de naissance")),
            Level(
                "proche", "abs({a.annee} - {b.annee}) <= 2", _("Années de naissance proches : deux ans d'écart au plus")
            ),
            Level("voisine", "abs({a.annee} - {b.annee}) <= 5"),
            Level("conjoint", "{chef_a} > 0 OR {chef_b} > 0"),
            Level("eloignee", "abs({a.annee} - {b.annee}) <= 9"),
            Level("differente", "", _("Âges différents"), against=True),
        ),
        ("age", "anneeNaissance"),
    ),
    Comparison(
        "personnes",
        _("Membres du ménage"),
        _build_missing_sql("personnes"),
        (
            Level(
                "presque_toutes",
                "{communs} >= 3 AND {communs} * 4 >= {moins} * 3",
                _("Au moins trois membres sur quatre en commun"),
            ),
            Level(
                "la_plupart", "{communs} >= 2 AND {communs} * 2 >= {moins}", _("La moitié au moins des mêmes membres")
            ),
            Level("plusieurs", "{communs} >= 2", _("Plusieurs membres en commun")),
            Level("une", "{communs} >= 1 AND {moins} <= 2", _("Un membre en commun, sur un ou deux")),
            Level("une_de_plusieurs", "{communs} >= 1 AND {moins} <= 4"),
            Level("aucune_de_peu", "{moins} <= 2", _("Aucun membre en commun"), against=True),
            Level("aucune_de_quelques", "{moins} <= 4", _("Aucun membre en commun"), against=True),
            Level("une_de_beaucoup", "{communs} >= 1", _("Presque aucun membre en commun"), against=True),
            Level("aucune", "", _("Aucun membre en commun"), against=True),
        ),
        ("membres",),
    ),
    Comparison(
        "telephone",
        _("Téléphone"),
        _build_missing_sql("telephones"),
        (
            Level(
                "commun_voisins",
                f"{{a.propres}} && {{b.propres}} AND {NEAR_POSITIONS}",
                _("Même téléphone"),
            ),
            # In one locality, how rare the locality is has been counted already: a number that is rare in the country
            # would count it once more, the more the larger the registry.
            Level("commun_lieu", "{a.propres} && {b.propres} AND {a.lieu} = {b.lieu}", _("Même téléphone")),
            Level("commun", "{a.propres} && {b.propres}", _("Même téléphone"), "menage"),
            Level(
                "partage_voisins",
                f"{{a.telephones}} && {{b.telephones}} AND {NEAR_POSITIONS}",
                _("Même téléphone, que donnent aussi des voisins"),
            ),
            Level(
                "partage_lieu",
                "{a.telephones} && {b.telephones} AND {a.lieu} = {b.lieu}",
                _("Même téléphone, que donnent aussi d'autres"),
            ),
            Level(
                "partage",
                "{a.telephones} && {b.telephones}",
                _("Même téléphone, que donnent aussi d'autres"),
                "menage",
            ),
            Level("different", "", _("Téléphones différents"), against=True),
        ),
        ("telephone", "numeroMobileMoney"),
    ),
    Comparison(
        "lieu",
        _("Lieu"),
        # Without the secteur of both, two places are the same one or unknown, and not different ones.
        "({a.x} IS NULL OR {b.x} IS NULL) AND ({a.lieu} IS NULL OR {b.lieu} IS NULL)"
        f" OR ({{a.secteur}} IS NULL OR {{b.secteur}} IS NULL) AND NOT coalesce({SAME_PLACE}, false)",
        (
            Level(
                "maison",
                f"{NEAR_POSITIONS} AND {{a.erreur}} <= 30 AND {{b.erreur}} <= 30 AND {{ecart}} <= 1",
                _("Même position, à la précision des appareils"),
                "maille",
            ),
            Level("position", f"{NEAR_POSITIONS} AND {{ecart}} <= 3", _("Positions à moins de 50 m"), "maille"),
            Level(
                "voisine",
                NEAR_POSITIONS,
                _("Positions voisines, plus éloignées que l'erreur des appareils"),
                "maille_voisine",
            ),
            Level(
                "localite_eloignee",
                f"{{a.lieu}} = {{b.lieu}} AND {APART_POSITIONS}",
                _("Même localité, mais positions à plus de 100 m"),
                "lieu_eloigne",
            ),
            Level("identique", "{a.lieu} = {b.lieu}", _("Même localité"), "lieu"),
            Level("secteur", "{a.secteur} = {b.secteur}", _("Même secteur")),
            Level("different", "", _("Secteurs différents"), against=True),
        ),
        ("region", "secteur", "localite", "position"),
    ),
    Comparison(
        "taille",
        _("Taille du ménage"),
        "{a.taille} IS NULL OR {b.taille} IS NULL",
        (
            Level("identique", "{a.taille} = {b.taille}", _("Même taille du ménage")),
            Level("proche", "abs({a.taille} - {b.taille}) <= 1"),
            Level("voisine", "abs({a.taille} - {b.taille}) <= 3"),
            Level("differente", "", _("Tailles différentes"), against=True),
        ),
        ("tailleMenage",),
    ),
    Comparison(
        "identifiant",
        _("Identifiant unique"),
        _build_missing_sql("identifiant"),
        (
            Level("identique", "{a.identifiant} = {b.identifiant}", _("Même identifiant unique"), "menage"),
            Level("different", "", _("Identifiants uniques différents"), against=True),
        ),
        ("identifiantUnique",),
    ),
    Comparison(
        "logement",
        _("Logement"),
        # Of one or two traits nobody can say whether it is the same house.
        "coalesce({traits}, 0) < 3",
        (
            Level("identique", f"{ALL_TRAITS} AND NOT coalesce({NEAR_POSITIONS}, false)", _("Même logement")),
            # A compound is built in one way, and two wives of one man live in one house.
            Level("identique_voisins", ALL_TRAITS, _("Même logement")),
            Level("proche", "{memes_traits} >= {traits} - 1", _("Logements presque identiques")),
            Level("ressemblant", "{memes_traits} >= {traits} - 2"),
            Level("different", "", _("Logements différents"), against=True),
        ),
        ("logement",),
    ),
    Comparison(
        "enquete",
        _("Enquête"),
        _build_missing_sql("campagne", "jour"),
        (
            Level(
                "autre_campagne",
                "{a.campagne} <> {b.campagne}",
                _("Deux campagnes : le même ménage a pu être visité deux fois"),
            ),
            Level(
                "autre_plateforme",
                f"{{a.plateforme}} <> {{b.plateforme}} AND {APART_IN_TIME_OR_PLACE}",
                _("Même campagne, deux plateformes"),
            ),
            Level("meme_campagne", f"{APART_IN_TIME_OR_PLACE} AND NOT {SAME_SURVEYOR}"),
            Level("meme_enqueteur", "{a.jour} <> {b.jour}", _("Même campagne, même enquêteur")),
            Level("meme_jour", "", _("Même campagne et même jour, même lieu ou même enquêteur"), against=True),
        ),
        ("campagne", "dateCollecte", "enqueteur", "plateforme"),
    ),
)


def _is_weight(value: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and math.isfinite(value)


def find_mistakes_of_weights(weights: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with weights: each level has one, and along a comparison's levels none grows."""
    version, bits = weights.get("version"), weights.get("bits")
    if not isinstance(version, str) or not 0 < len(version) <= MAX_VERSION:
        return [f"version is a text of at most {MAX_VERSION} characters"]
    if not isinstance(bits, dict) or not _is_weight(weights.get("intercept")):
        return ["bits and a number intercept are needed"]
    found = []
    for comparison in HOUSEHOLD_COMPARISONS:
        own, codes = bits.get(comparison.code), [level.code for level in comparison.levels]
        if not isinstance(own, dict) or {*own} != {*codes} or not all(map(_is_weight, own.values())):
            found.append(f"{comparison.code} has a number for each of {', '.join(codes)}, and no others")
            continue
        fixed = [own[level.code] for level in comparison.levels if level.rarity is None]
        if fixed != sorted(fixed, reverse=True) or fixed[-1] > 0:
            found.append(f"{comparison.code}: no weight is more than the one before it, and the last at most 0")
        if any(own[level.code] > 0 for level in comparison.levels if level.rarity not in (None, "menage")):
            found.append(f"{comparison.code}: the weight of a level with a rarity is at most 0")
    return found


if mistakes := find_mistakes_of_weights(WEIGHTS):
    raise ImproperlyConfigured(f"weights of duplicates (TABANCA_DUPLICATE_WEIGHTS): {'; '.join(mistakes)}")
