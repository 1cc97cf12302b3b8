"""Export what upper apps may use of previews; the rest of the package is private."""

from accounts.previews.kinds.hooks import preview_kinds
from accounts.previews.kinds.types import PreviewKind

__all__ = [
    "PreviewKind",
    "preview_kinds",
]
