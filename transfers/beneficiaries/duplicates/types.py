"""Define the person who is searched for, and the duplicates found."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from registry.households.models import Household

# Scores: from CERTAIN on, a duplicate prevents enrolment; from REVIEW on, it is shown.
CERTAIN: Final = 90
REVIEW: Final = 50


@dataclass(frozen=True)
class PersonSearch:
    """Describe the person to search for.

    `programme_id` is the programme of the intended enrolment: places of the same household in other programmes are no
    duplicates. `excluded_id` is a beneficiary to leave out.
    """

    name: str | None
    phone: str | None = None
    account: str | None = None
    household: Household | None = None
    programme_id: UUID | None = None
    excluded_id: UUID | None = None


@dataclass(frozen=True)
class DuplicateCandidate:
    """Hold a beneficiary who may be the person searched for: the score and what is alike.

    `nom` is the similarity of the names, 0 to 1; `metres` the distance of the households; `menages` what the registry
    says of the two households, if they may be one and nobody has decided.
    """

    id: UUID
    score: float
    meme_compte: bool
    meme_menage: bool
    meme_nom: bool
    nom: float
    meme_numero: bool
    metres: int | None
    meme_localite: bool
    meme_secteur: bool
    menages: float | None


@dataclass(frozen=True)
class DuplicateMatches:
    """Hold the duplicates found.

    `visible` lists {id, nomComplet, telephone, score, raisons} of the beneficiaries visible to the user, best first;
    `hidden_score` is the best score among those not visible, 0 when there is none.
    """

    visible: list[dict[str, Any]]
    hidden_score: float

    @property
    def high_risk_count(self) -> int:
        """Return how many prevent enrolment; those not visible count as one together."""
        count: int = sum(item["score"] >= CERTAIN for item in self.visible) + (self.hidden_score >= CERTAIN)
        return count

    @property
    def count(self) -> int:
        return len(self.visible) + (self.hidden_score >= REVIEW)

    def build_response(self) -> dict[str, Any]:
        """Build the part which all responses about duplicates share.

        `ailleurs` is certain, a_verifier or null (decision 0019).
        """
        level = "certain" if self.hidden_score >= CERTAIN else "a_verifier" if self.hidden_score else None
        return {"duplicates": self.visible, "highRiskCount": self.high_risk_count, "ailleurs": level}

    def describe(self) -> str:
        """Describe what was found, in one or two sentences."""
        count = len(self.visible)
        parts = []
        if count:
            found = ngettext("%(n)d doublon possible.", "%(n)d doublons possibles.", count)
            parts.append(found % {"n": count})
        if self.hidden_score:
            parts.append(_("Un doublon possible est hors de votre périmètre."))
        return " ".join(parts) or _("Aucun doublon.")
