"""32 clients at once for a minute."""

import random
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

from tests.bench.stage import Stage
from tests.bench.tools import Client, Row, Times

CLIENTS = 32
TILE_AT = "SELECT DISTINCT tile_x(ST_X(geom), %(z)s), tile_y(ST_Y(geom), %(z)s) FROM geo_localite ORDER BY 1, 2"


def tile_paths(stage: Stage, zoom: int, most: int, layer: str = "menages") -> list[str]:
    """Tiles of a layer with villages in them, at most about `most`."""
    places = stage.sample(TILE_AT, {"z": zoom})
    step = -(-len(places) // most)
    return [path_of_tile(zoom, x, y, layer) for x, y in places[::step]]


def path_of_tile(zoom: int, x: int, y: int, layer: str = "menages") -> str:
    return f"/api/carte/tuiles/{layer}/{zoom}/{x}/{y}.mvt"


def load_paths(stage: Stage) -> list[str]:
    """What 32 clients read: lists, tiles and details, each many times."""
    regions = [str(row[0]) for row in stage.sample("SELECT id FROM geo_region ORDER BY code")]
    households = [
        str(row[0]) for row in stage.sample("SELECT id FROM registry_menage ORDER BY md5(id::text) LIMIT 400")
    ]
    paths = [f"/api/menages?page={page}&limit=20" for page in range(1, 40)]
    paths += [f"/api/menages?region={region}&limit=20&milieu=rural" for region in regions]
    paths += [f"/api/menages/{household}" for household in households]
    return paths + [path for zoom in (6, 9, 12, 14) for path in tile_paths(stage, zoom, 120)]


def _work(work: Callable[[], float], until: float, spent: list[float], errors: list[str]) -> None:
    while time.monotonic() < until:
        try:
            spent.append(work())
        except (RuntimeError, OSError) as error:
            errors.append(str(error))


def _read(client: Client, paths: Sequence[str]) -> float:
    """Read one of the paths, and return the seconds that it took."""
    path = random.choice(paths)
    try:
        return client.get(path, expect=(200, 204)).seconds
    except (RuntimeError, OSError) as error:
        client.connection.close()
        raise RuntimeError(f"{path}: {error}") from error


def run_clients(
    stage: Stage, paths: Sequence[str], seconds: int, name: str, others: Sequence[Callable[[], float]] = ()
) -> Row:
    """Have CLIENTS at once read paths in random order, by accounts that may read every region; `others` write meanwhile.

    Each of `others` does one thing and returns the seconds that it took; each takes the place of a reader.
    """
    everything = [
        at
        for at, account in enumerate(stage.accounts)
        if account["role"] in ("ROLE_SUPER_ADMIN", "ROLE_ADMIN", "ROLE_DIRECTION")
    ]
    readers = [stage.client(everything[at % len(everything)]) for at in range(CLIENTS - len(others))]
    works = [*others, *(partial(_read, client, paths) for client in readers)]
    spent: list[float] = []
    errors: list[str] = []
    until = time.monotonic() + seconds
    threads = [threading.Thread(target=_work, args=(work, until, spent, errors)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = Times(spent)
    measured = f"{found}; {len(spent) / seconds:.0f} requests/s; {len(errors)} errors {'; '.join(errors[:2])}"
    holds = not errors and found.p95 < 250
    return Row(f"{CLIENTS} clients, {name}, {seconds} s", "no error, p95 < 250 ms", measured, holds)


def clients(stage: Stage, seconds: int) -> list[Row]:
    """Lists, tiles and details in random order."""
    return [run_clients(stage, load_paths(stage), seconds, "lists, tiles, details")]
