"""How figures are told: classes that read differently, no rates of nobody, periods as people say them."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MODULES = "const [words, themes, figures] = await Promise.all(['i18n.js', 'results/themes.js', 'results/figures.js']"
READ = MODULES + ".map((name) => import(`/static/console/${name}`)));"


@pytest.fixture
def page(visit, registry):
    page = visit.sign_in(registry.cast.admin)
    page.wait_for_selector("#volet")
    return page


def test_what_reads_the_same_has_one_colour(page):
    found = page.evaluate(
        f"""async () => {{ {READ}
          const rows = [736, 739, 741, 744].map((part, id) => ({{ id, nom: `${{id}}`, menagesEligibles: part, totalMenages: 1000 }}));
          figures.THEMES.eligibles.read = async () => rows;
          const answer = await themes.readTheme({{ theme: "eligibles", niveau: "secteur", classes: "quantiles" }});
          return {{ steps: answer.steps.map((one) => one.text), colours: rows.map(answer.colourOf) }};
        }}"""
    )
    assert len(found["steps"]) == 1 and found["steps"][0].startswith("74")
    assert len(set(found["colours"])) == 1


def test_a_rate_of_few_beneficiaries_is_not_told(page):
    rates = page.evaluate(
        f"""async () => {{ {READ}
          const {{ measure }} = figures.THEMES.plaintes_beneficiaires;
          return [43, 100].map((beneficiaires) => measure({{ beneficiaires, tauxBeneficiaires: 2674.4 }}));
        }}"""
    )
    assert rates == [None, 2674.4]


def test_a_period_is_told_in_months_where_it_can_be(page):
    told = page.evaluate(
        f"""async () => {{ {READ}
          return [words.period("2026-10-01", "2026-12-31"), words.period("2026-04-01", "2026-07-20")];
        }}"""
    )
    assert "1" not in told[0] and told[0].startswith("oct.") and told[0].endswith("déc. 2026")
    assert "20" in told[1] and told[1].endswith("juil. 2026")
