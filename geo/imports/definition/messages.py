"""Define the messages of an import: why a file cannot be read, and the issues of its rows."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext, ngettext_lazy

from geo.import_engine.issues import append_guess
from geo.tables import messages as tables
from geo.tables.damaged_text import guess_original_text

FILE_MESSAGES: Final = tables.FILE_ERRORS | {
    "format": lazy("Format inconnu : envoyez un GeoPackage, un GeoJSON, un Shapefile (zip), un CSV ou un XLSX."),
    "archive_contenu": lazy("L'archive doit contenir un Shapefile, un GeoPackage, un GeoJSON ou un CSV, et un seul."),
    "shapefile": lazy("Le Shapefile est incomplet : il manque %(parties)s."),
    "sig": lazy("Le fichier géographique est abîmé ou n'est pas de ce format."),
    "gpkg_calcul": lazy(
        "Le GeoPackage contient des tables calculées, qui ne sont pas lues (%(noms)s) : exportez seulement la couche voulue "
        "dans un nouveau fichier."
    ),
    "couches": lazy("Le fichier a plusieurs couches : dites laquelle (layer). Couches : %(couches)s."),
    "sans_lignes": lazy("Le fichier n'a que des titres de colonnes : il n'y a aucune ligne à importer."),
    "sans_objets": lazy("La couche du fichier est vide : il n'y a rien à importer."),
    "crs": lazy("Le système de coordonnées « %(crs)s » est inconnu."),
    "crs_sans_degres": lazy(
        "Le système de coordonnées « %(crs)s » du fichier ne mène pas à des longitudes et latitudes : "
        "dites-en un autre (crs), par exemple EPSG:32628."
    ),
    "crs_inconnu": lazy("Le fichier ne dit pas son système de coordonnées : dites-le (crs), par exemple EPSG:32628."),
}
NOTICE_MESSAGES: Final = {
    "encodage_devine": lazy("Le fichier n'est pas de l'UTF-8 : il est lu comme Windows-1252. Vérifiez les accents."),
    "crs_remplace": lazy("Le système de coordonnées du fichier est remplacé par celui qui est donné."),
    "crs_suppose": lazy("Le fichier ne dit pas son système de coordonnées : des degrés (EPSG:4326) sont supposés."),
    "commune_sans_limite": lazy("Les communes n'ont pas de limites : la géométrie n'a servi qu'à trouver le secteur."),
    "pays_inconnu": lazy("Aucune limite de région n'est connue : les positions ne sont pas vérifiées."),
    "secteurs_sans_limites": lazy("Aucune limite de secteur n'est connue : le secteur n'est pas tiré du point."),
}
ROW_MESSAGES: Final = {
    "nom_absent": lazy("Le nom manque. Un nom pour toutes ces lignes se donne par default_name."),
    "nom_douteux": lazy("« %(valeur)s » a des caractères abîmés (jeu de caractères ?) : le nom n'est pas repris."),
    "nom_garde": lazy("« %(valeur)s » a des caractères abîmés : le nom connu, « %(connu)s », est gardé."),
    "nom_sans_accents": lazy("« %(valeur)s » n'a pas les accents de « %(connu)s » : le nom connu est gardé."),
    "prefixe": lazy("Nom écrit sans son préfixe, comme « %(valeur)s », qui devient « %(connu)s »."),
    "trop_long": lazy("%(longueur)s caractères ; au plus %(max)s."),
    "entier": lazy("« %(valeur)s » n'est pas un nombre entier de 0 à 2147483647."),
    "booleen": lazy("« %(valeur)s » n'est ni oui ni non."),
    "en_partie": lazy("« %(valeur)s » est compté comme oui : marche, mais en partie ou à réparer."),
    "formule": lazy(
        "« %(valeur)s » est l'erreur d'une formule du tableur, pas une valeur : corrigez la cellule ou videz-la."
    ),
    "trop_etroite": lazy(
        "« %(valeur)s » n'est pas une valeur : la colonne était trop étroite dans le tableur. Élargissez-la, puis "
        "enregistrez de nouveau le fichier."
    ),
    "type_localite": lazy("« %(valeur)s » n'est ni un village ni un quartier."),
    "type_acteur": lazy("« %(valeur)s » : attendu point_focal ou chef_village."),
    "decalee": lazy("La ligne a plus de cellules que l'en-tête : un séparateur ou un guillemet est de trop."),
    "guillemet": tables.ROW_FAULTS["guillemet"],
    "coupee": tables.ROW_FAULTS["coupee"],
    "geom_illisible": lazy("La géométrie ne peut pas être lue."),
    "geom_enorme": lazy("La géométrie a trop de sommets : simplifiez-la."),
    "hors_monde": lazy("Les coordonnées sont hors du globe : vérifiez le système de coordonnées."),
    "geom_absente": lazy("La position manque."),
    "demi_coordonnee": lazy("Une coordonnée sur deux manque."),
    "coordonnee_illisible": lazy("« %(valeur)s » n'est pas une coordonnée en nombre décimal."),
    "zero_zero": lazy("La position 0, 0 veut dire « inconnue »."),
    "pas_polygone": lazy("Une limite doit être un polygone, pas %(valeur)s."),
    "repare": lazy("Polygone non valide (%(raison)s), réparé ; sa surface change de %(ecart)s %%."),
    "vide_apres_reparation": lazy("Polygone non valide (%(raison)s) : rien n'en reste après réparation."),
    "centre_pris": lazy("La géométrie n'est pas un point : un point à l'intérieur est pris."),
    "hors_pays": lazy("Hors du pays, à %(km)s km au plus de la région connue la plus proche."),
    "hors_pays_surface": lazy(
        "%(part)s %% seulement de la surface est dans les régions connues : est-ce un autre pays ? "
        "Si l'unité est bien du pays, acceptez par allow_outside."
    ),
    "depasse_pays": lazy(
        "%(part)s %% seulement de la surface est dans les régions connues (la mer, ou une autre source ?). "
        "Vérifiez-la sur la carte."
    ),
    "autre_pays": lazy(
        "Aucune région du fichier ne recouvre une région connue : est-ce un autre pays ? "
        "Si la région est bien du pays, acceptez par allow_outside."
    ),
    "autre_pays_admis": lazy(
        "Aucune région du fichier ne recouvre une région connue : prise quand même (allow_outside)."
    ),
    "dedans": lazy(
        "Se trouve dans « %(connu)s », déjà connu à ce niveau : est-ce un niveau au-dessous ? "
        "Si le découpage a changé, acceptez par allow_inside."
    ),
    "dedans_admis": lazy("Se trouve dans « %(connu)s », déjà connu à ce niveau : pris quand même (allow_inside)."),
    "autour": lazy(
        "Contient « %(connu)s », déjà connu à ce niveau : est-ce un niveau au-dessus ? "
        "Si le découpage a changé, acceptez par allow_inside."
    ),
    "autour_admis": lazy("Contient « %(connu)s », déjà connu à ce niveau : pris quand même (allow_inside)."),
    "partage": lazy(
        "Ne couvre que %(part)s %% de « %(connu)s », dont d'autres lignes prennent le reste : est-ce un niveau "
        "au-dessous ? Si le découpage a changé, acceptez par allow_inside."
    ),
    "absorbe": lazy(
        "Bien plus grand que « %(connu)s », et contient « %(autre)s », déjà connu à ce niveau : est-ce un niveau "
        "au-dessus ? Si le découpage a changé, acceptez par allow_inside."
    ),
    "autre_niveau": ngettext_lazy(
        "%(n)s nouvelle unité porte le nom d'une unité d'un autre niveau (%(niveau)s), comme « %(valeur)s » : "
        "est-ce le bon niveau ?",
        "%(n)s nouvelles unités portent le nom d'une unité d'un autre niveau (%(niveau)s), comme « %(valeur)s » : "
        "est-ce le bon niveau ?",
        "n",
    ),
    "fichier_niveau": lazy(
        "%(n)s des %(total)s nouvelles unités portent le nom d'une unité d'un autre niveau (%(niveau)s), comme "
        "« %(valeur)s » : rien du fichier n'est pris. Si le niveau est le bon, acceptez par allow_inside."
    ),
    "reste": lazy(
        "Pas pris non plus : %(n)s des %(total)s unités du fichier sont d'un autre niveau ou d'un autre pays. "
        "Si le fichier est le bon, acceptez par allow_inside et allow_outside."
    ),
    "reste_niveau": lazy(
        "Pas pris non plus : %(n)s des %(total)s unités du fichier sont d'un autre niveau. "
        "Si le découpage a changé, acceptez par allow_inside."
    ),
    "reste_pays": lazy(
        "Pas pris non plus : %(n)s des %(total)s unités du fichier sont hors du pays. "
        "Si elles sont bien du pays, acceptez par allow_outside."
    ),
    "inverse": lazy("Latitude et longitude semblent inversées : échangées, elles tombent dans le pays."),
    "au_bord": lazy("Hors des limites connues, de %(metres)s m au plus : rattaché au plus proche."),
    "parent_inconnu": lazy("« %(valeur)s » est inconnu."),
    "parent_autre_niveau": lazy(
        "« %(valeur)s » est connu comme %(est)s, pas comme %(niveau)s : la colonne est-elle celle de ce niveau ?"
    ),
    "parent_ambigu": lazy("« %(valeur)s » désigne plusieurs lieux : donnez un code."),
    "parent_remplace": lazy("« %(valeur)s » n'est pas reconnu : « %(connu)s » est tiré de la position."),
    "sans_parent": lazy("Niveau %(niveau)s inconnu : ni dit par le fichier, ni trouvé par la position."),
    "avant_region": lazy("Aucune région n'est connue : importez d'abord les régions."),
    "avant_secteur": lazy("Aucun secteur n'est connu : importez d'abord les régions, puis les secteurs."),
    "autre_parent": lazy("Le fichier donne « %(valeur)s », la position tombe dans « %(connu)s »."),
    "hors_secteur": lazy("Position à %(km)s km au plus du secteur « %(secteur)s » : elle n'est pas reprise."),
    "hors_portee": lazy("Hors des régions que vous gérez."),
    "ressemble": lazy(
        "Pas reconnu ; le plus proche est « %(connu)s » (ressemblance %(sim)s, surface commune %(part)s %%). "
        "Corrigez le nom, ou acceptez par fuzzy ou overlap."
    ),
    "deplace": lazy("Ne recouvre que %(part)s %% de « %(connu)s » : ce n'est sans doute pas lui (min_overlap)."),
    "autre_unite": lazy(
        "Ne recouvre que %(part)s %% de « %(connu)s », d'une autre région : ce n'est sans doute pas lui. "
        "Si c'est lui, nommez sa région (parent)."
    ),
    "redessine": lazy(
        "Ne recouvre que %(part)s %% de « %(connu)s » : sa limite est remplacée. Vérifiez-la sur la carte."
    ),
    "approche": lazy("Reconnu comme « %(connu)s » par ressemblance (%(sim)s)."),
    "recouvrement": lazy("Reconnu comme « %(connu)s » par la surface commune (%(part)s %%)."),
    "inconnu": lazy("Inconnu : rien n'est créé (update_only)."),
    "voisin": lazy("Ressemble à « %(connu)s » (%(sim)s), à %(metres)s m : peut-être le même."),
    "semblable": lazy("Ressemble à « %(connu)s » (ligne %(autre)s), du même secteur : peut-être le même."),
    "semblable_connu": lazy("Ressemble à « %(connu)s », déjà connu dans ce secteur : peut-être le même."),
    "autre_nom": lazy("Même code ou identifiant que « %(connu)s », mais un autre nom : « %(valeur)s »."),
    "chevauche": lazy("Chevauche « %(connu)s » (ligne %(autre)s) sur %(part)s %% de sa surface."),
    "id_double": lazy("L'identifiant « %(valeur)s » est déjà à la ligne %(autre)s."),
    "code_double": lazy("Le code « %(valeur)s » est déjà à la ligne %(autre)s."),
    "code_pris": lazy("Le code « %(valeur)s » est celui de « %(connu)s »."),
    "doublon": lazy("Doublon de la ligne %(autre)s (« %(valeur)s »)."),
    "meme_cible": lazy("Désigne « %(connu)s », comme la ligne %(autre)s."),
    "point_partage": lazy("Plusieurs lignes au même point (%(lat)s, %(lon)s) : une position par défaut ?"),
    "sans_position": lazy("Sans position : importé sans point."),
    "position_gardee": lazy("Position peu sûre : celle qui est connue est gardée."),
}
LEVEL_NAMES: Final = {
    "region": lazy("région"),
    "secteur": lazy("secteur"),
    "commune": lazy("commune"),
    "localite": lazy("localité"),
}
MAX_SHOWN_LINES: Final = 5
SHAPE_NAMES: Final = {
    "ST_Point": lazy("un point"),
    "ST_MultiPoint": lazy("des points"),
    "ST_LineString": lazy("une ligne"),
    "ST_MultiLineString": lazy("des lignes"),
}


def describe_row_issue(code: str, details: dict[str, Any]) -> str:
    """Describe one issue of a row."""
    if code == "pas_polygone":
        details = {"valeur": SHAPE_NAMES.get(details["valeur"], details["valeur"])}
    details |= {key: LEVEL_NAMES.get(details[key], details[key]) for key in ("niveau", "est") if key in details}
    sentence = str(ROW_MESSAGES[code] % details)
    return append_guess(sentence, guess_original_text(details["valeur"]) if code == "nom_douteux" else None)


def append_line_numbers(sentence: str, lines: list[int], count: int) -> str:
    """Append the first line numbers to a message that concerns several lines."""
    if count == 1:
        return sentence
    shown = ", ".join(map(str, lines[:MAX_SHOWN_LINES])) + (", …" if count > MAX_SHOWN_LINES else "")
    listed = ngettext("%(n)d ligne : %(lignes)s", "%(n)d lignes : %(lignes)s", count) % {"n": count, "lignes": shown}
    return f"{sentence} ({listed})"
