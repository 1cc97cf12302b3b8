"""A hook keeps its contributions in order, and refuses a name twice."""

import pytest

from config.hooks import Hook


def test_items_stay_in_the_order_of_registration():
    hook: Hook[int] = Hook("numbers")
    hook.register("two", 2)
    hook.register("one", 1)
    assert list(hook.items()) == [("two", 2), ("one", 1)]


def test_a_name_is_registered_once():
    hook: Hook[int] = Hook("numbers")
    hook.register("one", 1)
    with pytest.raises(ValueError, match="numbers: 'one' is registered already"):
        hook.register("one", 2)
    assert hook["one"] == 1


def test_override_ends_with_its_block():
    hook: Hook[int] = Hook("numbers")
    hook.register("one", 1)
    with pytest.raises(RuntimeError), hook.override(three=3):
        assert dict(hook) == {"three": 3}
        raise RuntimeError
    assert dict(hook) == {"one": 1}
