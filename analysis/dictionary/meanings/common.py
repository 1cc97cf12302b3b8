"""Say what the columns mean that many tables have, where values come from, and which columns nobody meets."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from analysis.dictionary.types import Meaning, Text

COLLECTED: Final = "collecte"
ENTERED: Final = "saisie"
COMPUTED: Final = "calcul"
SYSTEM: Final = "systeme"
OFFICIAL: Final = "referentiel"
OPERATOR: Final = "operateur"
COMPLAINANT: Final = "plaignant"
SOURCES: Final[dict[str, Text]] = {
    COLLECTED: _("Recueilli auprès du ménage : questionnaire, fichier importé ou saisie"),
    ENTERED: _("Saisi par un agent dans Tabanca"),
    COMPUTED: _("Calculé par Tabanca"),
    SYSTEM: _("Attribué par Tabanca"),
    OFFICIAL: _("Repris des listes et des fichiers officiels"),
    OPERATOR: _("Communiqué par l'opérateur de paiement"),
    COMPLAINANT: _("Dit par la personne qui se plaint"),
}

# Columns that serve searches, seals and the history: no file, card or answer shows them.
INTERNAL: Final = frozenset(
    {
        "nom_normalise",
        "objet_normalise",
        "geog",
        "contour",
        "operation_creation",
        "empreinte",
        "empreinte_decision",
        "empreinte_precedente",
        "empreinte_suivi",
        "audit_id",
        "tour_validation",
        "alerte_annoncee",
        "auteurs_comptes",
        "libelles",
        "objet_id",
        "ecriture",
        "reprises",
    }
)

COMMON: Final[dict[str, Text | Meaning]] = {
    "id": Meaning(_("Identifiant de la ligne (UUID). Il ne change jamais."), SYSTEM),
    "created_at": Meaning(_("Moment où la ligne a été créée."), SYSTEM),
    "updated_at": Meaning(_("Moment de la dernière modification de la ligne."), SYSTEM),
    "nom": _("Nom, tel qu'il est affiché."),
    "description": _("Description libre."),
    "population": Meaning(_("Nombre d'habitants selon la source officielle."), OFFICIAL),
    "source": Meaning(_("D'où vient la ligne : le nom du fichier ou de l'organisme."), OFFICIAL),
    "source_id": Meaning(_("Identifiant de la ligne dans le fichier d'origine."), OFFICIAL),
    "region": _("Région administrative."),
    "secteur": _("Secteur administratif de la région."),
    "commune": _("Commune du secteur, quand le découpage en a."),
    "localite": _("Tabanca (village) ou quartier."),
    "region_id": _("Région administrative."),
    "secteur_id": _("Secteur administratif de la région."),
    "localite_id": _("Tabanca (village) ou quartier."),
    "menage": _("Ménage concerné."),
    "menage_id": _("Ménage concerné."),
    "beneficiaire": _("Bénéficiaire concerné."),
    "programme": _("Programme concerné."),
    "projet": _("Projet concerné."),
    "cycle": _("Cycle de paiement concerné."),
    "operateur": _("Opérateur de paiement : mobile money, banque ou espèces."),
    "auteur": Meaning(_("Personne qui a enregistré la ligne."), SYSTEM),
    "cree_par": Meaning(_("Personne qui a créé la ligne."), SYSTEM),
    "actif": _("Oui tant que la ligne sert ; non quand elle est gardée pour mémoire."),
    "ordre": _("Rang dans les listes."),
    "nom_complet": _("Prénoms et nom de la personne, en entier."),
    "sexe": _("Sexe de la personne."),
    "telephone": _("Numéro de téléphone, au format international quand il est reconnu."),
    "niveau_education": _("Plus haut niveau d'études atteint."),
    "occupation_principale": _("Activité principale de la personne."),
    "commentaire": _("Remarque libre."),
    "observations": _("Ce que l'agent a observé, en quelques phrases."),
}
