"""Opening a zip without listing more than it may hold: in the web process as in a reader, and without Django.

The library reads the whole central directory at once, whose length the end of the file claims: a million empty entries
cost it a minute and 350 MB. So what it may read at once is capped, and an archive whose directory is longer is refused
before its first entry is looked at.
"""

import zipfile
from typing import IO, Any, Final

# An entry of the directory has 46 bytes, its name, and often some more about times and owners.
BYTES_PER_MEMBER: Final = 256
# What the end of a zip may take: its record, and a comment.
LEAST: Final = 2 * 65_536


class TooManyMembers(zipfile.BadZipFile):
    """The archive has more entries than it may."""


class _Capped:
    """A file of which at most `most` bytes are read at once, until that is lifted. Raises TooManyMembers for more."""

    def __init__(self, file: IO[bytes], most: int) -> None:
        self._file = file
        self.most: int | None = most
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        if self.most is None:
            return self._file.read(size)
        content = self._file.read(min(size, self.most + 1) if size >= 0 else self.most + 1)
        if len(content) > self.most:
            raise TooManyMembers
        return content


def open_archive(file: Any, max_members: int) -> zipfile.ZipFile:
    """Open a zip for reading.

    Raises TooManyMembers, a BadZipFile, when it has more than `max_members` entries, and BadZipFile when it is none.
    """
    capped = _Capped(file, max(LEAST, BYTES_PER_MEMBER * max_members))
    archive = zipfile.ZipFile(capped)  # type: ignore[call-overload]
    if len(archive.infolist()) > max_members:
        raise TooManyMembers
    # What is inflated later is counted by whoever reads it.
    capped.most = None
    return archive
