"""Define the columns of files, how they may be titled, and which a file of cases may have."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from analysis.vbg.cases.api import WORDS
from analysis.vbg.imports.models import UploadKind
from geo.tables.column_titles import build_title_key

# What sending a workbook of each kind, reading it and importing it ask for.
RIGHTS: Final[Mapping[str, str]] = {
    UploadKind.SERVICES: "vbg.importer",
    UploadKind.AGENTS: "vbg.importer",
    UploadKind.CASES: "vbg.saisir",
}
# Titles in French, Portuguese and English, without accents; they are compared by `build_title_key`.
Titles = Mapping[str, Sequence[str]]
AREA_TITLES: Final[Titles] = {
    "region": ("region", "regiao", "province", "provincia"),
    "secteur": ("secteur", "sector", "setor", "district", "distrito"),
}
PHONE_TITLES: Final = (
    *("telephone", "tel", "numero telephone", "contact", "telefone", "telemovel", "contacto", "contato"),
    *("phone", "phone number", "mobile"),
)
SERVICE_TITLES: Final = ("service", "service id", "code service", "servico", "id servico", "codigo servico", "centre")
COLUMN_TITLES: Final[Mapping[str, Titles]] = {
    UploadKind.SERVICES: {
        "code": ("code", "code service", "codigo", "cod", "id service"),
        "nom": ("nom", "nom service", "nom du service", "nome", "nome do servico", "name", "service", "servico"),
        "typeService": ("type service", "type", "type de service", "tipo", "tipo de servico", "service type"),
        **AREA_TITLES,
        "telephone": PHONE_TITLES,
        "responsable": ("responsable", "responsavel", "chef", "directeur", "manager", "pessoa de contacto"),
    },
    UploadKind.AGENTS: {
        "nom": ("nom", "nom de famille", "apelido", "sobrenome", "nome", "last name", "name"),
        "prenom": ("prenom", "prenoms", "primeiro nome", "nome proprio", "first name"),
        "fonction": ("fonction", "poste", "funcao", "cargo", "role", "profession"),
        "telephone": PHONE_TITLES,
        "serviceId": SERVICE_TITLES,
    },
    UploadKind.CASES: {
        "service": SERVICE_TITLES,
        **AREA_TITLES,
        "date": ("date", "mois", "data", "mes", "month", "date du cas", "data do caso"),
        "rubrique": ("rubrique", "type de violence", "violence", "rubrica", "tipo de violencia", "type of violence"),
        "trancheAge": ("tranche age", "tranche d age", "groupe age", "faixa etaria", "age band", "age group"),
        "sexe": ("sexe", "sexo", "genre", "genero", "sex", "gender"),
        "statut": ("statut", "etat", "estado", "situacao", "status"),
    },
}
# Words of a type of service beside its code, in the order of likelihood; compared by `build_title_key`.
TYPE_WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("centre d ecoute", "centro de escuta", "ponto de escuta", "listening centre"), "centre_ecoute"),
    **dict.fromkeys(("centre de sante", "centro de saude", "hospital", "hopital", "health centre"), "centre_sante"),
    **dict.fromkeys(("police", "poste de police", "posto de policia", "policia", "esquadra"), "poste_police"),
    **dict.fromkeys(("cour", "tribunal de sector", "court"), "tribunal"),
    **dict.fromkeys(("ngo", "association", "associacao"), "ong"),
    **dict.fromkeys(("structure sociale", "estrutura social", "accao social", "acao social"), "structure_sociale"),
    **dict.fromkeys(("centre d accueil", "centro de acolhimento", "abri", "abrigo", "casa de abrigo"), "hebergement"),
    **dict.fromkeys(("shelter", "hebergement", "hebergement d urgence", "refuge", "refugio"), "hebergement"),
}
# The codes of what a case says, by its field and by the code and words that files have for it.
CASE_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    field: {build_title_key(text): code for word, code in words.items() for text in (code, word)}
    for field, words in WORDS.items()
}
REQUIRED: Final = {
    UploadKind.SERVICES: ("nom", "typeService"),
    UploadKind.AGENTS: ("nom", "serviceId"),
    UploadKind.CASES: ("date", "rubrique"),
}
# A workbook of the ministry has some hundred rows; a longer one is cut up before it is sent.
MAX_ROWS: Final = 100_000
MAX_ERRORS: Final = 1_000
ROW_FAULTS: Final[Mapping[str, Any]] = {
    "ligne": _("La ligne ne peut pas être lue : elle a plus de cellules que de titres, ou est coupée."),
    "vide": _("La valeur manque."),
    "nom": _("Le nom manque, ou a plus de 255 caractères."),
    "code": _("Le code a plus de 60 caractères."),
    "longueur": _("Un texte est trop long : 255 caractères au plus, 32 pour un téléphone."),
    "type": _("Le type de service n'est pas connu."),
    "region": _("La région n'est pas connue, ou n'est pas dans votre périmètre."),
    "secteur": _("Le secteur n'est pas connu dans cette région."),
    "lieu": _("La position du service est à plus de 2 km de cette région ou de ce secteur."),
    "double": _("Cette ligne en répète une autre du fichier."),
    "code_pris": _("Ce code n'est pas libre."),
    "existe": _("Cela existe déjà, et le fichier ne doit pas le modifier."),
    "restreint": _("Un hébergement est un service restreint : il faut le droit de les voir pour en importer."),
    "service": _("Le service n'est pas connu."),
    "date": _("La date manque, n'est pas une date, ou est dans le futur."),
    "rubrique": _("La rubrique manque, ou n'est pas connue."),
    "trancheAge": _("La tranche d'âge n'est pas connue : 0-11, 12-17, 18+ ou inconnu."),
    "sexe": _("Le sexe n'est pas connu : F, M ou inconnu."),
    "statut": _("Le statut n'est pas connu : en_cours, resolu, transfere ou clos."),
}
# The field that a fault is about, where its name is another one.
FAULTY_FIELDS: Final[Mapping[str, str]] = {"type": "typeService", "restreint": "typeService", "code_pris": "code"}


def find_faulty_column(kind: str, fault: str, mapping: Mapping[str, str]) -> str | None:
    """Return the column of the file that a fault of a row is about; None where it is about none, or about several."""
    field = "serviceId" if (kind, fault) == (UploadKind.AGENTS, "service") else FAULTY_FIELDS.get(fault, fault)
    return mapping.get(field)


def list_open_kinds(holds: Callable[[str], bool]) -> list[str]:
    """Return the kinds of workbooks that the permissions open which `holds` knows."""
    return [kind for kind, right in RIGHTS.items() if holds(right)]


def suggest_mapping(kind: str, columns: Sequence[str]) -> dict[str, str | None]:
    """Return the column of each field by its title, or None; no column is suggested twice."""
    left = {build_title_key(column): column for column in reversed(columns)}
    found: dict[str, str | None] = {}
    for field, titles in COLUMN_TITLES[kind].items():
        keys = [build_title_key(title) for title in (field, *titles)]
        key = next((key for key in keys if key in left), None)
        found[field] = left.pop(key) if key is not None else None
    return found


def find_unsafe_columns(columns: Sequence[str]) -> list[str]:
    """Return the columns that a file of cases may not have: all that are not on the list of those that it may.

    A name, a telephone, a village or a text would have a title of its own; a list of such titles would never be whole. Of a
    letter in another script than these titles' the key of a title keeps nothing: it could be part of a name.
    """
    allowed = {build_title_key(title) for field, titles in COLUMN_TITLES[UploadKind.CASES].items() for title in titles}
    allowed |= {build_title_key(field) for field in COLUMN_TITLES[UploadKind.CASES]}
    return [column for column in columns if build_title_key(column) not in allowed or _has_foreign_letters(column)]


def _has_foreign_letters(title: str) -> bool:
    return any(sign.isalpha() and not unicodedata.name(sign, "").startswith("LATIN") for sign in title)
