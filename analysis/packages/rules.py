"""Say what a package holds, and how layers that QGIS has no view of look in it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from analysis.database_logins.api import LAYERS, GisLayer

PERMISSION: Final = "geo.exporter"
FIRST_ZOOM, LAST_ZOOM = 5, 14
GEOPACKAGE: Final = "tabanca.gpkg"
TILES: Final = "tabanca.mbtiles"
PROJECT: Final = "tabanca.qgz"
READ_ME: Final = "LISEZMOI.txt"
# For so long a package that is there is answered again, before it is made anew.
FRESH_SECONDS: Final = 600

# By name of a layer of the catalogue, from the lowest to the topmost. Those of the schema `gis` look as they do there.
VIEWS: Final = {layer.view: layer for layer in LAYERS}
STYLES: Final = {
    "fond_carte": GisLayer("fond_carte", "", "LineString", "#8d98a0", 0.3),
    "regions": VIEWS["regions"],
    "secteurs": VIEWS["secteurs"],
    "paiements": GisLayer("paiements", "", "Polygon", "#0b6655", 0.46, shown=False),
    **VIEWS,
    "polices_judiciaires": GisLayer("polices_judiciaires", "", "Point", "#46525e", 2.2),
    "services_vbg": GisLayer("services_vbg", "", "Point", "#7a3fa0", 2.4),
    "plaintes": GisLayer("plaintes", "", "Point", "#54190b", 1.8, smallest_scale=500_000, shown=False),
    "asc": GisLayer("asc", "", "Point", "#a8326f", 1.8, smallest_scale=500_000),
    "acteurs_locaux": GisLayer("acteurs_locaux", "", "Point", "#7d611a", 1.8, smallest_scale=500_000),
}
# By column of a view, its property in the catalogue.
CATEGORY_PROPERTIES: Final = {"categorie_pauvrete": "categoriePauvrete"}
# What forms show instead of the name of a property.
LABELS: Final = {
    "id": _("Identifiant"),
    "nom": _("Nom"),
    "code": _("Code"),
    "type": _("Code du type"),
    "typeLabel": _("Type"),
    "region": _("Région"),
    "secteur": _("Secteur"),
    "localite": _("Localité"),
    "classe": _("Classe"),
    "source": _("Source"),
    "dateSource": _("Date des données"),
    "population": _("Population"),
    "telephone": _("Téléphone"),
    "pilote": _("École pilote"),
    "prescolaire": _("Préscolaire"),
    "niveauMax": _("Niveau le plus haut"),
    "urgences24h": _("Urgences 24 h sur 24"),
    "maternite": _("Maternité"),
    "fonctionnel": _("Fonctionne"),
    "typeSource": _("Type de source"),
    "codeMenage": _("Code du ménage"),
    "menageCode": _("Code du ménage"),
    "tailleMenage": _("Taille du ménage"),
    "scorePmt": _("Score PMT (0 à 100)"),
    "categoriePauvrete": _("Catégorie de pauvreté"),
    "eligible": _("Éligible à un programme"),
    "milieu": _("Milieu"),
    "codeBeneficiaire": _("Code du bénéficiaire"),
    "statut": _("Statut"),
    "actif": _("Actif"),
    "typeBeneficiaire": _("Type de bénéficiaire"),
    "modePaiement": _("Mode de paiement"),
    "programme": _("Programme"),
    "nbPrevus": _("Paiements prévus"),
    "nbPayes": _("Paiements faits"),
    "nbEchoues": _("Paiements échoués"),
    "montantPrevu": _("Montant prévu"),
    "montantPaye": _("Montant payé"),
    "taux": _("Taux de paiement (%)"),
    "reference": _("Référence"),
    "categorie": _("Catégorie"),
    "priorite": _("Priorité"),
    "canal": _("Canal"),
    "dateCreation": _("Date de création"),
    "echeance": _("Échéance"),
    "dateResolution": _("Date de résolution"),
}
# The categories of poverty, in the language of the package.
CATEGORY_LABELS: Final = {
    "extreme_pauvre": _("Extrême pauvre"),
    "pauvre": _("Pauvre"),
    "vulnerable": _("Vulnérable"),
    "non_pauvre": _("Non pauvre"),
    None: _("Sans score"),
}
