"""Read what the demonstration has loaded."""

from typing import Any

from analysis.demo.rules import ACCOUNTS, PASSWORD, SOURCE
from geo.areas.models import Locality, Region
from registry.households.models import Household
from registry.projects.models import Project


def find_seed_parameters() -> str | None:
    """Return the parameters of the loaded demonstration country (`menages=20000 seed=1`), or None if there is none."""
    return Region.objects.filter(source=SOURCE).values_list("source_id", flat=True).first()


def has_data() -> bool:
    """Return whether the registry has any region, locality, project or household."""
    return any(model.objects.exists() for model in (Region, Locality, Project, Household))


def list_accounts() -> list[dict[str, Any]]:
    """Return role, email, password and regions of each account, for `demo_accounts`; the super administrator first."""
    return [
        {"role": account.role, "email": account.email, "password": PASSWORD, "regions": list(account.regions)}
        for account in ACCOUNTS
    ]
