"""A database that goes away in the middle of a request: 503, what stands of a write, and the next request works."""

import pytest
from django.contrib.gis.db.backends.postgis.base import DatabaseWrapper as DjangoWrapper
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections, connection, transaction

from accounts.users.models import User
from config.errors.database import is_unavailable
from config.postgis.base import DatabaseWrapper
from geo.areas import views
from geo.areas.models import Region
from tests.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)
NOTHING = "Le service est momentanément indisponible. Rien n'a été enregistré : réessayez dans quelques secondes."
PERHAPS = (
    "La connexion à la base de données a été coupée pendant l'enregistrement : la modification a peut-être été "
    "faite. Vérifiez avant de recommencer."
)
SAME_KEY = (
    "La connexion à la base de données a été coupée pendant l'enregistrement. Renvoyez la même demande avec la "
    "même clé d'idempotence : rien ne sera fait deux fois."
)


def end_connection():
    """End the connection of this thread from another one, as a restart of the database does."""
    pid = connection.connection.info.backend_pid

    def end(ready, over):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
            assert cursor.fetchone()[0]
        ready.set()

    with in_thread(end):
        pass


@pytest.fixture(autouse=True)
def whole_connection():
    """Leave a connection that works to the next test."""
    yield
    connection.close()


def begin_request():
    """Do what a server does before each request, and the client of tests does not."""
    close_old_connections()


@pytest.fixture
def lost_at(monkeypatch):
    """Have the connection end just before a function is called."""

    def lose(target, name):
        real = getattr(target, name)
        left = [1]

        def losing(*args, **kwargs):
            if left:
                left.pop()
                end_connection()
            return real(*args, **kwargs)

        monkeypatch.setattr(target, name, losing)

    return lose


def test_reading_is_503_and_the_next_request_works(api, cast, lost_at):
    caller = api(cast.admin)
    lost_at(views, "filter_areas")
    answer = caller.get("/api/regions")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["code"] == "SERVICE_UNAVAILABLE"
    assert answer.json()["@type"] == "hydra:Error"
    begin_request()
    assert caller.get("/api/regions").status_code == 200


def test_in_the_other_format(api, cast, lost_at):
    caller = api(cast.admin)
    lost_at(User.objects.none().__class__, "order_by")
    answer = caller.get("/api/users")
    assert answer.status_code == 503
    assert answer.json() == {
        "success": False,
        "code": "SERVICE_UNAVAILABLE",
        "error": "Le service est momentanément indisponible. Réessayez dans quelques secondes.",
    }


def test_a_connection_from_before_a_restart_is_replaced(api, cast):
    caller = api(cast.admin)
    assert caller.get("/api/regions").status_code == 200
    end_connection()
    begin_request()
    assert caller.get("/api/regions").status_code == 200


def test_the_server_is_asked_only_about_a_doubtful_connection(monkeypatch):
    connection.ensure_connection()
    with monkeypatch.context() as patch:
        patch.setattr(DjangoWrapper, "is_usable", lambda self: pytest.fail("the server was asked"))
        assert connection.is_usable()
        connection.errors_occurred = True
        with pytest.raises(pytest.fail.Exception):
            connection.is_usable()
    assert connection.is_usable()
    connection.errors_occurred = False
    end_connection()
    assert not connection.is_usable()


def create(caller, **headers):
    body = {"nom": "Cacheu", "code": "CA", "population": 1}
    return caller.post("/api/regions", body, headers=headers)


def test_a_write_that_was_not_begun_says_so(api, cast, lost_at):
    caller = api(cast.admin)
    lost_at(views, "create_area")
    answer = create(caller)
    assert (answer.status_code, answer.json()["hydra:description"]) == (503, NOTHING)
    begin_request()
    assert not Region.objects.filter(code="CA").exists()
    assert create(caller).status_code == 201


@pytest.mark.parametrize(("headers", "sentence"), [({}, PERHAPS), ({"Idempotency-Key": "k1"}, SAME_KEY)])
def test_a_write_lost_while_it_is_committed_says_that_it_may_have_happened(api, cast, monkeypatch, headers, sentence):
    caller = api(cast.admin)
    commit = DatabaseWrapper._commit

    def losing(self):
        monkeypatch.setattr(DatabaseWrapper, "_commit", commit)
        end_connection()
        commit(self)

    monkeypatch.setattr(DatabaseWrapper, "_commit", losing)
    answer = create(caller, **headers)
    assert (answer.status_code, answer.json()["hydra:description"]) == (503, sentence)
    begin_request()
    assert create(caller, **headers).status_code == 201


def test_a_write_lost_before_its_answer_was_read_stands_not(api, cast, monkeypatch):
    """The work and its answer are one transaction (decision 0065)."""
    caller = api(cast.admin)
    real = views.create_area

    def create_and_lose(**values):
        area = real(**values)
        end_connection()
        area.refresh_from_db()
        return area

    monkeypatch.setattr(views, "create_area", create_and_lose)
    answer = create(caller)
    assert answer.status_code == 503
    assert "Rien n'a été enregistré" in answer.json()["hydra:description"]
    begin_request()
    assert not Region.objects.filter(code="CA").exists()


def test_pages_and_readiness(client, monkeypatch, cast):
    def refuse(self, *args):
        raise OperationalError("connection failed")

    connection.close()
    with monkeypatch.context() as patch:
        patch.setattr(DatabaseWrapper, "get_new_connection", refuse)
        client.raise_request_exception = False
        client.cookies["tabanca_admin"] = "tba.x"
        ready = client.get("/readyz")
        signed_in = client.get("/api/regions", headers={"Authorization": "Bearer abc"})
        page = client.get("/admin/", headers={"Accept": "text/html"})
    assert (ready.status_code, ready.json()["code"], ready["Retry-After"]) == (503, "SERVICE_UNAVAILABLE", "5")
    assert (signed_in.status_code, signed_in.json()["code"]) == (503, "SERVICE_UNAVAILABLE")
    assert (page.status_code, page["Refresh"]) == (503, "5")
    assert "momentanément indisponible" in page.content.decode()
    assert client.get("/readyz").status_code == 200


def database_error(kind, state):
    error = kind("x")
    error.__cause__ = Exception()
    error.__cause__.sqlstate = state
    return error


@pytest.mark.parametrize(
    ("error", "unavailable"),
    [(database_error(OperationalError, state), True) for state in ("57P01", "57P03", "53300", "53100", "08006", None)]
    + [(database_error(DatabaseError, state), False) for state in ("42601", "22001", "57014", "55P03")]
    + [(InterfaceError("the cursor is closed"), False), (ValueError(), False)],
)
def test_what_counts_as_unavailable(error, unavailable):
    connection.ensure_connection()
    assert is_unavailable(error) is unavailable


def test_an_atomic_block_around_nothing_leaves_no_doubt():
    with transaction.atomic():
        pass
    before = connection.commits_begun
    list(Region.objects.all())
    assert connection.commits_begun == before
