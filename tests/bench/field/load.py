"""Write records into an empty registry, as an import would have left them."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from django.contrib.gis.geos import GEOSGeometry
from django.db import connection

from accounts.roles.models import Role
from accounts.users.models import User
from geo.areas.models import Locality, Region, Sector
from registry.households.models import Dwelling, HeadOfHousehold, Household, Member
from registry.projects.models import Campaign
from tests.bench.field.records import Record
from tests.bench.field.villages import CAMPAIGN_YEARS, PLACES_PER_SECTOR

SPACE: Final = UUID("5b0e8a52-0000-4000-8000-000000000024")
SECTORS_PER_REGION: Final = 5

HOUSEHOLD_COLUMNS = [
    "id",
    "code_menage",
    "taille_menage",
    "date_collecte",
    "geom",
    "precision_gps",
    "region_id",
    "secteur_id",
    "localite_id",
    "identifiant_unique",
    "campagne_id",
    "enqueteur_id",
    "source_donnees",
]
DWELLING_COLUMNS = [
    "menage_id",
    "materiau_mur",
    "materiau_toit",
    "materiau_sol",
    "type_toilette",
    "source_eclairage",
    "nb_pieces",
]


def name_id(kind: str, n: int) -> UUID:
    """The same id for the same thing, whenever it is written."""
    return uuid5(SPACE, f"{kind} {n}")


def load_places(places: int) -> None:
    """Write the regions, sectors, villages, and campaigns that records name."""
    sectors = (places - 1) // PLACES_PER_SECTOR + 1
    regions = (sectors - 1) // SECTORS_PER_REGION + 1
    Region.objects.bulk_create(Region(id=name_id("r", n), nom=f"Região {n}", code=f"FR{n}") for n in range(regions))
    Sector.objects.bulk_create(
        Sector(id=name_id("s", n), nom=f"Sector {n}", code=f"FS{n}", region_id=name_id("r", n // SECTORS_PER_REGION))
        for n in range(sectors)
    )
    Locality.objects.bulk_create(
        Locality(id=name_id("l", n), nom=f"Tabanca {n}", code=f"FL{n}", secteur_id=name_id("s", n // PLACES_PER_SECTOR))
        for n in range(places)
    )
    Campaign.objects.bulk_create(
        Campaign(id=name_id("c", n), nom=f"Campanha {year}") for n, year in enumerate(CAMPAIGN_YEARS)
    )


def load_surveyors(records: list[Record]) -> None:
    """Write the users that records name as their surveyors."""
    role = Role.objects.order_by("code").first()
    User.objects.bulk_create(
        User(id=name_id("u", n), role=role, email=f"enqueteur{n}@field.example", nom=f"Inquiridor {n}")
        for n in sorted({record.interview.enqueteur for record in records})
    )


def _build_household(n: int, record: Record) -> Household:
    where = record.family.place if record.place is None else record.place
    sector = where // PLACES_PER_SECTOR
    date = datetime(CAMPAIGN_YEARS[record.interview.campagne], 1, 1, 10, tzinfo=UTC)
    return Household(
        id=name_id("h", n),
        code_menage=f"FIELD-{n}",
        taille_menage=record.taille,
        date_collecte=date + timedelta(days=record.interview.jour),
        geom=None if record.lon is None else f"SRID=4326;POINT({record.lon:.7f} {record.lat:.7f})",
        precision_gps=record.precision,
        region_id=name_id("r", sector // SECTORS_PER_REGION),
        secteur_id=name_id("s", sector),
        localite_id=None if record.place is None else name_id("l", record.place),
        identifiant_unique=record.identifiant,
        campagne_id=name_id("c", record.interview.campagne),
        enqueteur_id=name_id("u", record.interview.enqueteur),
        source_donnees=getattr(record, "plateforme", "manuel"),
    )


def load_records(records: list[Record]) -> None:
    """Write households with head, members and dwelling; their ids are those of `name_id("h", place in the list)`."""
    load_surveyors(records)
    _copy(Household, HOUSEHOLD_COLUMNS, [_build_household(n, record) for n, record in enumerate(records)])
    _copy(
        HeadOfHousehold,
        ["menage_id", "nom_complet", "sexe", "age", "telephone"],
        [
            HeadOfHousehold(
                menage_id=name_id("h", n),
                nom_complet=record.nom,
                sexe=record.sexe,
                age=record.age,
                telephone=record.telephone,
            )
            for n, record in enumerate(records)
        ],
    )
    _copy(
        Member,
        ["id", "menage_id", "nom_complet", "lien_parente", "sexe", "age"],
        [
            Member(menage_id=name_id("h", n), nom_complet=one.nom, lien_parente=one.lien, sexe=one.sexe, age=one.age)
            for n, record in enumerate(records)
            for one in record.membres
        ],
    )
    load_dwellings(records)


def load_dwellings(records: list[Record]) -> None:
    """Write the dwellings that sheets tell; those of the second generator tell none, and no platform."""
    houses = [(n, house) for n, record in enumerate(records) if (house := getattr(record, "logement", None))]
    rows = [
        Dwelling(
            menage_id=name_id("h", n),
            materiau_mur=house.mur,
            materiau_toit=house.toit,
            materiau_sol=house.sol,
            type_toilette=house.toilette,
            source_eclairage=house.eclairage,
            nb_pieces=house.pieces,
        )
        for n, house in houses
    ]
    _copy(Dwelling, DWELLING_COLUMNS, rows)


def _copy(model: Any, columns: list[str], rows: list[Any]) -> None:
    table = model._meta.db_table
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
            for row in rows:
                values = (getattr(row, name) for name in columns)
                copy.write_row([value.ewkt if isinstance(value, GEOSGeometry) else value for value in values])
        cursor.execute(f"ANALYZE {table}")
