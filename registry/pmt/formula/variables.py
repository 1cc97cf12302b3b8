"""List the variables which a PMT method may use.

They are columns of the household, its head and its dwelling, ratios of their numbers, and the household's area.

A method is data written by administrators, so nothing of it reaches SQL except through this list: a variable is one of
these names, and its expression is a constant of this code base over `m` (household), `chef` and `logement`. An
expression is null where the value is missing; a ratio is null where it would divide by zero.
"""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NUMBER_KIND: Final = "nombre"
TEXT_KIND: Final = "texte"
BOOLEAN_KIND: Final = "booleen"
AREA_KIND: Final = "lieu"
PLACE_WEIGHTS_KIND: Final = "poids_par_lieu"

# A condition contributes the weight when it holds, else 0; a measure contributes weight times a function of the value.
CONDITIONS: Final = {
    NUMBER_KIND: ("=", "!=", "<", "<=", ">", ">=", "entre", "dans"),
    TEXT_KIND: ("=", "!=", "dans", "pas_dans"),
    BOOLEAN_KIND: ("=",),
    AREA_KIND: ("=", "!=", "dans", "pas_dans"),
    PLACE_WEIGHTS_KIND: (),
}
MEASURES: Final = {NUMBER_KIND: ("lineaire", "carre", "logarithme"), PLACE_WEIGHTS_KIND: ("poids",)}
# From the smallest area to the largest; milieu comes last. The first one which a term names determines the weight.
AREA_LEVELS: Final = {
    "localite": ("m.localite_id", "geo_localite"),
    "commune": ("m.commune_id", "geo_commune"),
    "secteur": ("m.secteur_id", "geo_secteur"),
    "region": ("m.region_id", "geo_region"),
}
MILIEU: Final = "milieu"


@dataclass(frozen=True)
class PmtVariable:
    """Describe one variable: its name in a method, the kind of its values, its SQL expression and its label."""

    name: str
    kind: str
    sql: str
    label: str | Promise

    @property
    def operators(self) -> tuple[str, ...]:
        return CONDITIONS[self.kind] + MEASURES.get(self.kind, ())


ADULTS: Final = "nullif(m.nb_adultes_1564, 0)"
PMT_VARIABLES: Final = (
    PmtVariable("tailleMenage", NUMBER_KIND, "m.taille_menage", _("Taille du ménage")),
    PmtVariable("milieu", TEXT_KIND, "m.milieu", _("Milieu")),
    PmtVariable("nbEnfants04", NUMBER_KIND, "m.nb_enfants_04", _("Enfants de 0 à 4 ans")),
    PmtVariable("nbEnfants514", NUMBER_KIND, "m.nb_enfants_514", _("Enfants de 5 à 14 ans")),
    PmtVariable("nbEnfants010", NUMBER_KIND, "m.nb_enfants_010", _("Enfants de 0 à 10 ans")),
    PmtVariable("nbEnfants1114", NUMBER_KIND, "m.nb_enfants_1114", _("Enfants de 11 à 14 ans")),
    PmtVariable("nbAdultes1564", NUMBER_KIND, "m.nb_adultes_1564", _("Adultes de 15 à 64 ans")),
    PmtVariable("nbPersonnes65Plus", NUMBER_KIND, "m.nb_personnes_65_plus", _("Personnes de 65 ans et plus")),
    PmtVariable("nbHandicapes", NUMBER_KIND, "m.nb_handicapes", _("Personnes handicapées")),
    PmtVariable("nbActifsOccupes", NUMBER_KIND, "m.nb_actifs_occupes", _("Actifs occupés")),
    PmtVariable("nbFemmes1564", NUMBER_KIND, "m.nb_femmes_1564", _("Femmes de 15 à 64 ans")),
    PmtVariable("nbFemmes1549", NUMBER_KIND, "m.nb_femmes_1549", _("Femmes de 15 à 49 ans")),
    PmtVariable("nbFemmesEnceintes", NUMBER_KIND, "m.nb_femmes_enceintes", _("Femmes enceintes")),
    PmtVariable("chefMenage.sexe", TEXT_KIND, "chef.sexe", _("Sexe du chef")),
    PmtVariable("chefMenage.age", NUMBER_KIND, "chef.age", _("Âge du chef")),
    PmtVariable("chefMenage.niveauEducation", TEXT_KIND, "chef.niveau_education", _("Niveau d'instruction du chef")),
    PmtVariable("chefMenage.occupationPrincipale", TEXT_KIND, "chef.occupation_principale", _("Occupation du chef")),
    PmtVariable("chefMenage.statutMatrimonial", TEXT_KIND, "chef.statut_matrimonial", _("Statut matrimonial du chef")),
    PmtVariable("logement.typeLogement", TEXT_KIND, "logement.type_logement", _("Type de logement")),
    PmtVariable("logement.statutOccupation", TEXT_KIND, "logement.statut_occupation", _("Statut d'occupation")),
    PmtVariable("logement.nbPieces", NUMBER_KIND, "logement.nb_pieces", _("Nombre de pièces")),
    PmtVariable("logement.materiauMur", TEXT_KIND, "logement.materiau_mur", _("Matériau des murs")),
    PmtVariable("logement.materiauToit", TEXT_KIND, "logement.materiau_toit", _("Matériau du toit")),
    PmtVariable("logement.materiauSol", TEXT_KIND, "logement.materiau_sol", _("Matériau du sol")),
    PmtVariable("logement.sourceEau", TEXT_KIND, "logement.source_eau", _("Source d'eau")),
    PmtVariable("logement.typeToilette", TEXT_KIND, "logement.type_toilette", _("Type de toilettes")),
    PmtVariable("logement.sourceEclairage", TEXT_KIND, "logement.source_eclairage", _("Source d'éclairage")),
    PmtVariable("logement.combustibleCuisine", TEXT_KIND, "logement.combustible_cuisine", _("Combustible de cuisine")),
    PmtVariable("logement.traitementEau", TEXT_KIND, "logement.traitement_eau", _("Traitement de l'eau")),
    PmtVariable("logement.evacuationDechets", TEXT_KIND, "logement.evacuation_dechets", _("Évacuation des déchets")),
    PmtVariable("logement.aUneCuisine", BOOLEAN_KIND, "logement.a_une_cuisine", _("Le logement a une cuisine")),
    PmtVariable(
        "personnesParPiece",
        NUMBER_KIND,
        "m.taille_menage::float8 / nullif(logement.nb_pieces, 0)",
        _("Personnes par pièce"),
    ),
    PmtVariable(
        "ratioDependance",
        NUMBER_KIND,
        f"(m.nb_enfants_04 + m.nb_enfants_514 + m.nb_personnes_65_plus)::float8 / {ADULTS}",
        _("Enfants et personnes âgées par adulte"),
    ),
    PmtVariable("tauxActivite", NUMBER_KIND, f"m.nb_actifs_occupes::float8 / {ADULTS}", _("Actifs occupés par adulte")),
    *(
        PmtVariable(level, AREA_KIND, column, label)
        for (level, (column, _table)), label in zip(
            AREA_LEVELS.items(), (_("Localité"), _("Commune"), _("Secteur"), _("Région")), strict=True
        )
    ),
    PmtVariable("geographie", PLACE_WEIGHTS_KIND, "", _("Lieu, du plus petit au plus grand")),
)
VARIABLES_BY_NAME: Final = {variable.name: variable for variable in PMT_VARIABLES}
