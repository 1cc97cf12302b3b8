"""Read a household survey to fit a method: a table whose columns are variables of `registry.pmt.api`.

Only `manage.py fit_pmt` imports this module and `fitting`, so the server loads neither pandas nor statsmodels for them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from registry.pmt.api import BOOLEAN_KIND, NUMBER_KIND, PLACE_WEIGHTS_KIND, VARIABLES_BY_NAME, PmtVariable
from registry.pmt_fitting.design import Design

EXCEL_SUFFIXES: Final = (".xlsx", ".xls")
TRUE_WORDS: Final = {"1", "true", "vrai", "oui", "sim", "yes", "o", "s", "y"}
FALSE_WORDS: Final = {"0", "false", "faux", "non", "não", "nao", "no", "n"}


class SurveyError(Exception):
    """Report that a survey cannot be used; the message says why."""


@dataclass(frozen=True)
class Survey:
    """Hold the usable households of a survey.

    `weight` is the survey weight, `people` weight x household size, `consumption` per head; `rows` counts all rows of
    the file. Without clusters, each household is one.
    """

    table: pd.DataFrame
    variables: tuple[PmtVariable, ...]
    consumption: np.ndarray
    weight: np.ndarray
    people: np.ndarray
    design: Design
    rows: int


def _read_table(path: Path) -> pd.DataFrame:
    """Read the file as text cells. Raises SurveyError."""
    try:
        if path.suffix.lower() in EXCEL_SUFFIXES:
            return pd.read_excel(path, dtype=str, engine="calamine")
        try:
            return pd.read_csv(path, dtype=str, sep=None, engine="python", encoding="utf-8-sig")
        except UnicodeDecodeError:
            return pd.read_csv(path, dtype=str, sep=None, engine="python", encoding="cp1252")
    except (OSError, ValueError, pd.errors.ParserError) as error:
        raise SurveyError(f"{path} cannot be read: {error}") from error


def _parse_numbers(column: pd.Series) -> pd.Series:
    """Return a column as numbers, with decimal comma or point; anything else becomes missing."""
    read = pd.to_numeric(column.str.strip().str.replace(",", ".", regex=False), errors="coerce")
    return read.where(np.isfinite(read))


def _parse_booleans(column: pd.Series) -> pd.Series:
    answers = column.str.strip().str.lower()
    return pd.Series(
        np.where(answers.isin(TRUE_WORDS), 1.0, np.where(answers.isin(FALSE_WORDS), 0.0, np.nan)), index=column.index
    )


def _find_variable(name: str) -> PmtVariable:
    variable = VARIABLES_BY_NAME.get(name)
    if variable is None or variable.kind == PLACE_WEIGHTS_KIND:
        raise SurveyError(f"{name} is no variable of a method; GET /api/pmt-methodes/variables lists them")
    return variable


def _find_column(table: pd.DataFrame, name: str) -> pd.Series:
    if name not in table:
        raise SurveyError(f"the file has no column {name}; it has {', '.join(map(str, table.columns))}")
    return table[name]


def _read_codes(table: pd.DataFrame, name: str | None, absent: Any) -> pd.Series:
    """Return a column of codes, or `absent` without a name."""
    if name is None:
        return pd.Series(absent, index=table.index, dtype=object)
    return _find_column(table, name).str.strip().replace("", np.nan)


def read_survey(
    path: Path,
    *,
    consumption: str,
    weight: str | None,
    size: str,
    variables: list[str],
    renamed: Mapping[str, str],
    cluster: str | None = None,
    stratum: str | None = None,
) -> Survey:
    """Read a CSV or Excel file, one row per household.

    `renamed` maps columns of the file to variables; a renamed column can be referred to by either name. `consumption`
    names the column of the household's total consumption; it is divided by `size`.

    Rows whose consumption is not positive, or which lack a variable, the weight, the size, the cluster or the stratum, are
    left out. A cluster lies in one stratum: the same number in another one is another cluster. Raises SurveyError when a
    column is missing or no row is left.
    """
    table = _read_table(path).rename(columns=dict(renamed))
    twice = table.columns[table.columns.duplicated()]
    if len(twice):
        raise SurveyError(f"several columns are called {twice[0]}")
    consumption, size = renamed.get(consumption, consumption), renamed.get(size, size)
    weight = weight and renamed.get(weight, weight)
    wanted = tuple(_find_variable(name) for name in variables)
    read = pd.DataFrame(index=table.index)
    for variable in wanted:
        column = _find_column(table, variable.name)
        parse = {NUMBER_KIND: _parse_numbers, BOOLEAN_KIND: _parse_booleans}.get(variable.kind)
        read[variable.name] = parse(column) if parse else column.str.strip().replace("", np.nan)
    spent = _parse_numbers(_find_column(table, consumption))
    weights = _parse_numbers(_find_column(table, weight)) if weight else pd.Series(1.0, index=table.index)
    sizes = _parse_numbers(_find_column(table, size))
    strata = _read_codes(table, stratum and renamed.get(stratum, stratum), "")
    clusters = _read_codes(table, cluster and renamed.get(cluster, cluster), table.index.astype(str))
    usable = read.notna().all(axis=1) & (spent > 0) & (weights > 0) & (sizes > 0) & strata.notna() & clusters.notna()
    if not usable.any():
        raise SurveyError("no row has a positive consumption, weight and size and every variable")
    survey_weights = weights[usable].to_numpy(float)
    return Survey(
        table=read[usable].reset_index(drop=True),
        variables=wanted,
        consumption=(spent[usable] / sizes[usable]).to_numpy(float),
        weight=survey_weights,
        people=survey_weights * sizes[usable].to_numpy(float),
        design=Design(
            (strata[usable] + "\n" + clusters[usable]).factorize(sort=True)[0], strata[usable].factorize(sort=True)[0]
        ),
        rows=len(table),
    )
