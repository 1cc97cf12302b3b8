"""Order a package once, and make it: a GeoPackage with a project, and a file of tiles, packed into one zip."""

import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from django.db import transaction
from django.utils import formats
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.files.api import keep_result
from accounts.files.models import StoredFile
from accounts.jobs.api import Progress, start_job
from accounts.jobs.models import Job
from accounts.users.models import User
from analysis.database_logins.api import Category, GisLayer, ProjectLayer, ViewColumn, pack_project, write_style
from analysis.packages import rules
from analysis.packages.formats.layer_styles import add_styles, count_rows
from analysis.packages.formats.mbtiles import add_tiles, create_tables, write_metadata
from analysis.packages.formats.sqlite import open_own_file
from analysis.packages.queries import find_current_job
from analysis.packages.types import PackageContent, PackageOrder
from config.caller import Caller
from config.locks import Lock, lock_rows
from geo.layers.api import FOLDER_PREFIX, Layer, list_tile_fields, stream_tiles, write_layer

JOB: Final = "paquet"
MEDIA: Final = "application/zip"
ZOOMS: Final = range(rules.FIRST_ZOOM, rules.LAST_ZOOM + 1)


@transaction.atomic
def order_package(*, order: PackageOrder, caller: Caller) -> Job:
    """Return the job of an order: the one that runs or has just ended, else a new one."""
    # Serializes a caller's orders: two requests at once start one job.
    list(lock_rows(Lock.USERS, User.objects.filter(id=caller.id)).values_list("id"))
    return find_current_job(caller, JOB, order) or start_job(JOB, order.describe(), caller)


def count_steps(content: PackageContent) -> int:
    """Return the number of steps that `make_package` reports: layers, zooms and the packing."""
    return len(content.layers) + len(ZOOMS) + 1


def make_package(content: PackageContent, user: Caller, progress: Progress) -> tuple[StoredFile, dict[str, Any]]:
    """Make a package into a file that only `user` may download; return it with what it holds.

    Memory grows neither with the rows nor with the tiles.
    """
    steps = iter(range(1, count_steps(content) + 1))

    def report_step() -> None:
        progress.report(next(steps))

    with tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX) as name:
        folder = Path(name)
        rows = write_geopackage(folder / rules.GEOPACKAGE, content, user, progress.raise_if_stopped, report_step)
        tiles = write_tiles(folder / rules.TILES, content, user, progress.raise_if_stopped, report_step)
        packed = _pack(folder, content)
        stored = keep_result(
            name=f"tabanca-{slugify(content.name)}-{content.day:%Y-%m-%d}.zip", media=MEDIA, content=packed, caller=user
        )
    report_step()
    return stored, {"couches": rows, "tuiles": tiles}


def write_geopackage(
    path: Path,
    content: PackageContent,
    user: Caller,
    on_block: Callable[[], None] = lambda: None,
    on_layer: Callable[[], None] = lambda: None,
) -> list[dict[str, Any]]:
    """Write the layers with their styles, as `user` may see them; return the number of features of each."""
    for layer in content.layers:
        write_layer(path, layer, layer.find_rows(user, _filter(content)), user, "gpkg", on_block)
        on_layer()
    with open_own_file(path) as file:
        styles = (
            (layer.name, str(layer.title), write_style(_choose_style(layer), _name_columns(layer)))
            for layer in content.layers
        )
        add_styles(file, styles)
        return [{"nom": layer.name, "objets": count_rows(file, layer.name)} for layer in content.layers]


def write_tiles(
    path: Path,
    content: PackageContent,
    user: Caller,
    on_tile: Callable[[], None] = lambda: None,
    on_zoom: Callable[[], None] = lambda: None,
) -> int:
    """Write the tiles of all zooms, as the map shows them to `user`; return how many."""
    count = 0
    with open_own_file(path) as file:
        create_tables(file)
        for z in ZOOMS:
            tiles = stream_tiles(content.layers, z, user, _filter(content))
            count += add_tiles(file, z, _watch(tiles, on_tile))
            on_zoom()
        write_metadata(file, _describe_tiles(content), [_describe_layer(layer) for layer in content.layers])
    return count


def _filter(content: PackageContent) -> dict[str, Any]:
    return {"region": [content.region]}


def _watch(tiles: Iterator[tuple[int, int, bytes]], on_tile: Callable[[], None]) -> Iterator[tuple[int, int, bytes]]:
    for tile in tiles:
        on_tile()
        yield tile


def _choose_style(layer: Layer) -> GisLayer:
    """Return how a layer looks, with its labels in the language of the thread."""
    style = rules.STYLES[layer.name]
    return replace(
        style,
        title=str(layer.title),
        category_column=rules.CATEGORY_PROPERTIES.get(style.category_column, style.category_column),
        categories=tuple(
            Category(one.value, str(rules.CATEGORY_LABELS[one.value]), one.colour) for one in style.categories
        ),
    )


def _name_columns(layer: Layer) -> list[ViewColumn]:
    return [ViewColumn(layer.name, name, str(rules.LABELS.get(name, name))) for name in layer.export_properties]


def _write_project(content: PackageContent) -> bytes:
    """Return a project that opens the GeoPackage beside it, areas below points."""
    places = {name: place for place, name in enumerate(rules.STYLES)}
    layers = [
        ProjectLayer(
            f"tabanca_paquet_{layer.name}",
            _choose_style(layer),
            _name_columns(layer),
            "ogr",
            f"./{rules.GEOPACKAGE}|layername={layer.name}",
        )
        for layer in sorted(content.layers, key=lambda layer: places[layer.name])
    ]
    return pack_project(f"Tabanca : {content.name}", layers, content.box)


def _describe_tiles(content: PackageContent) -> dict[str, str]:
    west, south, east, north = content.box
    day = formats.date_format(content.day, "SHORT_DATE_FORMAT")
    return {
        "name": f"Tabanca : {content.name}",
        "description": _("Couches de la carte, pour le travail sans réseau"),
        "version": f"{content.day:%Y%m%d}",
        "attribution": _("Tabanca, données du %(day)s") % {"day": day},
        "bounds": f"{west:.6f},{south:.6f},{east:.6f},{north:.6f}",
        "center": f"{(west + east) / 2:.6f},{(south + north) / 2:.6f},{(rules.FIRST_ZOOM + rules.LAST_ZOOM) // 2}",
        "minzoom": str(rules.FIRST_ZOOM),
        "maxzoom": str(rules.LAST_ZOOM),
    }


def _describe_layer(layer: Layer) -> dict[str, Any]:
    return {
        "id": layer.name,
        "description": str(layer.title),
        "fields": list_tile_fields(layer),
        "minzoom": rules.FIRST_ZOOM,
        "maxzoom": rules.LAST_ZOOM,
    }


def _pack(folder: Path, content: PackageContent) -> Path:
    """Pack the files with a project. Tiles are compressed already."""
    packed = folder / "paquet.zip"
    day = formats.date_format(content.day, "SHORT_DATE_FORMAT")
    told = _(
        "Tabanca : %(region)s, données du %(day)s.\n\n"
        "%(project)s : le projet à ouvrir dans QField ou QGIS.\n"
        "%(layers)s : les couches avec leurs styles.\n"
        "%(tiles)s : le fond de carte en tuiles vectorielles.\n\n"
        "Ce paquet contient des données de ménages : ne le donnez à personne, et effacez-le de la tablette quand le "
        "travail est fini.\n"
    )
    names = {"project": rules.PROJECT, "layers": rules.GEOPACKAGE, "tiles": rules.TILES}
    names |= {"region": content.name, "day": day}
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(rules.READ_ME, told % names)
        archive.writestr(rules.PROJECT, _write_project(content))
        archive.write(folder / rules.GEOPACKAGE, rules.GEOPACKAGE)
        archive.write(folder / rules.TILES, rules.TILES, compress_type=zipfile.ZIP_STORED)
    return packed
