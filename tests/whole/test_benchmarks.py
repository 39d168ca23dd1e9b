"""The floor of `benchmarks.submit` stands on the tables of today: a new column once broke it, and nobody saw."""

from __future__ import annotations

import subprocess
import sys

import psycopg
import pytest

from benchmarks import submit
from tests import environment, servers
from tests.service import ROOT

pytestmark = pytest.mark.server


def test_the_floor_plays_moves() -> None:
    postgres = servers.start_postgres(next(servers.postgres_programs()))
    try:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env=environment.clean(DATABASE_URL=postgres.url, SECRET_KEY="benchmark"),
            check=True,
        )
        submit._make_floor(postgres.url)
        assert submit._floor(postgres, clients=2, seconds=1) > 0
        with psycopg.connect(postgres.url) as connection:
            row = connection.execute("SELECT count(*) FROM floor_move").fetchone()
            assert row and row[0] > 0
    finally:
        postgres.stop()
