"""A village and the households in it, as the world of the API's tests has them in each of its regions."""

from typing import Any

from django.contrib.gis.geos import Point

from accounts.files.models import StoredFile
from accounts.files.queries import build_file_path
from config.ids import uuid7
from geo.areas.models import Commune, Locality
from registry.duplicates.merges.services import ARCHIVED
from registry.duplicates.models import Merge, Pair
from registry.follow_up.models import HealthVisit, Measure
from registry.households.models import COUNTS, Dwelling, FormerHousehold, HeadOfHousehold, Household, Member
from registry.photos.models import HouseholdPhoto


def found_village(region: Any, secteur: Any, place: Point, mark: str) -> dict[str, Any]:
    """A commune and a locality, by the names that `fill` gives them."""
    commune = Commune.objects.create(nom=f"Commune {mark}", code=f"C{mark}", secteur=secteur)
    localite = Locality.objects.create(
        nom=f"Tabanca {mark}", code=f"L{mark}", secteur=secteur, commune=commune, geom=place, population=77
    )
    return {"region": region, "secteur": secteur, "commune": commune, "localite": localite}


def register_households(areas: dict[str, Any], place: Point, mark: str) -> dict[str, Any]:
    """A household with all its parts, its double, one merged into it, and one that is followed up."""
    menage = Household.objects.create(
        code_menage=f"M-{mark}",
        taille_menage=4,
        milieu="rural",
        **areas,
        geom=place,
        score_pmt="12.00",
        categorie_pauvrete="extreme_pauvre",
        eligible_programme=True,
    )
    HeadOfHousehold.objects.create(menage=menage, nom_complet=f"Chef {mark}", telephone="+245955000000", sexe="F")
    Dwelling.objects.create(menage=menage, type_logement="case")
    home = {"region": areas["region"], "secteur": areas["secteur"]}
    double = Household.objects.create(code_menage=f"M2-{mark}", taille_menage=4, **home)
    doublon = Pair.objects.create(
        menage_a=min(menage, double, key=lambda row: row.id),
        menage_b=max(menage, double, key=lambda row: row.id),
        score=77,
        niveaux={"nom": "identique"},
        empreinte=uuid7(),
    )
    suivi = Household.objects.create(code_menage=f"S-{mark}", taille_menage=1, geom=place, **home)
    return {
        "menage": menage,
        "double": double,
        "doublon": doublon,
        "fusion": merged(menage, f"M3-{mark}"),
        "membre": Member.objects.create(menage=menage, nom_complet=f"Membre {mark}", lien_parente="fils"),
        "photo": photograph(suivi, mark),
        "menage_suivi": suivi,
        "visite": HealthVisit.objects.create(menage=suivi, type_visite=f"Visite {mark}", date_visite="2025-03-12"),
        "mesure": Measure.objects.create(menage=suivi, type_mesure=f"Mesure {mark}", date_mesure="2025-03-12"),
    }


def photograph(menage: Household, mark: str) -> HouseholdPhoto:
    """A photograph of a household, with a content as long as it says."""
    stored = StoredFile.objects.create(nom=f"{mark}.jpg", taille=4, type="image/jpeg", usage=StoredFile.Usage.DEPOT)
    path = build_file_path(stored)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"JPEG")
    return HouseholdPhoto.objects.create(menage=menage, fichier=stored)


def merged(menage: Household, code: str) -> Merge:
    """A merge of a household that is gone into `menage`."""
    gone = uuid7()
    FormerHousehold.objects.create(id=gone, code_menage=code, menage=menage)
    row = {
        "id": str(gone),
        "code_menage": code,
        "taille_menage": 2,
        "region_id": str(menage.region_id),
        "projet_id": None,
    }
    row |= dict.fromkeys(COUNTS, 0) | {
        "statut": "en_attente",
        "statut_collecte": "pre_collecte",
        "eligible_programme": False,
        "problemes_qualite": [],
        "source_donnees": "manuel",
        "historique_validation": [],
        "created_at": "2025-01-01T00:00:00Z",
        "updated_at": "2025-01-01T00:00:00Z",
    }
    archive = dict.fromkeys(ARCHIVED, []) | {"registry_menage": [row]}
    return Merge.objects.create(
        conserve=menage.id,
        absorbe=gone,
        code_conserve=menage.code_menage,
        code_absorbe=code,
        region_conserve=menage.region_id,
        region_absorbe=menage.region_id,
        score=99,
        archive=archive,
        deplaces={},
        valeurs=[],
    )
