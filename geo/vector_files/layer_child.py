"""Read files with geometry, and any content of an archive: `python -m geo.vector_files.layer_child`."""

import gc
from pathlib import Path
from typing import Any

from geo.tables.formats import recognise_format
from geo.tables.sandbox import Archive, UnreadableFile
from geo.vector_files import (
    hidden_libraries,  # noqa: F401 - must be imported first, see its docstring
    table_child,
)
from geo.vector_files.feature_rows import Source, run_child
from geo.vector_files.vector_layer import LayerSource

SHAPE_PARTS = (".shp", ".shx", ".dbf", ".prj", ".cpg")


def _extract_stem(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]


def _extract_shapefile(archive: Archive, options: dict[str, Any], folder: Path) -> Path:
    """Extract the parts of the named (or only) shapefile as `donnees.*` and return the path of its .shp.

    Raises UnreadableFile when there is not exactly one, or when a part is missing.
    """
    shapes = [name for name in archive.list_names() if name.lower().endswith(".shp")]
    wanted = options.get("layer")
    chosen = [name for name in shapes if wanted is None or _extract_stem(name) == wanted]
    if len(chosen) != 1:
        code = "couches" if wanted is None else "couche"
        raise UnreadableFile(code, couche=wanted, couches=", ".join(_extract_stem(name) for name in shapes[:20]))
    base = chosen[0][:-4]
    for name in archive.list_names():
        ending = name[-4:].lower()
        if name[:-4] == base and ending in SHAPE_PARTS:
            archive.extract_member(name, folder / f"donnees{ending}")
    missing = [ending for ending in (".shx", ".dbf") if not (folder / f"donnees{ending}").exists()]
    if missing:
        raise UnreadableFile("shapefile", parties=", ".join(missing))
    options["layer"] = None
    return folder / "donnees.shp"


def unpack_archive(path: Path, options: dict[str, Any], folder: Path) -> tuple[str, Path]:
    """Return the kind and the path of what a zip holds: a workbook (the zip itself), a shapefile, or one other file.

    Other files are a GeoPackage, GeoJSON or CSV. Raises UnreadableFile for any other content.
    """
    archive = Archive(path, options["max_inflated"])
    names = archive.list_names()
    if "xl/workbook.xml" in names or "xl/workbook.bin" in names:
        return "xlsx", path
    if any(name.lower().endswith(".shp") for name in names):
        return "shp", _extract_shapefile(archive, options, folder)
    single = [name for name in names if name.lower().endswith((".gpkg", ".geojson", ".json", ".csv"))]
    if len(single) != 1:
        raise UnreadableFile("archive_contenu")
    target = folder / "donnees.tmp"
    archive.extract_member(single[0], target)
    kind = recognise_format(target)
    if kind in ("zip", "xls", "xlsx"):
        raise UnreadableFile("archive_contenu")
    return kind, target


def open_source(path: Path, options: dict[str, Any], folder: Path) -> Source:
    """Open a file of any accepted format. Raises UnreadableFile."""
    kind = recognise_format(path)
    if kind == "zip":
        kind, path = unpack_archive(path, options, folder)
    if kind in ("csv", "xls", "xlsx"):
        return table_child.open_source(path, options, folder)
    if path.suffix != ".shp":
        link = folder / f"donnees.{kind}"
        link.symlink_to(path.resolve())
        path = link
    return LayerSource(path, kind, options)


if __name__ == "__main__":
    # The objects of the libraries stay: searching them at every collection would take a tenth of the time.
    gc.freeze()
    run_child(open_source)
