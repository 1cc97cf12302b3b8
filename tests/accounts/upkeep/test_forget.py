"""What is kept only for a time."""

from datetime import timedelta
from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from accounts.files.models import StoredFile
from accounts.files.queries import build_file_path
from accounts.files.services import store_file
from accounts.idempotency.models import IdempotencyKey
from accounts.lockout.models import SignInAttempt
from accounts.tasks import delete_expired
from accounts.tokens.models import TokenPair


def test_expired_tokens_keys_and_files_go(api, cast, settings, tmp_path, django_capture_on_commit_callbacks):
    settings.FILES_ROOT = tmp_path
    api(cast.agent_west)
    api(cast.admin)
    old = timezone.now() - timedelta(days=9)
    TokenPair.objects.filter(user=cast.agent_west).update(refresh_expires_at=old)
    for key in ("old", "new"):
        IdempotencyKey.objects.create(user=cast.admin, key=key, method="POST", path="/", digest="")
    IdempotencyKey.objects.filter(key="old").update(created_at=old)
    kept = store_file(SimpleUploadedFile("a.csv", b"x"), cast.admin)
    gone = store_file(SimpleUploadedFile("b.csv", b"y"), cast.admin, expires_in=timedelta(seconds=-1))
    with django_capture_on_commit_callbacks(execute=True):
        delete_expired(0)
    assert set(TokenPair.objects.values_list("user", flat=True)) == {cast.admin.id}
    assert list(IdempotencyKey.objects.values_list("key", flat=True)) == ["new"]
    assert list(StoredFile.objects.all()) == [kept]
    assert build_file_path(kept).read_bytes() == b"x"
    assert not build_file_path(gone).exists()


def test_failures_of_the_past_and_their_addresses_go(api, cast):
    for email in ("old@tabanca.example", "new@tabanca.example"):
        api().post("/api/auth/login", {"email": email, "password": "x"})
    old, new = SignInAttempt.objects.order_by("id")
    SignInAttempt.objects.filter(id=old.id).update(changed_at=timezone.now() - timedelta(hours=1))
    delete_expired(0)
    assert list(SignInAttempt.objects.all()) == [new]


def test_a_name_is_never_a_path(cast, settings, tmp_path):
    settings.FILES_ROOT = tmp_path
    upload = SimpleUploadedFile("x.csv", b"%PDF-1.7 ...")
    upload._name = "../../etc/passwd"
    stored = store_file(upload, cast.admin)
    assert (stored.nom, stored.type) == ("passwd", "application/pdf")
    assert tmp_path in build_file_path(stored).parents


def test_types_are_told_by_content(cast, settings, tmp_path):
    settings.FILES_ROOT = tmp_path
    cases = {
        "a.xlsx": (b"PK\x03\x04rest", "officedocument"),
        "a.pdf": (b"\x00\x01", "octet-stream"),
        "b.csv": (b"a;b", "csv"),
    }
    for name, (content, kind) in cases.items():
        assert kind in store_file(SimpleUploadedFile(name, BytesIO(content).read()), cast.admin).type
