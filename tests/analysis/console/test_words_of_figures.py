"""How figures are told: classes that read differently, no rates of nobody, periods as people say them."""

import re

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MODULES = "const [words, themes, figures] = await Promise.all(['i18n.js', 'results/themes.js', 'results/figures.js']"
READ = MODULES + ".map((name) => import(`/static/console/${name}`)));"


@pytest.fixture
def page(visit, registry):
    page = visit.sign_in(registry.cast.admin)
    page.wait_for_selector("#volet")
    return page


@pytest.mark.modules
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


@pytest.mark.modules
def test_classes_share_no_limit_and_are_as_many_as_chosen(page):
    found = page.evaluate(
        f"""async () => {{ {READ}
          const rows = [16, 59, 60, 64, 69, 70, 75].map((part, id) => ({{
            id, nom: `${{id}}`, menagesEligibles: part, totalMenages: 100 }}));
          figures.THEMES.eligibles.read = async () => rows;
          const view = {{ theme: "eligibles", niveau: "secteur" }};
          const list = async (classes, tranches) => {{
            const answer = await themes.readTheme({{ ...view, classes, tranches }});
            return {{ steps: answer.steps, own: rows.map((row) => [answer.classOf(row), answer.colourOf(row)]) }};
          }};
          return [await list("quantiles", 3), await list("egales", 4), await list("naturelles", 7)];
        }}"""
    )
    texts = [[re.sub(r"\s", "", step["text"]) for step in one["steps"]] for one in found]
    # Each begins at a round number after the one before, and says how many areas it holds.
    assert texts[0] == ["16%–59%(2)", "60%–69%(3)", "70%–75%(2)"]
    assert texts[1] == ["16%–31%(1)", "32%–45%(0)", "46%–60%(2)", "61%–75%(4)"]  # as wide as one another
    assert [step for step, _ in found[1]["own"]] == [0, 2, 2, 3, 3, 3, 3]
    assert [text.split("(")[0] for text in texts[2]] == [
        "16%–49%",
        "50%–59%",
        "60%–61%",
        "62%–64%",
        "65%–69%",
        "70%–74%",
        "75%",
    ]
    assert all(text.endswith("(1)") for text in texts[2])
    for one in found:
        colours = [step["colour"] for step in one["steps"]]
        assert len({*colours}) == len(colours), "each class has a colour of its own"
        assert all(colour == colours[step] for step, colour in one["own"])


@pytest.mark.modules
def test_equal_values_are_in_one_class_and_the_others_share_the_rest(page):
    found = page.evaluate(
        """async () => {
          const {findBounds, findClass, roundBounds} = await import('/static/console/map/classes.js');
          const count = (values, most) => {
            const bounds = roundBounds(values, findBounds(values, 'quantiles', most, 1), () => 1);
            return [bounds, bounds.map((_, step) => values.filter((one) => findClass(one, bounds) === step).length)];
          };
          const most = [0, 0, 0, 0, 0, 0, 12, 15, 20, 20, 30];
          return [count(most, 5), count([1, 1, 1], 5), count([...Array(39).keys()], 5)];
        }"""
    )
    assert found[0] == [[9, 14, 19, 29, 30], [6, 1, 1, 2, 1]]
    assert found[1] == [[1], [3]]
    assert sum(found[2][1]) == 39 and max(found[2][1]) <= 8, "of as many areas each, as near as can be"


@pytest.mark.modules
def test_a_class_much_wider_than_the_others_is_said(page):
    found = page.evaluate(
        f"""async () => {{ {READ}
          const rows = [16, 59, 60, 64, 69, 70, 75].map((part, id) => ({{
            id, nom: `${{id}}`, menagesEligibles: part, totalMenages: 100 }}));
          figures.THEMES.eligibles.read = async () => rows;
          const read = (classes) => themes.readTheme({{ theme: "eligibles", niveau: "secteur", classes, tranches: 3 }});
          const {{view}} = await import('/static/console/state/view.js');
          return [(await read("quantiles")).wide, (await read("naturelles")).wide, view.value.classes];
        }}"""
    )
    assert re.sub(r"\s", "", found[0]) == "16%–59%"
    assert found[1:] == [None, "naturelles"]  # natural breaks tell it apart: the view begins with them


@pytest.mark.modules
def test_a_difference_is_that_of_the_figures_beside_it(page):
    """69.34 and 53.58 % are read as 69.3 and 53.6: the difference is 15.7 points."""
    text = page.evaluate(
        """async () => {
          const {formatDifference, formatValue} = await import('/static/console/results/region-pair.js');
          return [0.6934, 0.5358].map((value) => formatValue('eligibles', value))
            .concat(formatDifference('eligibles', 0.6934, 0.5358), formatDifference('score', 40.84, 48.45));
        }"""
    )
    assert [re.sub(r"\s", " ", one) for one in text] == ["69,3 %", "53,6 %", "−15,7 points", "+7,7"]


@pytest.mark.modules
def test_the_worst_of_an_answer_is_the_darkest(page):
    """Of a coverage the lowest figure is the worst, of a number the highest."""
    steps = page.evaluate(
        """async () => {
          const {weighFeatures} = await import('/static/console/map/layers-answer.js');
          const areas = [55, 64, 90].map((valeur) => ({geometry: {}, properties: {valeur}}));
          return [false, true].map((isLow) => weighFeatures(areas, isLow).features.map((one) => one.properties.pas));
        }"""
    )
    assert steps == [[0, 2, 4], [4, 2, 0]]


@pytest.mark.modules
def test_steps_of_a_coverage_share_no_limit(page):
    found = page.evaluate(
        """async () => {
          const [{listSteps}, {shareColour}] = await Promise.all(
            ['results/shares.js', 'map/palette.js'].map((name) => import(`/static/console/${name}`)));
          const steps = (...far) => listSteps(far.map((n) => ({ menages: 1000, couverts: 1000 - n }))).map(({ text }) => text);
          return [steps(10, 60, 390, 410, 760, 900), steps(40), shareColour(0.197) === shareColour(0.2)];
        }"""
    )
    told = [[re.sub(r"\s", "", text) for text in one] for one in found[:2]]
    # The same classes for every service, of which the legend has those that a zone is in.
    assert told == [["0–4%", "5–19%", "20–39%", "40–59%", "60–79%", "80–100%"], ["0–4%"]]
    assert found[2], "what reads 20 % is coloured as 20 %"


@pytest.mark.modules
def test_the_fewer_the_filters_leave_the_fewer_a_circle_with_a_number_stands_for(page):
    least = page.evaluate(
        """import('/static/console/map/sizes.js').then(({findUnnumbered}) => [1, 0.2, 0.04].map((share) =>
          findUnnumbered(6.2, share)))"""
    )
    assert least == [200, 4, 2]  # as on a phone; on a wide screen every circle of the country has its number


@pytest.mark.modules
def test_a_rate_of_few_beneficiaries_is_not_told(page):
    rates = page.evaluate(
        f"""async () => {{ {READ}
          const {{ measure }} = figures.THEMES.plaintes_beneficiaires;
          return [43, 100].map((beneficiaires) => measure({{ beneficiaires, tauxBeneficiaires: 2674.4 }}));
        }}"""
    )
    assert rates == [None, 2674.4]


@pytest.mark.modules
def test_a_period_is_told_in_months_where_it_can_be(page):
    told = page.evaluate(
        f"""async () => {{ {READ}
          return [words.period("2026-10-01", "2026-12-31"), words.period("2026-04-01", "2026-07-20")];
        }}"""
    )
    assert "1" not in told[0] and told[0].startswith("oct.") and told[0].endswith("déc. 2026")
    assert "20" in told[1] and told[1].endswith("juil. 2026")


@pytest.mark.modules
def test_a_unit_stays_with_its_number_and_little_is_no_more(page):
    typeset = "(text) => import('/static/console/typography.js').then((one) => one.typeset(text))"
    assert page.evaluate(typeset, "encore environ {s} s") == "encore environ {s}\u00a0s"
    assert page.evaluate(typeset, "12 Mo, {n} ménages") == "12\u00a0Mo, {n} ménages"
    size = "(bytes) => import('/static/console/imports/file-chooser.js').then((one) => one.formatSize(bytes))"
    assert page.evaluate(size, 60).split() == ["60", "o"]
    assert page.evaluate(size, 160_400).split() == ["160", "ko"]
