"""Say who handles the complaints of the demonstration, and how many there are."""

from typing import Final

# One complaint for so many households.
HOUSEHOLDS_PER_COMPLAINT: Final = 10
LEAST_COMPLAINTS: Final = 60
# The limit of each member.
LIMIT: Final = 12
DAYS: Final = 400
# By team, what it handles and the accounts of its members; the first leads it.
TEAMS: Final = (
    (
        "Paiements et accueil",
        ("paiement", "service"),
        ("superviseur", "superviseur.leste", "agent.bafata", "agent.norte"),
    ),
    ("Ciblage et enrôlement", ("ciblage", "enrolement"), ("superviseur", "superviseur.leste", "agent.norte")),
    ("Intégrité", ("corruption", "autre"), ("superviseur", "administrateur")),
)


def count_complaints(households: int) -> int:
    """Return how many complaints a country of so many households has."""
    return max(LEAST_COMPLAINTS, households // HOUSEHOLDS_PER_COMPLAINT)
