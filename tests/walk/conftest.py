"""For the whole walk: what a hint finds is no matter of time, so that two answers may be compared."""

from __future__ import annotations

from tests.hints.conftest import _patient

__all__ = ["_patient"]
