"""Create the demonstration accounts: one for every role, and an enumerator for every region.

Their password is public: with `TABANCA_ENV=production` the demonstration refuses to load, and sign-in with it is
refused.
"""

import json
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth.hashers import make_password

from config.sql import Queries

SQL = Queries(__file__, "people.sql")
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


COLLECTORS: Final = {
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
VALIDATOR: Final = DemoAccount("superviseur", "ROLE_SUPERVISEUR", "Fatumata", "Djaló", tuple(COLLECTORS))
ACCOUNTS: Final = (
    DemoAccount("admin", "ROLE_SUPER_ADMIN", "Ana", "Lopes"),
    DemoAccount("administrateur", "ROLE_ADMIN", "Carlos", "Vaz"),
    DemoAccount("direction", "ROLE_DIRECTION", "Helena", "Pereira"),
    VALIDATOR,
    DemoAccount("superviseur.leste", "ROLE_SUPERVISEUR", "Umaro", "Seidi", ("BA", "GA")),
    DemoAccount("agent.bafata", "ROLE_AGENT", "Aissatu", "Camará", ("BA",)),
    DemoAccount("agent.norte", "ROLE_AGENT", "Pedro", "Correia", ("CA", "OI")),
    *COLLECTORS.values(),
    DemoAccount("vbg", "ROLE_VBG", "Binta", "Sané"),
    DemoAccount("utilisateur", "ROLE_USER", "Paulo", "Nanque", ("BS",)),
)


def list_accounts() -> list[dict[str, Any]]:
    """Return role, email, password and regions of each account, for `demo_accounts`; the super administrator first."""
    return [
        {"role": account.role, "email": account.email, "password": PASSWORD, "regions": list(account.regions)}
        for account in ACCOUNTS
    ]


def add_accounts() -> None:
    """Create the accounts, with one password hash for all, as it is public. Regions are linked by `link_accounts`."""
    SQL.execute("add_users", {"accounts": _serialize_accounts(), "hash": make_password(PASSWORD)})


def link_accounts() -> None:
    """Link the accounts to their regions."""
    SQL.execute("link_users", {"accounts": _serialize_accounts()})


def _serialize_accounts() -> str:
    return json.dumps([{**account._asdict(), "email": account.email} for account in ACCOUNTS])
