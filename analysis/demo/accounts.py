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


class Account(NamedTuple):
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
    "BA": Account("enqueteur.bafata", "ROLE_ENQUETEUR", "Demba", "Baldé", ("BA",)),
    "BM": Account("enqueteur.biombo", "ROLE_ENQUETEUR", "Augusto", "Cá", ("BM",)),
    "BL": Account("enqueteur.bolama", "ROLE_ENQUETEUR", "Domingas", "Gomes", ("BL",)),
    "CA": Account("enqueteur.cacheu", "ROLE_ENQUETEUR", "Filomena", "Mendes", ("CA",)),
    "GA": Account("enqueteur.gabu", "ROLE_ENQUETEUR", "Mariama", "Embaló", ("GA",)),
    "OI": Account("enqueteur.oio", "ROLE_ENQUETEUR", "Malam", "Mané", ("OI",)),
    "QU": Account("enqueteur.quinara", "ROLE_ENQUETEUR", "Nhima", "Biai", ("QU",)),
    "TO": Account("enqueteur.tombali", "ROLE_ENQUETEUR", "Tomás", "Sambú", ("TO",)),
    "BS": Account("enqueteur.bissau", "ROLE_ENQUETEUR", "Isabel", "Té", ("BS",)),
}
VALIDATOR: Final = Account("superviseur", "ROLE_SUPERVISEUR", "Fatumata", "Djaló", tuple(COLLECTORS))
ACCOUNTS: Final = (
    Account("admin", "ROLE_SUPER_ADMIN", "Ana", "Lopes"),
    Account("administrateur", "ROLE_ADMIN", "Carlos", "Vaz"),
    Account("direction", "ROLE_DIRECTION", "Helena", "Pereira"),
    VALIDATOR,
    Account("superviseur.leste", "ROLE_SUPERVISEUR", "Umaro", "Seidi", ("BA", "GA")),
    Account("agent.bafata", "ROLE_AGENT", "Aissatu", "Camará", ("BA",)),
    Account("agent.norte", "ROLE_AGENT", "Pedro", "Correia", ("CA", "OI")),
    *COLLECTORS.values(),
    Account("vbg", "ROLE_VBG", "Binta", "Sané"),
    Account("utilisateur", "ROLE_USER", "Paulo", "Nanque", ("BS",)),
)


def account_list() -> list[dict[str, Any]]:
    """Return role, email, password and regions of each account, for `demo_accounts`; the super administrator first."""
    return [
        {"role": account.role, "email": account.email, "password": PASSWORD, "regions": list(account.regions)}
        for account in ACCOUNTS
    ]


def add_accounts() -> None:
    """Create the accounts, with one password hash for all, as it is public. Regions are linked by `link_accounts`."""
    SQL.run("add_users", {"accounts": _as_json(), "hash": make_password(PASSWORD)})


def link_accounts() -> None:
    """Link the accounts to their regions."""
    SQL.run("link_users", {"accounts": _as_json()})


def _as_json() -> str:
    return json.dumps([{**account._asdict(), "email": account.email} for account in ACCOUNTS])
