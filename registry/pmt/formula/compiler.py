"""Compile the definition of a PMT method to SQL.

The same compiler serves the scoring of a million households and the explanation of one score.

The expressions refer to `m` (the household), `chef` and `logement` (left joined). Every constant of a method is a
parameter and every variable an expression of `variables`: no user input becomes SQL text. Sums are doubles in the order
of the terms; the score is rounded to two decimals, half away from zero.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from registry.pmt.formula.definition import Definition, Term, Transformation
from registry.pmt.formula.variables import AREA_KIND, AREA_LEVELS, BOOLEAN_KIND, MILIEU, NUMBER_KIND, PLACE_WEIGHTS_KIND
from registry.pmt.rules import build_category_sql, build_eligible_sql

COMPARISON_OPERATORS: Final = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
ARRAY_TYPES: Final = {NUMBER_KIND: "float8[]", "texte": "text[]"}
HOUSEHOLD_PARTS: Final = (
    "LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = m.id"
    " LEFT JOIN registry_logement AS logement ON logement.menage_id = m.id"
)
# What keeps the planner from repeating an expression wherever its value is used. A constant that needs no cast: with any
# other, it takes the subquery for one that parallel workers cannot run.
FENCE: Final = "OFFSET '0'"
# Beyond this exponent the exponential of a double overflows; the logistic curve is flat long before.
MAX_EXPONENT: Final = 700


@dataclass
class CompiledMethod:
    """Hold a method compiled to SQL over `m`, `chef` and `logement`.

    `values` and `contributions` have one expression per term. A contribution is null when the value is missing and the
    term does not define `siAbsent`. `raw_sql` is the sum of the contributions; `missing_sql` the names of the
    variables which make it null.
    """

    definition: Definition
    values: list[str]
    contributions: list[str]
    params: dict[str, Any] = field(default_factory=dict)

    @property
    def raw_sql(self) -> str:
        """Return the expression of the sum of the intercept and all contributions."""
        return " + ".join(["%(pmt_intercept)s::float8", *self.contributions])

    @property
    def missing_sql(self) -> str:
        """Return a text expression: the distinct names of the missing variables, separated by blanks."""
        lacking: dict[str, list[str]] = {}
        for term, contribution in zip(self.definition.terms, self.contributions, strict=True):
            if term.contribution_if_missing is None:
                lacking.setdefault(term.variable.name, []).append(f"{contribution} IS NULL")
        cases = [f"CASE WHEN {' OR '.join(tests)} THEN '{name}' END" for name, tests in lacking.items()]
        return f"concat_ws(' ', {', '.join(cases)})" if cases else "''"

    def build_score_sql(self, households: str) -> str:
        """Return a SELECT of id, brut, score, categorie, eligible and manque for `households`.

        `manque` holds the names of the missing variables, or null. `households` is a SELECT of rows of registry_menage.
        OFFSET 0 keeps the planner from repeating the whole sum wherever the score is used.
        """
        thresholds = self.definition.thresholds
        return (
            f"SELECT id, brut, score, manque, {build_category_sql('score', thresholds)} AS categorie,"
            f" {build_eligible_sql('score', thresholds)} AS eligible FROM ("
            f"SELECT id, brut, {build_transformation_sql(self.definition.transformation)} AS score, manque FROM ("
            f"SELECT m.id, sum.brut, CASE WHEN sum.brut IS NULL THEN {self.missing_sql} END AS manque"
            f" FROM ({households}) AS m {HOUSEHOLD_PARTS}"
            f" CROSS JOIN LATERAL (SELECT {self.raw_sql} AS brut OFFSET 0) AS sum"
            f" OFFSET 0) AS summed OFFSET 0) AS scored"
        )

    def build_scored_rows_sql(self, rows: str, parts: str, columns: Sequence[str], name: str) -> str:
        """Return a SELECT of `columns` of `rows`, and their scores as `name`.

        Each row has all that a method reads; the joins `parts` name what is read of `chef` and `logement`. Unlike that
        of `build_score_sql`, the sum is no subquery of its own for each row, which parallel workers could not run.
        """
        return (
            f"SELECT {', '.join(columns)}, {build_transformation_sql(self.definition.transformation)} AS {name}"
            f" FROM (SELECT m.*, {self.raw_sql} AS brut FROM ({rows}) AS m {parts} {FENCE}) AS summed {FENCE}"
        )

    def build_explanation_sql(self, households: str) -> str:
        """Return a SELECT of one row per household and term: id, place, valeur (JSON), contribution."""
        rows = ", ".join(
            f"({place}, to_jsonb({value}), {contribution})"
            for place, (value, contribution) in enumerate(zip(self.values, self.contributions, strict=True))
        )
        return (
            f"SELECT m.id, terme.place, terme.valeur, terme.contribution FROM ({households}) AS m {HOUSEHOLD_PARTS}"
            f" CROSS JOIN LATERAL (VALUES {rows}) AS terme (place, valeur, contribution) ORDER BY m.id, terme.place"
        )


def build_transformation_sql(transformation: Transformation) -> str:
    """Return the SQL of the score, 0 to 100 with two decimals, from `brut` (a double).

    Low is poor; null stays null. The expression cannot fail for any number: the width of a linear transformation and
    the scale of a logistic one are not zero (`definition` checks this), and the exponent is limited to the range in
    which the exponential is a double.
    """
    share = "brut"
    if transformation.kind == "lineaire":
        low, high = "%(pmt_transformation_0)s::float8", "%(pmt_transformation_1)s::float8"
        share = f"100 * (brut - {low}) / ({high} - {low})"
    elif transformation.kind == "logistique":
        exponent = "(%(pmt_transformation_0)s::float8 - brut) / %(pmt_transformation_1)s::float8"
        # greatest() and least() ignore null arguments: they would turn a null into a number.
        share = (
            f"CASE WHEN brut IS NOT NULL THEN 100 / (1 + exp(greatest(-{MAX_EXPONENT}.0::float8,"
            f" least({MAX_EXPONENT}.0::float8, {exponent})))) END"
        )
    limited = f"greatest(0::float8, least(100::float8, {share}))"
    score = limited if transformation.direction == "bas_pauvre" else f"100 - {limited}"
    return f"CASE WHEN brut IS NOT NULL THEN round(({score})::numeric, 2) END"


def compile_method(definition: Definition) -> CompiledMethod:
    """Compile a definition to SQL."""
    params: dict[str, Any] = {"pmt_intercept": definition.intercept}
    params |= {f"pmt_transformation_{place}": value for place, value in enumerate(definition.transformation.numbers)}
    values, contributions = [], []
    for place, term in enumerate(definition.terms):
        name = f"pmt_{place}"
        params[f"{name}_w"] = term.weight
        value = _build_value_sql(term, name, params)
        contribution = _build_contribution_sql(term, value, name, params)
        if term.contribution_if_missing is not None:
            params[f"{name}_a"] = term.contribution_if_missing
            contribution = f"coalesce({contribution}, %({name}_a)s::float8)"
        values.append(value)
        contributions.append(contribution)
    return CompiledMethod(definition, values, contributions, params)


def _build_value_sql(term: Term, name: str, params: dict[str, Any]) -> str:
    """Return the SQL of the term's value: its variable, or the weight of the smallest place which it names."""
    if term.variable.kind != PLACE_WEIGHTS_KIND:
        return f"({term.variable.sql})" + ("::float8" if term.variable.kind == NUMBER_KIND else "")
    found = []
    for level, (column, table) in AREA_LEVELS.items():
        if level in term.value:
            params[f"{name}_{level}"] = json.dumps(term.value[level])
            # The subquery maps codes to ids; it is evaluated once per statement.
            weights = (
                f"(SELECT jsonb_object_agg(place.id, weight.value) FROM jsonb_each(%({name}_{level})s::jsonb) AS weight"
                f" JOIN {table} AS place ON place.code = weight.key)"
            )
            found.append(f"({weights} ->> {column}::text)::float8")
    if MILIEU in term.value:
        params[f"{name}_{MILIEU}"] = json.dumps(term.value[MILIEU])
        found.append(f"(%({name}_{MILIEU})s::jsonb ->> m.milieu)::float8")
    return f"coalesce({', '.join(found)}, NULL)"


def _build_contribution_sql(term: Term, value: str, name: str, params: dict[str, Any]) -> str:
    weight = f"%({name}_w)s::float8"
    if term.operator in ("lineaire", "poids"):
        return f"({weight} * {value})"
    if term.operator == "carre":
        return f"({weight} * ({value} * {value}))"
    if term.operator == "logarithme":
        # The logarithm of zero or less counts as missing; it must not raise an error.
        return f"({weight} * CASE WHEN {value} > 0 THEN ln({value}) END)"
    holds = _build_condition_sql(term, value, name, params)
    # Null is tested first: `<> ALL` of an empty list is true even for a missing value.
    return f"CASE WHEN {value} IS NULL THEN NULL WHEN {holds} THEN {weight} ELSE 0::float8 END"


def _build_condition_sql(term: Term, value: str, name: str, params: dict[str, Any]) -> str:
    kind, operator = term.variable.kind, term.operator
    if operator == "entre":
        params[f"{name}_v0"], params[f"{name}_v1"] = term.value
        return f"{value} BETWEEN %({name}_v0)s::float8 AND %({name}_v1)s::float8"
    if kind == BOOLEAN_KIND:
        params[f"{name}_v"] = term.value
        return f"{value} = %({name}_v)s::boolean"
    if kind != AREA_KIND and operator in COMPARISON_OPERATORS:
        params[f"{name}_v"] = term.value
        return f"{value} {COMPARISON_OPERATORS[operator]} %({name}_v)s::{'float8' if kind == NUMBER_KIND else 'text'}"
    is_list = operator in ("dans", "pas_dans")
    params[f"{name}_v"] = term.value if is_list else [term.value]
    listed = f"%({name}_v)s::{ARRAY_TYPES.get(kind, 'text[]')}"
    if kind == AREA_KIND:
        table = AREA_LEVELS[term.variable.name][1]
        listed = f"ARRAY(SELECT id FROM {table} WHERE code = ANY({listed}))"
    return f"{value} <> ALL({listed})" if operator in ("!=", "pas_dans") else f"{value} = ANY({listed})"
