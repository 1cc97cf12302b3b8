"""Filter households by what is suspect about their interview, and by the quality rules that they break."""

from typing import Any, Final

from django.db.models import Q
from django.db.models.expressions import RawSQL
from django.utils.translation import gettext_lazy as _

from config.filters import ChoiceFilter, CodesFilter
from config.sql import Queries
from registry.quality.api import QUALITY_RULES_BY_CODE, SUSPICION_LIMITS

SQL: Final = Queries(__file__, "suspicions.sql")
# What may be suspect, by the name of its figure in the quality dashboard: the query of the ids of these households.
SUSPICIONS: Final = {
    "sansGps": "without_position",
    "gpsImprecis": "imprecise_position",
    "horsSecteur": "outside_sector",
    "entretiensTropProches": "close_interviews",
    "deplacementsImpossibles": "impossible_journeys",
    "positionsPartagees": "shared_positions",
    "agesRonds": "round_ages",
}
# What each of them means.
SUSPICION_WORDS: Final = {
    "sansGps": _("Fiches envoyées sans position."),
    "gpsImprecis": _("Positions dont l'erreur dépasse 50 m."),
    "horsSecteur": _("Positions en dehors du secteur déclaré."),
    "entretiensTropProches": _("Moins de 5 minutes après l'entretien précédent du même enquêteur."),
    "deplacementsImpossibles": _("Plus de 120 km/h entre deux entretiens."),
    "positionsPartagees": _("Au moins trois ménages au même point exact."),
    "agesRonds": _("Âges déclarés ronds, chez un enquêteur qui en a trop."),
}
# What a household may lack that groups it, with its column.
ORIGINS: Final = {"region": "region", "campagne": "campagne", "enqueteur": "enqueteur"}


class SuspicionFilter(ChoiceFilter):
    """Filter households by one of SUSPICIONS: exactly those that the quality dashboard counts."""

    is_read_from_rows = True

    def __init__(self, **options: Any) -> None:
        super().__init__("pk", choices=[*SUSPICION_WORDS.items()], **options)

    def build_condition(self, value: str, prefix: str = "") -> Q:
        ids = SQL[SUSPICIONS[value]].format(**SUSPICION_LIMITS)
        return Q(**{f"{prefix}pk__in": RawSQL(ids, ())})  # noqa: S611 - of constants


class QualityRuleFilter(ChoiceFilter):
    """Filter households by the code of a quality rule that their last analysis found broken."""

    def __init__(self, **options: Any) -> None:
        choices = [(code, rule.message) for code, rule in QUALITY_RULES_BY_CODE.items()]
        super().__init__("problemes_qualite", choices=choices, **options)

    def build_condition(self, value: str, prefix: str = "") -> Q:
        return Q(**{f"{prefix}problemes_qualite__contains": [value]})


class OriginlessFilter(CodesFilter):
    """Filter households that have no region, no campaign or no surveyor."""

    def __init__(self, **options: Any) -> None:
        super().__init__("pk", choices=tuple(ORIGINS), **options)

    def build_condition(self, value: list[str], prefix: str = "") -> Q:
        return Q(**{f"{prefix}{ORIGINS[name]}__isnull": True for name in value})
