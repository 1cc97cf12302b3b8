"""Strip pictures of what cameras add: position, time, owner, previews, and any data after the picture.

Only the parts needed for drawing are copied (and the orientation), so unknown metadata is removed too. Nothing is
decoded: the image data stays identical. Formats: ITU T.81 (JPEG), Exif 2.32, W3C PNG.
"""

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import Final

JPEG_START, JPEG_END = b"\xff\xd8", b"\xff\xd9"
# Within the data of a scan a marker is an FF that is not followed by 00, a restart marker or another FF.
NEXT_MARKER: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
SCAN, EXIF, ORIENTATION = 0xDA, b"Exif\x00\x00", 0x0112
# Tables, frames, scans and restart intervals.
DRAWN: Final = frozenset(range(0xC0, 0xD0)) | frozenset(range(0xDA, 0xE0))
# Application segments that affect the colours.
COLOURS: Final = {0xE2: b"ICC_PROFILE\x00", 0xEE: b"Adobe"}
PNG_START: Final = b"\x89PNG\r\n\x1a\n"
PNG_DRAWN: Final = frozenset(b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs".split())


# More parts than any camera or program writes; the limit bounds the number of Python objects.
MAX_PARTS: Final = 100_000
FILLING: Final = re.compile(rb"\xff{2,}")


class BrokenPicture(ValueError):
    """Signal bytes that are not a complete picture."""


def _read_orientation(exif: bytes) -> int:
    """Return the orientation (1 to 8) from the first directory of Exif; 1 when it is missing."""
    order = {b"II*\x00": "<", b"MM\x00*": ">"}.get(exif[:4])
    if order is None:
        return 1
    try:
        (start,) = struct.unpack_from(f"{order}I", exif, 4)
        (count,) = struct.unpack_from(f"{order}H", exif, start)
        for entry in range(min(count, 512)):
            tag, kind, _, value = struct.unpack_from(f"{order}HHIH", exif, start + 2 + 12 * entry)
            if (tag, kind) == (ORIENTATION, 3) and 1 <= value <= 8:
                return int(value)
    except struct.error:
        return 1
    return 1


def _build_orientation_segment(orientation: int) -> bytes:
    """Return an Exif segment with the orientation and nothing else."""
    directory = struct.pack(">HHHIHHI", 1, ORIENTATION, 3, 1, orientation, 0, 0)
    body = EXIF + b"MM\x00*" + struct.pack(">I", 8) + directory
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def _iterate_segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield marker, start and end of every segment of a JPEG up to its end; a scan includes its data.

    Raises BrokenPicture.
    """
    at = len(JPEG_START)
    while data[at : at + 2] != JPEG_END:
        if filling := FILLING.match(data, at):
            at = filling.end() - 1
            continue
        if len(data) < at + 4 or data[at] != 0xFF:
            raise BrokenPicture
        marker = data[at + 1]
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if end < at + 4 or end > len(data):
            raise BrokenPicture
        if marker == SCAN:
            found = NEXT_MARKER.search(data, end)
            if found is None:
                raise BrokenPicture
            end = found.start()
        yield marker, at, end
        at = end


def _strip_jpeg(data: bytes) -> list[bytes | memoryview]:
    """Return the parts of a JPEG to store. Raises BrokenPicture."""
    if not data.startswith(JPEG_START):
        raise BrokenPicture
    view, orientation, scans = memoryview(data), 1, 0
    parts: list[bytes | memoryview] = []
    for number, (marker, start, end) in enumerate(_iterate_segments(data)):
        if number == MAX_PARTS:
            raise BrokenPicture
        scans += marker == SCAN
        if marker == 0xE1 and data.startswith(EXIF, start + 4):
            orientation = _read_orientation(data[start + 4 + len(EXIF) : end])
        elif marker in DRAWN or (marker in COLOURS and data.startswith(COLOURS[marker], start + 4)):
            parts.append(view[start:end])
    if not scans:
        raise BrokenPicture
    segments = [_build_orientation_segment(orientation)] if orientation > 1 else []
    return [JPEG_START, *segments, *parts, JPEG_END]


def _strip_png(data: bytes) -> list[bytes | memoryview]:
    """Return the chunks of a PNG to store. Raises BrokenPicture."""
    if not data.startswith(PNG_START):
        raise BrokenPicture
    view, kinds, at = memoryview(data), list[bytes](), len(PNG_START)
    parts: list[bytes | memoryview] = [PNG_START]
    while kinds[-1:] != [b"IEND"]:
        if len(data) < at + 12 or len(kinds) == MAX_PARTS:
            raise BrokenPicture
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data) or zlib.crc32(view[at + 4 : end - 4]) != int.from_bytes(data[end - 4 : end], "big"):
            raise BrokenPicture
        kinds.append(data[at + 4 : at + 8])
        if kinds[-1] in PNG_DRAWN:
            parts.append(view[at:end])
        at = end
    if kinds[0] != b"IHDR" or b"IDAT" not in kinds:
        raise BrokenPicture
    return parts


STRIPPERS: Final[dict[str, Callable[[bytes], list[bytes | memoryview]]]] = {
    "image/jpeg": _strip_jpeg,
    "image/png": _strip_png,
}
