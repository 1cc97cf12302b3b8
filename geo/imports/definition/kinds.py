"""Define what can be imported: the table, fields, guessed column names and distances of each kind."""

from dataclasses import dataclass
from typing import Final, Literal

Family = Literal["aire", "lieu", "service"]


@dataclass(frozen=True)
class Field:
    """Describe one field of a kind.

    `parse` is a kind of value that `pg_temp.lu` (staging.sql) can read; `cast` its SQL type. `is_coded`: it holds one
    of a few words, and the report shows how each was understood.
    """

    name: str
    guesses: tuple[str, ...] = ()
    parse: str = "texte"
    cast: str = "text"
    max_length: int = 255
    blank: str = "NULL"
    is_coded: bool = False


@dataclass(frozen=True)
class Kind:
    """Describe one kind of row.

    `match_metres`: how far a row may lie from a known one of the same name and still be that one. `twin_metres`: two
    rows of one file with the same name that lie this close are duplicates. `parent`: the field of the level above.
    """

    name: str
    table: str
    family: Family
    label: str
    fields: tuple[Field, ...]
    parent: str | None = None
    has_boundary: bool = False
    match_metres: int = 0
    twin_metres: int = 0
    code_digits: int = 0

    @property
    def parent_fields(self) -> tuple[str, ...]:
        """Return the fields that say where a row belongs."""
        if self.family == "service":
            return ("region", "secteur", "localite")
        return {"region": (), "secteur": ("region",), "commune": ("secteur",)}.get(self.name, ("secteur", "commune"))

    @property
    def has_geometry(self) -> bool:
        return self.family != "aire" or self.has_boundary


# Words by which sources in several languages name a type (patterns over normalised text, first match) and its code
# here. A word that no pattern matches is kept as it is.
TYPE_WORDS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "ecoles": (
        ("communaut|community|comunit", "communautaire"),
        ("madras|coran|koran|alcoran", "madrassa"),
        ("priv", "privee"),
        ("publi", "publique"),
        ("school|ecole|escola", "ecole"),
    ),
    "services_sante": (
        ("pharmac|farmac", "pharmacie"),
        ("hospital|hopital", "hopital"),
        ("post", "poste_sante"),
        ("cent(re|er|ro)|clini|doctor|cscom", "centre_sante"),
    ),
    "points_eau": (
        ("forage|borehole|tube ?well|furo", "forage"),
        ("puits|well|poco", "puits"),
        ("borne|tap|stand|fontan|fontain|kiosk", "borne_fontaine"),
        ("spring|source|nascente", "source"),
        ("drinking water|water point", "point_eau"),
    ),
    "polices_judiciaires": (("judic", "police_judiciaire"), ("tribunal|court", "tribunal"), ("poli", "police")),
}

# Guessed column names are normalised (lower case, words split), the best first.
NAME: Final = Field(
    "nom",
    (
        "nom",
        "nom local",
        "name local",
        "shape name",
        "wof name",
        "facility name",
        "school name",
        "water point name",
        "name",
        "name fr",
        "name pt",
        "name en",
        "nome",
        "designation",
        "libelle",
        "adm2 fr",
        "tabanca",
        "village",
        "localite",
    ),
)
CODE: Final = Field("code", ("code", "code id", "pcode", "p code", "code pcode", "code officiel"), max_length=30)
LONG_CODE: Final = Field("code", CODE.guesses, max_length=60)
SOURCE_ID: Final = Field(
    "source_id",
    ("source id", "wof id", "osm node id", "shape id", "uuid", "osm id", "id", "objectid", "gid", "gn id"),
    max_length=100,
)
LATITUDE: Final = Field("lat", ("latitude", "lat", "geo lat", "latitude wp", "y coord", "coord y", "gps lat", "y"))
LONGITUDE: Final = Field(
    "lon", ("longitude", "lon", "long", "lng", "geo lon", "longitude wp", "x coord", "coord x", "gps lon", "x")
)
WKT: Final = Field("geom", ("wkt", "the geom", "geom", "geometry", "geometrie"))
PLACE_FIELDS: Final = {
    "region": Field("region", ("region", "region nom", "region code", "region id", "region wof id", "admin1", "adm1")),
    "secteur": Field(
        "secteur",
        ("secteur", "secteur nom", "secteur code", "secteur id", "sector", "sector wof id", "setor", "admin2"),
    ),
    "commune": Field("commune", ("commune", "commune nom", "commune code", "commune id", "comuna", "admin3")),
    "localite": Field("localite", ("localite", "localite nom", "localite code", "localite id", "tabanca", "village")),
}
PARENT_GUESSES: Final = ("parent id", "wof parent id", "parent code", "parent pcode", "parent")
POPULATION: Final = Field(
    "population", ("population", "pop", "pop total", "wof population", "gn population"), "entier", "integer"
)
LEVEL: Final = (NAME, CODE, SOURCE_ID, POPULATION)
FACILITY: Final = (
    NAME,
    LONG_CODE,
    SOURCE_ID,
    Field(
        "type",
        ("type", "facility type", "wptype", "amenity", "categorie", "value"),
        max_length=60,
        blank="''",
        is_coded=True,
    ),
    Field("statut", ("statut", "status"), max_length=30, blank="''", is_coded=True),
    Field("adresse", ("adresse", "address", "addr street", "addr full")),
    Field("telephone", ("telephone", "phone", "tel", "contact phone"), max_length=32),
    Field("responsable", ("responsable", "directeur", "head", "contact")),
)


def _build_flag_field(name: str, *guesses: str) -> Field:
    return Field(name, (name.replace("_", " "), *guesses), "booleen", "boolean", blank="false", is_coded=True)


def _build_number_field(name: str, *guesses: str) -> Field:
    return Field(name, (name.replace("_", " "), *guesses), "entier", "integer")


def _build_facility_kind(
    name: str, table: str, label: str, *fields: Field, match_metres: int = 500, twin_metres: int = 100
) -> Kind:
    shared = tuple(item for item in FACILITY if item.name not in {field.name for field in fields})
    return Kind(name, table, "service", label, (*shared, *fields), match_metres=match_metres, twin_metres=twin_metres)


AREA_KINDS: Final = (
    Kind("region", "geo_region", "aire", "région", LEVEL, has_boundary=True),
    Kind("secteur", "geo_secteur", "aire", "secteur", LEVEL, parent="region", has_boundary=True, code_digits=2),
    Kind("commune", "geo_commune", "aire", "commune", LEVEL, parent="secteur", code_digits=3),
)
LOCALITY_KIND: Final = Kind(
    "localite",
    "geo_localite",
    "lieu",
    "localité",
    (
        NAME,
        LONG_CODE,
        SOURCE_ID,
        POPULATION,
        Field("type", ("type", "type localite"), "type_localite", max_length=10, blank="'village'"),
    ),
    parent="secteur",
    match_metres=3000,
    twin_metres=1000,
)
FACILITY_KINDS: Final = (
    _build_facility_kind(
        "ecoles",
        "geo_ecole",
        "école",
        Field("typology", ("typology", "typologie"), max_length=60, is_coded=True),
        Field("communaute", ("communaute", "community")),
        _build_flag_field("prescolaire", "preschool"),
        Field("niveau_max", ("niveau max",), max_length=30, is_coded=True),
        Field(
            "niveaux_enseignes", ("niveaux enseignes", "level", "niveau"), "liste", "text[]", 30, "'{}'", is_coded=True
        ),
        _build_number_field("menages_estimes"),
        _build_flag_field("pilote", "pilot"),
        Field("id_dgepase", ("id dgepase",), max_length=60),
    ),
    _build_facility_kind(
        "services_sante",
        "geo_service_sante",
        "service de santé",
        _build_flag_field("urgences_24h", "emergency"),
        _build_flag_field("maternite", "maternity"),
        _build_flag_field("laboratoire", "laboratory"),
        _build_flag_field("pharmacie", "pharmacy"),
        _build_number_field("capacite_lits", "beds", "capacity beds"),
        _build_number_field("nombre_personnel", "staff"),
    ),
    _build_facility_kind(
        "points_eau",
        "geo_point_eau",
        "point d'eau",
        Field(
            "fonctionnel",
            ("fonctionnel", "functional", "functional3", "functional status"),
            "booleen",
            "boolean",
            is_coded=True,
        ),
        Field("type_source", ("type source", "source type", "water source"), max_length=60, is_coded=True),
        match_metres=100,
        twin_metres=50,
    ),
    _build_facility_kind("polices_judiciaires", "geo_police_judiciaire", "poste de police ou de justice"),
    _build_facility_kind("services_vbg", "geo_service_vbg", "service VBG"),
    _build_facility_kind("asc", "geo_asc", "agent de santé communautaire"),
    _build_facility_kind(
        "acteurs_locaux",
        "geo_acteur_local",
        "acteur local",
        Field("type", ("type", "role", "fonction"), "type_acteur", max_length=60, blank="''", is_coded=True),
    ),
)
KINDS: Final = {kind.name: kind for kind in (*AREA_KINDS, LOCALITY_KIND, *FACILITY_KINDS)}
