"""Name the accounts whose sign-ins were refused."""

from django.db.models import BinaryField, F, Func, OuterRef, QuerySet, Subquery, Value

from accounts.lockout.models import SignInAttempt
from accounts.users.models import User
from config.caller import Scope


def name_tried_accounts(attempts: QuerySet[SignInAttempt], caller: Scope) -> QuerySet[SignInAttempt]:
    """Add `tried_account`, the address of the account if the caller sees it: attempts hold its hash alone.

    Only users with failures are looked through: of a country's accounts these are few.
    """
    digest = Func(Func(F("email"), Value("UTF8"), function="convert_to"), function="sha256", output_field=BinaryField())
    users = User.objects.visible_to(caller).filter(failed_login_attempts__gt=0).annotate(digest=digest)
    return attempts.annotate(
        tried_account=Subquery(users.filter(digest=OuterRef("account_hash")).order_by().values("email")[:1])
    )
