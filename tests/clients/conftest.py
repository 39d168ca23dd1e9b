"""Makes `rummy` importable for the tests of this folder, built as it is installed."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from pathlib import Path

from tests.clients.built import CLIENT, importable

_folder = tempfile.mkdtemp(prefix="rummy-client-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
sys.path[:0] = [str(importable(Path(_folder))), str(CLIENT / "examples")]
