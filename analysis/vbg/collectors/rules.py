"""Define which fields of a service a form can fill, how questions may be called, and what can be wrong."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from analysis.vbg.imports.rules import COLUMN_TITLES, ROW_FAULTS, TYPE_WORDS
from geo.tables.column_titles import build_title_key
from registry.survey_platforms.api import PlatformQuestion

# The fields, with the titles of their questions in French, Portuguese and English; compared by `build_title_key`.
QUESTION_TITLES: Final[Mapping[str, Sequence[str]]] = {
    **COLUMN_TITLES["services"],
    "localite": ("localite", "tabanca", "localidade", "village", "aldeia", "quartier", "bairro"),
    "position": ("position", "gps", "posicao", "geopoint", "coordonnees", "coordenadas", "localisation", "localizacao"),
    "latitude": ("latitude", "lat"),
    "longitude": ("longitude", "lon", "lng"),
    "adresse": ("adresse", "endereco", "morada", "address"),
    "email": ("email", "courriel", "e mail", "correio"),
    "horaires": ("horaires", "horario", "horarios", "heures", "opening hours"),
    "servicesOfferts": ("services offerts", "offre", "servicos", "servicos oferecidos", "services offered"),
    "capaciteAccueil": ("capacite", "capacite accueil", "capacidade", "capacidade de acolhimento", "capacity"),
    "statut": ("statut", "etat", "estado", "status"),
    "visibilite": ("visibilite", "visibilidade", "visibility"),
    "dateOuverture": ("date ouverture", "data de abertura", "opening date"),
    "partenaires": ("partenaires", "parceiros", "partners"),
    "description": ("description", "descricao", "observations", "observacoes"),
}
REQUIRED_FIELDS: Final = ("nom", "typeService")
MAX_ERRORS: Final = 1_000
# Above so many places the nearest services are computed anew as a whole, which is then quicker than one by one.
BULK_ROWS: Final = 200
TYPE_KEYS: Final = {build_title_key(word): code for word, code in TYPE_WORDS.items()}
FAULTS: Final[Mapping[str, Any]] = {
    **ROW_FAULTS,
    "illisible": _("La soumission contient des caractères illisibles."),
    "double": _("Ce service est déjà là, ou une autre soumission le décrit : même nom, même type, même lieu."),
    "existe": _("Le code est celui d'un service qui est déjà là."),
    "position": _("La position n'est pas une latitude et une longitude."),
    "localite": _("La localité n'est pas connue dans ce secteur."),
    "offre": _("Un des services offerts n'est pas connu."),
    "capacite": _("La capacité d'accueil n'est pas un nombre."),
    "date": _("La date d'ouverture ne se lit pas comme une date : écrivez AAAA-MM-JJ."),
    "statut": _("Le statut n'est pas connu."),
    "visibilite": _("La visibilité n'est pas connue."),
    "rejete": _("La plateforme a rejeté cette soumission."),
}
# Faults that are left out without an error where duplicates are.
DUPLICATE_FAULTS: Final = ("double", "existe")


def suggest_mapping(questions: Sequence[PlatformQuestion]) -> dict[str, str | None]:
    """Return the question of each field by its name or label, or None; no question is suggested twice."""
    left: dict[str, str] = {}
    for question in reversed(questions):
        for title in (question.label, question.name.rsplit("/", 1)[-1]):
            if title and (key := build_title_key(title)):
                left[key] = question.name
    found: dict[str, str | None] = {}
    for field, titles in QUESTION_TITLES.items():
        keys = [build_title_key(title) for title in (field, *titles)]
        path = next((left[key] for key in keys if key in left), None)
        found[field] = path
        left = {key: name for key, name in left.items() if name != path}
    return found
