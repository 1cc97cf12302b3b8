"""Define the messages about a table file: why it cannot be read, and what is wrong with a whole row."""

from typing import Final

from django.utils.translation import gettext_lazy as lazy

FILE_ERRORS: Final = {
    "vide": lazy("Le fichier est vide (0 octet) : il n'a peut-être pas été enregistré ou envoyé en entier."),
    "blanc": lazy("Le fichier ne contient que des lignes vides."),
    "sans_couche": lazy("Le fichier ne contient aucune couche."),
    "feuille_vide": lazy("La feuille « %(feuille)s » est vide."),
    "classeur_vide": lazy("Toutes les feuilles du classeur sont vides."),
    "classeur_masque": lazy(
        "Les feuilles visibles du classeur sont vides, et les feuilles masquées ne sont pas lues : "
        "%(feuilles)s. Affichez celle qu'il faut lire."
    ),
    "feuilles": lazy("Le classeur ne doit avoir qu'une feuille remplie. Retirez les autres : %(feuilles)s."),
    "sans_titre": lazy("Une cellule de la ligne %(ligne)s n'est sous aucun titre de colonne."),
    "pas_csv": lazy("Ce fichier n'est pas un CSV. Pour un classeur .xlsx ou .xls, utilisez l'import Excel."),
    "pas_classeur": lazy("Ce fichier n'est pas un classeur Excel (.xlsx ou .xls)."),
    "classeur": lazy("Le classeur est abîmé, protégé, ou n'est pas un classeur."),
    "archive": lazy("L'archive zip est abîmée ou protégée."),
    "archive_membres": lazy("L'archive contient plus de %(max)s fichiers."),
    "archive_bombe": lazy("Le fichier est trop volumineux une fois décompressé : il n'est pas lu."),
    "entites": lazy("Le classeur contient des déclarations XML qui ne sont pas acceptées."),
    "couche": lazy("La couche « %(couche)s » n'existe pas. Couches : %(couches)s."),
    "cellule_loin": lazy(
        "Une cellule remplie est très loin des autres (la feuille va jusqu'à la ligne %(ligne)s et la colonne "
        "%(colonne)s) : supprimez les cellules isolées."
    ),
    "encodage": lazy("Le fichier n'est pas du %(encodage)s : dites son jeu de caractères (encoding)."),
    "encodage_inconnu": lazy("Le jeu de caractères « %(encodage)s » est inconnu."),
    "colonnes": lazy("Le fichier a plus de %(max)s colonnes."),
    "lignes": lazy("Le fichier a plus de %(max)s lignes."),
    "lignes_vides": lazy("Le fichier a plus de %(max)s lignes vides : supprimez-les."),
    "ligne_longue": lazy("Une ligne du fichier est démesurément longue."),
    "memoire": lazy("Le fichier demande trop de mémoire ou de temps pour être lu : découpez-le ou vérifiez-le."),
    "lecteur": lazy(
        "Le fichier n'a pas pu être lu : il est sans doute abîmé. Enregistrez-le de nouveau, ou dans un autre format."
    ),
    "temps": lazy("La lecture du fichier prend trop de temps : découpez-le ou vérifiez-le."),
}
ROW_FAULTS: Final = {
    "guillemet": lazy("Un guillemet n'est pas fermé, ou pas à sa place. Corrigez la ligne."),
    "surplus": lazy("La ligne a plus de cellules que de titres de colonnes : un séparateur est en trop."),
    "coupee": lazy("La ligne s'arrête au milieu : le fichier semble coupé à cet endroit."),
    "nul": lazy("La ligne contient un caractère NUL. Enregistrez de nouveau le fichier et recommencez."),
    "illisible": lazy("La ligne contient des caractères illisibles. Enregistrez le fichier en UTF-8."),
}
