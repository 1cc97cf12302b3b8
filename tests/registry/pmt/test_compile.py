"""The SQL of any method gives, for any household, what the formula gives in plain Python."""

from hypothesis import HealthCheck, given, settings

from geo.scope.queries import compile_subquery
from registry.households.models import Household
from registry.pmt.formula.compiler import compile_method
from registry.pmt.formula.definition import parse_definition
from registry.pmt.formula.evaluator import compute_score
from registry.scoring.queries import SCORED_COLUMNS, fetch_rows
from tests.registry.pmt import made, reference


def test_sql_scores_as_the_reference_does(country):
    everybody = made.people(country, 60)
    values = {row.id: reference.values_of(row, chef, logement) for row, chef, logement in everybody}
    households, params = compile_subquery(Household.objects.all(), "menages", *SCORED_COLUMNS)

    @given(method=made.methods())
    @settings(max_examples=150, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    def holds(method):
        definition = parse_definition(method)
        compiled = compile_method(definition)
        found = fetch_rows(compiled.build_score_sql(households), params | compiled.params)
        assert len(found) == len(everybody)
        for row in found:
            score, missing = reference.score(method, values[row["id"]])
            # The same to the last digit, but where two ways to a logarithm or exponential differ in the 15th.
            assert (row["score"] is None) == (score is None), (method, values[row["id"]])
            assert score is None or abs(row["score"] - score) <= tolerance(method), (method, values[row["id"]])
            assert set((row["manque"] or "").split()) == missing
            assert compute_score(definition, values[row["id"]]) == score, (method, values[row["id"]])

    holds()


def tolerance(method):
    inexact = {"logarithme"} & {term["operateur"] for term in method["termes"]}
    return 0.01 if inexact or method["transformation"]["type"] == "logistique" else 0


def test_every_term_of_the_explanation_is_the_references(country):
    everybody = made.people(country, 40)
    households, params = compile_subquery(Household.objects.all(), "menages", *SCORED_COLUMNS)
    values = {row.id: reference.values_of(row, chef, logement) for row, chef, logement in everybody}

    @given(method=made.methods())
    @settings(max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    def holds(method):
        compiled = compile_method(parse_definition(method))
        for row in fetch_rows(compiled.build_explanation_sql(households), params | compiled.params):
            term = method["termes"][row["place"]]
            expected = reference.contribution(term, values[row["id"]])
            found = row["contribution"]
            assert (found is None) == (expected is None)
            assert found is None or abs(found - expected) <= 1e-9 * max(1, abs(expected))

    holds()
