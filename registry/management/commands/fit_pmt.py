"""Fit a PMT method to a survey and store it as a draft.

`manage.py fit_pmt survey.csv --consommation depense --variables tailleMenage,milieu,…`
"""

import json
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.errors.problems import Problem
from registry.pmt.api import create_method
from registry.pmt_fitting.comparison import BOUND, DIVISIONS, LINEAR, MODELS, compare_models
from registry.pmt_fitting.regression import FittedMethod, fit_method
from registry.pmt_fitting.survey import SurveyError, read_survey


def parse_names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def parse_renames(text: str) -> dict[str, str]:
    """Parse `column=variable,…`. Raises ArgumentTypeError for other forms."""
    found = [part.partition("=") for part in parse_names(text)]
    if not all(column and variable for column, _sign, variable in found):
        raise ArgumentTypeError("column=variable,… is expected")
    return {column.strip(): variable.strip() for column, _sign, variable in found}


class Command(BaseCommand):
    help = "Fit a PMT method to a household survey (CSV or Excel) and keep it as a draft."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="one row a household")
        parser.add_argument("--consommation", required=True, help="column of the household's consumption")
        parser.add_argument(
            "--variables", type=parse_names, required=True, help="comma-separated variables of the catalogue"
        )
        parser.add_argument("--poids", help="column of the survey weights (without: all alike)")
        parser.add_argument("--grappe", help="column of the clusters (without: each household alone)")
        parser.add_argument("--strate", help="column of the strata (without: one)")
        parser.add_argument("--taille", default="tailleMenage", help="column of the household size")
        parser.add_argument(
            "--colonnes", type=parse_renames, default={}, help="column=variable,… where the names differ"
        )
        parser.add_argument("--logarithme", type=parse_names, default=[], help="variables to enter as their logarithm")
        parser.add_argument("--seuil", type=float, default=40.0, help="the poorest percent of people (40)")
        parser.add_argument("--essai", type=float, default=0.3, help="the part of clusters set aside to measure (0.3)")
        parser.add_argument("--modele", choices=MODELS, default=LINEAR, help=f"how weights are found ({LINEAR})")
        parser.add_argument("--sans-comparer", action="store_true", help="do not compare the models")
        parser.add_argument(
            "--divisions", type=int, default=DIVISIONS, help=f"how often clusters are divided to compare ({DIVISIONS})"
        )
        parser.add_argument("--p-maximum", type=float, default=0.1, help="terms less sure than this leave (0.1)")
        parser.add_argument("--graine", type=int, default=1, help="seed of the split (1)")
        parser.add_argument("--nom", help="name of the method (the file's)")
        parser.add_argument("--sans-ecrire", action="store_true", help="only report")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 0 < options["seuil"] < 100 or not 0 <= options["essai"] < 1:
            raise CommandError("--seuil is between 0 and 100, --essai at least 0 and below 1")
        if options["divisions"] < 1:
            raise CommandError("--divisions is at least 1")
        path: Path = options["file"]
        try:
            survey = read_survey(
                path,
                consumption=options["consommation"],
                weight=options["poids"],
                size=options["taille"],
                variables=options["variables"],
                renamed=options["colonnes"],
                cluster=options["grappe"],
                stratum=options["strate"],
            )
            found = fit_method(
                survey,
                cutoff=options["seuil"],
                test=options["essai"],
                seed=options["graine"],
                max_p_value=options["p_maximum"],
                logarithms=set(options["logarithme"]),
                model=options["modele"],
            )
            self._tell(found)
            if not options["sans_comparer"]:
                compared = compare_models(
                    survey, set(options["logarithme"]), options["p_maximum"], options["graine"], options["divisions"]
                )
                found.report["comparaison"] = compared
                self._tell_compared(compared)
            if not options["sans_ecrire"]:
                report = {"enquete": path.name, **found.report}
                method = create_method(
                    values={"nom": (options["nom"] or path.stem)[:255], **found.values, "ajustement": report}
                )
                self.stdout.write(f"draft {method.id}")
        except SurveyError as error:
            raise CommandError(str(error)) from error
        except Problem as problem:
            raise CommandError(f"{problem.message} {problem.details}") from problem

    def _tell(self, found: FittedMethod) -> None:
        self.stdout.write(json.dumps(found.report, indent=1, ensure_ascii=False))
        for term in found.values["termes"]:
            value = "" if term["valeur"] is None else f" {term['valeur']}"
            self.stdout.write(f"{term['poids']:+10.4f}  {term['variable']} {term['operateur']}{value}")
        if found.dropped:
            self.stdout.write(f"left out: {', '.join(found.dropped)}")

    def _tell_compared(self, compared: dict[str, Any]) -> None:
        """Tell the errors of each model on clusters that it was not fitted to, and what would be gained."""
        self.stdout.write("percent of people, with the interval of 95 %, on clusters that were held out in turn:")
        for cutoff, models in compared.items():
            for name, errors in models.items():
                told = ", ".join(f"{kind} {at} ({low} to {high})" for kind, (at, low, high) in errors.items())
                self.stdout.write(f"{cutoff:>3} %  {name:<10}  {told}")
            best = min((name for name in models if name != BOUND), key=lambda name: models[name]["exclusion"][0])
            gained, bound, more = models[best]["gain"], models[BOUND]["gain"], models[best]["moitie"]
            self.stdout.write(
                f"{cutoff:>3} %  {best} misses {gained[0]} fewer of 100 poor than {LINEAR}; {BOUND}, {bound[0]}; beyond half"
                f" of that: {more[0]} ({more[1]} to {more[2]})"
            )
