"""Read a household survey to fit a method: a table whose columns are variables of `registry.pmt.api`.

Only `manage.py fit_pmt` imports this module and `fitting`, so the server loads neither pandas nor statsmodels for them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

from registry.pmt.api import BOOLEAN_KIND, NUMBER_KIND, PLACE_WEIGHTS_KIND, VARIABLES_BY_NAME, PmtVariable

EXCEL_SUFFIXES: Final = (".xlsx", ".xls")
TRUE_WORDS: Final = {"1", "true", "vrai", "oui", "sim", "yes", "o", "s", "y"}
FALSE_WORDS: Final = {"0", "false", "faux", "non", "não", "nao", "no", "n"}


class SurveyError(Exception):
    """Report that a survey cannot be used; the message says why."""


@dataclass(frozen=True)
class Survey:
    """Hold the usable households of a survey.

    `weight` is the survey weight, `people` weight x household size, `consumption` per head; `rows` counts all rows of
    the file.
    """

    table: pd.DataFrame
    variables: tuple[PmtVariable, ...]
    consumption: np.ndarray
    weight: np.ndarray
    people: np.ndarray
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


def read_survey(
    path: Path, *, consumption: str, weight: str | None, size: str, variables: list[str], renamed: Mapping[str, str]
) -> Survey:
    """Read a CSV or Excel file, one row per household.

    `renamed` maps columns of the file to variables; a renamed column can be referred to by either name. `consumption`
    names the column of the household's total consumption; it is divided by `size`.

    Rows whose consumption is not positive, or which lack a variable, the weight or the size, are left out. Raises
    SurveyError when a column is missing or no row is left.
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
    usable = read.notna().all(axis=1) & (spent > 0) & (weights > 0) & (sizes > 0)
    if not usable.any():
        raise SurveyError("no row has a positive consumption, weight and size and every variable")
    survey_weights = weights[usable].to_numpy(float)
    return Survey(
        table=read[usable].reset_index(drop=True),
        variables=wanted,
        consumption=(spent[usable] / sizes[usable]).to_numpy(float),
        weight=survey_weights,
        people=survey_weights * sizes[usable].to_numpy(float),
        rows=len(table),
    )
