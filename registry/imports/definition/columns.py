"""Define the columns of a household file: how each is read, where it is stored, and its template description."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from geo.tables.column_titles import build_title_key

MAX_COUNT = 999
# The code of the template's example row, which no household has: a file that still holds the row is imported without it.
EXAMPLE_CODE: Final = "EXEMPLE-000001"


@dataclass(frozen=True)
class ImportColumn:
    """Describe a column of a household file.

    `kind` is how it is read (see cell_sql), `table` and `field` where it is stored. `maximum` is the maximum length of
    a text, or the maximum of a number, `minimum` the minimum of a number; `aliases` lists other accepted titles.
    """

    name: str
    kind: str
    table: str
    field: str
    description: Any
    example: str = ""
    maximum: int = 255
    minimum: int = 0
    aliases: tuple[str, ...] = ()


def _build_count_column(name: str, field: str, description: Any, example: str = "") -> ImportColumn:
    return ImportColumn(name, "entier", "menage", field, description, example, maximum=MAX_COUNT, aliases=(field,))


def _build_dwelling_column(field: str, description: Any) -> ImportColumn:
    return ImportColumn(f"logement_{field}", "texte", "logement", field, description, maximum=100, aliases=(field,))


MAIN_COLUMNS: Final = (
    ImportColumn(
        "code_menage", "texte", "menage", "code_menage", _("Code unique du ménage (obligatoire)."), EXAMPLE_CODE, 60
    ),
    ImportColumn(
        "nom_complet_chef",
        "texte",
        "chef",
        "nom_complet",
        _("Nom complet du chef de ménage."),
        example="Mamadu Baldé",
        aliases=("chef_menage", "nom_chef"),
    ),
    ImportColumn("sexe_chef", "sexe", "chef", "sexe", _("Sexe du chef : M ou F."), "M"),
    ImportColumn("age_chef", "entier", "chef", "age", _("Âge du chef en années révolues."), "47", 130),
    ImportColumn(
        "telephone_chef",
        "telephone",
        "chef",
        "telephone",
        _("Téléphone du chef."),
        example="+245955123456",
        maximum=32,
        aliases=("telephone",),
    ),
    ImportColumn("region", "texte", "lieu", "region", _("Nom ou code de la région."), "Oio"),
    ImportColumn("secteur", "texte", "lieu", "secteur", _("Nom ou code du secteur."), "Mansôa"),
    ImportColumn(
        "tabanca",
        "texte",
        "lieu",
        "tabanca",
        _("Nom ou code de la tabanca (localité) dans le secteur."),
        example="Cutia",
        aliases=("localite", "village"),
    ),
    ImportColumn("milieu", "milieu", "menage", "milieu", _("Milieu : urbain ou rural."), "rural"),
    ImportColumn(
        "taille_menage",
        "entier",
        "menage",
        "taille_menage",
        _("Nombre de personnes du ménage, au moins 1 (obligatoire pour un nouveau ménage)."),
        example="7",
        maximum=MAX_COUNT,
        minimum=1,
    ),
    _build_count_column("nb_enfants_0_4", "nb_enfants_04", _("Nombre d'enfants de 0 à 4 ans."), "2"),
    _build_count_column("nb_enfants_5_14", "nb_enfants_514", _("Nombre d'enfants de 5 à 14 ans."), "2"),
    _build_count_column("nb_adultes_15_64", "nb_adultes_1564", _("Nombre d'adultes de 15 à 64 ans."), "3"),
    _build_count_column(
        "nb_personnes_65_plus", "nb_personnes_65_plus", _("Nombre de personnes de 65 ans et plus."), "0"
    ),
    _build_count_column("nb_handicapes", "nb_handicapes", _("Nombre de personnes handicapées."), "0"),
    _build_count_column("nb_actifs_occupes", "nb_actifs_occupes", _("Nombre d'actifs occupés."), "2"),
    ImportColumn(
        "score_pmt",
        "score",
        "menage",
        "score_pmt",
        _("Score PMT de 0 à 100, ou de 0 à 1 si tout le fichier est à cette échelle et que l'import le dit."),
        example="18.5",
        maximum=100,
    ),
    ImportColumn(
        "categorie_pauvrete",
        "categorie",
        "menage",
        "categorie_pauvrete",
        _(
            "Catégorie : extreme (extreme_pauvre dans l'API, lu aussi), pauvre, vulnerable ou non_pauvre ; déduite du "
            "score quand il y en a un."
        ),
        example="extreme",
    ),
    ImportColumn(
        "latitude",
        "decimal",
        "point",
        "latitude",
        _("Latitude en degrés décimaux (nord positif)."),
        example="12.146200",
        maximum=90,
        minimum=-90,
    ),
    ImportColumn(
        "longitude",
        "decimal",
        "point",
        "longitude",
        _("Longitude en degrés décimaux (ouest négatif)."),
        example="-15.287100",
        maximum=180,
        minimum=-180,
    ),
)

EXTRA_COLUMNS: Final = (
    _build_count_column("nb_enfants_0_10", "nb_enfants_010", _("Nombre d'enfants de 0 à 10 ans.")),
    _build_count_column("nb_enfants_11_14", "nb_enfants_1114", _("Nombre d'enfants de 11 à 14 ans.")),
    _build_count_column("nb_femmes_15_64", "nb_femmes_1564", _("Nombre de femmes de 15 à 64 ans.")),
    _build_count_column("nb_femmes_15_49", "nb_femmes_1549", _("Nombre de femmes de 15 à 49 ans.")),
    _build_count_column("nb_femmes_enceintes", "nb_femmes_enceintes", _("Nombre de femmes enceintes.")),
    ImportColumn("date_collecte", "date", "menage", "date_collecte", _("Date de collecte : AAAA-MM-JJ ou JJ/MM/AAAA.")),
    ImportColumn("altitude", "decimal", "menage", "altitude", _("Altitude en mètres."), "", 9000, -500),
    ImportColumn("precision_gps", "decimal", "menage", "precision_gps", _("Précision du GPS en mètres."), "", 100_000),
    ImportColumn("identifiant_unique", "texte", "menage", "identifiant_unique", _("Identifiant national unique.")),
    ImportColumn(
        "id_source_externe", "texte", "menage", "id_source_externe", _("Identifiant dans le système d'origine.")
    ),
    ImportColumn(
        "niveau_education_chef",
        "texte",
        "chef",
        "niveau_education",
        _("Niveau d'éducation du chef."),
        maximum=100,
        aliases=("niveau_education",),
    ),
    ImportColumn(
        "occupation_principale_chef",
        "texte",
        "chef",
        "occupation_principale",
        _("Occupation du chef."),
        maximum=100,
        aliases=("occupation_principale",),
    ),
    ImportColumn(
        "statut_matrimonial",
        "texte",
        "chef",
        "statut_matrimonial",
        _("Statut matrimonial du chef."),
        maximum=100,
        aliases=("statut_matrimonial_chef",),
    ),
    ImportColumn(
        "numero_mobile_money", "telephone", "chef", "numero_mobile_money", _("Numéro de mobile money du chef."), "", 32
    ),
    ImportColumn("compte_bancaire", "texte", "chef", "compte_bancaire", _("Compte bancaire du chef."), maximum=64),
    _build_dwelling_column("type_logement", _("Type de logement.")),
    _build_dwelling_column("statut_occupation", _("Statut d'occupation du logement.")),
    ImportColumn(
        "logement_nb_pieces",
        "entier",
        "logement",
        "nb_pieces",
        _("Nombre de pièces."),
        maximum=MAX_COUNT,
        aliases=("nb_pieces",),
    ),
    _build_dwelling_column("materiau_mur", _("Matériau des murs.")),
    _build_dwelling_column("materiau_toit", _("Matériau du toit.")),
    _build_dwelling_column("materiau_sol", _("Matériau du sol.")),
    _build_dwelling_column("source_eau", _("Source d'eau.")),
    _build_dwelling_column("type_toilette", _("Type de toilettes.")),
    _build_dwelling_column("source_eclairage", _("Source d'éclairage.")),
    _build_dwelling_column("combustible_cuisine", _("Combustible de cuisine.")),
    _build_dwelling_column("traitement_eau", _("Traitement de l'eau.")),
    _build_dwelling_column("evacuation_dechets", _("Évacuation des déchets.")),
    ImportColumn(
        "logement_a_une_cuisine",
        "booleen",
        "logement",
        "a_une_cuisine",
        _("A une cuisine : oui ou non."),
        aliases=("a_une_cuisine",),
    ),
)

COLUMNS: Final = MAIN_COLUMNS + EXTRA_COLUMNS


BY_NAME: Final = {column.name: column for column in COLUMNS}
BY_KEY: Final = {build_title_key(name): column for column in COLUMNS for name in (column.name, *column.aliases)}


def list_columns_stored_in(table: str) -> tuple[ImportColumn, ...]:
    """Return the columns stored in `table` (`menage`, `chef` or `logement`) under their own field."""
    return tuple(column for column in COLUMNS if column.table == table)
