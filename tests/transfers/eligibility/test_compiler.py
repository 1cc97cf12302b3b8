"""The SQL of any rules says of any household what plain Python says, of all at once as of each alone."""

from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings

from config.caller import RegionScope
from geo.scope.api import compile_subquery
from registry.households.models import Household
from tests.transfers.eligibility import made
from transfers.eligibility.conditions.compiler import compile_households, compile_rules
from transfers.eligibility.conditions.definition import RuleDefinition
from transfers.eligibility.evaluation.queries import explain_households, explain_rules, fetch_rows
from transfers.eligibility.evaluation.serializers import SimulationBody
from transfers.eligibility.profiles.models import HouseholdProfile, ProfileState
from transfers.eligibility.profiles.queries import compile_profiles
from transfers.eligibility.profiles.rules import list_profile_columns
from transfers.eligibility.profiles.services import refresh_profiles
from transfers.eligibility.types import HouseholdSource


def read(body):
    """The definition of a body, as the API reads it."""
    serializer = SimulationBody(data=body)
    serializer.is_valid(raise_exception=True)
    definition: RuleDefinition = serializer.validated_data["definition"]
    return definition


ALL = "SELECT id FROM registry_menage"


def list_sources():
    """Households by their tables, by their stored profiles, and by profiles as those that changed are read."""
    tables = compile_households(Household.objects.all())
    profiles, params = compile_subquery(HouseholdProfile.objects.all(), "profils", *list_profile_columns())
    stored = HouseholdSource((profiles,), params, is_profiled=True)
    ProfileState.objects.update(transaction=0)
    changed = compile_profiles({}, RegionScope(None))
    assert len(changed.parts) == 2
    return [
        (tables, False, None),
        (tables, True, None),
        (tables, False, ALL),
        (stored, False, None),
        (changed, True, None),
    ]


def find_differences(body, everybody, source, few, ids=None):
    """The households of which SQL and Python differ, by one statement."""
    compiled = compile_rules(read(body))
    columns = ["m.id", f"({compiled.condition}) IS TRUE AS eligible", f"{compiled.score} AS score"]
    columns += [f"({condition}) IS TRUE AS v{place}" for place, condition in enumerate(compiled.conditions)]
    rows = fetch_rows(compiled.build_select(source, columns, few=few, ids=ids), source.params | compiled.params)
    assert len(rows) == len(everybody)
    differences = []
    for row in rows:
        eligible, verdicts = made.judge(everybody[row["id"]], body)
        score = round(100 * sum(verdicts) / len(verdicts), 2) if verdicts else 0
        found = [row[f"v{place}"] for place in range(len(compiled.conditions))]
        if (row["eligible"], found) != (eligible, verdicts) or abs(float(row["score"]) - score) > 0.006:
            differences.append((everybody[row["id"]], found, verdicts, row["eligible"], eligible))
    return differences


def count_judged(country, households, examples):
    """Compare SQL and Python on drawn rules; return how many sets of rules profiles answered, too.

    Profiles cannot answer some descriptions of persons; most of what is drawn they can.
    """
    everybody = made.households(country, households)
    assert refresh_profiles() == households
    sources = list_sources()
    regions = [str(country.west.id), str(country.east.id)]
    by_profiles = []

    @given(body=made.rule_sets(regions))
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    def holds(body):
        by_profiles.append(compile_rules(read(body)).can_read_profiles)
        for source, few, ids in sources:
            if by_profiles[-1] or not source.is_profiled:
                assert find_differences(body, everybody, source, few, ids) == []

    holds()
    return sum(by_profiles)


def test_few_households_are_judged_without_reading_whole_tables():
    """Each by its own members and its own cell; those that were locked, by their members alone."""
    people = {"champ": "nbPersonnes", "operateur": ">=", "valeur": 1, "personnes": {"sexe": "F"}}
    density = {"champ": "menagesParKm2", "operateur": ">", "valeur": 1}
    compiled = compile_rules(read({"rules": [people, density]}))
    assert compiled.build_select(HouseholdSource(("few",), {}), ["m.id"], few=True).count("LATERAL") == 2
    locked = compiled.build_select(HouseholdSource(("locked",), {}), ["m.id"], few=False, ids="SELECT id FROM locked")
    assert "WHERE membre.menage_id IN (SELECT id FROM locked) GROUP BY" in locked


@pytest.mark.parametrize("sent", ["7", "7.0", "7e0", "6.5", "-1", "1E+9"])
def test_whole_numbers_are_compared_as_such_however_they_are_written(country, sent):
    Household.objects.create(code_menage="M", taille_menage=7, region=country.west)
    number = Decimal(sent)
    for operator, expected in (("=", number == 7), ("<=", number >= 7), (">", number < 7)):
        compiled = compile_rules(read({"rules": [{"champ": "tailleMenage", "operateur": operator, "valeur": sent}]}))
        assert ("::numeric" in compiled.condition) is (sent == "6.5")
        source = compile_households(Household.objects.all())
        select = compiled.build_select(source, [f"({compiled.condition}) IS TRUE AS passes"], few=False)
        assert fetch_rows(select, source.params | compiled.params) == [{"passes": expected}], operator


def test_all_rules_of_all_households(country):
    assert count_judged(country, 80, 120) > 60


@pytest.mark.slow
def test_all_rules_of_all_households_a_hundred_thousand_times(country):
    assert count_judged(country, 250, 400) > 200


def explain_each(everybody, definition):
    """Explain one household after the other, as the endpoint does."""
    return {household_id: explain_rules(household_id, definition, "X") for household_id in everybody}


def explain_all(everybody, definition):
    """Explain all of them by the one statement that explains one."""
    return explain_households(Household.objects.filter(id__in=everybody), definition, "X")


def count_explained(country, households, examples, explain):
    """Compare explanations with Python's verdicts on drawn rules; return how many verdicts were explained."""
    everybody = made.households(country, households)
    regions = [str(country.west.id), str(country.east.id)]
    explained = []

    @given(body=made.rule_sets(regions))
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    def holds(body):
        found = explain(everybody, read(body))
        assert found.keys() == everybody.keys()
        for household_id, (eligible, verdicts) in found.items():
            assert (eligible, [verdict.valide for verdict in verdicts]) == made.judge(everybody[household_id], body)
            for verdict in verdicts:
                assert verdict.explication and (verdict.valeur_reelle is not None or not verdict.valide)
            explained.append(len(verdicts))

    holds()
    return sum(explained)


def test_the_explanation_of_one_is_the_verdict_of_all(country):
    assert count_explained(country, 6, 40, explain_each) > 6 * 40


@pytest.mark.slow
def test_the_explanation_of_one_is_the_verdict_of_all_a_hundred_thousand_times(country):
    assert count_explained(country, 250, 400, explain_all) > 250 * 400
