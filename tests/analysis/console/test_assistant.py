"""Questions in plain language, in the console."""

import pytest
from playwright.sync_api import expect

from tests.analysis.console.conftest import WAIT
from tests.analysis.console.test_explore import ask_map, go_to

pytestmark = pytest.mark.browser


def test_ask_edit_the_plan_and_follow_a_suggestion(visit, registry):
    page = visit.sign_in(registry.cast.admin)
    page.fill("#assistant-question", "Combien de ménages pauvres ?")
    page.keyboard.press("Enter")
    text = page.locator("#assistant-texte")
    expect(text).to_contain_text("Ménages (pauvre) : 2", timeout=WAIT)
    page.locator("#assistant-plan summary").click()
    plan = page.locator("#assistant-plan textarea")
    plan.fill(plan.input_value().replace('"pauvre"', '"vulnerable"'))
    page.get_by_role("button", name="Relancer avec ce plan").click()
    expect(text).to_contain_text("Ménages (vulnérable) : 1", timeout=WAIT)
    page.fill("#assistant-question", "Combien de ménages sans latrines ?")
    page.keyboard.press("Enter")
    expect(text).to_contain_text("latrines", timeout=WAIT)
    # Whole questions can be read before one is chosen.
    widths = page.locator(".assistant-reponse li button").evaluate_all(
        "list => list.map(b => b.scrollWidth - b.clientWidth)"
    )
    assert widths == [0, 0, 0]
    page.locator(".assistant-reponse li button").first.click()
    expect(page.locator("#assistant-plan")).to_be_visible(timeout=WAIT)
    # Areas that a theme colours keep the colours of its legend, whatever was asked before.
    page.fill("#assistant-question", "Combien d'écoles à Oio ?")
    page.keyboard.press("Enter")
    expect(text).to_contain_text("Oio", timeout=WAIT)
    opacity = "map.getPaintProperty('reponse-zones', 'fill-opacity')"
    assert ask_map(page, opacity) != 0
    go_to(page, "#bande=themes&theme=menages&niveau=region")
    expect(page.locator(".bande caption")).to_be_visible(timeout=WAIT)
    assert ask_map(page, opacity) == 0
    page.get_by_role("button", name="Effacer", exact=True).click()
    expect(text).to_have_count(0)
