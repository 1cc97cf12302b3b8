"""Hold the kinds of rows that previews count."""

from accounts.previews.kinds.types import PreviewKind
from config.hooks import Hook

preview_kinds = Hook[PreviewKind]("kinds of rows that previews count")
