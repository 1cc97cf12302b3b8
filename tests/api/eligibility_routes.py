"""The routes of rule sets and evaluations."""

from accounts.users.models import User
from registry.households.models import Household
from tests.api.route import Route, one
from transfers.eligibility.laboratory.models import TargetingDesign
from transfers.eligibility.models import Rule, RuleSet, RuleSetVersion
from transfers.eligibility.selections.models import SelectedHousehold, TargetingSelection
from transfers.programmes.models import Programme

RULE = {"nom": "R", "champ": "scorePmt", "operateur": "<=", "valeur": 60}

ELIGIBILITY_ROUTES: dict[str, Route] = {
    "api/eligibility/rulesets": Route(
        body={"nom": "N", "rules": [RULE]},
        scoped=False,
        others=(({}, {"search": "jeu"}), ({}, {"programmeId": "{programme}"})),
    ),
    "api/eligibility/rulesets/<uuid:identity>": one("jeu_regles", body={"nom": "N"}, scoped=False),
    "api/eligibility/rulesets/<uuid:identity>/clone": one("jeu_regles", scoped=False),
    "api/eligibility/rulesets/<uuid:identity>/versions": one("jeu_regles", scoped=False),
    "api/eligibility/rulesets/<uuid:identity>/evaluations": one("jeu_regles", shared=True),
    "api/menages/<uuid:identity>/evaluations": one("menage"),
    "api/eligibility/evaluate/menage/<uuid:identity>": one("menage", body={"ruleSetId": "{jeu_regles}"}),
    "api/eligibility/evaluate/batch": Route(
        body={"ruleSetId": "{jeu_regles}", "filters": {"region": "{region}"}}, reads=True
    ),
    "api/eligibility/simulate": Route(
        body={"rules": [{"champ": "scorePmt", "operateur": "<=", "valeur": 60}]}, reads=True
    ),
    "api/eligibility/laboratoire": Route(body={"scenarios": [{"nom": "Tous"}], "seuils": [50]}, reads=True),
    "api/eligibility/laboratoire/enquete": Route(upload=True, scoped=False, reads=True),
    # Whoever stored a design changes it (tests/transfers/eligibility).
    "api/eligibility/laboratoire/scenarios": Route(
        body={"nom": "N", "contenu": {"scenarios": [{"nom": "Tous"}]}}, scoped=False
    ),
    "api/eligibility/laboratoire/scenarios/<uuid:identity>": one("ciblage", body={"nom": "M"}, scoped=False),
    # A selection is shared; what it counts and lists is of the caller's regions (tests/transfers/eligibility).
    "api/programmes/<uuid:identity>/selections": one(
        "programme",
        body={"nom": "N", "scenario": {"nom": "S", "selection": {"par": "pays", "nombre": 1}}},
        shared=True,
    ),
    "api/selections/<uuid:identity>": one("selection", scoped=False),
    "api/selections/<uuid:identity>/menages": one("selection", shared=True),
    "api/eligibility/templates": Route(scoped=False),
    "api/eligibility/fields": Route(scoped=False),
    "api/eligibility/operators": Route(scoped=False),
    "api/eligibility/stats": Route(scoped=False),
}


def create_poor_rule_set() -> RuleSet:
    """A rule set of no programme, whose one rule every household with a low score passes."""
    row = RuleSet.objects.create(code="JEU", nom="Jeu")
    version = RuleSetVersion.objects.create(jeu=row, numero=1)
    Rule.objects.create(version=version, nom="R", champ="scorePmt", operateur="<=", valeur=60, ordre=1)
    return row


def create_design(author: User) -> TargetingDesign:
    """A design of a colleague's."""
    return TargetingDesign.objects.create(nom="Idée", contenu={"scenarios": [{"nom": "Tous"}]}, cree_par=author)


def select(programme: Programme, author: User) -> TargetingSelection:
    """A selection of a programme, still without households."""
    return TargetingSelection.objects.create(
        programme=programme, nom="Sélection", par="pays", contenu={}, cree_par=author
    )


def choose(selection: TargetingSelection, household: Household, rank: int) -> None:
    """Give a household a place in a selection."""
    SelectedHousehold.objects.create(selection=selection, menage=household.id, rang=rank, reserve=False)
