"""Score the households of a laboratory by the methods of its designs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from registry.pmt.api import CompiledMethod, compile_method, read_definition
from transfers.eligibility.laboratory.types import Design
from transfers.eligibility.profiles.rules import PARTS, list_profile_columns
from transfers.eligibility.types import HouseholdSource


@dataclass(frozen=True)
class ScoredHouseholds:
    """Hold the parts of a source, the joins of their scores, and the expression of each method's score, by its id."""

    parts: tuple[str, ...]
    joins: list[str]
    params: dict[str, Any]
    scores: dict[UUID, str]


def score_households(designs: Sequence[Design], source: HouseholdSource) -> ScoredHouseholds:
    """Score households by each method once, however many designs use it: nothing here takes longer."""
    parts, joins = source.parts, []
    params, scores = dict(source.params), {}
    columns = list(list_profile_columns())
    methods = {design.method.id: design.method for design in designs if design.method}
    for place, method in enumerate(methods.values()):
        name, compiled = f"points{place}", compile_method(read_definition(method))
        params |= {f"{name}_{param}": value for param, value in compiled.params.items()}
        if source.is_profiled:
            parts = tuple(
                _rename_params(compiled, compiled.build_scored_rows_sql(part, PARTS, columns, name), name)
                for part in parts
            )
            columns.append(name)
            scores[method.id] = f"m.{name}"
        else:
            statement = _rename_params(compiled, compiled.build_score_sql(" UNION ALL ".join(parts)), name)
            joins.append(f"LEFT JOIN (SELECT id, score FROM ({statement}) AS note) AS {name} ON {name}.id = m.id")
            scores[method.id] = f"{name}.score"
    return ScoredHouseholds(parts, joins, params, scores)


def _rename_params(compiled: CompiledMethod, statement: str, name: str) -> str:
    """Return the statement with parameters that start with `name`, so that several methods stand in one statement."""
    for param in compiled.params:
        statement = statement.replace(f"%({param})s", f"%({name}_{param})s")
    return statement
