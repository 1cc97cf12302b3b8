"""Define the demonstration accounts (one for every role, an enumerator for every region) and the numbers of facilities.

The password of the accounts is public: with `TABANCA_ENV=production` the demonstration refuses to load, and sign-in with
it is refused.
"""

from typing import Final, NamedTuple

from django.conf import settings

SOURCE: Final = "demonstration"
# Households from which on indexes are built after the load, and members are left out.
MANY_HOUSEHOLDS: Final = 100_000
# The number, in the codes of each region, of the household whose position lies in another secteur.
MISPLACED: Final = 7
FACILITY_NUMBERS: Final = {"ecoles": 600, "sante": 140, "points_eau": 1_800, "police": 45, "vbg": 25}
ACTOR_NUMBERS: Final = {"asc": 300, "point_focal": 39, "chef_village": 240}
LOADED_TABLES: Final = ("registry_menage", "registry_chef_menage", "registry_logement", "registry_membre_menage")
ANALYZED_TABLES: Final = (
    "geo_region",
    "geo_secteur",
    "geo_commune",
    "geo_localite",
    "geo_ligne_fond",
    "geo_ecole",
    "geo_service_sante",
    "geo_point_eau",
    "geo_police_judiciaire",
    "geo_service_vbg",
    "geo_asc",
    "geo_acteur_local",
    *LOADED_TABLES,
    "registry_menage_tally",
    "registry_menage_cell",
    "analysis_nearest_service",
    "transfers_beneficiaire",
    "transfers_document_identite",
    "transfers_suivi",
    "transfers_cycle",
    "transfers_paiement",
    "transfers_paiement_total",
    "transfers_tentative",
    "transfers_mouvement",
    "transfers_plainte",
    "transfers_plainte_mouvement",
)
PASSWORD: Final = settings.DEMO_PASSWORD
DOMAIN: Final = "tabanca.example"


class DemoAccount(NamedTuple):
    """Describe an account; `regions` are codes of demonstration regions, empty for users who see all or nothing."""

    name: str
    role: str
    prenom: str
    nom: str
    regions: tuple[str, ...] = ()

    @property
    def email(self) -> str:
        return f"{self.name}@{DOMAIN}"


ENUMERATORS: Final = {
    "BA": DemoAccount("enqueteur.bafata", "ROLE_ENQUETEUR", "Demba", "Baldé", ("BA",)),
    "BM": DemoAccount("enqueteur.biombo", "ROLE_ENQUETEUR", "Augusto", "Cá", ("BM",)),
    "BL": DemoAccount("enqueteur.bolama", "ROLE_ENQUETEUR", "Domingas", "Gomes", ("BL",)),
    "CA": DemoAccount("enqueteur.cacheu", "ROLE_ENQUETEUR", "Filomena", "Mendes", ("CA",)),
    "GA": DemoAccount("enqueteur.gabu", "ROLE_ENQUETEUR", "Mariama", "Embaló", ("GA",)),
    "OI": DemoAccount("enqueteur.oio", "ROLE_ENQUETEUR", "Malam", "Mané", ("OI",)),
    "QU": DemoAccount("enqueteur.quinara", "ROLE_ENQUETEUR", "Nhima", "Biai", ("QU",)),
    "TO": DemoAccount("enqueteur.tombali", "ROLE_ENQUETEUR", "Tomás", "Sambú", ("TO",)),
    "BS": DemoAccount("enqueteur.bissau", "ROLE_ENQUETEUR", "Isabel", "Té", ("BS",)),
}
VALIDATOR: Final = DemoAccount("superviseur", "ROLE_SUPERVISEUR", "Fatumata", "Djaló", tuple(ENUMERATORS))
ACCOUNTS: Final = (
    DemoAccount("admin", "ROLE_SUPER_ADMIN", "Ana", "Lopes"),
    DemoAccount("administrateur", "ROLE_ADMIN", "Carlos", "Vaz"),
    DemoAccount("direction", "ROLE_DIRECTION", "Helena", "Pereira"),
    VALIDATOR,
    DemoAccount("superviseur.leste", "ROLE_SUPERVISEUR", "Umaro", "Seidi", ("BA", "GA")),
    DemoAccount("agent.bafata", "ROLE_AGENT", "Aissatu", "Camará", ("BA",)),
    DemoAccount("agent.norte", "ROLE_AGENT", "Pedro", "Correia", ("CA", "OI")),
    *ENUMERATORS.values(),
    DemoAccount("vbg", "ROLE_VBG", "Binta", "Sané", tuple(ENUMERATORS)),
    DemoAccount("utilisateur", "ROLE_USER", "Paulo", "Nanque", ("BS",)),
)


def compute_facility_numbers(total: int | None) -> dict[str, int]:
    """Return how many facilities of each kind to create.

    These are the default numbers, for 20,000 households, or about `total` distributed in the same proportion.
    """
    if total is None:
        return dict(FACILITY_NUMBERS)
    whole = sum(FACILITY_NUMBERS.values())
    numbers = {kind: max(1, round(total * number / whole)) for kind, number in FACILITY_NUMBERS.items()}
    numbers["points_eau"] += total - sum(numbers.values())
    return numbers


def compute_village_number(households: int) -> int:
    """Return the number of villages: 1,600 for 20,000 households, at least 150 and at most 4,300."""
    return round(min(4_300, max(150, households * 0.08)))
