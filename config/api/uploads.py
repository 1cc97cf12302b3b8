"""What a request may bring as files: none, unless its operation takes an upload; then one, of a limited size.

Both handlers stand before the body is read, and stop it where it has become too long.
"""

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

# What a form may weigh beside its file.
FORM_BYTES: Final = 1024 * 1024


class UploadTooLarge(RequestDataTooBig):
    """More was sent than may be."""


class NoFiles(FileUploadHandler):
    """The handler of every request whose operation takes no upload: files are left unread, and never written."""

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:
        if content_length > settings.JSON_MAX_BYTES:
            raise UploadTooLarge

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        raise SkipFile

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        raise SkipFile

    def file_complete(self, file_size: int) -> None:
        return None


class Capped(FileUploadHandler):
    """Counts the bytes of all files. Raises UploadTooLarge as soon as there are, or will be, too many."""

    def __init__(self, request: Any = None) -> None:
        super().__init__(request)
        self.left = settings.UPLOAD_MAX_BYTES

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:
        if content_length > settings.UPLOAD_MAX_BYTES + FORM_BYTES:
            raise UploadTooLarge

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self.left -= len(raw_data)
        if self.left < 0:
            raise UploadTooLarge
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None


class UploadParser(MultiPartParser):
    """Multipart, with a file: only for operations that declare `upload`."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        request = parser_context["request"]
        handlers = (Capped, MemoryFileUploadHandler, TemporaryFileUploadHandler)
        request.upload_handlers = [handler(request) for handler in handlers]
        try:
            return super().parse(stream, media_type, parser_context)
        except BaseException:
            # Django closes only files that have come whole.
            for handler in request.upload_handlers:
                with suppress(OSError):  # on a full disk closing fails too; the file is gone all the same
                    handler.upload_interrupted()
            raise
