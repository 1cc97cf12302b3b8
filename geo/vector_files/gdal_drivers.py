"""Restrict GDAL to one driver. Runs in the child process only.

A file is opened by the driver of its recognised format and by no other: the others would take part in recognising it,
and some read further files or addresses that the file names (a VRT hidden in what begins like GeoJSON).
"""

import ctypes
from typing import Final

import pyogrio
from pyogrio import _io

from geo.tables.confinement import MissingProtection

DRIVERS: Final = {"gpkg": "GPKG", "geojson": "GeoJSON", "shp": "ESRI Shapefile"}


def restrict_gdal_driver(kind: str) -> None:
    """Deregister all drivers of this process but that of `kind`. Raises MissingProtection when another one is left."""
    # The library that the bindings are linked with; they do not expose this call.
    gdal = ctypes.CDLL(_io.__file__)
    gdal.GDALGetDriver.restype = ctypes.c_void_p
    gdal.GDALGetDescription.restype = ctypes.c_char_p
    wanted = DRIVERS[kind]
    for driver in [gdal.GDALGetDriver(place) for place in range(gdal.GDALGetDriverCount())]:
        if gdal.GDALGetDescription(ctypes.c_void_p(driver)) != wanted.encode():
            gdal.GDALDeregisterDriver(ctypes.c_void_p(driver))
    if gdal.GDALGetDriverCount() != 1 or list(pyogrio.list_drivers()) != [wanted]:
        raise MissingProtection("gdal")
