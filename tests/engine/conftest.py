"""Tests that try many cases are `properties`; the others are the unit tests, which run in two seconds.

pytest tests/engine -m "not properties"
"""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.properties)
