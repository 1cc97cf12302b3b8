"""Spell the columns and codes of an export as people read them."""

from datetime import date
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from config.screen_words import ScreenWord

# By the name of the import's column.
TITLES: Final[dict[str, Any]] = {
    "code_menage": _("Code du ménage"),
    "nom_complet_chef": _("Chef de ménage"),
    "sexe_chef": _("Sexe du chef"),
    "age_chef": _("Âge du chef"),
    "telephone_chef": _("Téléphone"),
    "region": _("Région"),
    "secteur": _("Secteur"),
    "tabanca": _("Tabanca ou quartier"),
    "milieu": _("Milieu"),
    "taille_menage": _("Personnes"),
    "score_pmt": _("Score PMT"),
    "categorie_pauvrete": _("Catégorie de pauvreté"),
    "eligible_programme": _("Éligible"),
    "statut_collecte": _("Étape de la collecte"),
    "score_qualite": _("Qualité"),
    "date_collecte": _("Date de collecte"),
    "latitude": _("Latitude"),
    "longitude": _("Longitude"),
}
WORDS: Final[dict[str, dict[str, Any]]] = {
    "sexe_chef": {"F": _("Femme"), "M": _("Homme")},
    "milieu": {"rural": _("Rural"), "urbain": _("Urbain")},
    "categorie_pauvrete": {
        "extreme_pauvre": _("Extrême pauvre"),
        "pauvre": _("Pauvre"),
        "vulnerable": _("Vulnérable"),
        "non_pauvre": _("Non pauvre"),
    },
}
# By statut_collecte, and of a form that nobody has validated by statut too: the words of the console's pages.
STEPS: Final[dict[tuple[str, str | None], Any]] = {
    ("pre_collecte", "collecte"): _("En collecte"),
    ("pre_collecte", "en_attente"): _("Soumis"),
    ("valide", None): _("Validé, à intégrer"),
    ("integre", None): _("Au registre"),
    ("rejete", None): _("Rejeté"),
}

# The words whose values in the API have other names: for who reads its document.
SCREEN_WORDS: Final = [
    *(
        ScreenWord(word, {"statutCollecte": collection} | ({"statut": status} if status else {}))
        for (collection, status), word in STEPS.items()
    ),
    *(ScreenWord(word, {"categoriePauvrete": code}) for code, word in WORDS["categorie_pauvrete"].items()),
]


def spell_titles() -> list[str]:
    """Return the titles of the columns in the language of the request."""
    return [str(title) for title in TITLES.values()]


def spell_row(row: dict[str, Any]) -> list[Any]:
    """Return the cells that a person reads of a row, by the names of its columns.

    One step of the collection stands for both of its columns; before there is a score there is no eligibility.
    """
    step = row["statut_collecte"]
    words = STEPS.get((step, row["statut"]), STEPS.get((step, None), step))
    is_scored = row["score_pmt"] is not None or row["eligible_programme"]
    read = row | {"statut_collecte": str(words), "eligible_programme": row["eligible_programme"] if is_scored else None}
    return [_spell_cell(column, read[column]) for column in TITLES]


def _spell_cell(column: str, value: Any) -> Any:
    """Return words for codes, yes and no, the day of an instant (ISO 8601) as a date."""
    if isinstance(value, bool):
        return str(_("Oui") if value else _("Non"))
    if isinstance(value, Decimal):
        return float(value)
    if column == "date_collecte" and value:
        return date.fromisoformat(value[:10])
    return str(WORDS[column].get(value, value)) if value and column in WORDS else value


def write_code_row(row: dict[str, Any]) -> list[Any]:
    """Return the cells that the import reads of a row: codes, `true` and `false`, decimals as numbers."""
    return [_write_code_cell(value) for value in row.values()]


def _write_code_cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return float(value) if isinstance(value, Decimal) else value
