"""Races of signing in and of administration, with real threads and real connections.

Each runs once; `./dev test --all` runs it 50 times over. Each fails when the lock that it is about is taken away.
"""
# ruff: noqa: B023 - the threads of one round have ended before the next begins

import secrets
from datetime import timedelta

import pytest
from django.utils import timezone
from django_otp.oath import totp

from accounts.directory import services as directory
from accounts.passwords import services as passwords
from accounts.passwords.models import PasswordReset
from accounts.roles import services as roles
from accounts.roles.models import Incompatibility
from accounts.second_factor import services as second_factor
from accounts.second_factor.models import Authenticator
from accounts.sign_in.services import sign_in
from accounts.throttle.models import RequestCount
from accounts.tokens import services as tokens
from accounts.tokens.models import Session
from accounts.tokens.queries import find_caller, hash_token
from accounts.users.models import RoleGrant, User
from accounts.users.queries import find_active_user
from config.errors.problems import Problem
from tests.conftest import PASSWORD, make_user, system_role
from tests.threads import together

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("times", [1, pytest.param(50, marks=pytest.mark.slow)]),
]
GOOD = "Cacheu-Lua-7390!"


def codes(results):
    return sorted(error.code if isinstance(error, Problem) else type(error).__name__ for error in results)


def anything(row):
    """No If-Match."""


def test_of_parallel_bad_sign_ins_five_are_evaluated(times):
    for _ in range(times):
        user = make_user("ROLE_USER")
        results = together(100, lambda: sign_in(email=user.email, password="x", address="192.0.2.1"))
        assert codes(results) == ["ACCOUNT_LOCKED"] * 95 + ["UNAUTHENTICATED"] * 5
        user.refresh_from_db()
        assert user.failed_login_attempts == 5
        RequestCount.objects.all().delete()


def test_of_parallel_refreshes_one_wins_and_the_session_ends(times):
    user = make_user("ROLE_USER")
    for _ in range(times):
        opened = tokens.open_session(user=user)
        results = together(20, lambda: tokens.refresh_tokens(token=opened.refresh_token))
        won = [result for result in results if isinstance(result, tokens.IssuedTokens)]
        assert len(won) == 1
        assert codes(result for result in results if result not in won) == ["UNAUTHENTICATED"] * 19
        # The others had a used token in their hands: the session is over, also for the winner.
        assert find_caller(won[0].access_token) is None


def test_a_session_that_ends_while_it_is_refreshed_has_ended(times):
    user = make_user("ROLE_USER")
    for _ in range(times):
        opened = [tokens.open_session(user=user) for _ in range(8)]

        def work(number):
            if number == 8:
                return tokens.end_sessions(user=user)
            return tokens.refresh_tokens(token=opened[number].refresh_token)

        results = together(9, work, numbered=True)
        renewed = [result for result in results if isinstance(result, tokens.IssuedTokens)]
        assert [find_caller(one.access_token) for one in [*opened, *renewed]] == [None] * (8 + len(renewed))
        assert not Session.objects.filter(user=user, ended_at__isnull=True).exists()


def test_of_entries_into_the_administration_at_once_one_holds(times):
    user = make_user("ROLE_ADMIN")
    for _ in range(times):
        session_id = tokens.open_session(user=user).session_id
        entry = {"user": user, "session_id": session_id, "seconds": 1_800, "most_seconds": 7_200}
        entered = together(8, lambda entry=entry: tokens.issue_hand_over(**entry))
        assert len([token for token in entered if find_caller(token)]) == 1


def test_one_code_of_the_authenticator_works_once(times):
    for _ in range(times):
        user = make_user("ROLE_USER", two_factor_enabled=True)
        device = Authenticator.build_with_secret(b"x" * 20, user)
        device.confirmed = True
        device.save()
        otp = f"{totp(device.bin_key):06d}"

        def work(number):
            address = f"192.0.2.{number}"  # the lock-out, per address, must not be what saves us
            return sign_in(email=user.email, password=PASSWORD, otp=otp, address=address)

        results = together(20, work, numbered=True)
        assert codes(results) == ["IssuedTokens"] + ["UNAUTHENTICATED"] * 19
        assert Session.objects.filter(user=user).count() == 1


def test_one_recovery_code_works_once(times):
    user = make_user("ROLE_USER", two_factor_enabled=True)
    for _ in range(times):
        code = second_factor._replace_recovery_codes(user)[0]
        assert sorted(together(20, lambda: second_factor.consume_second_factor_code(user, code))) == [False] * 19 + [
            True
        ]


def test_one_link_sets_one_password(times):
    user = make_user("ROLE_USER")
    for _ in range(times):
        token = secrets.token_urlsafe(32)
        until = timezone.now() + timedelta(hours=1)
        PasswordReset.objects.create(user=user, token_hash=hash_token(token), expires_at=until)

        def work(number):
            passwords.reset_password_by_token(token=token, new=f"{GOOD}{number}", address="192.0.2.1")
            return number

        results = together(10, work, numbered=True)
        won = [result for result in results if isinstance(result, int)]
        assert len(won) == 1, results
        user.refresh_from_db()
        assert user.check_password(f"{GOOD}{won[0]}")


def test_no_session_of_the_old_password_survives_its_change(times):
    for _ in range(times):
        user = make_user("ROLE_USER")

        def work(number):
            address = f"192.0.2.{number}"
            if number == 8:
                return passwords.change_password(
                    user=user,
                    current=PASSWORD,
                    new=GOOD,
                    address=address,
                    session_id=None,
                )
            return sign_in(email=user.email, password=PASSWORD, address=address)

        results = together(9, work, numbered=True)
        opened = [result for result in results if isinstance(result, tokens.IssuedTokens)]
        assert [find_caller(one.access_token) for one in opened] == [None] * len(opened)


def administrators():
    """Two super administrators, each as a caller."""
    pair = [make_user("ROLE_SUPER_ADMIN"), make_user("ROLE_SUPER_ADMIN")]
    return [find_active_user(user.id) for user in pair]


WAYS = {
    "delete": lambda caller, user: directory.delete_user(user_id=user.id, caller=caller, require=anything),
    "deactivate": lambda caller, user: directory.toggle_user_status(user_id=user.id, caller=caller),
    "demote": lambda caller, user: directory.update_user(
        user_id=user.id, values={"role_id": system_role("ROLE_USER").id}, caller=caller, require=anything
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_last_two_administrators_do_not_remove_each_other(times, way):
    system_role("ROLE_USER")
    for _ in range(times):
        pair = administrators()
        User.objects.exclude(id__in=[one.id for one in pair]).update(is_active=False)
        results = together(2, lambda number: WAYS[way](pair[number], pair[1 - number]), numbered=True)
        assert [error.code for error in results if isinstance(error, Problem)] == ["INVALID_STATUS"], results
        left = User.objects.filter(is_active=True, deleted_at__isnull=True, role__code="ROLE_SUPER_ADMIN")
        assert left.count() == 1


def test_incompatible_roles_given_at_once(times):
    one, other = sorted((system_role("ROLE_AGENT"), system_role("ROLE_SUPERVISEUR")), key=lambda role: role.id)
    Incompatibility.objects.get_or_create(role_a=one, role_b=other)
    caller = find_active_user(make_user("ROLE_SUPER_ADMIN").id)
    for _ in range(times):
        user = make_user("ROLE_USER")

        def work(number):
            role = (one, other)[number]
            return RoleGrant.objects.create(user=user, role=role, granted_by=caller)

        results = together(2, work, numbered=True)
        assert sum(isinstance(result, RoleGrant) for result in results) == 1, results


def test_declaring_two_roles_incompatible_while_one_person_gets_both(times):
    pair = sorted((system_role("ROLE_AGENT"), system_role("ROLE_SUPERVISEUR")), key=lambda role: role.id)
    caller = find_active_user(make_user("ROLE_SUPER_ADMIN").id)
    for _ in range(times):
        Incompatibility.objects.all().delete()
        RoleGrant.objects.all().delete()
        user = make_user("ROLE_USER")
        RoleGrant.objects.create(user=user, role=pair[0])

        def work(number):
            if number:
                return RoleGrant.objects.create(user=user, role=pair[1])
            return roles.create_incompatibility(role_ids=[role.id for role in pair], motif="", caller=caller)

        together(2, work, numbered=True)
        both = RoleGrant.objects.filter(user=user).count() == 2
        assert both != Incompatibility.objects.exists()
