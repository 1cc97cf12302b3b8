"""Define the columns of a household file: how each is read, where it is stored, and its template description."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from geo.tables.titles import key

MAX_COUNT = 999


@dataclass(frozen=True)
class Column:
    """Describe a column of a household file.

    `kind` is how it is read (see reading_sql), `table` and `field` where it is stored. `limit` is the maximum length of
    a text, or the maximum of a number, `least` the minimum of a number; `also` lists other accepted titles.
    """

    name: str
    kind: str
    table: str
    field: str
    description: Any
    example: str = ""
    limit: int = 255
    least: int = 0
    also: tuple[str, ...] = ()


def _count(name: str, field: str, description: Any, example: str = "") -> Column:
    return Column(name, "entier", "menage", field, description, example, limit=MAX_COUNT, also=(field,))


def _dwelling(field: str, description: Any) -> Column:
    return Column(f"logement_{field}", "texte", "logement", field, description, limit=100, also=(field,))


DOCUMENTED: Final = (
    Column("code_menage", "texte", "menage", "code_menage", _("Code unique du ménage (obligatoire)."), "OIO-000001", 60),
    Column("nom_complet_chef", "texte", "chef", "nom_complet", _("Nom complet du chef de ménage."), "Mamadu Baldé",
           also=("chef_menage", "nom_chef")),
    Column("sexe_chef", "sexe", "chef", "sexe", _("Sexe du chef : M ou F."), "M"),
    Column("age_chef", "entier", "chef", "age", _("Âge du chef en années révolues."), "47", 130),
    Column("telephone_chef", "telephone", "chef", "telephone", _("Téléphone du chef."), "+245955123456", 32,
           also=("telephone",)),
    Column("region", "texte", "lieu", "region", _("Nom ou code de la région."), "Oio"),
    Column("secteur", "texte", "lieu", "secteur", _("Nom ou code du secteur."), "Mansoa"),
    Column("tabanca", "texte", "lieu", "tabanca", _("Nom ou code de la tabanca (localité) dans le secteur."), "Cutia",
           also=("localite", "village")),
    Column("milieu", "milieu", "menage", "milieu", _("Milieu : urbain ou rural."), "rural"),
    Column("taille_menage", "entier", "menage", "taille_menage",
           _("Nombre de personnes du ménage, au moins 1 (obligatoire pour un nouveau ménage)."), "7", MAX_COUNT, 1),
    _count("nb_enfants_0_4", "nb_enfants_04", _("Nombre d'enfants de 0 à 4 ans."), "2"),
    _count("nb_enfants_5_14", "nb_enfants_514", _("Nombre d'enfants de 5 à 14 ans."), "2"),
    _count("nb_adultes_15_64", "nb_adultes_1564", _("Nombre d'adultes de 15 à 64 ans."), "3"),
    _count("nb_personnes_65_plus", "nb_personnes_65_plus", _("Nombre de personnes de 65 ans et plus."), "0"),
    _count("nb_handicapes", "nb_handicapes", _("Nombre de personnes handicapées."), "0"),
    _count("nb_actifs_occupes", "nb_actifs_occupes", _("Nombre d'actifs occupés."), "2"),
    Column("score_pmt", "score", "menage", "score_pmt", _("Score PMT de 0 à 100, ou de 0 à 1 si tout le fichier est à cette échelle et que l'import le dit."),
           "18.5", 100),
    Column("categorie_pauvrete", "categorie", "menage", "categorie_pauvrete",
           _("Catégorie : extreme, pauvre, vulnerable ou non_pauvre ; déduite du score quand il y en a un."), "extreme"),
    Column("latitude", "decimal", "point", "latitude", _("Latitude en degrés décimaux (nord positif)."), "12.146200",
           90, -90),
    Column("longitude", "decimal", "point", "longitude", _("Longitude en degrés décimaux (ouest négatif)."),
           "-15.287100", 180, -180),
)  # fmt: skip

EXTRA: Final = (
    _count("nb_enfants_0_10", "nb_enfants_010", _("Nombre d'enfants de 0 à 10 ans.")),
    _count("nb_enfants_11_14", "nb_enfants_1114", _("Nombre d'enfants de 11 à 14 ans.")),
    _count("nb_femmes_15_64", "nb_femmes_1564", _("Nombre de femmes de 15 à 64 ans.")),
    _count("nb_femmes_15_49", "nb_femmes_1549", _("Nombre de femmes de 15 à 49 ans.")),
    _count("nb_femmes_enceintes", "nb_femmes_enceintes", _("Nombre de femmes enceintes.")),
    Column("date_collecte", "date", "menage", "date_collecte", _("Date de collecte : AAAA-MM-JJ ou JJ/MM/AAAA.")),
    Column("altitude", "decimal", "menage", "altitude", _("Altitude en mètres."), "", 9000, -500),
    Column("precision_gps", "decimal", "menage", "precision_gps", _("Précision du GPS en mètres."), "", 100_000),
    Column("identifiant_unique", "texte", "menage", "identifiant_unique", _("Identifiant national unique.")),
    Column("id_source_externe", "texte", "menage", "id_source_externe", _("Identifiant dans le système d'origine.")),
    Column("niveau_education_chef", "texte", "chef", "niveau_education", _("Niveau d'éducation du chef."), limit=100,
           also=("niveau_education",)),
    Column("occupation_principale_chef", "texte", "chef", "occupation_principale", _("Occupation du chef."), limit=100,
           also=("occupation_principale",)),
    Column("statut_matrimonial", "texte", "chef", "statut_matrimonial", _("Statut matrimonial du chef."), limit=100,
           also=("statut_matrimonial_chef",)),
    Column("numero_mobile_money", "telephone", "chef", "numero_mobile_money", _("Numéro de mobile money du chef."), "",
           32),
    Column("compte_bancaire", "texte", "chef", "compte_bancaire", _("Compte bancaire du chef."), limit=64),
    _dwelling("type_logement", _("Type de logement.")),
    _dwelling("statut_occupation", _("Statut d'occupation du logement.")),
    Column("logement_nb_pieces", "entier", "logement", "nb_pieces", _("Nombre de pièces."), "", MAX_COUNT,
           also=("nb_pieces",)),
    _dwelling("materiau_mur", _("Matériau des murs.")),
    _dwelling("materiau_toit", _("Matériau du toit.")),
    _dwelling("materiau_sol", _("Matériau du sol.")),
    _dwelling("source_eau", _("Source d'eau.")),
    _dwelling("type_toilette", _("Type de toilettes.")),
    _dwelling("source_eclairage", _("Source d'éclairage.")),
    _dwelling("combustible_cuisine", _("Combustible de cuisine.")),
    _dwelling("traitement_eau", _("Traitement de l'eau.")),
    _dwelling("evacuation_dechets", _("Évacuation des déchets.")),
    Column("logement_a_une_cuisine", "booleen", "logement", "a_une_cuisine", _("A une cuisine : oui ou non."),
           also=("a_une_cuisine",)),
)  # fmt: skip

COLUMNS: Final = DOCUMENTED + EXTRA


BY_NAME: Final = {column.name: column for column in COLUMNS}
BY_KEY: Final = {key(name): column for column in COLUMNS for name in (column.name, *column.also)}


def stored_in(table: str) -> tuple[Column, ...]:
    """Return the columns stored in `table` (`menage`, `chef` or `logement`) under their own field."""
    return tuple(column for column in COLUMNS if column.table == table)
