"""What comes before anything else: a link of a mail, a reset, a second factor that the role needs."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from django_otp.oath import totp
from playwright.sync_api import expect

from accounts.mails.jobs import attempt_delivery
from accounts.mails.models import OutgoingMail
from accounts.passwords.models import PasswordReset
from accounts.second_factor.models import Authenticator
from accounts.tokens.queries import hash_token
from accounts.users.models import User
from tests.analysis.console.conftest import WAIT
from tests.conftest import PASSWORD

pytestmark = pytest.mark.browser
GOOD = "Cacheu-Lua-7390!"


@pytest.mark.slow
def test_a_link_of_a_mail_sets_a_password(visit, registry):
    visit.refusals = {400}
    user = registry.cast.agent_west
    until = timezone.now() + timedelta(hours=1)
    PasswordReset.objects.create(user=user, token_hash=hash_token("un-jeton"), expires_at=until)
    page = visit.page
    page.goto(f"{visit.base}/#mot-de-passe=un-jeton")
    page.fill("[name=nouveau]", "court")
    page.get_by_role("button", name="Montrer le mot de passe").click()
    expect(page.locator("[name=nouveau]")).to_have_attribute("type", "text")
    page.press("[name=nouveau]", "Enter")
    expect(page.locator("dialog [role=alert]")).to_contain_text("12", timeout=WAIT)
    assert "un-jeton" not in page.evaluate("location.href")
    page.fill("[name=nouveau]", GOOD)
    page.press("[name=nouveau]", "Enter")
    page.fill("[name=email]", user.email)
    page.fill("[name=motdepasse]", GOOD)
    page.click("dialog [type=submit]")
    expect(page.locator(".maplibregl-canvas")).to_be_visible(timeout=WAIT)


@pytest.mark.slow
def test_forgotten_asks_for_a_mail(visit, registry):
    page = visit.page
    page.goto(f"{visit.base}/")
    page.fill("[name=email]", registry.cast.agent_west.email)
    page.get_by_role("button", name="Mot de passe oublié ?").click()
    expect(page.locator("[name=email]")).to_have_value(registry.cast.agent_west.email)
    assert not OutgoingMail.objects.exists()  # the address is confirmed first
    page.get_by_role("button", name="Envoyer le lien").click()
    expect(page.locator("dialog [role=status]")).to_contain_text("courriel", timeout=WAIT)
    attempt_delivery(OutgoingMail.objects.get(user=registry.cast.agent_west).id)
    assert re.search(r"/#mot-de-passe=\S{43}", mail.outbox[0].body)


@pytest.mark.slow
def test_after_a_reset_a_password_is_chosen_first(visit, registry):
    user = registry.cast.agent_west
    User.objects.filter(id=user.id).update(must_change_password=True)
    page = visit.sign_in(user)
    page.fill("[name=actuel]", PASSWORD)
    page.fill("[name=nouveau]", GOOD)
    page.press("[name=nouveau]", "Enter")
    expect(page.locator(".maplibregl-canvas")).to_be_visible(timeout=WAIT)
    user.refresh_from_db()
    assert user.check_password(GOOD)


def test_the_second_factor_is_set_up_where_the_role_needs_it(visit, registry, settings):
    settings.SECOND_FACTOR_REQUIRED = True
    user = registry.cast.admin
    page = visit.sign_in(user)
    expect(page.locator(".qr path")).to_be_visible(timeout=WAIT)
    page.fill("[name=code]", f"{totp(Authenticator.objects.get(user=user).bin_key):06d}")
    page.fill("[name=actuel]", PASSWORD)
    page.press("[name=code]", "Enter")
    expect(page.locator(".codes li")).to_have_count(10, timeout=WAIT)
    page.get_by_role("button", name="Continuer").click()
    expect(page.locator(".maplibregl-canvas")).to_be_visible(timeout=WAIT)
