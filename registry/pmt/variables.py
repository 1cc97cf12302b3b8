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

NUMBER: Final = "nombre"
TEXT: Final = "texte"
BOOLEAN: Final = "booleen"
AREA: Final = "lieu"
WEIGHTS: Final = "poids_par_lieu"

# A condition contributes the weight when it holds, else 0; a measure contributes weight times a function of the value.
CONDITIONS: Final = {
    NUMBER: ("=", "!=", "<", "<=", ">", ">=", "entre", "dans"),
    TEXT: ("=", "!=", "dans", "pas_dans"),
    BOOLEAN: ("=",),
    AREA: ("=", "!=", "dans", "pas_dans"),
    WEIGHTS: (),
}
MEASURES: Final = {NUMBER: ("lineaire", "carre", "logarithme"), WEIGHTS: ("poids",)}
# From the smallest area to the largest; milieu comes last. The first one which a term names determines the weight.
LEVELS: Final = {
    "localite": ("m.localite_id", "geo_localite"),
    "commune": ("m.commune_id", "geo_commune"),
    "secteur": ("m.secteur_id", "geo_secteur"),
    "region": ("m.region_id", "geo_region"),
}
MILIEU: Final = "milieu"


@dataclass(frozen=True)
class Variable:
    """Describe one variable: its name in a method, the kind of its values, its SQL expression and its label."""

    name: str
    kind: str
    sql: str
    label: str | Promise

    @property
    def operators(self) -> tuple[str, ...]:
        return CONDITIONS[self.kind] + MEASURES.get(self.kind, ())


ADULTS: Final = "nullif(m.nb_adultes_1564, 0)"
VARIABLES: Final = (
    Variable("tailleMenage", NUMBER, "m.taille_menage", _("Taille du ménage")),
    Variable("milieu", TEXT, "m.milieu", _("Milieu")),
    Variable("nbEnfants04", NUMBER, "m.nb_enfants_04", _("Enfants de 0 à 4 ans")),
    Variable("nbEnfants514", NUMBER, "m.nb_enfants_514", _("Enfants de 5 à 14 ans")),
    Variable("nbEnfants010", NUMBER, "m.nb_enfants_010", _("Enfants de 0 à 10 ans")),
    Variable("nbEnfants1114", NUMBER, "m.nb_enfants_1114", _("Enfants de 11 à 14 ans")),
    Variable("nbAdultes1564", NUMBER, "m.nb_adultes_1564", _("Adultes de 15 à 64 ans")),
    Variable("nbPersonnes65Plus", NUMBER, "m.nb_personnes_65_plus", _("Personnes de 65 ans et plus")),
    Variable("nbHandicapes", NUMBER, "m.nb_handicapes", _("Personnes handicapées")),
    Variable("nbActifsOccupes", NUMBER, "m.nb_actifs_occupes", _("Actifs occupés")),
    Variable("nbFemmes1564", NUMBER, "m.nb_femmes_1564", _("Femmes de 15 à 64 ans")),
    Variable("nbFemmes1549", NUMBER, "m.nb_femmes_1549", _("Femmes de 15 à 49 ans")),
    Variable("nbFemmesEnceintes", NUMBER, "m.nb_femmes_enceintes", _("Femmes enceintes")),
    Variable("chefMenage.sexe", TEXT, "chef.sexe", _("Sexe du chef")),
    Variable("chefMenage.age", NUMBER, "chef.age", _("Âge du chef")),
    Variable("chefMenage.niveauEducation", TEXT, "chef.niveau_education", _("Niveau d'instruction du chef")),
    Variable("chefMenage.occupationPrincipale", TEXT, "chef.occupation_principale", _("Occupation du chef")),
    Variable("chefMenage.statutMatrimonial", TEXT, "chef.statut_matrimonial", _("Statut matrimonial du chef")),
    Variable("logement.typeLogement", TEXT, "logement.type_logement", _("Type de logement")),
    Variable("logement.statutOccupation", TEXT, "logement.statut_occupation", _("Statut d'occupation")),
    Variable("logement.nbPieces", NUMBER, "logement.nb_pieces", _("Nombre de pièces")),
    Variable("logement.materiauMur", TEXT, "logement.materiau_mur", _("Matériau des murs")),
    Variable("logement.materiauToit", TEXT, "logement.materiau_toit", _("Matériau du toit")),
    Variable("logement.materiauSol", TEXT, "logement.materiau_sol", _("Matériau du sol")),
    Variable("logement.sourceEau", TEXT, "logement.source_eau", _("Source d'eau")),
    Variable("logement.typeToilette", TEXT, "logement.type_toilette", _("Type de toilettes")),
    Variable("logement.sourceEclairage", TEXT, "logement.source_eclairage", _("Source d'éclairage")),
    Variable("logement.combustibleCuisine", TEXT, "logement.combustible_cuisine", _("Combustible de cuisine")),
    Variable("logement.traitementEau", TEXT, "logement.traitement_eau", _("Traitement de l'eau")),
    Variable("logement.evacuationDechets", TEXT, "logement.evacuation_dechets", _("Évacuation des déchets")),
    Variable("logement.aUneCuisine", BOOLEAN, "logement.a_une_cuisine", _("Le logement a une cuisine")),
    Variable("personnesParPiece", NUMBER, "m.taille_menage::float8 / nullif(logement.nb_pieces, 0)",
             _("Personnes par pièce")),
    Variable("ratioDependance", NUMBER,
             f"(m.nb_enfants_04 + m.nb_enfants_514 + m.nb_personnes_65_plus)::float8 / {ADULTS}",
             _("Enfants et personnes âgées par adulte")),
    Variable("tauxActivite", NUMBER, f"m.nb_actifs_occupes::float8 / {ADULTS}", _("Actifs occupés par adulte")),
    *(Variable(level, AREA, column, label) for (level, (column, _table)), label in
      zip(LEVELS.items(), (_("Localité"), _("Commune"), _("Secteur"), _("Région")), strict=True)),
    Variable("geographie", WEIGHTS, "", _("Lieu, du plus petit au plus grand")),
)  # fmt: skip
BY_NAME: Final = {variable.name: variable for variable in VARIABLES}
