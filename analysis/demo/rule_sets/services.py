"""Copy templates of rules as a country would, and evaluate the households by them."""

from collections.abc import Callable
from typing import Final

from accounts.users.models import User
from analysis.demo.rules import DOMAIN
from config.postgis.base import get_connection
from transfers.eligibility.api import clone_rule_set, evaluate_batch, find_current_version
from transfers.eligibility.models import RuleSet

AUTHOR: Final = "administrateur"
# The code and name of each copy, and its template. No programme applies them: they are there to be tried.
COPIES: Final = (
    ("REGLES-ENFANCE", "Petite enfance, première idée", "MODELE-PETITE-ENFANCE"),
    ("REGLES-FEMMES", "Femmes chefs de ménage, campagne", "MODELE-FEMME-CHEF"),
)


def seed_rule_sets(report: Callable[[str], None]) -> None:
    """Create the copies, each evaluated once over all households."""
    author = User.objects.get(email=f"{AUTHOR}@{DOMAIN}")
    templates = {row.code: row for row in RuleSet.objects.filter(est_template=True)}
    for code, name, template in COPIES:
        copied = clone_rule_set(row=templates[template], code=code, nom=name, programme=None, user=author)
        evaluate_batch(version=find_current_version(copied.id), filters={}, is_update=False, user=author)
        # To its services each step is a transaction of its own; nobody else works while the country loads.
        get_connection().forget_locks()
    report(f"{len(COPIES)} rule sets")
