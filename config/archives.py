"""Open zip archives without reading an oversized list of entries; used by web processes and readers, without Django.

The library reads the whole central directory at once, with the length claimed at the end of the file: a million empty
entries cost it a minute and 350 MB. So the size of one read is capped, and an archive with a longer directory is
refused before its first entry is parsed.
"""

import zipfile
from typing import IO, Any, Final

# An entry of the directory has 46 bytes, its name, and often extra fields with times and owners.
BYTES_PER_MEMBER: Final = 256
# Maximum size of the end of a zip: its record, and a comment.
LEAST: Final = 2 * 65_536


class TooManyMembers(zipfile.BadZipFile):
    """Signal that an archive has more entries than allowed."""


class _CappedFile:
    """Cap the bytes returned by one read at `most`; None lifts the cap. Reads raise TooManyMembers for more."""

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

    Raises BadZipFile when it is not a zip, and its subclass TooManyMembers when it has more than `max_members` entries.
    """
    capped = _CappedFile(file, max(LEAST, BYTES_PER_MEMBER * max_members))
    archive = zipfile.ZipFile(capped)
    if len(archive.infolist()) > max_members:
        raise TooManyMembers
    # Readers count the inflated bytes themselves.
    capped.most = None
    return archive
