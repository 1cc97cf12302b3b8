"""Name fields as the API shows them."""

import re

STEP = re.compile(r"_([a-z0-9])")


def to_camel_case(name: str) -> str:
    """Convert `nb_enfants_04` to `nbEnfants04`."""
    return STEP.sub(lambda found: found[1].upper(), name)
