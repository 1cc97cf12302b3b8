"""Limit the files of a request: none, unless its operation takes an upload; then one, of a limited size.

The upload handlers are installed before the body is read, and stop reading as soon as it is too long.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import (
    FileUploadHandler,
    MemoryFileUploadHandler,
    SkipFile,
    TemporaryFileUploadHandler,
)
from rest_framework.parsers import MultiPartParser

# Allowed size of a form in addition to its file.
FORM_BYTES: Final = 1024 * 1024


class UploadTooLarge(RequestDataTooBig):
    """Signal that a request exceeds the size allowed for it: `limit` bytes, where it is that of a file."""

    def __init__(self, limit: int | None = None) -> None:
        super().__init__()
        self.limit = limit


class SkipFilesHandler(FileUploadHandler):
    """Skip the files of requests whose operation takes no upload: they are never stored."""

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:
        if content_length > settings.JSON_MAX_BYTES:
            raise UploadTooLarge

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        raise SkipFile

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        raise SkipFile

    def file_complete(self, file_size: int) -> None:
        return None


class SizeLimitHandler(FileUploadHandler):
    """Limit the total bytes of all files. Raises UploadTooLarge once the announced or received size exceeds it.

    `find_limit` returns the bytes that a file of this name may have, and without a name those of the longest one.
    """

    def __init__(self, request: Any, find_limit: Callable[[str | None], int]) -> None:
        super().__init__(request)
        self.find_limit = find_limit
        self.limit = find_limit(None)
        self.received = 0

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:
        if content_length > self.limit + FORM_BYTES:
            raise UploadTooLarge(self.limit)

    def new_file(self, field_name: str, file_name: str, *args: Any, **kwargs: Any) -> None:
        super().new_file(field_name, file_name, *args, **kwargs)
        self.limit = min(self.limit, self.find_limit(file_name))

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self.received += len(raw_data)
        if self.received > self.limit:
            raise UploadTooLarge(self.limit)
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None


class WholeMemoryHandler(MemoryFileUploadHandler):
    """Keep a file in memory whatever its size, which SizeLimitHandler bounds."""

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:
        self.activated = True


class UploadParser(MultiPartParser):
    """Parse multipart with a file, for operations that declare `upload`."""

    storing: tuple[type[FileUploadHandler], ...] = (MemoryFileUploadHandler, TemporaryFileUploadHandler)

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        request = parser_context["request"]
        size_limit = SizeLimitHandler(request, parser_context["view"].find_upload_limit)
        request.upload_handlers = [size_limit, *(handler(request) for handler in self.storing)]
        try:
            return super().parse(stream, media_type, parser_context)
        except BaseException:
            # Django closes only completely received files.
            for handler in request.upload_handlers:
                with suppress(OSError):  # closing fails on a full disk too, but the file is removed anyway
                    handler.upload_interrupted()
            raise


class MemoryUploadParser(UploadParser):
    """Parse multipart with a file that no disk may see, for views that declare `keeps_uploads_in_memory`."""

    storing = (WholeMemoryHandler,)
