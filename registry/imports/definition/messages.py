"""Describe to users why a file cannot be read, and what is wrong with a cell and what is expected instead."""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from geo.import_engine.issues import Issue, append_guess
from geo.import_engine.questions import Question
from geo.tables import messages as tables
from geo.tables.column_titles import build_title_key
from geo.tables.damaged_text import guess_original_text
from geo.tables.formula_errors import NARROW, is_formula_error
from geo.tables.layout import UNCOMPUTED
from registry.households import api as households
from registry.imports.definition.columns import BY_KEY

FILE_MESSAGES: Final = tables.FILE_ERRORS | {
    "couche": lazy("La feuille « %(couche)s » n'existe pas. Feuilles du classeur : %(couches)s."),
    "sans_ligne": lazy("Le fichier ne contient aucun ménage : il n'y a rien sous la ligne des titres."),
}
DOUBT_MESSAGES: Final = {
    "echelle": lazy(
        "Les scores du fichier, ou la plupart d'entre eux, sont entre 0 et 1 : lus de 0 à 100, ils feraient de "
        "chaque ménage un ménage extrêmement pauvre. Dites l'échelle des scores, 0-1 ou 0-100."
    ),
    "ordre_dates": lazy(
        "Des dates de cette colonne commencent par le mois (MM/JJ/AAAA), d'autres peuvent se lire des deux "
        "façons. Dites l'ordre, JJ/MM ou MM/JJ, ou écrivez AAAA-MM-JJ."
    ),
    "ordre_mois": lazy(
        "Vous avez dit JJ/MM, mais %(value)s dates de cette colonne ne se lisent qu'en MM/JJ, et %(other)s qu'en "
        "JJ/MM : les autres seraient lues de travers. Corrigez ces dates, ou dites MM/JJ."
    ),
    "ordre_jour": lazy(
        "Vous avez dit MM/JJ, mais %(value)s dates de cette colonne ne se lisent qu'en JJ/MM, et %(other)s qu'en "
        "MM/JJ : les autres seraient lues de travers. Corrigez ces dates, ou dites JJ/MM."
    ),
    "colonne_glissee": lazy(
        "Colonne « %(column)s » : %(value)s %% des ménages connus de ce fichier recevraient la valeur qui "
        "est enregistrée pour un autre ménage du fichier. La colonne a sans doute glissé, ou été triée "
        "sans les autres. Comparez-la avec les codes, puis confirmez les valeurs si elles sont justes."
    ),
}
# %(value)s is the cell, %(least)s and %(limit)s are the bounds of its column.
ERROR_MESSAGES: Final = tables.ROW_FAULTS | {
    "code_manque": lazy("Le code du ménage manque."),
    "code_manque_exclure": lazy("Le code du ménage manque : la ligne est laissée de côté, comme demandé."),
    "code_double": lazy("Le code « %(value)s » est déjà à la ligne %(other)s de ce fichier."),
    "code_fusionne": lazy("Le ménage « %(value)s » a été fusionné dans un autre : il n'est pas repris."),
    "invisible": lazy("« %(value)s » contient un caractère invisible, et serait un autre code : retapez-le."),
    "nombre_abrege": lazy(
        "« %(value)s » est un nombre que le tableur a abrégé : ses derniers chiffres sont perdus. Mettez la "
        "colonne au format texte, puis retapez-le."
    ),
    "nombre_decimal": lazy(
        "« %(value)s » est un nombre à décimales, et serait un autre code que le nombre entier : mettez la "
        "colonne au format texte, puis retapez-le sans décimales."
    ),
    "code_date": lazy(
        "« %(value)s » est une date, pas un code : le tableur l'a sans doute transformé. Mettez la colonne au "
        "format texte, puis retapez-le."
    ),
    "total": lazy("« %(value)s » : cette ligne est un total, pas un ménage. Supprimez-la."),
    "decalee": lazy(
        "%(value)s cellules de la ligne ne vont pas avec leur colonne : corrigez-les, ou voyez si la ligne s'est "
        "décalée d'une cellule."
    ),
    "hors_pays_exclure": lazy("La position GPS est en dehors du pays : la ligne est laissée de côté, comme demandé."),
    "menage_repete_exclure": lazy(
        "« %(value)s » est déjà enregistré sous le code « %(other)s » : la ligne est laissée de côté, comme demandé."
    ),
    "ligne_identique_exclure": lazy(
        "La ligne est identique à la ligne %(other)s : elle est laissée de côté, comme demandé."
    ),
    "lieu_manque": lazy(
        "Rien ne dit où vit ce ménage : indiquez la région, le secteur ou la tabanca, ou la position GPS."
    ),
    **DOUBT_MESSAGES,
    "code_pris": lazy("Le code « %(value)s » est déjà pris par un ménage qui n'est pas dans votre périmètre."),
    "projet_ferme": lazy("Le ménage « %(value)s » appartient à un projet en lecture seule."),
    "projet_sans_score": lazy(
        "Le projet « %(value)s » ne permet pas de scores : laissez le score et la catégorie vides."
    ),
    "score_sans_droit": lazy(
        "Le score et la catégorie demandent la permission de calculer les scores : laissez-les vides."
    ),
    "dependances": lazy("Le ménage ne peut pas être remplacé. En dépendent : %(value)s."),
    "taille_manque": lazy("La taille du ménage manque : indiquez le nombre de personnes, au moins 1."),
    "chef_sans_nom": lazy("Le nom du chef manque, alors que d'autres informations sur lui sont données."),
    "texte": lazy("Le texte est trop long : %(limit)s caractères au plus."),
    "telephone": lazy("Le numéro est trop long : %(limit)s caractères au plus."),
    "entier": lazy("« %(value)s » n'est pas accepté : indiquez un nombre entier de %(least)s à %(limit)s."),
    "decimal": lazy("« %(value)s » n'est pas accepté : indiquez un nombre de %(least)s à %(limit)s."),
    "score": lazy(
        "« %(value)s » n'est pas accepté : indiquez un score de 0 à 100, ou de 0 à 1 si tout le fichier est à "
        "cette échelle et que l'import le dit."
    ),
    "sexe": lazy("« %(value)s » n'est pas reconnu : indiquez M (homme) ou F (femme)."),
    "milieu": lazy("« %(value)s » n'est pas reconnu : indiquez urbain ou rural."),
    "categorie": lazy("« %(value)s » n'est pas reconnu : indiquez extreme, pauvre, vulnerable ou non_pauvre."),
    "booleen": lazy("« %(value)s » n'est pas reconnu : indiquez oui ou non."),
    "date": lazy("« %(value)s » ne se lit pas comme une date : écrivez AAAA-MM-JJ ou JJ/MM/AAAA."),
    "date_future": lazy("« %(value)s » est une date à venir : indiquez une date passée."),
    "formule": lazy(
        "« %(value)s » est l'erreur d'une formule du tableur, pas une valeur : corrigez la cellule ou videz-la."
    ),
    "melange": lazy(
        "« %(value)s » est écrit en UTF-8 dans un fichier qui ne l'est pas partout, et serait mal lu. "
        "Enregistrez tout le fichier en UTF-8."
    ),
    "tabanca_abimee": lazy(
        "La tabanca « %(value)s » n'existe pas dans ce secteur, et son nom a des caractères abîmés. Corrigez-le."
    ),
    "jamais_calculee": lazy(
        "La formule de cette cellule n'a jamais été calculée : ouvrez le fichier dans un tableur, "
        "enregistrez-le et recommencez."
    ),
    "trop_etroite": lazy(
        "« %(value)s » n'est pas une valeur : la colonne était trop étroite dans le tableur. Élargissez-la, "
        "puis enregistrez de nouveau le fichier."
    ),
    "demi_position": lazy("Latitude et longitude vont ensemble : l'une des deux manque."),
    "region_inconnue": lazy("La région « %(value)s » n'existe pas. Vérifiez son nom ou son code."),
    "region_du_secteur": lazy(
        "La région « %(value)s » n'existe pas : le secteur « %(other)s » est dans la région « %(region)s »."
    ),
    "region_manque": lazy("La région manque : indiquez une région de votre périmètre."),
    "perimetre": lazy("La région de cette ligne n'est pas dans votre périmètre."),
    "secteur_inconnu": lazy("Le secteur « %(value)s » n'existe pas. Vérifiez son nom ou son code."),
    "secteur_absent": lazy("Le secteur « %(value)s » n'existe pas dans cette région."),
    "secteur_voisin": lazy(
        "Le secteur « %(value)s » n'existe pas dans cette région : « %(other)s » est un secteur d'une autre région "
        "(%(region)s)."
    ),
    "secteur_ailleurs": lazy("Le secteur « %(value)s » est dans une autre région."),
    "secteur_ambigu": lazy("Plusieurs secteurs s'appellent « %(value)s » : indiquez la région ou le code."),
    "tabanca_inconnue": lazy(
        "La tabanca « %(value)s » n'existe pas dans ce secteur. Corrigez son nom, ou choisissez « Créer "
        "les villages inconnus »."
    ),
    "tabanca_nulle_part": lazy(
        "Aucune tabanca ne s'appelle « %(value)s », dans aucune région. Vérifiez son nom ou son code."
    ),
    "tabanca_sans_nom": lazy("« %(value)s » n'est pas le nom d'une tabanca : indiquez son nom ou son code."),
    "tabanca_ailleurs": lazy("La tabanca « %(value)s » est dans un autre secteur."),
    "tabanca_ambigue": lazy(
        "Plusieurs tabancas du secteur s'appellent « %(value)s » : indiquez le code, ou la position GPS "
        "si l'une d'elles est nettement la plus proche."
    ),
    "tabanca_sans_secteur": lazy("Indiquez le secteur de la tabanca « %(value)s », ou son code."),
    **households.POSITION_FAULTS,
}
WARNING_MESSAGES: Final = {
    "exemple": lazy("C'est la ligne d'exemple du modèle : elle n'est pas importée."),
    "abime": lazy("« %(value)s » semble avoir des caractères abîmés : il est repris tel quel."),
    "chef_change": lazy(
        "Ce ménage est enregistré avec un autre chef : « %(other)s », et non « %(value)s ». Est-ce bien le même "
        "ménage ?"
    ),
    "valeur_ailleurs": lazy(
        "« %(value)s », écrit pour le ménage « %(code)s », est enregistré pour le ménage « %(other)s » de la ligne "
        "%(line)s, qui en change : la colonne a-t-elle glissé ?"
    ),
    "valeur_repetee": lazy("« %(value)s » est écrit pour %(other)s ménages de ce fichier : est-ce voulu ?"),
    "region_change": lazy("Ce ménage est enregistré dans une autre région : « %(other)s », et non « %(value)s »."),
    "code_casse": lazy(
        "Le code « %(value)s » ne diffère que par les majuscules de « %(other)s », à la ligne %(line)s : est-ce "
        "le même ménage ?"
    ),
    "code_casse_connu": lazy(
        "Le code « %(value)s » ne diffère que par les majuscules de celui d'un ménage enregistré, "
        "« %(other)s » : est-ce le même ?"
    ),
    "nombre_arrondi": lazy(
        "« %(value)s » semble arrondi : un tableur ne garde que 15 chiffres d'un nombre. Vérifiez-le, et mettez "
        "la colonne au format texte."
    ),
    "nombre_abrege_peut_etre": lazy(
        "« %(value)s » est peut-être un nombre que le tableur a abrégé : vérifiez-le, et mettez la colonne au format texte."
    ),
    "nombre_decimal_peut_etre": lazy(
        "« %(value)s » est peut-être un nombre à décimales, dont le tableur a perdu des zéros : vérifiez-le, et mettez la "
        "colonne au format texte."
    ),
    "nombre_code": lazy(
        "« %(value)s » semble trop élevé : est-ce un code pour « inconnu » ? Sinon, il n'y a rien à changer."
    ),
    "telephones": lazy("« %(value)s » contient plusieurs numéros de téléphone : gardez-en un par cellule."),
    "echelle_peut_etre": lazy(
        "Les scores du fichier sont entre 0 et 1, et lus de 0 à 100. S'ils sont de 0 à 1, dites-le."
    ),
    "feuille_lue": lazy(
        "C'est la feuille « %(value)s » qui est lue : celles d'avant n'ont pas les colonnes d'un ménage."
    ),
    "feuilles_semblables": lazy(
        "Seule la feuille « %(value)s » est lue. D'autres contiennent aussi des ménages : %(other)s. "
        "Importez-les une à une, en disant leur nom."
    ),
    "feuilles_masquees": lazy(
        "Des feuilles masquées du classeur contiennent aussi des ménages, et ne sont pas lues : %(other)s. Affichez-les "
        "pour les importer, ou supprimez-les."
    ),
    "colonne_masquee": lazy("Cette colonne est masquée dans le tableur : elle est lue comme les autres."),
    "fusion": lazy(
        "Des cellules sont fusionnées de la ligne %(value)s à la ligne %(other)s : la valeur de la première vaut pour "
        "toutes."
    ),
    "masquees": lazy(
        "Des lignes sont masquées ou filtrées dans le tableur (%(value)s, la première ici) : elles sont lues "
        "comme les autres."
    ),
    "colonne_inconnue": lazy("La colonne « %(value)s » n'est pas connue : elle est laissée de côté."),
    "colonne_double": lazy(
        "Cette colonne dit la même chose que « %(value)s », qui est lue : elle est laissée de côté."
    ),
    "courte": lazy("La ligne a moins de cellules que de titres : les dernières sont comprises comme vides."),
    "nom_manque": lazy("Le nom du chef de ménage manque : le ménage est importé sans nom."),
    "taille_comptes": lazy("La taille du ménage n'est pas la somme des enfants, adultes et personnes âgées."),
    "categorie_score": lazy("La catégorie ne correspond pas au score : celle du score est retenue."),
    "telephone_illisible": lazy(
        "« %(value)s » n'est pas un numéro de téléphone : il faut %(digits)s chiffres, par exemple %(example)s, ou + et "
        "l'indicatif d'un autre pays. Il est gardé tel quel, et la fiche sera à revoir."
    ),
    "hors_secteur": lazy("La position GPS est en dehors du secteur."),
    "hors_pays": lazy(
        "La position GPS est en dehors du pays : elle est importée telle quelle. Corrigez-la dans le fichier, ou laissez-la vide."
    ),
    "hors_pays_sans": lazy("La position GPS est en dehors du pays : le ménage est importé sans position."),
    "hors_pays_importer": lazy(
        "La position GPS est en dehors du pays : elle est importée telle quelle, comme demandé."
    ),
    "menage_repete": lazy(
        "« %(value)s » est déjà enregistré dans cette tabanca avec ce téléphone, sous le code « %(other)s » : est-ce le "
        "même ménage ?"
    ),
    "menage_repete_importer": lazy(
        "« %(value)s » est déjà enregistré sous le code « %(other)s » : il est importé quand même, comme demandé."
    ),
    "ligne_identique": lazy("La ligne est identique à la ligne %(other)s : le ménage serait créé deux fois."),
    "ligne_identique_importer": lazy(
        "La ligne est identique à la ligne %(other)s : elle est importée quand même, comme demandé."
    ),
    "ligne_semblable": lazy(
        "« %(value)s » a le nom, la tabanca et le téléphone de la ligne %(other)s : est-ce le même ménage ?"
    ),
    "tabanca_proche": lazy(
        "Plusieurs tabancas s'appellent « %(value)s » : la plus proche de la position GPS est retenue."
    ),
    "membres_perdus": lazy("Le ménage est remplacé en entier : ses membres enregistrés (%(value)s) sont supprimés."),
    "score_perdu": lazy(
        "Le ménage est remplacé en entier : son score PMT (%(value)s) n'est pas dans le fichier et est effacé. Ajoutez la "
        "colonne des scores, ou recalculez-les après l'import."
    ),
    "tabanca_creee": lazy("La tabanca « %(value)s » n'existe pas dans ce secteur : elle sera créée."),
}
# Doubts that need an answer, most about the whole file: code in the response, form field that settles it, possible values.
QUESTIONS: Final = {
    "echelle": Question(
        "ECHELLE_SCORE", "echelle_pmt", (("0-1", lazy("Scores de 0 à 1")), ("0-100", lazy("Scores de 0 à 100")))
    ),
    "ordre_dates": Question(
        "ORDRE_DATES", "ordreDates", (("JJ/MM", lazy("Jour puis mois")), ("MM/JJ", lazy("Mois puis jour")))
    ),
    "ordre_mois": Question("ORDRE_DATES", "ordreDates", (("MM/JJ", lazy("Mois puis jour")),)),
    "ordre_jour": Question("ORDRE_DATES", "ordreDates", (("JJ/MM", lazy("Jour puis mois")),)),
    "colonne_glissee": Question(
        "COLONNE_GLISSEE", "confirmerValeurs", (("true", lazy("Oui, ces valeurs sont justes")),)
    ),
    # Without an answer these rows are taken: the question is one for who looks at the file before the import.
    "hors_pays": Question(
        "HORS_PAYS",
        "positionsHorsPays",
        (
            ("sans", lazy("Les importer sans position")),
            ("exclure", lazy("Laisser ces lignes de côté")),
            ("importer", lazy("Les importer telles quelles")),
        ),
    ),
    "menage_repete": Question(
        "MENAGE_REPETE",
        "menagesRepetes",
        (("exclure", lazy("Laisser ces lignes de côté")), ("importer", lazy("Les importer quand même"))),
    ),
    "ligne_identique": Question(
        "LIGNE_IDENTIQUE",
        "lignesIdentiques",
        (
            ("exclure", lazy("Garder une ligne de chaque groupe, laisser les autres de côté")),
            ("importer", lazy("Les importer toutes")),
        ),
    ),
    # Without an answer these rows are left out, as the contract of the API has it.
    "code_manque": Question(
        "CODE_MANQUE",
        "codesManquants",
        (
            ("attribuer", lazy("Attribuer un code à ces ménages")),
            ("exclure", lazy("Laisser ces lignes de côté")),
        ),
    ),
    "changements": Question("CHANGEMENTS", "confirmerChangements", (("true", lazy("Oui, ce sont bien ces ménages")),)),
}
# Kinds of issues about columns of the file: each is one entry, whatever the title of the column.
TITLE_CODES: Final = ("colonne_inconnue", "colonne_double")
# Codes of damaged texts that can perhaps be repaired.
REPAIRABLE_CODES: Final = {"melange", "abime", "tabanca_abimee"}
# Codes of unknown names that nearly match a known one.
NEAR_MATCH_CODES: Final = {"tabanca_inconnue", "tabanca_creee", "secteur_absent"}
ISSUE_MESSAGES: Final = ERROR_MESSAGES | WARNING_MESSAGES


def describe_changes(changed: int, known: int) -> str:
    """Describe the doubt about households that change their head or region."""
    return ngettext(
        "%(n)d des %(known)d ménages connus de ce fichier aurait un autre chef ou une autre région : le fichier n'est "
        "peut-être pas le bon, ou ses codes ont glissé. Vérifiez-les, puis confirmez les changements.",
        "%(n)d des %(known)d ménages connus de ce fichier auraient un autre chef ou une autre région : le fichier n'est "
        "peut-être pas le bon, ou ses codes ont glissé. Vérifiez-les, puis confirmez les changements.",
        changed,
    ) % {"n": changed, "known": known}


def describe_issue(issue: Issue, country: dict[str, Any]) -> str:
    """Describe what is wrong with a cell and what is expected; `country` holds the bounds of the country."""
    value = issue.details.get("value") or ""
    column = BY_KEY.get(build_title_key(issue.column or ""))
    other = issue.details.get("other") or ""
    code = issue.code
    if code == "changements":
        return describe_changes(int(value), int(other))
    if code in ERROR_MESSAGES and is_formula_error(value):
        # A failed formula explains the error better than what was expected in the cell.
        code = "jamais_calculee" if value == UNCOMPUTED else "trop_etroite" if value.startswith(NARROW) else "formule"
    named = issue.details | {
        "value": value,
        "other": other,
        "least": column.minimum if column else "",
        "limit": column.maximum if column else "",
        **{name: localize(country.get(name)) for name in ("latitude", "longitude")},
        "column": issue.column or "",
        "digits": _(" ou ").join(str(length) for length in households.list_phone_lengths()),
        "example": households.format_example_phone(),
    }
    guess = guess_original_text(value) if code in REPAIRABLE_CODES else other if code in NEAR_MATCH_CODES else None
    return append_guess(str(ISSUE_MESSAGES[code]) % named, guess)


def serialize_issues(issues: Iterable[Issue], country: dict[str, Any]) -> list[dict[str, Any]]:
    """Serialize issues as {ligne, colonne, message}."""
    return [
        {"ligne": issue.line, "colonne": issue.column, "message": describe_issue(issue, country)} for issue in issues
    ]


def format_issue_line(issue: Issue, country: dict[str, Any]) -> str:
    """Describe an issue in one line."""
    named = {"line": issue.line, "column": issue.column, "message": describe_issue(issue, country)}
    if issue.column:
        return _("Ligne %(line)s, colonne %(column)s : %(message)s") % named
    return _("Ligne %(line)s : %(message)s") % named


def describe_remaining(count: int) -> str:
    """Describe how many issues are left out of a list."""
    return _("… et %(count)d autres : corrigez celles-ci d'abord, ou demandez le rapport de validation.") % {
        "count": count
    }
