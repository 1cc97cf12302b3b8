"""Fitting a method to a small made survey whose law is known."""

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from openpyxl import Workbook

from registry.households.models import Dwelling, Household
from registry.management.commands.fit_pmt import parse_renames
from registry.pmt.models import PmtMethod
from registry.pmt_fitting.boosting import fit_boosting
from registry.pmt_fitting.comparison import MODELS, compare_models
from registry.pmt_fitting.design import Design
from registry.pmt_fitting.estimators import Estimator, fit_weights
from registry.pmt_fitting.measures import compute_targeting_errors, compute_weighted_quantile
from registry.pmt_fitting.survey import read_survey
from registry.scoring.queries import explain_score

HEADER = ["tailleMenage", "toit", "milieu", "depense", "w"]
OPTIONS = {
    "consommation": "depense",
    "poids": "w",
    "colonnes": "toit=logement.materiauToit",
    "variables": "tailleMenage,logement.materiauToit,milieu",
    "logarithme": "tailleMenage",
}


def fit_pmt(path, *flags, **change):
    """As from the command line."""
    flags = [flag for flag in flags if flag != "--comparer"] + ["--sans-comparer"] * ("--comparer" not in flags)
    call_command("fit_pmt", str(path), *flags, *(f"--{name}={value}" for name, value in {**OPTIONS, **change}.items()))


def rows(number=400):
    """ln(depense / taille) = 8 - 0.5 ln(taille) + 0.7 if zinc + a little noise; milieu says nothing."""
    dice, made = np.random.default_rng(3), []
    for at in range(number):
        size, roof = int(dice.integers(1, 12)), ["zinc", "paille", "paille"][at % 3]
        log = 8 - 0.5 * np.log(size) + 0.7 * (roof == "zinc") + 0.1 * dice.normal()
        made.append([size, roof, ["rural", "urbain"][int(dice.integers(2))], size * np.exp(log), 1 + at % 4])
    made[0][3], made[1][1], made[2][4] = 0, "", "x"  # no consumption, no roof, no weight
    return made


def survey(folder: Path, content=None):
    path = folder / "inquerito.csv"
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file, delimiter=";").writerows([HEADER, *(rows() if content is None else content)])
    return path


def test_the_law_is_found_and_kept_as_a_draft(db, tmp_path):
    fit_pmt(survey(tmp_path))
    method = PmtMethod.objects.get(nom="inquerito")
    assert (method.statut, method.version) == ("brouillon", 1)
    found = {(term["variable"], term["valeur"]): term["poids"] for term in method.termes}
    assert found[("tailleMenage", None)] == pytest.approx(-0.5, abs=0.04)
    assert found[("logement.materiauToit", "zinc")] == pytest.approx(0.7, abs=0.04)
    assert set(found) == {("tailleMenage", None), ("logement.materiauToit", "zinc")}
    report = method.ajustement
    assert (report["lignes"], report["menages"], report["entrainement"] + report["essai"]) == (400, 397, 397)
    assert report["resultatsEssai"]["r2"] > 0.85
    assert 0 < report["resultatsEssai"]["erreurExclusion"] < 25 and report["enquete"] == "inquerito.csv"


def test_the_draft_scores_by_the_fitted_formula(country, household, tmp_path):
    fit_pmt(survey(tmp_path))
    method = PmtMethod.objects.get(nom="inquerito")
    Dwelling.objects.create(menage=household, materiau_toit="zinc")
    told = explain_score(Household.objects.get(id=household.id), method)
    assert float(told["somme"]) == pytest.approx(8 - 0.5 * np.log(5) + 0.7, abs=0.06)
    low, high = method.transformation["minimum"], method.transformation["maximum"]
    assert float(told["score"]) == pytest.approx(100 * (told["somme"] - low) / (high - low), abs=0.01)


def test_a_renamed_column_is_known_by_both_names(db, tmp_path, capsys):
    path, told = survey(tmp_path), []
    path.write_text(path.read_text(encoding="utf-8-sig").replace("tailleMenage", "hhsize", 1), encoding="utf-8")
    columns = "hhsize=tailleMenage,toit=logement.materiauToit"
    for size in ("hhsize", "tailleMenage"):
        fit_pmt(path, "--sans-ecrire", colonnes=columns, taille=size)
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] and '"menages": 397' in told[0]


def test_a_workbook_gives_the_same(db, tmp_path):
    book = Workbook()
    for row in [HEADER, *rows()]:
        book.active.append(row)
    book.save(tmp_path / "folha.xlsx")
    fit_pmt(survey(tmp_path))
    fit_pmt(tmp_path / "folha.xlsx")
    first, second = (PmtMethod.objects.get(nom=name) for name in ("inquerito", "folha"))
    assert [round(term["poids"], 6) for term in first.termes] == [round(term["poids"], 6) for term in second.termes]


def test_only_a_report(db, tmp_path, capsys):
    before = PmtMethod.objects.count()
    fit_pmt(survey(tmp_path), "--sans-ecrire")
    assert "erreurExclusion" in capsys.readouterr().out and PmtMethod.objects.count() == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"variables": "revenu"}, "no variable"),
        ({"variables": "chefMenage.age"}, "no column chefMenage.age"),
        ({"consommation": "salaire"}, "no column salaire"),
        ({"consommation": "toit"}, "no row has a positive"),
        ({"colonnes": "toit"}, "column=variable"),
        ({"colonnes": "=milieu"}, "column=variable"),
        ({"colonnes": "toit=milieu"}, "several columns are called milieu"),
        ({"seuil": 0}, "--seuil"),
        ({"essai": 1}, "--essai"),
        ({"variables": "milieu", "logarithme": ""}, "no variable explains"),
    ],
)
def test_what_cannot_be_fitted_is_said(db, tmp_path, change, said):
    with pytest.raises(CommandError, match=said):
        fit_pmt(survey(tmp_path), **change)
    assert not PmtMethod.objects.filter(nom="inquerito").exists()


@pytest.mark.parametrize(
    ("content", "said"), [(rows(40), "at least 50"), ([], "no row"), ([[1, "a", "b", -3, 1]], "no row")]
)
def test_too_small_a_survey(db, tmp_path, content, said):
    with pytest.raises(CommandError, match=said):
        fit_pmt(survey(tmp_path, content))


def test_a_file_that_is_not_there(db, tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        fit_pmt(tmp_path / "x.csv")


def test_errors_are_counted_in_people():
    poor, chosen = np.array([True, True, False, False]), np.array([True, False, True, False])
    found = compute_targeting_errors(poor, chosen, np.array([1.0, 3.0, 1.0, 5.0]))
    assert found == {"erreurExclusion": 75.0, "erreurInclusion": 50.0, "partChoisie": 20.0}
    assert compute_weighted_quantile(np.array([3.0, 1.0, 2.0]), np.array([1.0, 2.0, 1.0]), 0.5) == 1.0


def test_a_cluster_counts_as_one_observation():
    """Alike households of one cluster tell no more than one; the only cluster of a stratum is compared with all."""
    values = np.repeat(np.random.default_rng(1).normal(size=40), 10)[:, None]
    alone, clusters = np.arange(400), np.arange(400) // 10
    none = np.zeros(400, int)
    single = Design(alone, none).sum_variance(values)[0, 0]
    assert Design(clusters, none).sum_variance(values)[0, 0] == pytest.approx(10 * single, rel=0.05)
    assert Design(clusters, clusters).sum_variance(values)[0, 0] > 0
    design = Design(clusters, clusters // 20)
    parts, aside = design.divide(5, 1), design.set_aside(0.3, 1)
    assert all(len(set(parts[clusters == one])) == len(set(aside[clusters == one])) == 1 for one in range(40))
    assert set(np.bincount(parts)) == {80} and aside.sum() == 120
    at, low, high = design.find_interval(np.ones(400) * 0.25, np.ones(400))
    assert at == pytest.approx(0.25) and low == pytest.approx(high)


def test_boosting_follows_a_direction():
    dice = np.random.default_rng(1)
    x = dice.uniform(0, 1, (600, 2))
    y = np.sin(6 * x[:, 0]) + 0.1 * dice.normal(size=600)
    free, bound = (fit_boosting(y, x, np.ones(600), np.array([way, 0])) for way in (0, 1))
    line = np.column_stack([np.linspace(0, 1, 50), np.full(50, 0.5)])
    assert np.mean((free.predict(x) - y) ** 2) < 0.05
    assert (np.diff(bound.predict(line)) >= 0).all() and (np.diff(free.predict(line)) < 0).any()


def test_models_are_compared_on_clusters_held_out(db, tmp_path, capsys):
    """A curve is found by the models that have curves; errors have intervals, and the gain is said."""
    dice, made = np.random.default_rng(5), []
    for at in range(600):
        size = int(dice.integers(1, 13))
        log = 8 - 0.03 * (size - 6) ** 2 + 0.1 * dice.normal() + 0.15 * np.sin(at // 10)
        made.append([size, ["zinc", "paille"][at % 2], f"g{at // 10}", size * np.exp(log), 1 + at % 4])
    path = survey(tmp_path, made)
    path.write_text(path.read_text(encoding="utf-8-sig").replace("milieu", "grappe"), encoding="utf-8")
    told = {
        "variables": "tailleMenage,logement.materiauToit",
        "logarithme": "",
        "grappe": "grappe",
        "modele": "courbes",
    }
    fit_pmt(path, "--comparer", **told)
    method = PmtMethod.objects.get(nom="inquerito")
    assert {term["operateur"] for term in method.termes if term["variable"] == "tailleMenage"} >= {"lineaire", "carre"}
    report = method.ajustement
    assert (report["modele"], report["grappes"]) == ("courbes", 60)
    errors = report["comparaison"]["40"]
    curved = ("courbes", "robuste", "quantile", "quantile_personnes")
    assert set(errors) == {"lineaire", *curved, "boosting"}
    for model in curved:
        at, low, high = errors[model]["gain"]
        assert 0 < low < at < high, model
        assert errors[model]["exclusion"][0] < errors["lineaire"]["exclusion"][0]
    # As many people are chosen as are poor: as many are missed as are chosen wrongly.
    assert all(abs(one["exclusion"][0] - one["inclusion"][0]) < 1.5 for one in errors.values())
    gain, half = errors["boosting"]["gain"], errors["boosting"]["moitie"]
    assert half == pytest.approx([value / 2 for value in gain], abs=0.11)
    said = capsys.readouterr().out
    assert "fewer of 100 poor" in said and "beyond half of that" in said


def test_a_comparison_is_the_mean_of_its_divisions(tmp_path):
    """One division is a chance of its own; and a household of many people counts as many where people are counted."""
    read = read_survey(
        survey(tmp_path), consumption="depense", weight="w", size="tailleMenage",
        variables=["tailleMenage", "logement.materiauToit"], renamed=parse_renames(OPTIONS["colonnes"]),
    )  # fmt: skip
    first, second, both = (compare_models(read, set(), 0.1, *of) for of in ((1, 1), (2, 1), (1, 2)))
    missed = [one["20"]["lineaire"]["exclusion"][0] for one in (first, second, both)]
    assert missed[0] != missed[1]
    assert missed[2] == pytest.approx((missed[0] + missed[1]) / 2, abs=0.11)


def test_who_counts_decides_the_fit(tmp_path):
    """Households that are counted a million times more than the others are fitted as if they were alone."""
    dice = np.random.default_rng(2)
    x, many = dice.normal(size=200), np.arange(200) < 100
    matrix, y = np.column_stack([np.ones(200), x]), np.where(many, 3 * x, 1 - x)
    design, once = Design(np.arange(200), np.zeros(200, int)), np.ones(200)
    for loss in ("moindres_carres", "robuste", "quantile"):
        _places, found = fit_weights(
            y, matrix, once, np.zeros(2, bool), design, Estimator(loss, 0.2), 1.0, np.where(many, 1e6, 1.0)
        )
        assert found == pytest.approx([0, 3], abs=0.01)
    read = read_survey(
        survey(tmp_path), consumption="depense", weight="w", size="tailleMenage", variables=["tailleMenage"], renamed={}
    )
    quantile, by_people = MODELS["quantile"], MODELS["quantile_personnes"]
    rows = np.arange(5)
    assert (quantile.find_counted(read, rows) == read.weight[:5]).all()
    assert (by_people.find_counted(read, rows) == read.people[:5]).all()


@pytest.mark.slow
def test_the_server_does_not_load_it():
    code = "import django; django.setup(); import config.urls, sys; print('statsmodels' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
