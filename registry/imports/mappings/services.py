"""Remember and forget the columns that users chose by hand."""

from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from config.caller import Caller
from config.errors.problems import not_found
from registry.imports.definition.header import Header, compute_header_signature
from registry.imports.mappings.models import ColumnMapping

# Maximum number of headers remembered per user; the oldest are deleted.
MAX_MAPPINGS: Final = 100


@transaction.atomic
def remember_column_mapping(header: Header, user_id: UUID | None) -> None:
    """Store the columns chosen by hand for the user's next file with the same titles."""
    if user_id is None or not header.is_mapped_by_hand:
        return
    ColumnMapping.objects.update_or_create(
        user_id=user_id,
        empreinte=compute_header_signature(title.name for title in header.titles),
        defaults={"correspondances": header.chosen_fields, "updated_at": timezone.now()},
    )
    rows = ColumnMapping.objects.filter(user_id=user_id)
    rows.filter(id__in=list(rows.values_list("id", flat=True)[MAX_MAPPINGS:])).delete()


def delete_column_mapping(*, mapping_id: UUID, user: Caller) -> None:
    """Delete one of the user's own mappings. Raises NOT_FOUND."""
    deleted, _by_model = ColumnMapping.objects.visible_to(user).filter(id=mapping_id).delete()
    if not deleted:
        raise not_found()
