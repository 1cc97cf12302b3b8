"""Query the amount rules of programmes."""

from transfers.cycles.models import AmountRule
from transfers.programmes.models import Programme


def get_amount_rule(programme: Programme) -> AmountRule:
    """Return the amount rule of a programme, or one that is not saved: everybody has the cycle's amount."""
    found = AmountRule.objects.filter(programme=programme).first()
    return found or AmountRule(programme=programme, updated_at=programme.created_at)
