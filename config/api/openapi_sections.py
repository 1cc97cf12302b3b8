"""Say what each section of the OpenAPI document is for, in the order in which people meet them, and introduce it."""

from typing import Any, Final

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from config.screen_words import ScreenWord, screen_words

# Groups of sections (tags, the first step of an address: generated clients make folders of them), each with its title
# and a sentence.
SECTIONS: Final[dict[Any, dict[str, Any]]] = {
    _("Accès"): {
        "auth": (_("Connexion"), _("Se connecter, renouveler ses jetons, mot de passe, second facteur, clés d'accès.")),
        "users": (_("Comptes"), _("Comptes des personnes : ouvrir, modifier, désactiver.")),
        "roles": (_("Rôles"), _("Rôles, leurs permissions et ceux qui ne vont pas ensemble.")),
        "settings": (_("Permissions"), _("Catalogue des permissions.")),
        "audit": (_("Journal des changements"), _("Qui a changé quoi, et quand.")),
        "notifications": (_("Notifications"), _("Ce dont le service avertit, et comment.")),
        "vues": (_("Vues enregistrées"), _("Vues de la console que l'on garde et partage.")),
        "webhooks": (_("Annonces (webhooks)"), _("Adresses auxquelles le service annonce les changements.")),
    },
    _("Registre"): {
        "menages": (
            _("Ménages"),
            _("Ménages : chercher, lire, créer, modifier, collecte, doublons, fusions, exports."),
        ),
        "membre_menages": (_("Membres des ménages"), _("Personnes d'un ménage.")),
        "projets": (_("Projets"), _("Projets qui collectent.")),
        "campagnes": (_("Campagnes"), _("Campagnes de collecte d'un projet.")),
        "organisations": (_("Organisations"), _("Organisations qui mènent les projets.")),
        "references": (_("Listes de valeurs"), _("Listes de valeurs des formulaires.")),
        "dictionnaire": (_("Dictionnaire des données"), _("Sens, unité et codes de chaque colonne.")),
        "import": (_("Imports"), _("Faire entrer des ménages : fichiers et plateformes de collecte.")),
        "fichiers": (_("Fichiers"), _("Déposer un fichier avant de le joindre.")),
        "jobs": (_("Tâches"), _("Tâches longues : où elles en sont, leur résultat.")),
        "qualite": (_("Qualité"), _("Qualité des données collectées.")),
        "visites-sante": (_("Visites de santé"), _("Visites de santé des ménages.")),
        "mesures-accompagnement": (_("Mesures d'accompagnement"), _("Mesures d'accompagnement des ménages.")),
        "sync": (_("Synchronisation"), _("Garder une copie : changements et suppressions depuis un curseur.")),
    },
    _("Territoire et carte"): {
        "regions": (_("Régions"), _("Régions du pays : les lire, les créer, leurs limites.")),
        "secteurs": (_("Secteurs"), _("Secteurs d'une région.")),
        "communes": (_("Communes"), _("Communes d'un secteur.")),
        "localites": (_("Localités"), _("Villages et quartiers.")),
        "geo": (
            _("Imports géographiques"),
            _("Faire entrer des limites et des services depuis un fichier géographique."),
        ),
        "carte": (_("Carte"), _("Couches, tuiles, distances, couverture et autres réponses pour la carte.")),
        "ogc": (_("OGC API (QGIS)"), _("Les mêmes couches pour QGIS et autres logiciels (OGC API).")),
    },
    _("Ciblage"): {
        "pmt-methodes": (_("Méthodes PMT"), _("Méthodes du score de pauvreté (PMT).")),
        "eligibility": (_("Éligibilité"), _("Règles d'éligibilité, leur essai et leurs résultats.")),
        "selections": (_("Sélections"), _("Ménages qu'un ciblage a retenus.")),
        "programmes": (_("Programmes"), _("Programmes de transferts : règles, montants, enrôlement.")),
        "beneficiaires": (_("Bénéficiaires"), _("Bénéficiaires d'un programme.")),
        "documents-identite": (_("Documents d'identité"), _("Documents d'identité des bénéficiaires.")),
        "suivis": (_("Suivis"), _("Suivis de bénéficiaires.")),
        "conditionnalites": (_("Conditionnalités"), _("Ce qu'un programme demande aux bénéficiaires.")),
        "verifications-conditionnalites": (
            _("Vérification des conditionnalités"),
            _("Vérifications de ces conditions."),
        ),
        "graduations": (_("Graduations"), _("Sortie d'un programme : évaluations et visites.")),
        "graduation-criteria": (_("Critères de graduation"), _("Critères de cette sortie.")),
    },
    _("Paiements"): {
        "cycles": (_("Cycles de paiement"), _("Cycles : calculer, valider, payer, clore.")),
        "paiements": (_("Paiements"), _("Paiements d'un cycle, un par bénéficiaire.")),
        "feuilles": (_("Feuilles de paiement"), _("Feuilles de paiement en espèces.")),
        "points-paiement": (_("Points de paiement"), _("Lieux où l'on paie en espèces.")),
        "verifications": (
            _("Vérification des réceptions"),
            _("Appels aux personnes payées : ont-elles reçu leur argent ?"),
        ),
        "reconciliation": (_("Rapprochement"), _("Rapprochement avec les relevés des opérateurs.")),
        "comptes-operateurs": (_("Comptes des opérateurs"), _("Comptes des opérateurs : dépôts, soldes, mouvements.")),
        "grilles-tarifaires": (_("Grilles tarifaires"), _("Frais des opérateurs.")),
        "jours-feries": (_("Jours fériés"), _("Jours sans paiement.")),
    },
    _("Réponse aux personnes"): {
        "plaintes": (_("Plaintes"), _("Plaintes : recevoir, traiter, répondre, recours.")),
        "equipes": (_("Équipes"), _("Équipes qui traitent les plaintes.")),
        "public": (_("Plaintes sans compte"), _("Se plaindre sans compte.")),
        "services-vbg": (_("Services VBG"), _("Services pour les survivantes de violences, orientation.")),
        "vbg-analytics": (_("Statistiques VBG"), _("Statistiques protégées des violences.")),
        "vbg-cas": (_("Cas de VBG"), _("Cas de violences, lus un par un et pour un motif.")),
    },
    _("Pilotage"): {
        "dashboard": (_("Tableau de bord"), _("Chiffres du tableau de bord.")),
        "rapports": (_("Rapports"), _("Rapports à télécharger ou à recevoir.")),
    },
    _("Service"): {
        "contexts": (_("Contextes JSON-LD"), _("Ce que veulent dire les champs des réponses en JSON-LD.")),
        "docs.jsonld": (_("Description Hydra"), _("Description Hydra de l'API.")),
        "healthz": (_("Le service répond"), _("Le service répond-il ?")),
        "readyz": (_("Le service est prêt"), _("Peut-il travailler : base de données et tâches ?")),
    },
}

# Heading and text (Markdown) of each part of the introduction.
INTRODUCTION: Final[dict[Any, Any]] = {
    _("Premier appel"): _(
        "L'adresse et le mot de passe d'un compte donnent un jeton, avec lequel tout se lit et s'écrit. Collez ces "
        "lignes dans un terminal, avec les vôtres : elles lisent cinq ménages. `strict=1` refuse un paramètre mal écrit."
    ),
    _("Se connecter"): _(
        "`POST /api/auth/login` avec `email` et `password` donne `accessToken` (15 minutes) et `refreshToken` (7 jours, "
        "à usage unique). Envoyez `Authorization: Bearer <accessToken>` ; `POST /api/auth/refresh` donne la paire "
        "suivante. Sur cette page : *Utiliser ma session* prend celle de la console, ouverte dans un autre onglet ; "
        "*S'identifier* prend un jeton."
    ),
    _("Réponses et pages"): _(
        "Presque partout `{success, data, message}` ; les listes prennent `page` (dès 1) et `limit` (1 à 100), et "
        "disent leur `total`. Les territoires et les membres répondent en JSON-LD (Hydra). Un paramètre inconnu est "
        "signalé dans `avertissements` et dans l'en-tête `Warning`, et ne filtre rien : une faute de frappe rend donc "
        "toute la liste. Ajoutez `strict=1` à chaque adresse : un paramètre inconnu répond alors 400."
    ),
    _("Erreurs"): _(
        "Une requête refusée répond 4xx avec `{success: false, error, code, details}` : `error` est une phrase dans "
        "la langue de `Accept-Language` (`fr`, `pt`, `en`), `code` est pour les programmes, `details` nomme les champs."
    ),
    _("Version"): _(
        "Le numéro est celui du logiciel. Un client écrit aujourd'hui reste servi : adresses, champs et codes s'ajoutent "
        "et ne changent pas de sens ; ignorez ceux que vous ne connaissez pas. Ce qui change est dans le journal des "
        "versions (CHANGELOG)."
    ),
    _("Limites et reprises"): _(
        "Trop de requêtes : 429, avec l'attente dans `Retry-After`. `Idempotency-Key` rend une création répétable sans "
        "effet double ; `If-Match` (l'`ETag` lu) empêche d'écraser le travail d'un autre. Un travail long répond 202 : "
        "suivez `/api/jobs/{job_id}`. Pour garder une copie : `/api/sync`."
    ),
}
# What follows the first heading, to copy: commands of a terminal alone, in lines that a window shows whole.
SIGN_IN: Final = """
```
JETON=$(curl -s {url}/api/auth/login \\
  -H 'Content-Type: application/json' \\
  -d '{{"email": "ADRESSE", "password": "MOT DE PASSE"}}' \\
  | sed -E 's/.*"accessToken": ?"([^"]+)".*/\\1/')
curl -s '{url}/api/menages?limit=5&strict=1' \\
  -H "Authorization: Bearer $JETON" \\
  -H 'Accept-Language: {language}'
```
"""
# Each needs nothing but its language, R the package jsonlite.
READINGS: Final = """
curl
```
curl -s '{url}/ogc/collections/menages/items?limit=5' \\
  -H 'Authorization: Bearer CLE'
```
Python
```
import json, urllib.request
call = urllib.request.Request(
    "{url}/ogc/collections/menages/items?limit=5",
    headers={{"Authorization": "Bearer CLE"}},
)
for row in json.load(urllib.request.urlopen(call))["features"]:
    print(row["properties"])
```
R
```
call <- url(
  "{url}/ogc/collections/menages/items?limit=5",
  headers = c(Authorization = "Bearer CLE")
)
print(jsonlite::fromJSON(readLines(call, warn = FALSE))$features$properties)
```
"""


def _write_word(entry: ScreenWord) -> str:
    values = ", ".join(f"`{field}`: `{value}`" for field, value in entry.values.items())
    return f"| {entry.word} | {values} |"


def write_screen_words() -> str:
    """Return a table of the words of the screen with the values that the API has for them."""
    heading, screen, api = _("Mots de l'écran, valeurs de l'API"), _("À l'écran"), _("Dans l'API")
    rows = [_write_word(entry) for entries in screen_words.values() for entry in entries]
    return "\n".join([f"### {heading}\n", f"| {screen} | {api} |", "|---|---|", *rows])


def introduce_document() -> str:
    """Return the introduction in the active language, as Markdown, with the ways to the guide and the document."""
    ways = f"[{_('Guide de la console')}](/aide) · [{_('Dictionnaire des données')}](/aide/dictionnaire) · [OpenAPI](/api/schema)"
    lead = _("Registre social et transferts monétaires, avec cartes et analyses.")
    parts = [f"### {heading}\n\n{text}" for heading, text in INTRODUCTION.items()]
    url = settings.PUBLIC_URL.rstrip("/")
    layers = _(
        "Sans mot de passe, un programme lit les couches de la carte avec une clé : dans la console, Mon profil, *Clés pour "
        "QGIS*. Mettez-la à la place de `CLE` ; elle lit ce que vous voyez sur la carte, et n'écrit rien."
    )
    parts[0] += "\n" + SIGN_IN.format(url=url, language=get_language()) + "\n" + layers
    parts[0] += "\n" + READINGS.format(url=url)
    return "\n\n".join([f"{lead} {ways}", *parts, write_screen_words()])


def describe_sections(used: set[str]) -> tuple[list[dict[str, str]], list[dict[str, Any]]]:
    """Return the tags of the sections that are used, in their order, and the groups (`x-tagGroups`) that they form."""
    groups = {str(title): [name for name in names if name in used] for title, names in SECTIONS.items()}
    words = {name: pair for names in SECTIONS.values() for name, pair in names.items()}
    tags = [
        {"name": name, "x-displayName": str(words[name][0]), "description": str(words[name][1])}
        for names in groups.values()
        for name in names
    ]
    return tags, [{"name": title, "tags": names} for title, names in groups.items()]
