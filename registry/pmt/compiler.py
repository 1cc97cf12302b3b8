"""Compile the definition of a PMT method to SQL.

The same compiler serves the scoring of a million households and the explanation of one score.

The expressions refer to `m` (the household), `chef` and `logement` (left joined). Every constant of a method is a
parameter and every variable an expression of `registry.pmt.variables`: no user input becomes SQL text. Sums are doubles
in the order of the terms; the score is rounded to two decimals, half away from zero.
"""

import json
from dataclasses import dataclass, field
from typing import Any, Final

from registry.pmt.definition import Definition, Term, Transformation
from registry.pmt.rules import build_category_sql, build_eligible_sql
from registry.pmt.variables import AREA, BOOLEAN, LEVELS, MILIEU, NUMBER, WEIGHTS

COMPARED: Final = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
ARRAYS: Final = {NUMBER: "float8[]", "texte": "text[]"}
PARTS: Final = (
    "LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = m.id"
    " LEFT JOIN registry_logement AS logement ON logement.menage_id = m.id"
)
# Beyond this exponent the exponential of a double overflows; the logistic curve is flat long before.
FLAT: Final = 700


@dataclass
class CompiledMethod:
    """Hold a method compiled to SQL over `m`, `chef` and `logement`.

    `values` and `contributions` have one expression per term. A contribution is null when the value is missing and the
    term does not define `siAbsent`. `raw` is the sum of the contributions; `missing` the names of the variables which
    make it null.
    """

    definition: Definition
    values: list[str]
    contributions: list[str]
    params: dict[str, Any] = field(default_factory=dict)

    @property
    def raw(self) -> str:
        return " + ".join(["%(pmt_intercept)s::float8", *self.contributions])

    @property
    def missing(self) -> str:
        """Return a text expression: the distinct names of the missing variables, separated by blanks."""
        lacking: dict[str, list[str]] = {}
        for term, contribution in zip(self.definition.terms, self.contributions, strict=True):
            if term.absent is None:
                lacking.setdefault(term.variable.name, []).append(f"{contribution} IS NULL")
        cases = [f"CASE WHEN {' OR '.join(tests)} THEN '{name}' END" for name, tests in lacking.items()]
        return f"concat_ws(' ', {', '.join(cases)})" if cases else "''"

    def scored(self, households: str) -> str:
        """Return a SELECT of id, brut, score, categorie, eligible and manque for `households`.

        `manque` holds the names of the missing variables, or null. `households` is a SELECT of rows of registry_menage.
        OFFSET 0 keeps the planner from repeating the whole sum wherever the score is used.
        """
        limits = self.definition.limits
        return (
            f"SELECT id, brut, score, manque, {build_category_sql('score', limits)} AS categorie,"
            f" {build_eligible_sql('score', limits)} AS eligible FROM ("
            f"SELECT id, brut, {build_shape_sql(self.definition.shape)} AS score, manque FROM ("
            f"SELECT m.id, sum.brut, CASE WHEN sum.brut IS NULL THEN {self.missing} END AS manque"
            f" FROM ({households}) AS m {PARTS} CROSS JOIN LATERAL (SELECT {self.raw} AS brut OFFSET 0) AS sum"
            f" OFFSET 0) AS summed OFFSET 0) AS scored"
        )

    def explained(self, households: str) -> str:
        """Return a SELECT of one row per household and term: id, place, valeur (JSON), contribution."""
        rows = ", ".join(
            f"({place}, to_jsonb({value}), {contribution})"
            for place, (value, contribution) in enumerate(zip(self.values, self.contributions, strict=True))
        )
        return (
            f"SELECT m.id, terme.place, terme.valeur, terme.contribution FROM ({households}) AS m {PARTS}"
            f" CROSS JOIN LATERAL (VALUES {rows}) AS terme (place, valeur, contribution) ORDER BY m.id, terme.place"
        )


def build_shape_sql(shape: Transformation) -> str:
    """Return the SQL of the score, 0 to 100 with two decimals, from `brut` (a double).

    Low is poor; null stays null. The expression cannot fail for any number: the width of a linear shape and the scale
    of a logistic one are not zero (`definition` checks this), and the exponent is limited to the range in which the
    exponential is a double.
    """
    share = "brut"
    if shape.kind == "lineaire":
        share = "100 * (brut - %(pmt_shape_0)s::float8) / (%(pmt_shape_1)s::float8 - %(pmt_shape_0)s::float8)"
    elif shape.kind == "logistique":
        exponent = "(%(pmt_shape_0)s::float8 - brut) / %(pmt_shape_1)s::float8"
        # greatest() and least() ignore null arguments: they would turn a null into a number.
        share = (
            f"CASE WHEN brut IS NOT NULL THEN 100 / (1 + exp(greatest(-{FLAT}.0::float8, least({FLAT}.0::float8,"
            f" {exponent})))) END"
        )
    held = f"greatest(0::float8, least(100::float8, {share}))"
    turned = held if shape.direction == "bas_pauvre" else f"100 - {held}"
    return f"CASE WHEN brut IS NOT NULL THEN round(({turned})::numeric, 2) END"


def compile_method(definition: Definition) -> CompiledMethod:
    """Compile a definition to SQL."""
    params: dict[str, Any] = {"pmt_intercept": definition.intercept}
    params |= {f"pmt_shape_{place}": value for place, value in enumerate(definition.shape.numbers)}
    values, contributions = [], []
    for place, term in enumerate(definition.terms):
        name = f"pmt_{place}"
        params[f"{name}_w"] = term.weight
        value = _build_value_sql(term, name, params)
        contribution = _build_contribution_sql(term, value, name, params)
        if term.absent is not None:
            params[f"{name}_a"] = term.absent
            contribution = f"coalesce({contribution}, %({name}_a)s::float8)"
        values.append(value)
        contributions.append(contribution)
    return CompiledMethod(definition, values, contributions, params)


def _build_value_sql(term: Term, name: str, params: dict[str, Any]) -> str:
    """Return the SQL of the term's value: its variable, or the weight of the smallest place which it names."""
    if term.variable.kind != WEIGHTS:
        return f"({term.variable.sql})" + ("::float8" if term.variable.kind == NUMBER else "")
    found = []
    for level, (column, table) in LEVELS.items():
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
    if kind == BOOLEAN:
        params[f"{name}_v"] = term.value
        return f"{value} = %({name}_v)s::boolean"
    if kind != AREA and operator in COMPARED:
        params[f"{name}_v"] = term.value
        return f"{value} {COMPARED[operator]} %({name}_v)s::{'float8' if kind == NUMBER else 'text'}"
    several = operator in ("dans", "pas_dans")
    params[f"{name}_v"] = term.value if several else [term.value]
    listed = f"%({name}_v)s::{ARRAYS.get(kind, 'text[]')}"
    if kind == AREA:
        table = LEVELS[term.variable.name][1]
        listed = f"ARRAY(SELECT id FROM {table} WHERE code = ANY({listed}))"
    return f"{value} <> ALL({listed})" if operator in ("!=", "pas_dans") else f"{value} = ANY({listed})"
